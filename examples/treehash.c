/*
 * fastsha2-treehash: the digest of every file in a folder, as sha256sum prints them, or one digest of all of them.
 *
 * Small files are read one after another into one place until there are enough of them. Then fastsha2_digest_many
 * hashes as many at once as the processor can, whatever their lengths. Large ones are hashed alone, as they are read.
 */
#include "digest.h"
#include "progress.h"

#include "fastsha2.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: fastsha2-treehash [option]... FOLDER\n"
    "Prints the digest of every regular file in the folder and below, ordered by name, as\n"
    "sha256sum does, whose option -c checks them. Symbolic links are not followed.\n"
    "\n"
    "  --hash-alg=NAME   of any digest that OpenSSL has; default: sha256\n"
    "  --root            print one digest, of what is printed without this option in FOLDER:\n"
    "                    (cd FOLDER && fastsha2-treehash .) | sha256sum\n"
    "  --verbose         tell the time, and which provider hashed\n"
    "  --no-fastsha2     use OpenSSL's default provider\n"
    "  --help            print this\n"
    "\n"
    "The module fastsha2 is found in OpenSSL's folder of modules, or in OPENSSL_MODULES.\n"
    "Exit status: 0, 1 if something could not be read, 2 if the arguments are wrong.\n";

enum { EXIT_BAD_ARGUMENTS = 2 };

struct request {
    const char *algorithm, *folder;
    bool root, verbose, fastsha2;
};

/* Every file's name. */
struct names {
    char **list;
    size_t n, room;
    bool complete; /* every folder could be read */
};

static void *checked(void *memory)
{
    if (memory == NULL)
        err(EXIT_FAILURE, NULL);
    return memory;
}

static void add_name(struct names *names, char *name)
{
    if (names->n == names->room) {
        names->room = names->room == 0 ? 1024 : 2 * names->room;
        names->list = checked(realloc(names->list, names->room * sizeof *names->list));
    }
    names->list[names->n++] = name;
}

static char *joined(const char *folder, const char *entry)
{
    size_t size = strlen(folder), separated = size != 0 && folder[size - 1] != '/';
    char *name = checked(malloc(size + separated + strlen(entry) + 1));

    memcpy(name, folder, size);
    name[size] = '/';
    strcpy(name + size + separated, entry);
    return name;
}

/* What an entry is, of the file system if the folder does not tell. */
static unsigned char kind_of(const struct dirent *entry, const char *name)
{
    struct stat status;

    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    if (lstat(name, &status) != 0)
        return DT_UNKNOWN;
    return S_ISREG(status.st_mode) ? DT_REG : S_ISDIR(status.st_mode) ? DT_DIR : DT_UNKNOWN;
}

static void find_names(struct names *names, const char *folder)
{
    DIR *stream = opendir(folder);
    struct names folders = {0};
    const struct dirent *entry;

    if (stream == NULL) {
        warn("%s", folder);
        names->complete = false;
        return;
    }
    while (errno = 0, (entry = readdir(stream)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *name = joined(folder, entry->d_name);
        switch (kind_of(entry, name)) {
        case DT_REG:
            add_name(names, name);
            break;
        case DT_DIR: /* later, so that only one is open */
            add_name(&folders, name);
            break;
        default:
            free(name);
        }
    }
    if (errno != 0) {
        warn("%s", folder);
        names->complete = false;
    }
    closedir(stream);
    for (size_t i = 0; i < folders.n; i++) {
        find_names(names, folders.list[i]);
        free(folders.list[i]);
    }
    free(folders.list);
}

/* By bytes, as sort(1) does in the locale C. */
static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->list[i]);
    free(names->list);
}

/* Small files are hashed together: up to BATCH, which fill the lanes well however their lengths differ, and whose
   bytes stay in the second cache. With 64, or with four times the bytes, it takes as long. */
enum { BATCH = 256, SMALL = 256 << 10, BATCH_BYTES = 512 << 10 };

struct hasher {
    const EVP_MD *md;
    size_t digest_size;
    EVP_MD_CTX *ctx;
    EVP_MD_CTX *root; /* under way, or NULL: the lines are printed */

    size_t n;
    const char *name[BATCH];
    const unsigned char *data[BATCH];
    size_t size[BATCH];
    unsigned char *out[BATCH];
    unsigned char digests[BATCH][EVP_MAX_MD_SIZE];
    size_t used;
    unsigned char bytes[BATCH_BYTES + SMALL];
};

static void fail_in_openssl(void)
{
    ERR_print_errors_fp(stderr);
    errx(EXIT_FAILURE, "OpenSSL failed");
}

static void tell(struct hasher *hasher, const void *text, size_t size)
{
    if (hasher->root == NULL)
        fwrite(text, 1, size, stdout);
    else if (!EVP_DigestUpdate(hasher->root, text, size))
        fail_in_openssl();
}

/* The line of a file, as GNU's tools have it: where a character of the name had to be escaped, it starts with '\'. */
static void tell_digest(struct hasher *hasher, const char *name, const unsigned char *digest)
{
    static const char special[] = "\\\n\r", *const escaped[] = {"\\\\", "\\n", "\\r"};
    char text[DIGEST_TEXT];

    if (name[strcspn(name, special)] != '\0')
        tell(hasher, "\\", 1);
    tell(hasher, digest_text(digest, hasher->digest_size, text), 2 * hasher->digest_size);
    tell(hasher, "  ", 2);
    while (*name != '\0') {
        size_t plain = strcspn(name, special);
        tell(hasher, name, plain);
        name += plain;
        if (*name != '\0')
            tell(hasher, escaped[strchr(special, *name++) - special], 2);
    }
    tell(hasher, "\n", 1);
}

static void hash_batch(struct hasher *hasher)
{
    if (!fastsha2_digest_many(hasher->ctx, hasher->md, hasher->n, hasher->data, hasher->size,
                              hasher->out, EVP_MAX_MD_SIZE))
        fail_in_openssl();
    for (size_t i = 0; i < hasher->n; i++)
        tell_digest(hasher, hasher->name[i], hasher->digests[i]);
    hasher->n = hasher->used = 0;
}

/* Up to size bytes; fewer only where the file ends. Returns -1 for an error. */
static ssize_t read_bytes(int fd, unsigned char *bytes, size_t size)
{
    size_t used = 0;
    ssize_t got;

    while ((got = read(fd, bytes + used, size - used)) > 0)
        used += (size_t)got;
    return got < 0 ? -1 : (ssize_t)used;
}

/* A file of which SMALL bytes were read into the batch, at used, after which there may be more. */
static bool hash_large(struct hasher *hasher, int fd, const char *name)
{
    unsigned char digest[EVP_MAX_MD_SIZE], *bytes = hasher->bytes + hasher->used;
    ssize_t got = SMALL;

    if (!EVP_DigestInit_ex2(hasher->ctx, hasher->md, NULL))
        fail_in_openssl();
    for (; got > 0; got = read_bytes(fd, bytes, SMALL))
        if (!EVP_DigestUpdate(hasher->ctx, bytes, (size_t)got))
            fail_in_openssl();
    if (got < 0)
        return false;
    if (!EVP_DigestFinal_ex(hasher->ctx, digest, NULL))
        fail_in_openssl();
    hash_batch(hasher); /* the lines of those before it come first */
    tell_digest(hasher, name, digest);
    return true;
}

static bool hash_file(struct hasher *hasher, const char *name)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    unsigned char *bytes = hasher->bytes + hasher->used;
    ssize_t size = fd < 0 ? -1 : read_bytes(fd, bytes, SMALL);
    bool done = size >= 0 && (size < SMALL || hash_large(hasher, fd, name));

    if (!done)
        warn("%s", name);
    if (fd >= 0)
        close(fd);
    if (!done || size == SMALL)
        return done;
    hasher->name[hasher->n] = name;
    hasher->data[hasher->n] = bytes;
    hasher->size[hasher->n] = (size_t)size;
    hasher->n++;
    hasher->used += (size_t)size;
    if (hasher->n == BATCH || hasher->used > BATCH_BYTES)
        hash_batch(hasher);
    return true;
}

static struct hasher *open_hasher(const struct request *request, const EVP_MD *md)
{
    struct hasher *hasher = checked(calloc(1, sizeof *hasher));

    hasher->md = md;
    hasher->digest_size = (size_t)EVP_MD_get_size(md);
    hasher->ctx = EVP_MD_CTX_new();
    for (size_t i = 0; i < BATCH; i++)
        hasher->out[i] = hasher->digests[i];
    if (request->root) {
        hasher->root = EVP_MD_CTX_new();
        if (hasher->root == NULL || !EVP_DigestInit_ex2(hasher->root, md, NULL))
            fail_in_openssl();
    }
    return hasher;
}

static void close_hasher(struct hasher *hasher)
{
    EVP_MD_CTX_free(hasher->ctx);
    EVP_MD_CTX_free(hasher->root);
    free(hasher);
}

static void print_root(struct hasher *hasher)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    char text[DIGEST_TEXT];

    if (!EVP_DigestFinal_ex(hasher->root, digest, NULL))
        fail_in_openssl();
    puts(digest_text(digest, hasher->digest_size, text));
}

static bool hash_folder(const struct request *request)
{
    EVP_MD *md = digest_fetch(request->algorithm, request->fastsha2);
    struct hasher *hasher = open_hasher(request, md);
    struct names names = {.complete = true};
    struct progress progress;
    char origin[ORIGIN_TEXT];

    if (request->root && chdir(request->folder) != 0)
        err(EXIT_FAILURE, "%s", request->folder);
    find_names(&names, request->root ? "." : request->folder);
    if (names.n != 0)
        qsort(names.list, names.n, sizeof *names.list, compare_names);
    bool done = names.complete;
    progress_start(&progress, names.n);
    for (size_t i = 0; i < names.n; i++) {
        done &= hash_file(hasher, names.list[i]);
        progress_show(&progress, i);
    }
    hash_batch(hasher);
    double seconds = progress_end(&progress);
    if (request->verbose)
        fprintf(stderr, "%zu files in %.3f s; %s by %s\n", names.n, seconds, request->algorithm,
                digest_origin(md, origin));
    if (request->root && done) /* of half of the files it would mean nothing */
        print_root(hasher);
    free_names(&names);
    close_hasher(hasher);
    EVP_MD_free(md);
    return done;
}

/* Returns -1 to go on, or an exit status. */
static int read_options(struct request *request, int argc, char **argv)
{
    enum { ALGORITHM = 1, ROOT, VERBOSE, DEFAULT, HELP };
    static const struct option options[] = {
        {"hash-alg", required_argument, NULL, ALGORITHM},
        {"root", no_argument, NULL, ROOT},
        {"verbose", no_argument, NULL, VERBOSE},
        {"no-fastsha2", no_argument, NULL, DEFAULT},
        {"help", no_argument, NULL, HELP},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case ALGORITHM:
            request->algorithm = optarg;
            break;
        case ROOT:
            request->root = true;
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
    if (optind == argc - 1) {
        request->folder = argv[optind];
        return -1;
    }
    fputs(usage, stderr);
    return EXIT_BAD_ARGUMENTS;
}

int main(int argc, char **argv)
{
    struct request request = {.algorithm = "sha256", .fastsha2 = true};
    int status = read_options(&request, argc, argv);

    if (status >= 0)
        return status;
    status = hash_folder(&request) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (fflush(stdout) != 0 || ferror(stdout))
        err(EXIT_FAILURE, "standard output");
    return status;
}
