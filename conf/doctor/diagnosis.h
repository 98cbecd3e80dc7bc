/* All that was found out, for the traps to judge and the report to print. */
#ifndef DOCTOR_DIAGNOSIS_H
#define DOCTOR_DIAGNOSIS_H

#include "active.h"
#include "environment.h"
#include "module.h"
#include "services.h"

/* How much is amiss. */
enum severity {
    SEVERITY_NOTE,   /* nothing for the programs that were looked at here */
    SEVERITY_FAULT,  /* SHA-2 does not come from fastsha2, or not dependably, but comes */
    SEVERITY_BROKEN, /* something is wrong, or is missing altogether */
};

struct finding {
    const char *trap; /* its name in the table of traps */
    enum severity severity;
    char *problem;
    char *remedy;
    char *file;    /* of the line to change; NULL if it is not about a file */
    size_t line;   /* 0 if it is not about one, or was not found */
    char *section; /* NULL, or where to look in the file */
    char *key;     /* NULL, or the key there */
};

enum { FINDINGS_MAX = 48 };

struct diagnosis {
    /* In the order in which they were found out: the first must see the library as a program does.
       */
    struct served served[SERVICES];
    bool random;  /* random numbers are to be had */
    bool ciphers; /* and AES, for one */
    struct active active;
    struct environment environment;
    bool module_examined;
    struct module module;
    /* Without a preference: who serves SHA-256, and who does once a program has asked for
       OSSL_PROVIDER_available. NULL if
       there is a preference or fastsha2 is not active. */
    char *first, *later;
    char *command; /* another OpenSSL's version that the openssl command tells; NULL if the same */

    struct finding findings[FINDINGS_MAX];
    size_t nfindings;
};

/* Finds out all but the speed, and judges it by the traps. */
void diagnosis_make(struct diagnosis *diagnosis);
void diagnosis_free(struct diagnosis *diagnosis);

/* The exit status. 0: all is served by us; 1: not all is, or not dependably; 2: something is
   broken. A severity is the least status that it brings. */
int diagnosis_status(const struct diagnosis *diagnosis);

#endif
