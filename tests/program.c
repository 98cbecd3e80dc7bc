/* Random programs of calls to two implementations of one algorithm. */
#include "program.h"
#include "load_ours.h"
#include "noise.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <openssl/err.h>

static const char *const side_names[NSIDES] = {"ours", "theirs"};

const char *const tried_digests[48] = {
    /* Every name of the seven, */
    "SHA2-224", "SHA-224", "SHA224", "2.16.840.1.101.3.4.2.4", "SHA2-256", "SHA-256", "SHA256",
    "sha256", "2.16.840.1.101.3.4.2.1", "SHA2-256/192", "SHA-256/192", "SHA256-192", "SHA2-384",
    "SHA-384", "SHA384", "Sha384", "2.16.840.1.101.3.4.2.2", "SHA2-512", "SHA-512", "SHA512",
    "sha512", "2.16.840.1.101.3.4.2.3", "SHA2-512/224", "SHA-512/224", "SHA512-224",
    "2.16.840.1.101.3.4.2.5", "SHA2-512/256", "SHA-512/256", "SHA512-256", "2.16.840.1.101.3.4.2.6",
    /* digests of others, */
    "SHA1", "MD5", "SHA3-256", "SHA3-512", "SM3", "BLAKE2B-512", "BLAKE2S-256", "RIPEMD160",
    "MD5-SHA1",
    /* of any length, */
    "SHAKE128", "SHAKE256",
    /* and none. */
    "RSA-SHA256", "SHA-2", "SHA256 ", " SHA256", "SHA256:SHA512", "", "nobody"};

const char *const tried_queries[10] = {
    "",      PREFER_OURS,          OURS,       THEIRS,      "?provider=default",
    "-fips", "provider!=fastsha2", "fips=yes", "?fips=yes", "provider=nobody"};

const struct setting settings[NSETTINGS] = {
    {"without default properties", NULL, NULL, NULL},
    {"set to ?provider=fastsha2", NULL, PREFER_OURS, NULL},
    {"set to ?provider=default before we are loaded", "?provider=default", NULL, NULL},
    {"set to ?fips=yes", NULL, "?fips=yes", NULL},
};

static int open_side(struct library *library, const struct setting *setting)
{
    *library = (struct library){.ctx = OSSL_LIB_CTX_new()};
    if (library->ctx == NULL ||
        (setting->before != NULL && !EVP_set_default_properties(library->ctx, setting->before)))
        return 0;
    library->theirs = OSSL_PROVIDER_load(library->ctx, "default");
    library->ours = load_ours(library->ctx, setting->section);
    return library->theirs != NULL && library->ours != NULL &&
           (setting->after == NULL || EVP_set_default_properties(library->ctx, setting->after));
}

int sides_open(struct sides *sides, const struct subject *subject, const struct setting *setting)
{
    static const char *const queries[NSIDES] = {OURS ",-fips", THEIRS ",-fips"};
    int done = 1;

    *sides = (struct sides){.subject = subject};
    for (int side = 0; side < NSIDES; side++) {
        OSSL_LIB_CTX *ctx;
        done = done && open_side(&sides->libraries[side], setting);
        ctx = sides->libraries[side].ctx;
        if (done)
            sides->algorithms[side] = subject->fetch(ctx, subject->name, queries[side]);
        done = done && sides->algorithms[side] != NULL;
    }
    return done;
}

void sides_close(struct sides *sides)
{
    for (int side = 0; side < NSIDES; side++) {
        if (sides->algorithms[side] != NULL)
            sides->subject->drop(sides->algorithms[side]);
        library_close(&sides->libraries[side]);
    }
}

static void close_slot(const struct program *program, struct slot *slot)
{
    for (int side = 0; side < NSIDES; side++)
        if (slot->ctx[side] != NULL)
            program->sides->subject->close(slot->ctx[side]);
    *slot = (struct slot){.open = 0};
}

static void call_new(struct program *program, struct slot *slot)
{
    const struct sides *sides = program->sides;
    struct answer answers[NSIDES];

    close_slot(program, slot);
    say(program, "new");
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        slot->ctx[side] = sides->subject->open(sides->algorithms[side]);
        answer_end(&answers[side], slot->ctx[side] != NULL);
    }
    slot->open = program_compare(program, answers);
}

/* A copy that the default provider does not make is no loss if we do: it makes none of PBKDF2 before 3.1. */
static void call_dup(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct slot *to = &program->slots[pick(program, NSLOTS)], copy = *slot;

    say(program, "dup to %d", (int)(to - program->slots));
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        copy.ctx[side] = program->sides->subject->dup(slot->ctx[side]);
        answer_end(&answers[side], copy.ctx[side] != NULL);
    }
    if (!answers[THEIR_SIDE].returned) {
        say(program, " = 0\n");
        close_slot(program, &copy);
    } else if (program_compare(program, answers)) {
        close_slot(program, to);
        *to = copy;
    } else {
        close_slot(program, &copy);
    }
}

static void make_a_call(struct program *program)
{
    const struct call *call = program->sides->subject->calls;
    struct slot *slot = &program->slots[happens(program, 60) ? 0 : pick(program, NSLOTS)];

    say(program, "    %d: ", (int)(slot - program->slots));
    if (!slot->open || happens(program, 2)) {
        call_new(program, slot);
    } else if (happens(program, 9)) {
        call_dup(program, slot);
    } else {
        size_t choice = slot->ready || happens(program, 40) ? pick(program, 100) : 0;
        for (; choice >= call->weight; call++)
            choice -= call->weight;
        call->make(program, slot);
    }
}

void program_start(struct program *program, const char *setting, struct dice dice)
{
    *program = (struct program){.setting = setting, .dice = dice};
}

void program_run(struct program *program, const struct sides *sides, size_t ncalls)
{
    program->sides = sides;
    for (; ncalls > 0 && !program->over && !dice_used_up(&program->dice); ncalls--)
        make_a_call(program);
    for (int slot = 0; slot < NSLOTS; slot++)
        close_slot(program, &program->slots[slot]);
    ERR_clear_error();
}

size_t pick(struct program *program, size_t n)
{
    return dice_pick(&program->dice, n);
}

size_t pick_size(struct program *program, const uint64_t *sizes, size_t n, size_t limit)
{
    return happens(program, 20) ? pick(program, limit) : (size_t)sizes[pick(program, n)];
}

int happens(struct program *program, unsigned percent)
{
    return dice_happens(&program->dice, percent);
}

void say(struct program *program, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int size = vsnprintf(program->said + program->said_size, SAID_ROOM - program->said_size, format,
                         arguments);
    va_end(arguments);
    if (size > 0)
        program->said_size += (size_t)size;
    if (program->said_size >= SAID_ROOM)
        program->said_size = SAID_ROOM - 1;
}

const unsigned char *noise_bytes(void)
{
    static unsigned char bytes[NOISE_SIZE];

    if (bytes[0] == 0)
        noise_fill(7, bytes, sizeof bytes);
    return bytes;
}

void answer_begin(struct answer *answer)
{
    *answer = (struct answer){0};
    memset(answer->out, 0xee, sizeof answer->out);
    ERR_clear_error();
}

void answer_end(struct answer *answer, int returned)
{
    answer->returned = returned;
    answer->raised = ERR_peek_error() != 0;
}

static void say_answer(struct program *program, int side, const struct answer *answer)
{
    say(program, "      %s: returned %d, size %zu,", side_names[side], answer->returned,
        answer->size);
    for (size_t i = 0; i < 24; i++)
        say(program, "%s%02x", i == 0 ? " " : "", answer->out[i]);
    say(program, "…%s\n", answer->raised ? ", error raised" : "");
}

static void judge(struct program *program, const struct answer answers[NSIDES], int same)
{
    program->calls++;
    program->successes += answers[THEIR_SIDE].returned > 0;
    if (same) {
        say(program, " = %d\n", answers[THEIR_SIDE].returned);
        return;
    }
    say(program, ": they differ\n");
    for (int side = 0; side < NSIDES; side++)
        say_answer(program, side, &answers[side]);
    program->failed = program->over = 1;
}

int program_compare(struct program *program, const struct answer answers[NSIDES])
{
    const struct answer *ours = &answers[OUR_SIDE], *theirs = &answers[THEIR_SIDE];
    int succeeded = theirs->returned > 0;
    int alike = ours->returned == theirs->returned;
    int raised_too_much = ours->raised > theirs->raised && !program->ours_may_raise;
    int same = alike && (succeeded ? !raised_too_much && ours->size == theirs->size &&
                                         memcmp(ours->out, theirs->out, ANSWER_ROOM) == 0
                                   : ours->raised >= theirs->raised);
    int excused = succeeded ? program->ours_may_fail && !alike
                            : program->theirs_may_fail || (program->ours_may_fail && same);

    program->ours_may_fail = program->theirs_may_fail = program->ours_may_raise = 0;
    if (excused) {
        say(program, " = %d and %d\n", ours->returned, theirs->returned);
        program->over = 1;
        return 0;
    }
    judge(program, answers, same);
    return succeeded && same;
}

int program_compare_if(struct program *program, int defined, const struct answer answers[NSIDES])
{
    if (defined)
        return program_compare(program, answers);
    judge(program, answers, answers[OUR_SIDE].returned <= answers[THEIR_SIDE].returned);
    return 0;
}

/* Any width, signed or not, or a floating-point number: OSSL_PARAM(3) lets an integer be given as each. */
static void make_number(OSSL_PARAM *param, struct program *program, unsigned char room[16],
                        uint64_t value)
{
    static const size_t sizes[] = {4, 4, 4, 8, 8, 8, 1, 2, 16, 3};
    size_t size = sizes[pick(program, sizeof sizes / sizeof sizes[0])];

    for (size_t i = 0; i < size; i++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        size_t at = i;
#else
        size_t at = size - 1 - i;
#endif
        room[at] = (unsigned char)(i < 8 ? value >> 8 * i : 0);
    }
    *param = (OSSL_PARAM){.data_type = OSSL_PARAM_INTEGER, .data = room, .data_size = size};
    if (happens(program, 50))
        param->data_type = OSSL_PARAM_UNSIGNED_INTEGER;
    say(program, "%s of %zu: %llu", param->data_type == OSSL_PARAM_INTEGER ? "int" : "uint", size,
        (unsigned long long)value);
    if (happens(program, 3)) {
        memset(room, 0xff, 16);
        param->data_type = OSSL_PARAM_INTEGER;
        program->ours_may_fail = 1;
        say(program, " but -1");
    } else if (happens(program, 3)) {
        double real = (double)value + (happens(program, 30) ? 0.5 : 0);
        memcpy(room, &real, sizeof real);
        param->data_type = OSSL_PARAM_REAL;
        param->data_size = sizeof real;
        program->ours_may_fail = 1;
        say(program, " but real %g", real);
    }
}

/* With another letter in one place, or one more. */
static const char *misspell(char room[MISSPELT_ROOM], struct program *program, const char *text)
{
    size_t size = strlen(text);

    if (size + 2 > MISSPELT_ROOM)
        return text;
    memcpy(room, text, size);
    memset(room + size, 0, MISSPELT_ROOM - size);
    room[pick(program, size + 1)] = (char)(' ' + pick(program, '~' - ' ' + 1));
    return room;
}

static void make_value(struct parameters *parameters, OSSL_PARAM *param, struct program *program,
                       const struct trial *trial)
{
    size_t at = (size_t)(param - parameters->list), choice = pick(program, trial->n);
    const char *text;

    switch (trial->type) {
    case TEXT:
        text = trial->texts[choice];
        if (happens(program, 5)) {
            text = misspell(parameters->values[at].text, program, text);
            program->ours_may_raise |= trial->texts == tried_queries;
        }
        *param = (OSSL_PARAM){.data_type = OSSL_PARAM_UTF8_STRING,
                              .data = (char *)(uintptr_t)text,
                              .data_size = strlen(text)};
        say(program, "\"%s\"", text);
        break;
    case OCTETS:
        *param = (OSSL_PARAM){.data_type = OSSL_PARAM_OCTET_STRING,
                              .data = (void *)(uintptr_t)(noise_bytes() + pick(program, 64)),
                              .data_size = (size_t)trial->numbers[choice]};
        if (happens(program, 20))
            param->data_size = 1 + pick(program, 1000);
        say(program, "%zu octets", param->data_size);
        break;
    case NUMBER:
        make_number(param, program, parameters->values[at].integer, trial->numbers[choice]);
        break;
    }
    param->key = trial->key;
    param->return_size = OSSL_PARAM_UNMODIFIED;
}

static const struct {
    unsigned type;
    const char *name;
} types[] = {
    {OSSL_PARAM_UTF8_STRING, "text"},      {OSSL_PARAM_OCTET_STRING, "octets"},
    {OSSL_PARAM_UTF8_PTR, "text pointer"}, {OSSL_PARAM_OCTET_PTR, "octet pointer"},
    {OSSL_PARAM_INTEGER, "int"},           {OSSL_PARAM_UNSIGNED_INTEGER, "uint"},
};

static void spoil(struct parameters *parameters, OSSL_PARAM *param, struct program *program,
                  const struct trial *trial)
{
    size_t ntypes = sizeof types / sizeof types[0];
    size_t choice =
        pick(program, trial->type == NUMBER ? ntypes - 2 : ntypes); /* -1 is a large uint */

    program->ours_may_fail = 1;
    switch (pick(program, 3)) {
    case 0:
        if (trial->data_needed)
            break;
        param->data = NULL;
        param->data_size = 0;
        say(program, " but no data");
        break;
    case 1: /* what a text ends with is its zero byte, whatever the size says */
        if (param->data_type == OSSL_PARAM_UTF8_STRING)
            param->data_size = pick(program, param->data_size + 1);
        say(program, " of size %zu", param->data_size);
        break;
    case 2:
        param->data_type = types[choice].type;
        say(program, " but called %s", types[choice].name);
        if (param->data_type == OSSL_PARAM_UTF8_PTR || param->data_type == OSSL_PARAM_OCTET_PTR) {
            const void **pointer = &parameters->values[param - parameters->list].pointer;
            *pointer = noise_bytes();
            param->data = pointer;
        }
        break;
    }
}

static void add(struct parameters *parameters, struct program *program, const struct trial *trial)
{
    static const char *const unknown[] = {"nobody-knows", "cipher", "custom", "xof", ""};

    if (parameters->n == MAX_PARAMETERS)
        return;
    OSSL_PARAM *param = &parameters->list[parameters->n++];
    say(program, "%s%s ", parameters->n == 1 ? "" : ", ", trial->key);
    make_value(parameters, param, program, trial);
    if (happens(program, 3))
        spoil(parameters, param, program, trial);
    if (happens(program, 3)) {
        param->key = unknown[pick(program, sizeof unknown / sizeof unknown[0])];
        say(program, " but for \"%s\"", param->key);
    }
}

void parameters_make(struct parameters *parameters, struct program *program,
                     const struct trial *trials, size_t ntrials)
{
    size_t first = pick(program, ntrials), step = happens(program, 50) ? 1 : ntrials - 1;

    parameters->n = 0;
    say(program, "{");
    for (size_t i = 0; i < ntrials; i++) {
        const struct trial *trial = &trials[(first + i * step) % ntrials];
        if (!happens(program, trial->percent))
            continue;
        add(parameters, program, trial);
        if (happens(program, 2)) {
            add(parameters, program, trial);
            program->theirs_may_fail = 1;
        }
    }
    parameters->list[parameters->n] = OSSL_PARAM_construct_end();
    say(program, "}");
}

void requests_make(struct requests *requests, struct program *program, const char *const *keys,
                   size_t nkeys)
{
    static const size_t sizes[] = {8, 8, 8, 4, 4, 2, 1, 16, 3, 24};
    static const unsigned kinds[] = {OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_UNSIGNED_INTEGER,
                                     OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_INTEGER,
                                     OSSL_PARAM_UTF8_STRING,      OSSL_PARAM_OCTET_STRING};
    size_t first = pick(program, nkeys);

    requests->n = pick(program, MAX_REQUESTS + 1);
    say(program, "{");
    for (size_t i = 0; i < requests->n; i++) {
        OSSL_PARAM *request = &requests->list[i];
        *request = (OSSL_PARAM){
            .key = keys[(first + i) % nkeys],
            .data_type = kinds[pick(program, sizeof kinds / sizeof kinds[0])],
            .data = requests->room[i],
            .data_size = sizes[pick(program, sizeof sizes / sizeof sizes[0])],
        };
        if (happens(program, 10))
            request->data = NULL;
        say(program, "%s%s of type %u, %zu bytes%s", i == 0 ? "" : ", ", request->key,
            request->data_type, request->data_size, request->data == NULL ? ", no data" : "");
    }
    requests->list[requests->n] = OSSL_PARAM_construct_end();
    say(program, "}");
}

void requests_reset(struct requests *requests)
{
    memset(requests->room, 0xee, sizeof requests->room);
    for (size_t i = 0; i < requests->n; i++)
        requests->list[i].return_size = OSSL_PARAM_UNMODIFIED;
}

void requests_answer(const struct requests *requests, struct answer *answer)
{
    unsigned char *to = answer->out;

    answer->raised = 0;
    for (size_t i = 0; i < requests->n; i++) {
        size_t size = requests->list[i].return_size;
        if (requests->list[i].data == NULL && size != OSSL_PARAM_UNMODIFIED)
            size = size != 0; /* libcrypto says 4 or 8, as its own variable is wide */
        memcpy(to, &size, sizeof size);
        to += sizeof(size_t);
        memcpy(to, requests->room[i], REQUEST_ROOM);
        to += REQUEST_ROOM;
    }
}

static const OSSL_PARAM *find_key(const OSSL_PARAM *list, const OSSL_PARAM *like)
{
    for (; list != NULL && list->key != NULL; list++)
        if (strcmp(list->key, like->key) == 0 && list->data_type == like->data_type)
            return list;
    return NULL;
}

static int is_one_of(const char *key, const char *const *keys)
{
    for (; keys != NULL && *keys != NULL; keys++)
        if (strcmp(*keys, key) == 0)
            return 1;
    return 0;
}

/* The number of keys in list that the other list lacks. */
static int lacking(const OSSL_PARAM *list, const OSSL_PARAM *other, const char *const *pardoned)
{
    int count = 0;

    for (; list != NULL && list->key != NULL; list++) {
        if (find_key(other, list) == NULL && !is_one_of(list->key, pardoned)) {
            printf("(\"%s\", type %u) ", list->key, list->data_type);
            count++;
        }
    }
    return count;
}

int same_keys(const OSSL_PARAM *ours, const OSSL_PARAM *theirs, const char *const *older)
{
    return lacking(ours, theirs, older) + lacking(theirs, ours, NULL) == 0;
}
