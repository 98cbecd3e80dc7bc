/*
 * fastsha2-verity: the Merkle root of files as Linux has it: of fs-verity, where "fsverity digest" prints it, and of
 * dm-verity, where it is the root hash of "veritysetup format".
 *
 * Both are trees of blocks (Linux, Documentation/filesystems/fsverity.rst and admin-guide/device-mapper/verity.rst). A
 * level is cut into blocks, the last one filled up with zeros. The hashes of its blocks, one after another, are the
 * next level, and the hash of the only block of the last one is the root. A salt stands in front of every block: in
 * dm-verity as it is, in fs-verity filled up with zeros to a block of the hash function. What fs-verity calls a file's
 * digest is the hash of a descriptor, which holds the root and the file's size.
 *
 * The blocks of a level are messages that do not depend on each other, and all of one size: fastsha2_digest_pieces
 * hashes as many at once as the processor can, each as if what the context has absorbed, the salt, stood in front.
 */
#include "digest.h"
#include "progress.h"

#include "fastsha2.h"

#include <err.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char usage[] =
    "usage: fastsha2-verity fs-verity [option]... FILE...\n"
    "       fastsha2-verity dm-verity [option]... FILE...\n"
    "Prints ALGORITHM:HASH FILE for each file: fs-verity's digest, as 'fsverity digest' does, or\n"
    "dm-verity's root hash (of hash type 1), which 'veritysetup format' calculates.\n"
    "\n"
    "  --hash-alg=NAME       sha256 (default) or sha512\n"
    "  --salt=HEX            default: none\n"
    "  --block-size=N        of fs-verity's blocks, in bytes; default: 4096\n"
    "  --data-block-size=N   of dm-verity's data; default: 4096\n"
    "  --hash-block-size=N   of dm-verity's hashes; default: 4096\n"
    "  --compact             print the hash alone\n"
    "  --verbose             tell the time, and which provider hashed\n"
    "  --no-fastsha2         use OpenSSL's default provider\n"
    "  --help                print this\n"
    "\n"
    "The module fastsha2 is found in OpenSSL's folder of modules, or in OPENSSL_MODULES.\n"
    "Exit status: 0, 1 if a file could not be hashed, 2 if the arguments are wrong.\n";

enum { EXIT_BAD_ARGUMENTS = 2 };

enum { FS_SALT_MAX = 32, DM_SALT_MAX = 256 };

struct format {
    const char *name;
    size_t salt_max;
    size_t block_min, block_max; /* bytes */
    bool salt_padded, descriptor;
};
static const struct format fs_verity = {"fs-verity", FS_SALT_MAX, 1 << 10, 64 << 10, true, true};
static const struct format dm_verity = {"dm-verity", DM_SALT_MAX, 512, 512 << 10, false, false};

/* What is asked for. */
struct request {
    const struct format *format;
    const char *algorithm;
    size_t data_block, hash_block; /* bytes */
    unsigned char salt[DM_SALT_MAX];
    size_t salt_size;
    bool compact, verbose, fastsha2;
};

/* Blocks that are read, and hashed together: enough for every processor's lanes, and few enough to stay in its second
   cache. A mapped file takes more than twice the time (Zen 5, 1 GiB, avx512: 0.93 to 1.4 s, against 0.41): 32 blocks
   are too many places in memory to be fetched from ahead of time. With 16 blocks, or with 256, it is the same to 7%. */
enum { BATCH = 64 };

struct level {
    unsigned char *blocks; /* NULL as long as there is no such level */
    size_t block;          /* bytes */
    size_t used;           /* bytes that wait */
    bool hashed;           /* some have been already */
};

/* No more than there are for 2^64 blocks, with hashes of 64 bytes in blocks of 512. */
enum { LEVELS_MAX = 24 };

struct tree {
    const struct request *request;
    EVP_MD_CTX *salted; /* under way: it has absorbed the salt */
    size_t digest_size;
    struct level levels[LEVELS_MAX];
};

/* The first level is the file, the others have hashes. */
static bool open_level(struct tree *tree, size_t number)
{
    struct level *level = &tree->levels[number];

    level->block = number == 0 ? tree->request->data_block : tree->request->hash_block;
    if (level->blocks == NULL)
        level->blocks = malloc(BATCH * level->block);
    if (level->blocks == NULL)
        warn("%d blocks of %zu bytes", BATCH, level->block);
    level->used = 0;
    level->hashed = false;
    return level->blocks != NULL;
}

static bool open_tree(struct tree *tree, const struct request *request, const EVP_MD *md)
{
    static const unsigned char zeros[EVP_MAX_MD_SIZE * 2];
    size_t block = (size_t)EVP_MD_get_block_size(md);
    size_t padding =
        request->format->salt_padded ? (block - request->salt_size % block) % block : 0;

    *tree = (struct tree){
        .request = request, .salted = EVP_MD_CTX_new(), .digest_size = (size_t)EVP_MD_get_size(md)};
    if (tree->salted == NULL || !EVP_DigestInit_ex2(tree->salted, md, NULL) ||
        !EVP_DigestUpdate(tree->salted, request->salt, request->salt_size) ||
        !EVP_DigestUpdate(tree->salted, zeros, padding)) {
        ERR_print_errors_fp(stderr);
        return false;
    }
    return true;
}

static void close_tree(struct tree *tree)
{
    for (size_t i = 0; i < LEVELS_MAX; i++)
        free(tree->levels[i].blocks);
    EVP_MD_CTX_free(tree->salted);
}

/* Of the blocks that wait in a level. */
static bool hash_blocks(struct tree *tree, struct level *level, unsigned char *digests, size_t room)
{
    if (!fastsha2_digest_pieces(tree->salted, NULL, level->blocks, level->used, level->block,
                                digests, room)) {
        ERR_print_errors_fp(stderr);
        return false;
    }
    level->used = 0;
    level->hashed = true;
    return true;
}

/* Moves the hashes of the blocks that wait in a level into the next one. Powers of two, they fill it to the last byte
   before there is no room. */
static bool ascend(struct tree *tree, size_t number)
{
    struct level *level = &tree->levels[number], *next = level + 1;
    size_t size = level->used / level->block * tree->digest_size;

    if (next->blocks == NULL && !open_level(tree, number + 1))
        return false;
    if (next->used == BATCH * next->block && !ascend(tree, number + 1))
        return false;
    if (!hash_blocks(tree, level, next->blocks + next->used, size))
        return false;
    next->used += size;
    return true;
}

static void fill_up(struct level *level)
{
    size_t rest = level->used % level->block;

    if (rest != 0) {
        memset(level->blocks + level->used, 0, level->block - rest);
        level->used += level->block - rest;
    }
}

/* What is left in the levels, from the file to the root. */
static bool finish(struct tree *tree, unsigned char *root)
{
    for (size_t number = 0;; number++) {
        struct level *level = &tree->levels[number];
        fill_up(level);
        if (!level->hashed && level->used == level->block)
            return hash_blocks(tree, level, root, tree->digest_size);
        if (level->used != 0 && !ascend(tree, number))
            return false;
    }
}

/* All of the file, into the first level, and on into the others as it fills. */
static bool absorb(struct tree *tree, int fd, const char *file, uint64_t *size,
                   struct progress *progress)
{
    struct level *level = &tree->levels[0];
    ssize_t got;

    *size = 0;
    while ((got = read(fd, level->blocks + level->used, BATCH * level->block - level->used)) > 0) {
        *size += (uint64_t)got;
        level->used += (size_t)got;
        if (level->used == BATCH * level->block && !ascend(tree, 0))
            return false;
        progress_show(progress, *size);
    }
    if (got < 0)
        warn("%s", file);
    return got == 0;
}

/* dm-verity takes whole blocks of a device, and no notice of what is behind them. */
static bool drop_rest(struct tree *tree, const char *file)
{
    struct level *level = &tree->levels[0];
    size_t rest = level->used % level->block;

    level->used -= rest;
    if (rest != 0)
        warnx("%s: the last %zu bytes are no block of %zu, and are left out", file, rest,
              level->block);
    if (level->used != 0 || level->hashed)
        return true;
    warnx("%s: there is no block", file);
    return false;
}

/* fs-verity's, of 256 bytes. */
static bool hash_descriptor(const struct request *request, const EVP_MD *md, uint64_t size,
                            const unsigned char *root, unsigned char *digest)
{
    enum { VERSION = 0, ALGORITHM = 1, LOG_BLOCK = 2, SALT_SIZE = 3, FILE_SIZE = 8 };
    enum { ROOT = 16, SALT = 80, DESCRIPTOR = 256 };
    enum { SHA256 = 1, SHA512 = 2 };
    unsigned char descriptor[DESCRIPTOR] = {
        [VERSION] = 1,
        [ALGORITHM] = EVP_MD_get_size(md) == 32 ? SHA256 : SHA512,
        [SALT_SIZE] = (unsigned char)request->salt_size,
    };

    while ((size_t)1 << descriptor[LOG_BLOCK] < request->data_block)
        descriptor[LOG_BLOCK]++;
    for (int i = 0; i < 8; i++)
        descriptor[FILE_SIZE + i] = (unsigned char)(size >> 8 * i);
    memcpy(descriptor + ROOT, root, (size_t)EVP_MD_get_size(md));
    memcpy(descriptor + SALT, request->salt, request->salt_size);
    if (EVP_Digest(descriptor, sizeof descriptor, digest, NULL, md, NULL))
        return true;
    ERR_print_errors_fp(stderr);
    return false;
}

static bool hash_file(const struct request *request, const EVP_MD *md, struct tree *tree,
                      const char *file, unsigned char *digest)
{
    unsigned char root[EVP_MAX_MD_SIZE] = {0};
    struct progress progress;
    uint64_t size;
    int fd = open(file, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        warn("%s", file);
        return false;
    }
    off_t end = lseek(fd, 0, SEEK_END); /* which a pipe has not, and a block device has */
    if (end > 0)
        lseek(fd, 0, SEEK_SET);
    for (size_t i = 0; i < LEVELS_MAX; i++) {
        tree->levels[i].used = 0;
        tree->levels[i].hashed = false;
    }
    progress_start(&progress, end > 0 ? (uint64_t)end : 0);
    bool done = open_level(tree, 0) && absorb(tree, fd, file, &size, &progress);
    close(fd);
    if (done && request->format == &dm_verity)
        done = drop_rest(tree, file);
    if (done && size != 0) /* the root of an empty file is zero */
        done = finish(tree, root);
    double seconds = progress_end(&progress);
    if (!done)
        return false;
    if (request->verbose)
        fprintf(stderr, "%s: %.1f MiB in %.3f s, %.0f MiB/s\n", file, (double)size / (1 << 20),
                seconds, (double)size / (1 << 20) / seconds);
    memcpy(digest, root, sizeof root);
    return !request->format->descriptor || hash_descriptor(request, md, size, root, digest);
}

static int bad_arguments(const char *problem, const char *value)
{
    warnx("%s: '%s'; --help tells more", problem, value);
    return EXIT_BAD_ARGUMENTS;
}

static bool read_block_size(const char *text, const struct format *format, size_t *size)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    *size = (size_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value >= format->block_min &&
           value <= format->block_max && (value & (value - 1)) == 0;
}

static bool read_salt(const char *text, struct request *request)
{
    if (strcmp(text, "-") == 0 || *text == '\0') { /* veritysetup's word for none */
        request->salt_size = 0;
        return true;
    }
    return OPENSSL_hexstr2buf_ex(request->salt, request->format->salt_max, &request->salt_size,
                                 text, '\0');
}

/* Returns -1 to go on, or an exit status. */
static int read_options(struct request *request, int argc, char **argv)
{
    enum { ALGORITHM = 1, SALT, BLOCK, DATA_BLOCK, HASH_BLOCK, COMPACT, VERBOSE, DEFAULT, HELP };
    static const struct option options[] = {
        {"hash-alg", required_argument, NULL, ALGORITHM},
        {"salt", required_argument, NULL, SALT},
        {"block-size", required_argument, NULL, BLOCK},
        {"data-block-size", required_argument, NULL, DATA_BLOCK},
        {"hash-block-size", required_argument, NULL, HASH_BLOCK},
        {"compact", no_argument, NULL, COMPACT},
        {"verbose", no_argument, NULL, VERBOSE},
        {"no-fastsha2", no_argument, NULL, DEFAULT},
        {"help", no_argument, NULL, HELP},
        {NULL, 0, NULL, 0},
    };
    const bool fs = request->format == &fs_verity;
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case ALGORITHM:
            if (strcasecmp(optarg, "sha256") != 0 && strcasecmp(optarg, "sha512") != 0)
                return bad_arguments("the algorithm is neither sha256 nor sha512", optarg);
            request->algorithm = strcasecmp(optarg, "sha256") == 0 ? "sha256" : "sha512";
            break;
        case SALT:
            if (!read_salt(optarg, request))
                return bad_arguments("the salt is not hexadecimal, or too long", optarg);
            break;
        case BLOCK:
            if (!fs || !read_block_size(optarg, request->format, &request->data_block))
                return bad_arguments("no size of fs-verity's blocks (a power of two)", optarg);
            request->hash_block = request->data_block;
            break;
        case DATA_BLOCK:
            if (fs || !read_block_size(optarg, request->format, &request->data_block))
                return bad_arguments("no size of dm-verity's blocks (a power of two)", optarg);
            break;
        case HASH_BLOCK:
            if (fs || !read_block_size(optarg, request->format, &request->hash_block))
                return bad_arguments("no size of dm-verity's blocks (a power of two)", optarg);
            break;
        case COMPACT:
            request->compact = true;
            break;
        case VERBOSE:
            request->verbose = true;
            break;
        case DEFAULT:
            request->fastsha2 = false;
            break;
        case HELP:
            fputs(usage, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_BAD_ARGUMENTS;
        }
    }
    return -1;
}

static int hash_files(const struct request *request, char **files)
{
    EVP_MD *md = digest_fetch(request->algorithm, request->fastsha2);
    size_t size = (size_t)EVP_MD_get_size(md);
    char text[DIGEST_TEXT], origin[ORIGIN_TEXT];
    unsigned char digest[EVP_MAX_MD_SIZE];
    int status = EXIT_SUCCESS;
    struct tree tree;

    if (!open_tree(&tree, request, md))
        status = EXIT_FAILURE;
    if (request->verbose)
        fprintf(stderr, "%s by %s\n", request->algorithm, digest_origin(md, origin));
    for (; tree.salted != NULL && *files != NULL; files++) {
        if (!hash_file(request, md, &tree, *files, digest))
            status = EXIT_FAILURE;
        else if (request->compact)
            puts(digest_text(digest, size, text));
        else
            printf("%s:%s %s\n", request->algorithm, digest_text(digest, size, text), *files);
    }
    close_tree(&tree);
    EVP_MD_free(md);
    if (fflush(stdout) != 0)
        err(EXIT_FAILURE, "standard output");
    return status;
}

int main(int argc, char **argv)
{
    struct request request = {
        .algorithm = "sha256", .data_block = 4096, .hash_block = 4096, .fastsha2 = true};

    if (argc >= 2 && strcmp(argv[1], fs_verity.name) == 0) {
        request.format = &fs_verity;
    } else if (argc >= 2 && strcmp(argv[1], dm_verity.name) == 0) {
        request.format = &dm_verity;
    } else if (argc >= 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    } else {
        fputs(usage, stderr);
        return EXIT_BAD_ARGUMENTS;
    }
    int status = read_options(&request, argc - 1, argv + 1);
    if (status >= 0)
        return status;
    if (optind == argc - 1) {
        fputs(usage, stderr);
        return EXIT_BAD_ARGUMENTS;
    }
    return hash_files(&request, argv + 1 + optind);
}
