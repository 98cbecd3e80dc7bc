/* One setting of the configuration file, for a script that asks before it adds to the file. */
#ifndef DOCTOR_SETTING_H
#define DOCTOR_SETTING_H

/* Prints the value that OpenSSL takes for the key of that very section, or nothing if there is none. Returns the exit
   status: 0, or 1 with a message where the file cannot be told by. */
int setting_print(const char *section, const char *key);

#endif
