/*
 * What runs on the emulated processor: feature detection, the SHA512 instructions beside their
 * model, and the compressor that uses them, against libcrypto's digests and against the model.
 *
 * One line for each check goes to COM1, and run compares them with what it expects. A fault ends
 * the emulation, so that lines are missing.
 */
#include "arch/x86/cpu.h"
#include "backend.h"
#include "instructions.h"

#include <stdbool.h>

sha512_compress_fn sha512_compress_sha512ni;
sha512_compress_fn sha512_compress_sha512ni_model;

/* Made by run: the messages' bytes, and what libcrypto says of them. */
extern const uint8_t message_pool[];

static const struct known_answer {
    uint32_t start; /* in message_pool */
    uint32_t length;
    const char *sha512;
} known_answers[] = {
#include "known_answers.inc"
};

enum {
    KNOWN_ANSWERS = sizeof known_answers / sizeof known_answers[0],
    BLOCK = 128,
    COM1 = 0x3f8,
    BOCHS_POWER = 0x8900,
    CR4_OSXSAVE = 1 << 18,
    XCR0_X87 = 1,
    XCR0_SSE = 2,
    XCR0_AVX = 4,
};

/* The page between two holes that boot.S maps. */
static uint8_t *const data = (uint8_t *)0x400000;
static uint8_t *const data_end = (uint8_t *)0x600000;

/* Compilers call these two by themselves. */
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    void *const start = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
    return start;
}

void *memset(void *to, int byte, size_t size)
{
    void *const start = to;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
    return start;
}

static bool equal(const void *a, const void *b, size_t size)
{
    const uint8_t *const x = a, *const y = b;

    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static void out8(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "d"(port));
}

static uint8_t in8(uint16_t port)
{
    uint8_t value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "d"(port));
    return value;
}

static void print(const char *text)
{
    enum { LINE_STATUS = COM1 + 5, ALL_SENT = 0x40 };

    for (; *text; text++) {
        out8(COM1, (uint8_t)*text);
        while (!(in8(LINE_STATUS) & ALL_SENT))
            continue;
    }
}

static void print_number(unsigned number)
{
    char digits[11];
    char *p = digits + sizeof digits;

    *--p = 0;
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    print(p);
}

static void report(const char *check, unsigned good, unsigned all)
{
    print(check);
    print(": ");
    print_number(good);
    print(" of ");
    print_number(all);
    print("\n");
}

/* Not for secrets: a linear congruential generator, its high half. */
static uint32_t random32(void)
{
    static uint64_t x = 20150805;

    x = x * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(x >> 32);
}

static void fill(void *to, size_t size)
{
    for (uint8_t *p = to; size > 0; size--)
        *p++ = (uint8_t)random32();
}

static uint64_t features_under(uint32_t xcr0)
{
    const uint32_t all = XCR0_X87 | XCR0_SSE | XCR0_AVX;
    uint64_t features;

    __asm__ volatile("xsetbv" : : "a"(xcr0), "d"(0), "c"(0));
    features = cpu_features();
    __asm__ volatile("xsetbv" : : "a"(all), "d"(0), "c"(0));
    return features;
}

static uint64_t features_without_osxsave(void)
{
    uint64_t cr4, features;

    __asm__ volatile("mov %%cr4, %0" : "=r"(cr4));
    __asm__ volatile("mov %0, %%cr4" : : "r"(cr4 & ~(uint64_t)CR4_OSXSAVE));
    features = cpu_features();
    __asm__ volatile("mov %0, %%cr4" : : "r"(cr4));
    return features;
}

static void check_features(void)
{
    const uint64_t needs_avx = CPU_AVX | CPU_AVX2 | CPU_SHA512;

    report("the SHA512 instructions are seen under XCR0 = 7",
           (features_under(XCR0_X87 | XCR0_SSE | XCR0_AVX) & needs_avx) == needs_avx, 1);
    report("no AVX is seen under XCR0 = 3", !(features_under(XCR0_X87 | XCR0_SSE) & needs_avx), 1);
    report("no AVX is seen without OSXSAVE", !(features_without_osxsave() & needs_avx), 1);
}

static void check_instructions(void)
{
    enum { TIMES = 2000 };
    unsigned msg1 = 0, msg2 = 0, rnds2 = 0;

    for (int i = 0; i < TIMES; i++) {
        uint64_t operands[12];

        fill(operands, sizeof operands);
        msg1 += msg1_agrees(operands);
        msg2 += msg2_agrees(operands);
        rnds2 += rnds2_agrees(operands);
    }
    report("VSHA512MSG1 agrees with the model", msg1, TIMES);
    report("VSHA512MSG2 agrees with the model", msg2, TIMES);
    report("VSHA512RNDS2 agrees with the model", rnds2, TIMES);
}

/* FIPS 180-4, sections 5.1.2 and 5.3.5. The padded message goes to the address where the compressor
   is to find it. */
static void sha512_hex(char hex[BLOCK + 1], const uint8_t *message, size_t length, uint8_t *at,
                       size_t blocks_a_call)
{
    uint64_t state[8] = {
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    };
    size_t nblocks = (length + 1 + 16 + BLOCK - 1) / BLOCK;
    uint8_t *const end = at + nblocks * BLOCK;

    memcpy(at, message, length);
    memset(at + length, 0, nblocks * BLOCK - length);
    at[length] = 0x80;
    for (int i = 0; i < 8; i++)
        end[-1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);

    while (nblocks > 0) {
        const size_t n = nblocks < blocks_a_call ? nblocks : blocks_a_call;

        sha512_compress_sha512ni(state, at, n);
        at += n * BLOCK;
        nblocks -= n;
    }
    for (int i = 0; i < BLOCK; i++)
        hex[i] = "0123456789abcdef"[state[i / 16] >> (60 - 4 * (i % 16)) & 15];
    hex[BLOCK] = 0;
}

/* Every message with 1 to 16 blocks a call; with an odd number, somewhere behind the first hole, at
   any alignment; with an even number, right before the second hole. */
static void check_known_answers(void)
{
    unsigned good = 0, all = 0;

    for (size_t i = 0; i < KNOWN_ANSWERS; i++) {
        const struct known_answer *const answer = &known_answers[i];
        const size_t size = (answer->length + 1 + 16 + BLOCK - 1) / BLOCK * BLOCK;

        for (size_t blocks_a_call = 1; blocks_a_call <= 16; blocks_a_call++) {
            uint8_t *const at = blocks_a_call % 2 ? data + all % 64 : data_end - size;
            char hex[BLOCK + 1];

            sha512_hex(hex, message_pool + answer->start, answer->length, at, blocks_a_call);
            good += equal(hex, answer->sha512, BLOCK);
            all++;
        }
    }
    report("digests equal libcrypto's", good, all);
}

static void check_compressor(void)
{
    enum { TIMES = 200 };
    unsigned good = 0;

    for (int i = 0; i < TIMES; i++) {
        /* The words before and behind the state tell whether it was left. */
        struct {
            uint64_t before, state[8], behind;
        } with, model;
        const size_t nblocks = random32() % 33;
        uint8_t *const at = data + random32() % 64;

        fill(&with, sizeof with);
        model = with;
        fill(at, nblocks * BLOCK);
        sha512_compress_sha512ni(with.state, at, nblocks);
        sha512_compress_sha512ni_model(model.state, at, nblocks);
        good += equal(&with, &model, sizeof with);
    }
    report("the compressor agrees with itself on the model", good, TIMES);
}

static void check_no_blocks(void)
{
    uint64_t state[8], before[8];

    fill(state, sizeof state);
    memcpy(before, state, sizeof state);
    sha512_compress_sha512ni(state, data_end, 0);
    report("no block changes nothing and reads nothing", equal(state, before, sizeof state), 1);
}

/* XGETBV tells which register sets are not in their initial state; Intel SDM, volume 1, 13.6. */
static bool upper_halves_in_use(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return low & XCR0_AVX;
}

static void check_upper_halves(void)
{
    uint64_t state[8] = {0};
    bool dirty;

    __asm__ volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" : : : "xmm0");
    dirty = upper_halves_in_use();
    memset(data, 0xa5, BLOCK);
    sha512_compress_sha512ni(state, data, 1);
    report("the upper halves of YMM are left clean", dirty && !upper_halves_in_use(), 1);
}

_Noreturn void kernel_main(void);

_Noreturn void kernel_main(void)
{
    enum { LINE_CONTROL = COM1 + 3, EIGHT_BITS = 3 };

    out8(LINE_CONTROL, EIGHT_BITS);
    check_features();
    check_instructions();
    check_known_answers();
    check_compressor();
    check_no_blocks();
    check_upper_halves();
    print("end\n");
    for (const char *p = "Shutdown"; *p; p++)
        out8(BOCHS_POWER, (uint8_t)*p);
    for (;;)
        __asm__ volatile("hlt");
}
