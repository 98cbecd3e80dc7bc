/* The known answers of digests, HMAC and PBKDF2, and the tests by them. */
#include "retest.h"
#include "hmac.h"
#include "pbkdf2.h"
#include "selftest.h"
#include "sha256.h"
#include "sha512.h"

#include <string.h>

static int equals(uint8_t *got, const uint8_t *answer, size_t size, uint8_t fault)
{
    uint8_t difference = 0;

    got[0] ^= fault;
    for (size_t i = 0; i < size; i++)
        difference |= got[i] ^ answer[i];
    return difference == 0;
}

/* Whether a plan has a kernel for m messages that it has not for fewer. */
static int is_new(const struct many_plan *plan, size_t m)
{
    for (size_t fewer = 0; fewer < m; fewer++)
        if (plan->kernel[fewer] == plan->kernel[m])
            return 0;
    return plan->kernel[m] != NULL;
}

/* FIPS 180-4's own example, "abc" (NIST, Examples with Intermediate Values). */
static const uint8_t abc[] = {'a', 'b', 'c'};
static const uint8_t abc_sha256[32] = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
    0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
static const uint8_t abc_sha512[64] = {
    0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba, 0xcc, 0x41, 0x73, 0x49, 0xae, 0x20, 0x41, 0x31,
    0x12, 0xe6, 0xfa, 0x4e, 0x89, 0xa9, 0x7e, 0xa2, 0x0a, 0x9e, 0xee, 0xe6, 0x4b, 0x55, 0xd3, 0x9a,
    0x21, 0x92, 0x99, 0x2a, 0x27, 0x4f, 0xc1, 0xa8, 0x36, 0xba, 0x3c, 0x23, 0xa3, 0xfe, 0xeb, 0xbd,
    0x45, 0x4d, 0x44, 0x23, 0x64, 0x3c, 0xe8, 0x0e, 0x2a, 0x9a, 0xc9, 0x4f, 0xa5, 0x4c, 0xa4, 0x9f};

int retest_sha256(const struct many_plan *sha256, const struct many_plan *sha512, uint8_t fault)
{
    struct sha256 state;
    uint8_t digest[32];

    (void)sha512;
    sha256_init(&state, sha2_256.iv);
    sha256_update(&state, sha256->single->sha256, abc, sizeof abc);
    sha256_final(&state, sha256->single->sha256, digest, sizeof digest);
    if (!equals(digest, abc_sha256, sizeof digest, fault) || !selftest_sha256(sha256->single))
        return 0;
    for (size_t m = 0; m <= sha256->width; m++)
        if (is_new(sha256, m) && !selftest_sha256_many(sha256->kernel[m]))
            return 0;
    return 1;
}

int retest_sha512(const struct many_plan *sha256, const struct many_plan *sha512, uint8_t fault)
{
    struct sha512 state;
    uint8_t digest[64];

    (void)sha256;
    sha512_init(&state, sha2_512.iv);
    sha512_update(&state, sha512->single->sha512, abc, sizeof abc);
    sha512_final(&state, sha512->single->sha512, digest, sizeof digest);
    if (!equals(digest, abc_sha512, sizeof digest, fault) || !selftest_sha512(sha512->single))
        return 0;
    for (size_t m = 0; m <= sha512->width; m++)
        if (is_new(sha512, m) && !selftest_sha512_many(sha512->kernel[m]))
            return 0;
    return 1;
}

/* RFC 4231, test case 6: a key that is longer than a block of either hash, and so is hashed first. */
static const char hmac_data[] = "Test Using Larger Than Block-Size Key - Hash Key First";
static const uint8_t hmac_sha256[32] = {
    0x60, 0xe4, 0x31, 0x59, 0x1e, 0xe0, 0xb6, 0x7f, 0x0d, 0x8a, 0x26, 0xaa, 0xcb, 0xf5, 0xb7, 0x7f,
    0x8e, 0x0b, 0xc6, 0x21, 0x37, 0x28, 0xc5, 0x14, 0x05, 0x46, 0x04, 0x0f, 0x0e, 0xe3, 0x7f, 0x54};
static const uint8_t hmac_sha512[64] = {
    0x80, 0xb2, 0x42, 0x63, 0xc7, 0xc1, 0xa3, 0xeb, 0xb7, 0x14, 0x93, 0xc1, 0xdd, 0x7b, 0xe8, 0xb4,
    0x9b, 0x46, 0xd1, 0xf4, 0x1b, 0x4a, 0xee, 0xc1, 0x12, 0x1b, 0x01, 0x37, 0x83, 0xf8, 0xf3, 0x52,
    0x6b, 0x56, 0xd0, 0x37, 0xe0, 0x5f, 0x25, 0x98, 0xbd, 0x0f, 0xd2, 0x21, 0x5d, 0x6a, 0x1e, 0x52,
    0x95, 0xe6, 0x4f, 0x73, 0xf6, 0x3f, 0x0a, 0xec, 0x8b, 0x91, 0x5a, 0x98, 0x5d, 0x78, 0x65, 0x98};

int retest_hmac(const struct many_plan *sha256, const struct many_plan *sha512, uint8_t fault)
{
    const uint8_t *data = (const uint8_t *)hmac_data;
    struct sha256_hmac by_256;
    struct sha512_hmac by_512;
    uint8_t key[131], mac_256[32], mac_512[64];

    memset(key, 0xaa, sizeof key);
    sha256_hmac_set_key(&by_256, &sha2_256, sha256->single->sha256, key, sizeof key);
    sha256_hmac_update(&by_256, sha256->single->sha256, data, sizeof hmac_data - 1);
    sha256_hmac_final(&by_256, &sha2_256, sha256->single->sha256, mac_256);
    sha512_hmac_set_key(&by_512, &sha2_512, sha512->single->sha512, key, sizeof key);
    sha512_hmac_update(&by_512, sha512->single->sha512, data, sizeof hmac_data - 1);
    sha512_hmac_final(&by_512, &sha2_512, sha512->single->sha512, mac_512);
    return equals(mac_256, hmac_sha256, sizeof mac_256, fault) &&
           equals(mac_512, hmac_sha512, sizeof mac_512, fault);
}

/* The password and salt of RFC 6070, three iterations, and more than one digest. Computed by Python's hashlib:
   pbkdf2_hmac(hash, b"password", b"salt", 3, 40), and 72 bytes with SHA-512. */
static const uint8_t pbkdf2_sha256[40] = {
    0xad, 0x35, 0x24, 0x0a, 0xc6, 0x83, 0xfe, 0xbf, 0xaf, 0x3c, 0xd4, 0x9d, 0x84, 0x54,
    0x73, 0xfb, 0xbb, 0xaa, 0x24, 0x37, 0xf5, 0xf8, 0x2d, 0x5a, 0x41, 0x5a, 0xe0, 0x0a,
    0xc7, 0x6c, 0x6b, 0xfc, 0xcf, 0x9a, 0x9b, 0x8d, 0x6d, 0x2f, 0xe4, 0xa1};
static const uint8_t pbkdf2_sha512[72] = {
    0xb6, 0xb0, 0x7c, 0xb2, 0xce, 0xbf, 0x4a, 0xd8, 0x44, 0x68, 0x39, 0x1a, 0x54, 0x38, 0x24,
    0xfc, 0xcf, 0xfe, 0x0e, 0x07, 0x69, 0xdb, 0xe6, 0xbd, 0xdf, 0x10, 0xa6, 0x56, 0x73, 0xc4,
    0xb6, 0x48, 0xe6, 0x12, 0xd4, 0x49, 0x18, 0xf9, 0xce, 0x9a, 0x19, 0xa1, 0x29, 0x4c, 0xf5,
    0x14, 0x06, 0x28, 0x08, 0x4b, 0xa9, 0x94, 0xc3, 0xb2, 0x1a, 0x4e, 0xf4, 0x74, 0x12, 0x20,
    0xb8, 0x11, 0xc6, 0x33, 0xcf, 0xc0, 0x64, 0x1f, 0xcc, 0xbc, 0xc4, 0x16};

int retest_pbkdf2(const struct many_plan *sha256, const struct many_plan *sha512, uint8_t fault)
{
    static const uint8_t password[] = {'p', 'a', 's', 's', 'w', 'o', 'r', 'd'};
    static const uint8_t salt[] = {'s', 'a', 'l', 't'};
    static const struct pbkdf2_input input = {password, sizeof password, salt, sizeof salt, 3};
    uint8_t key_256[40], key_512[72];

    sha256_pbkdf2_derive(&sha2_256, sha256->single->sha256, sha256->single->sha256_pbkdf2, &input,
                         key_256, sizeof key_256);
    sha512_pbkdf2_derive(&sha2_512, sha512->single->sha512, sha512->single->sha512_pbkdf2, &input,
                         key_512, sizeof key_512);
    return equals(key_256, pbkdf2_sha256, sizeof key_256, fault) &&
           equals(key_512, pbkdf2_sha512, sizeof key_512, fault);
}
