/* The SHA-256 compressor by KIMD, run on any s390x over a model of the instruction in C. */
#include "compressor.h"

sha256_compress_fn sha256_compress_cpacf_model;

int main(void)
{
    static const struct backend row = {"cpacf over the model", 0,
                                       .sha256 = sha256_compress_cpacf_model};

    return compressor_run("test_kimd_model", &hash_sha256, &(struct backend_table){&row, 1});
}
