/* The openssl command, which may belong to another OpenSSL than the one that programs use. */
#ifndef DOCTOR_COMMAND_H
#define DOCTOR_COMMAND_H

/* What the openssl command in PATH says of itself if it is not of this libcrypto; NULL if it is,
   or if there is no such command. The caller frees it. */
char *command_other_openssl(void);

#endif
