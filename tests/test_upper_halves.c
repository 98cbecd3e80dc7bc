/* The x86 compressors and kernels leave the upper halves of the vector registers clean: SSE code after dirty ones crawls. */
#include "cpu.h"
#include "expect.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { REGISTERS = 16, MAX_BLOCKS = 3 };

static uint8_t blocks[MAX_BLOCKS * MAX_BLOCK_SIZE];

/* YMM0 to YMM15 as they are; this file is compiled without AVX, so nothing comes before. */
static inline __attribute__((always_inline)) void look(uint8_t registers[REGISTERS][32])
{
#define STORE(n) "vmovdqu %%ymm" #n ", 32*" #n "(%0)\n\t"
    __asm__ volatile(STORE(0) STORE(1) STORE(2) STORE(3) STORE(4) STORE(5) STORE(6) STORE(7)
                         STORE(8) STORE(9) STORE(10) STORE(11) STORE(12) STORE(13) STORE(14)
                             STORE(15)
                     :
                     : "r"(registers)
                     : "memory");
#undef STORE
}

static int dirty_halves(uint8_t registers[REGISTERS][32])
{
    static const uint8_t clean[16];
    int dirty = 0;

    for (int n = 0; n < REGISTERS; n++)
        dirty += memcmp(registers[n] + 16, clean, 16) != 0;
    return dirty;
}

static void test_no_compressor_leaves_upper_halves_dirty(void)
{
    static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};

    if ((cpu_features() & CPU_AVX) == 0) {
        printf("there are no upper halves ");
        return;
    }
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < hashes[i]->backends->nrows; j++)
            for (size_t nblocks = 0; nblocks <= MAX_BLOCKS; nblocks++) {
                const struct backend *row = &hashes[i]->backends->rows[j];
                uint8_t registers[REGISTERS][32];
                union hash_words words;

                if (!hash_can_run(row))
                    continue;
                noise_fill(nblocks, &words, sizeof words);
                __asm__ volatile("vzeroupper");
                hashes[i]->compress(row, &words, blocks, nblocks);
                look(registers);
                EXPECT(dirty_halves(registers) == 0, "%s %s, %zu blocks: %d registers",
                       hashes[i]->name, row->name, nblocks, dirty_halves(registers));
            }
}

static void test_no_kernel_of_many_messages_leaves_upper_halves_dirty(void)
{
    static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};
    static _Alignas(64) uint64_t state[NWORDS][SHA512_LANES];
    const uint8_t *lanes[MANY_MAX_LANES];

    for (size_t i = 0; i < MANY_MAX_LANES; i++)
        lanes[i] = blocks;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < hashes[i]->many_backends->nrows; j++)
            for (size_t nblocks = 0; nblocks <= MAX_BLOCKS; nblocks++) {
                const struct many_backend *row = &hashes[i]->many_backends->rows[j];
                uint8_t registers[REGISTERS][32];

                if (row->lanes == 1 || ((row->needs | CPU_AVX) & ~cpu_features()) != 0)
                    continue;
                __asm__ volatile("vzeroupper");
                hashes[i]->many_compress(row, state, lanes, nblocks);
                look(registers);
                EXPECT(dirty_halves(registers) == 0, "%s %s x %d, %zu blocks: %d registers",
                       hashes[i]->name, row->name, row->lanes, nblocks, dirty_halves(registers));
            }
}

static CU_TestInfo tests[] = {
    {"no compressor leaves upper halves dirty", test_no_compressor_leaves_upper_halves_dirty},
    {"no kernel of many messages leaves upper halves dirty",
     test_no_kernel_of_many_messages_leaves_upper_halves_dirty},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    noise_fill(5, blocks, sizeof blocks);
    return suite_run("test_upper_halves", tests);
}
