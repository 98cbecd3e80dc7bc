/*
 * steps: executes each row one instruction at a time, on two messages, and compares: the same instructions in the same
 * order, and the same addresses. What constant_time proves for the rows that valgrind can run, this shows for all that
 * the processor can, for the messages that are tried. x86-64 Linux.
 *
 * A child runs the row; its parent steps it (ptrace), and reads the registers that an instruction's memory operand
 * is made of. Only so much of the encoding is decoded as that takes (Intel's Software Developer's Manual, volume 2,
 * chapter 2).
 */
#include "expect.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = 3, CHAINS = 5, CODE_SIZE = 16 };

/* What the child runs. */
static struct {
    void (*function)(void);
    const struct hash *hash;
    const struct backend *row;
    const struct many_backend *kernel;
    /* What it is to make no difference. */
    struct secret {
        uint8_t blocks[BLOCKS * MAX_BLOCK_SIZE + SHA256_LANES];
        union hash_words words;
        union {
            struct sha256_pbkdf2 sha256;
            struct sha512_pbkdf2 sha512;
        } pbkdf2;
        uint64_t u[CHAINS][NWORDS], t[CHAINS][NWORDS];
        _Alignas(64) uint64_t lanes[NWORDS][SHA512_LANES];
    } secret;
} work;

/* What was seen of a run. */
struct trace {
    size_t instructions, addresses;
    uint64_t sum; /* of all of them, in order */
    int strange;  /* instructions that are not understood, or that take addresses from vectors */
};

static void add(struct trace *trace, uint64_t value)
{
    uint64_t seed = trace->sum ^ value;

    trace->sum = noise_next(&seed);
}

static uint64_t general(const struct user_regs_struct *r, unsigned number)
{
    const unsigned long long registers[16] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp,
                                              r->rsi, r->rdi, r->r8,  r->r9,  r->r10, r->r11,
                                              r->r12, r->r13, r->r14, r->r15};
    return registers[number % 16];
}

/* Where the prefixes of an instruction end, and what they say. */
struct decoded {
    size_t at;            /* of its opcode */
    unsigned map;         /* of opcodes: 0 the one-byte one, 1 0F, 2 0F 38, 3 0F 3A */
    unsigned index, base; /* bits 3 of their numbers, in place */
    int vector;           /* VEX or EVEX */
};

static struct decoded decode_prefixes(const uint8_t *code)
{
    struct decoded d = {0, 0, 0, 0, 0};

    while (strchr("\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65", code[d.at]) != NULL && code[d.at] != 0)
        d.at++;
    if (code[d.at] == 0xc5) {
        d.map = 1;
        d.at += 2;
        d.vector = 1;
        return d;
    }
    if (code[d.at] == 0xc4 || code[d.at] == 0x62) {
        d.index = code[d.at + 1] & 0x40 ? 0 : 8; /* X and B, inverted */
        d.base = code[d.at + 1] & 0x20 ? 0 : 8;
        d.map = code[d.at + 1] & 7;
        d.at += code[d.at] == 0xc4 ? 3 : 4;
        d.vector = 1;
        return d;
    }
    if ((code[d.at] & 0xf0) == 0x40) { /* REX */
        d.index = code[d.at] & 2 ? 8 : 0;
        d.base = code[d.at] & 1 ? 8 : 0;
        d.at++;
    }
    if (code[d.at] == 0x0f) {
        d.map = code[d.at + 1] == 0x38 ? 2 : code[d.at + 1] == 0x3a ? 3 : 1;
        d.at += d.map == 1 ? 1 : 2;
    }
    return d;
}

/* Of the opcodes that compilers use for integers and vectors: whether a ModR/M byte follows, of an operand that is
   used: LEA and NOP have none. */
static int has_modrm(const struct decoded *d, uint8_t opcode)
{
    if (d->map == 0)
        return (opcode < 0x40 && opcode % 8 < 4) || opcode == 0x63 || opcode == 0x69 ||
               opcode == 0x6b || (opcode >= 0x80 && opcode <= 0x8f && opcode != 0x8d) ||
               (opcode & 0xfe) == 0xc0 || (opcode & 0xfe) == 0xc6 ||
               (opcode >= 0xd0 && opcode <= 0xd3) || (opcode & 0xfe) == 0xf6 || opcode >= 0xfe;
    if (d->map == 1)
        return !(opcode >= 0x80 && opcode <= 0x8f) && !(opcode >= 0xc8 && opcode <= 0xcf) &&
               opcode != 0x77 && opcode != 0x05 && opcode != 0xa2 && opcode != 0x1f;
    return 1;
}

/* Adds the registers that make the address, if the instruction has one. */
static void add_address(struct trace *trace, const uint8_t *code, const struct user_regs_struct *r)
{
    const struct decoded d = decode_prefixes(code);
    const uint8_t opcode = code[d.at], modrm = code[d.at + 1], sib = code[d.at + 2];

    if (d.map > 3 || (d.vector && d.map == 2 && opcode >= 0x90 && opcode <= 0x93) ||
        (d.vector && d.map == 2 && opcode >= 0xa0 && opcode <= 0xa3))
        trace->strange++; /* maps that no compressor needs; gathers and scatters */
    if (d.map == 0 && (opcode & 0xfc) == 0xa4) { /* string instructions */
        add(trace, r->rsi);
        add(trace, r->rdi);
        trace->addresses++;
    }
    if (!has_modrm(&d, opcode) || modrm >> 6 == 3)
        return;
    trace->addresses++;
    if ((modrm & 7) != 4) {
        if (modrm >> 6 != 0 || (modrm & 7) != 5) /* else relative to the instruction */
            add(trace, general(r, d.base + (modrm & 7)));
        return;
    }
    if (d.index + (sib >> 3 & 7) != 4)
        add(trace, general(r, d.index + (sib >> 3 & 7)));
    if (modrm >> 6 != 0 || (sib & 7) != 5)
        add(trace, general(r, d.base + (sib & 7)));
}

static void read_code(pid_t child, uint64_t at, uint8_t code[CODE_SIZE])
{
    for (size_t i = 0; i < CODE_SIZE; i += sizeof(long)) {
        long word = ptrace(PTRACE_PEEKTEXT, child, (void *)(uintptr_t)(at + i), NULL);
        memcpy(code + i, &word, sizeof word);
    }
}

/* From where the child stops itself to where it does so again. */
static void run_child(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    work.function();
    raise(SIGSTOP);
    _exit(0);
}

static int follow(struct trace *trace)
{
    struct user_regs_struct registers;
    uint8_t code[CODE_SIZE];
    int status;
    pid_t child = fork();

    *trace = (struct trace){0};
    if (child == 0)
        run_child();
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return 0;
    for (;;) {
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0 ||
            waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
            return 0;
        if (WSTOPSIG(status) == SIGSTOP)
            break;
        ptrace(PTRACE_GETREGS, child, NULL, &registers);
        read_code(child, registers.rip, code);
        add(trace, registers.rip);
        add_address(trace, code, &registers);
        trace->instructions++;
    }
    kill(child, SIGKILL);
    return waitpid(child, &status, 0) == child;
}

/* Follows the function on two messages. Returns 1 if no difference was seen, 0 if one was, -1 if it cannot be followed. */
static int is_even(void (*function)(void), struct trace traces[2])
{
    work.function = function;
    for (uint64_t i = 0; i < 2; i++) {
        noise_fill(i + 1, &work.secret, sizeof work.secret);
        if (!follow(&traces[i]))
            return -1;
    }
    return traces[0].instructions == traces[1].instructions && traces[0].sum == traces[1].sum &&
           traces[0].strange == 0 && traces[1].strange == 0;
}

static volatile int sink;

static void branch(void)
{
    if (work.secret.blocks[0] % 2 == 0)
        sink = 1;
    if (work.secret.blocks[1] % 2 == 0)
        sink = 2;
    if (work.secret.blocks[2] % 2 == 0)
        sink = 3;
}

static void look_up(void)
{
    static const volatile uint8_t table[256] = {1, 2, 3};
    sink = table[work.secret.blocks[0]];
}

static void compute(void)
{
    sink = work.secret.blocks[0] * 3 + work.secret.blocks[1];
}

/* The test of the test. */
static void test_a_branch_and_an_address_that_depend_on_a_message_are_seen(void)
{
    struct trace traces[2];

    CU_ASSERT_EQUAL(is_even(branch, traces), 0);
    CU_ASSERT_EQUAL(is_even(look_up, traces), 0);
    CU_ASSERT_EQUAL(is_even(compute, traces), 1);
    CU_ASSERT_TRUE(traces[0].addresses >= 3);
}

static void expect_even(void (*function)(void), const char *what, const char *name)
{
    struct trace traces[2];
    int even = is_even(function, traces);

    EXPECT(even == 1, "%s %s %s: %zu and %zu instructions, %zu and %zu addresses, %d strange",
           work.hash->name, name, what, traces[0].instructions, traces[1].instructions,
           traces[0].addresses, traces[1].addresses, traces[0].strange);
    EXPECT(traces[0].instructions > 500 && traces[0].addresses > 50, "%s %s %s", work.hash->name,
           name, what);
}

static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};

static void compress(void)
{
    work.hash->compress(work.row, &work.secret.words, work.secret.blocks, BLOCKS);
}

static void iterate_256(void)
{
    work.row->sha256_pbkdf2(&work.secret.pbkdf2.sha256, (void *)work.secret.u,
                            (void *)work.secret.t, CHAINS, 2);
}

static void iterate_512(void)
{
    work.row->sha512_pbkdf2(&work.secret.pbkdf2.sha512, work.secret.u, work.secret.t, CHAINS, 2);
}

static void test_rows_take_the_same_steps_and_addresses_on_any_message(void)
{
    for (size_t h = 0; h < 2; h++)
        for (size_t i = 0; i < hashes[h]->backends->nrows; i++) {
            const struct backend *row = &hashes[h]->backends->rows[i];
            work.hash = hashes[h];
            work.row = row;
            if (!hash_can_run(row)) {
                printf("(%s %s is NOT RUN, for this processor lacks it) ", hashes[h]->name,
                       row->name);
                continue;
            }
            expect_even(compress, "compressor", row->name);
            if (h == 0 && row->sha256_pbkdf2 != NULL)
                expect_even(iterate_256, "PBKDF2", row->name);
            if (h == 1 && row->sha512_pbkdf2 != NULL)
                expect_even(iterate_512, "PBKDF2", row->name);
        }
}

static void compress_many(void)
{
    const uint8_t *blocks[SHA256_LANES];

    for (size_t i = 0; i < SHA256_LANES; i++)
        blocks[i] = work.secret.blocks + i;
    work.hash->many_compress(work.kernel, work.secret.lanes, blocks, BLOCKS);
}

static void test_kernels_of_many_messages_do_so_as_well(void)
{
    for (size_t h = 0; h < 2; h++)
        for (size_t i = 0; i < hashes[h]->many_backends->nrows; i++) {
            const struct many_backend *kernel = &hashes[h]->many_backends->rows[i];
            work.hash = hashes[h];
            work.kernel = kernel;
            if (kernel->lanes > 1 && (kernel->needs & ~cpu_features()) == 0)
                expect_even(compress_many, "many messages", kernel->name);
        }
}

static int can_trace(void)
{
    struct trace trace;

    work.function = compute;
    return follow(&trace);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a branch and an address that depend on a message are seen",
         test_a_branch_and_an_address_that_depend_on_a_message_are_seen},
        {"rows take the same steps and addresses on any message",
         test_rows_take_the_same_steps_and_addresses_on_any_message},
        {"kernels of many messages do so as well", test_kernels_of_many_messages_do_so_as_well},
        CU_TEST_INFO_NULL,
    };

    if (!can_trace()) {
        fprintf(stderr, "steps: skipped: this system does not let a process follow its child\n");
        return 77;
    }
    return suite_run("steps", tests);
}
