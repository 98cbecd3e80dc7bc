/*
 * seeds FOLDER: writes the inputs that fuzzers begin with, in a folder for each target.
 *
 * An input of choices is as good as any other where all of its bytes decide something, so these are noise: random
 * programs, random messages. Of texts, only those that have a meaning lead on.
 */
#include "noise.h"
#include "select.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        perror(path);
}

static int write_file(const char *folder, const char *target, size_t nth, const void *data,
                      size_t size)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, target);
    make_folder(path);
    snprintf(path, sizeof path, "%s/%s/seed-%02zu", folder, target, nth);
    FILE *f = fopen(path, "wb");
    int done = f != NULL && fwrite(data, 1, size, f) == size;
    done = f != NULL && fclose(f) == 0 && done;
    if (!done)
        perror(path);
    return done;
}

/* From a few bytes to some hundred. */
static int write_noise(const char *folder, const char *target)
{
    enum { SEEDS = 24 };
    unsigned char bytes[SEEDS * SEEDS];
    int done = 1;

    for (size_t i = 0; i < SEEDS; i++) {
        size_t size = (i + 1) * (i + 1);
        noise_fill(i, bytes, size);
        done &= write_file(folder, target, i, bytes, size);
    }
    return done;
}

static int write_texts(const char *folder, const char *target, const char *const *texts,
                       size_t count)
{
    int done = 1;

    for (size_t i = 0; i < count; i++)
        done &= write_file(folder, target, i, texts[i], strlen(texts[i]));
    return done;
}

static size_t join(char *text, size_t room, const struct backend_names *names)
{
    size_t size = 0;

    for (size_t i = 0; i < names->count; i++)
        size += (size_t)snprintf(text + size, room - size, "%s%s", i == 0 ? "" : " ,\t",
                                 names->name[i]);
    return size;
}

static int write_lists_and_queries(const char *folder)
{
    static const char *const texts[] = {
        "",
        "portable",
        "avx2,portable",
        " shani , avx2",
        "avx512,,avx2",
        "avx2,avx2",
        "fast",
        "provider=fastsha2",
        "?provider=fastsha2",
        " ? Provider = FASTSHA2 ",
        "?provider=default",
        "fips=yes,?provider=fastsha2",
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    char all[1024];
    int done = write_texts(folder, "config", texts, TEXTS);

    done &= write_file(folder, "config", TEXTS, all, join(all, sizeof all, &sha256_backend_names));
    return done & write_file(folder, "config", TEXTS + 1, all,
                             join(all, sizeof all, &sha512_backend_names));
}

/* The files that one may include stand behind it, more.cnf first; then OPENSSL_CONF_INCLUDE. */
static int write_configurations(const char *folder)
{
    static const char *const texts[] = {
        /* as Debian's */
        "HOME = .\nopenssl_conf = openssl_init\n\n[openssl_init]\nproviders = provider_sect\n"
        "ssl_conf = ssl_sect\n\n[provider_sect]\ndefault = default_sect\n\n[default_sect]\n"
        "# activate = 1\n\n[ ca ]\ndefault_ca\t= CA_default\t\t# the section\n\n[ CA_default ]\n"
        "dir\t= demo\nnew_certs_dir\t= $dir-new\n\n[ssl_sect]\nsystem_default = tls\n\n[tls]\n"
        "CipherString = DEFAULT:@SECLEVEL=2\n.include more.cnf\n\x1e"
        /* as ours */
        "[default]\nopenssl_conf = openssl_init\nnodejs_conf = openssl_init\n\n[openssl_init]\n"
        "providers = provider_sect\nalg_section = evp_properties\n\n[provider_sect]\n"
        "default = default_sect\nfastsha2 = fastsha2_sect\n\n[default_sect]\nactivate = 1\n\n"
        "[fastsha2_sect]\nmodule = fastsha2.so\nactivate = 1\n#sha256-backend = shani, avx2\n\n"
        "[evp_properties]\ndefault_properties = ?provider=fastsha2\n",
        "a = 1 # c\nb = \"x # y\" 'z\\'z' `w`\nc = \\# \\n \\\\\nd = one,\\\n two\r\ne =\n",
        "a = 1\n[ s ]\nt::a = $a\nb = ${a} $(t::a)\\$a\nc = $ENV::NAME\n[t] x\nd = $a$s::b\n",
        "[s]\n.include = more.cnf\n.include folder\nd = 9\n\x1e[t]\nb = 6\n.include none.cnf\n\x1e"
        "c = 7\n.include more.cnf\ne = 8\n\x1e"
        ".include more.cnf\ne = 10\n\x1e"
        "g = 11\n",
        ".pragma includedir:folder\n.include one.cnf\n.pragma = abspath : on\n\x1e\x1e"
        "a = 1\n",
        "[s]\n.include folder\n.include one.cnf\n\x1e\x1e"
        "a = 1\n\x1e"
        "b = 2\n\x1e\x1e"
        "folder",
        "a = 1\n.pragma dollarid:on\na$b = 2\nc = $a ${a$b}\n[d$]\n.pragma other:x\n",
        "a = 1\n.include more.cnf\nb\n\x1e"
        "c = 1\\\n 2\n\n\n",
        "[ s\na = 1\n",
        "a = ${b}\n",
        "\xef\xbb\xbf"
        "a = 1\n.include openssl.cnf\n",
    };

    return write_texts(folder, "doctor", texts, sizeof texts / sizeof texts[0]);
}

int main(int argc, char **argv)
{
    static const char *const targets[] = {"digest", "kdf", "mac", "many", "params", "state"};
    int done = 1;

    if (argc != 2) {
        fputs("usage: seeds FOLDER\n", stderr);
        return 2;
    }
    make_folder(argv[1]);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        done &= write_noise(argv[1], targets[i]);
    done &= write_lists_and_queries(argv[1]);
    done &= write_configurations(argv[1]);
    return !done;
}
