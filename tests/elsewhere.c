/*
 * Stands in front of libcrypto, for check_doctor, where the doctor asks which OpenSSL this is: another than the
 * system's, if these are set.
 *
 *   ELSEWHERE_VERSION  its version
 *   ELSEWHERE_FILE     the configuration file that it reads where OPENSSL_CONF names none
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <stdlib.h>

#include <dlfcn.h>

#include <openssl/conf.h>
#include <openssl/crypto.h>

const char *OpenSSL_version(int what)
{
    const char *version = getenv("ELSEWHERE_VERSION");
    const char *(*next)(int);

    if (what == OPENSSL_VERSION && version != NULL)
        return version;
    *(void **)&next = dlsym(RTLD_NEXT, "OpenSSL_version");
    return next(what);
}

char *CONF_get1_default_config_file(void)
{
    const char *file = getenv("ELSEWHERE_FILE");
    char *(*next)(void);

    if (file != NULL)
        return OPENSSL_strdup(file);
    *(void **)&next = dlsym(RTLD_NEXT, "CONF_get1_default_config_file");
    return next();
}
