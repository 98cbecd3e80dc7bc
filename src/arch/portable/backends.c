/* The rows of an architecture that has no folder of its own. */
#include "portable.h"

static const struct backend sha256_rows[] = {{SHA256_PORTABLE_ROW}};
static const struct backend sha512_rows[] = {{SHA512_PORTABLE_ROW}};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
