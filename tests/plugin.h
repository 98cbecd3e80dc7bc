/* What the plug-in of check_plugin exports. */
#ifndef FASTSHA2_TESTS_PLUGIN_H
#define FASTSHA2_TESTS_PLUGIN_H

/* Loads fastsha2 and hashes. Tidy, it does so in a library context of its own, and takes all away again; else it leaves
   the provider to the library's own context. Returns 1 if the digest was right. */
typedef int plugin_run_fn(int tidy);
__attribute__((visibility("default"))) plugin_run_fn plugin_run;

#endif
