/* SHA-256 over every compressor that this processor can run. */
#include "compressor.h"

int main(void)
{
    return compressor_run("test_sha256", &hash_sha256, &sha256_backends);
}
