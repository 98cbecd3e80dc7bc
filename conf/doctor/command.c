/* Asks the openssl command in PATH for its version and its folder. */
#include "command.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

char *command_other_openssl(void)
{
    FILE *output = popen("openssl version -v -d 2>/dev/null", "r");
    char version[256] = "", folder[512] = "";

    if (output == NULL)
        return NULL;
    if (fgets(version, sizeof version, output) == NULL ||
        fgets(folder, sizeof folder, output) == NULL)
        folder[0] = '\0';
    pclose(output);
    version[strcspn(version, "\n")] = '\0';
    folder[strcspn(folder, "\n")] = '\0';
    if (version[0] == '\0' || (strstr(version, OpenSSL_version(OPENSSL_VERSION)) != NULL &&
                               strcmp(folder, OpenSSL_version(OPENSSL_DIR)) == 0))
        return NULL;
    return text_format("%s, %s", version, folder);
}
