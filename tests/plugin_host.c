/* plugin_host PLUGIN: a program without OpenSSL opens and closes a plug-in, again and again, that hashes by fastsha2: tidy
   ones first, then one that leaves the provider loaded. To end without a crash is part of the test. */
#include "plugin.h"

#include <dlfcn.h>
#include <stdio.h>

static int open_run_close(const char *path, int tidy)
{
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plugin_run_fn *run = NULL;

    if (plugin != NULL)
        *(void **)&run = dlsym(plugin, "plugin_run");
    if (run == NULL) {
        fprintf(stderr, "plugin_host: %s\n", dlerror());
        return 0;
    }
    if (!run(tidy)) {
        fprintf(stderr, "plugin_host: a digest was not right\n");
        return 0;
    }
    return dlclose(plugin) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    for (int i = 0; i < 10; i++)
        if (!open_run_close(argv[1], i < 8))
            return 1;
    return 0;
}
