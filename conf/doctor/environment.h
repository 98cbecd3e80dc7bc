/*
 * The OpenSSL that this process runs with, and the way it goes through its configuration file:
 * openssl_conf -> providers -> our section, openssl_conf -> alg_section -> default_properties.
 */
#ifndef DOCTOR_ENVIRONMENT_H
#define DOCTOR_ENVIRONMENT_H

#include "lines.h"

#include <stdbool.h>

#include <openssl/conf.h>

/* How the configuration file presents itself. */
enum file_state {
    FILE_READ,
    FILE_NOT_NAMED, /* OPENSSL_CONF is set, and empty */
    FILE_MISSING,
    FILE_UNREADABLE,
    FILE_FOLDER,
    FILE_NOT_PARSED,
};

struct environment {
    const char *version; /* of libcrypto, in its words */
    char *library;       /* its file; NULL if unknown */
    bool supported;      /* it is an OpenSSL 3 or later */
    const char *modules;
    bool modules_named; /* by OPENSSL_MODULES */

    char *file;
    bool file_named; /* by OPENSSL_CONF */
    enum file_state state;
    char *fault; /* why it could not be read or parsed; NULL if it could */
    CONF *conf;  /* NULL unless it was */
    struct lines lines;
    char *rejected; /* why OpenSSL does not carry it out; NULL if it does */

    /* Each is NULL where the file does not have it. They belong to conf. */
    const char *init;       /* section that openssl_conf names */
    const char *providers;  /* section that its providers names */
    const char *entry;      /* name that our provider has there */
    const char *section;    /* its section, whether that exists or not */
    const char *name;       /* what OpenSSL calls it: its identity there, or that entry */
    bool section_exists;    /* it does */
    const char *module;     /* its module */
    const char *activate;   /* its activate */
    const char *standard;   /* section of the provider default */
    const char *algorithms; /* section that alg_section names */
    const char *properties; /* its default_properties */
    const char *node;       /* section that nodejs_conf names */
};

/* Finds the library and the file, and reads its lines: OpenSSL is not asked about them. */
void environment_read(struct environment *environment);

/* Finds it all out. Loads the file into a library context of its own, so that the process' own one
   must have been looked at before. */
void environment_find(struct environment *environment);
void environment_free(struct environment *environment);

/* The file that a function or an object of this process comes from; NULL if unknown. The caller
   frees it. */
char *file_of_address(const void *address);

/* The value of a key in that very section, for NCONF_get_string would look in [default] as well. */
const char *setting(const CONF *conf, const char *section, const char *key);

/* OpenSSL lets keys be told apart by what stands in front of a dot, and drops that. */
const char *after_dot(const char *key);

#endif
