/* The module that the configuration names: its file, and what OpenSSL says when it loads it. */
#ifndef DOCTOR_MODULE_H
#define DOCTOR_MODULE_H

#include "environment.h"

enum module_state {
    MODULE_USABLE, /* as far as its file tells */
    MODULE_MISSING,
    MODULE_UNREADABLE,
    MODULE_NOT_ELF,
    MODULE_OTHER_MACHINE,
};

#ifdef __APPLE__
#define MODULE_SUFFIX ".dylib"
#else
#define MODULE_SUFFIX ".so"
#endif

struct module {
    char *path;
    bool with_suffix; /* it is missing, but with MODULE_SUFFIX it is there */
    enum module_state state;
    char *detail;     /* what the file is instead; NULL if it is usable or missing */
    char *load_error; /* OpenSSL's reason; NULL if it loads */
};

/* Finds the file by OpenSSL's rules, looks at it, and loads the provider, with its section's
   settings, into a library context of its own. The environment must have our section. */
void module_find(struct module *module, const struct environment *environment);
void module_free(struct module *module);

#endif
