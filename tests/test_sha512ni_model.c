/* The compressor for Intel's SHA512 instructions, run on any x86 with AVX2 over a model of the three in C. */
#include "compressor.h"
#include "cpu.h"

sha512_compress_fn sha512_compress_sha512ni_model;

int main(void)
{
    static const struct backend row = {"sha512ni over the model", CPU_AVX2,
                                       .sha512 = sha512_compress_sha512ni_model};

    return compressor_run("test_sha512ni_model", &hash_sha512, &(struct backend_table){&row, 1});
}
