/* Included ahead of everything else that is compiled for WASI: what its headers do not declare, and posix.c has. */
#ifndef FASTSHA2_TESTS_WASM_POSIX_H
#define FASTSHA2_TESTS_WASM_POSIX_H

int mkstemp(char *path);

#endif
