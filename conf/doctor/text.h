/* Texts that are put together, and OpenSSL's error queue as one. */
#ifndef DOCTOR_TEXT_H
#define DOCTOR_TEXT_H

/* Like sprintf into memory that the caller frees. Ends the program if there is none. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the program, with a message. */
void text_no_memory(void) __attribute__((noreturn));

/* Empties the error queue of this thread into one line, the first error first; NULL if there was
   no error. The caller frees it. */
#define TEXT_BETWEEN_ERRORS " / "
char *text_of_errors(void);

#endif
