/* SHA-512 over every compressor that this processor can run. */
#include "compressor.h"

int main(void)
{
    return compressor_run("test_sha512", &hash_sha512, &sha512_backends);
}
