/* Who serves each digest, HMAC and PBKDF2, found by fetching them and computing a known answer. */
#include "services.h"
#include "active.h"
#include "text.h"
#include "witness.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/params.h>

/* Two blocks of SHA-256, and of SHA-512. */
static const char known_message[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                                    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

/* RFC 4231, test case 2. */
static const char hmac_key[] = "Jefe";
static const char hmac_message[] = "what do ya want for nothing?";

/* RFC 7914, section 11. */
static const char password[] = "passwd";
static const char salt[] = "salt";

/* The digests of NIST's examples (csrc.nist.gov, Cryptographic Standards and Guidelines);
   SHA-256/192 is SHA-256 cut short (SP 800-208). HMAC of RFC 4231; PBKDF2 with SHA-256 of RFC
   7914, with SHA-512 by its definition, which for one iteration is HMAC over the salt and
   00000001, from Python's hmac. */
const struct service services[SERVICES] = {
    {KIND_DIGEST, "SHA2-224", "SHA2-224", EVP_sha224, "SHA224",
     "c97ca9a559850ce97a04a96def6d99a9e0e0e2ab14e6b8df265fc0b3"},
    {KIND_DIGEST, "SHA2-256", "SHA2-256", EVP_sha256, "SHA256",
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    {KIND_DIGEST, "SHA2-256/192", "SHA2-256/192", NULL, NULL,
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51"},
    {KIND_DIGEST, "SHA2-384", "SHA2-384", EVP_sha384, "SHA384",
     "09330c33f71147e83d192fc782cd1b4753111b173b3b05d2"
     "2fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"},
    {KIND_DIGEST, "SHA2-512", "SHA2-512", EVP_sha512, "SHA512",
     "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
     "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
    {KIND_DIGEST, "SHA2-512/224", "SHA2-512/224", EVP_sha512_224, "SHA512-224",
     "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"},
    {KIND_DIGEST, "SHA2-512/256", "SHA2-512/256", EVP_sha512_256, "SHA512-256",
     "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"},
    {KIND_HMAC, "HMAC-SHA256", "SHA2-256", NULL, NULL,
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {KIND_HMAC, "HMAC-SHA512", "SHA2-512", NULL, NULL,
     "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
     "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"},
    {KIND_PBKDF2, "PBKDF2-SHA256", "SHA2-256", NULL, NULL,
     "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
     "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"},
    {KIND_PBKDF2, "PBKDF2-SHA512", "SHA2-512", NULL, NULL,
     "c74319d99499fc3e9013acff597c23c5baf0a0bec5634c46b8352b793e324723"
     "d55caa76b2b25c43402dcfdc06cdcf66f95b7d0429420b39520006749c51a04e"},
};

/* Compares with what is expected, and with what an earlier way has found. */
static void judge(struct served *served, const unsigned char *result, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    const char *expected = served->service->expected;
    bool right = size == strlen(expected) / 2;

    for (size_t i = 0; right && i < size; i++)
        right = digits[result[i] >> 4] == expected[2 * i] &&
                digits[result[i] & 15] == expected[2 * i + 1];
    if (!right)
        served->answer = ANSWER_WRONG;
    else if (served->answer == ANSWER_NONE)
        served->answer = ANSWER_RIGHT;
}

static void note_provider(struct served *served, enum way way, const OSSL_PROVIDER *provider)
{
    if (provider == NULL)
        return;
    served->provider[way] = text_format("%s", OSSL_PROVIDER_get0_name(provider));
    served->ours[way] = is_fastsha2(provider);
}

void services_prepare(void)
{
    witness_prepare();
}

/* An address in our module; NULL if it is not active, and so cannot be at work. This loads the
   configuration as well, so that nothing of that is taken for work. */
static const void *our_module(void)
{
    EVP_MD *md = EVP_MD_fetch(NULL, "SHA2-256", "provider=fastsha2");
    const OSSL_PROVIDER *provider = md == NULL ? NULL : EVP_MD_get0_provider(md);
    const void *address = is_fastsha2(provider) ? OSSL_PROVIDER_get0_dispatch(provider) : NULL;

    EVP_MD_free(md);
    return address;
}

/* The SHA-256 family has one back end, the SHA-512 family another. */
static void note_backend(struct served *served, const OSSL_PROVIDER *provider)
{
    const char *digest = served->service->digest;
    bool small = strncmp(digest, "SHA2-2", 6) == 0;
    const char *backend;

    if (!is_fastsha2(provider) || served->backend != NULL)
        return;
    backend = provider_text(provider, small ? "sha256-backend" : "sha512-backend");
    if (backend != NULL)
        served->backend = text_format("%s", backend);
}

/* A method that no provider made, as EVP_sha256() is, is exchanged for a fetched one inside the
   context, under the short name of the algorithm. Only whether that is ours can be seen from
   outside; if it is not, it is what that fetch finds. */
static void note_implicit(struct served *served, enum way way, const EVP_MD *md, bool ours)
{
    EVP_MD *fetched = EVP_MD_fetch(NULL, OBJ_nid2sn(EVP_MD_get_type(md)), "");
    const OSSL_PROVIDER *provider = fetched == NULL ? NULL : EVP_MD_get0_provider(fetched);

    served->ours[way] = ours;
    if (provider != NULL && is_fastsha2(provider) == ours)
        served->provider[way] = text_format("%s", OSSL_PROVIDER_get0_name(provider));
    else
        served->provider[way] = text_format("%s", ours ? "fastsha2" : "another");
    EVP_MD_free(fetched);
}

static void find_digest_by(struct served *served, enum way way, const EVP_MD *md)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const OSSL_PROVIDER *provider = EVP_MD_get0_provider(md);
    unsigned char result[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    witness_watch(our_module());
    bool ready = ctx != NULL && EVP_DigestInit_ex(ctx, md, NULL);
    bool ours = witness_saw();
    if (ready) {
        if (provider == NULL)
            note_implicit(served, way, md, ours);
        else
            note_provider(served, way, provider);
        note_backend(served, provider);
        if (EVP_DigestUpdate(ctx, known_message, strlen(known_message)) &&
            EVP_DigestFinal_ex(ctx, result, &size))
            judge(served, result, size);
        else
            served->answer = ANSWER_WRONG;
    }
    EVP_MD_CTX_free(ctx);
}

static void find_digest(struct served *served)
{
    const struct service *service = served->service;
    const EVP_MD *named =
        service->digest_name == NULL ? NULL : EVP_get_digestbyname(service->digest_name);
    EVP_MD *fetched;

    if (service->function != NULL)
        find_digest_by(served, WAY_FUNCTION, service->function());
    if (named != NULL)
        find_digest_by(served, WAY_NAME, named);
    fetched = EVP_MD_fetch(NULL, service->digest, NULL);
    if (fetched != NULL)
        find_digest_by(served, WAY_FETCH, fetched);
    EVP_MD_free(fetched);
}

/* Of the digest that an HMAC or PBKDF2 uses, only whether it is ours can be seen; if it is not, it
   is what a fetch finds, from the same library context and without a property query as they do it.
   */
static void note_digest_beneath(struct served *served, bool ours)
{
    EVP_MD *md = EVP_MD_fetch(NULL, served->service->digest, NULL);
    const OSSL_PROVIDER *provider = md == NULL ? NULL : EVP_MD_get0_provider(md);

    served->digest_ours = ours;
    if (provider != NULL && is_fastsha2(provider) == ours) {
        served->digest_provider = text_format("%s", OSSL_PROVIDER_get0_name(provider));
        note_backend(served, provider);
    }
    EVP_MD_free(md);
}

static void find_hmac(struct served *served)
{
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *ctx;
    unsigned char result[EVP_MAX_MD_SIZE];
    size_t size = 0;

    if (mac == NULL)
        return;
    note_provider(served, WAY_FETCH, EVP_MAC_get0_provider(mac));
    note_backend(served, EVP_MAC_get0_provider(mac));
    ctx = EVP_MAC_CTX_new(mac);
    EVP_MAC_free(mac);
    witness_watch(our_module());
    bool ready = ctx != NULL && service_hmac_init(ctx, served->service);
    note_digest_beneath(served, witness_saw());
    if (ready && EVP_MAC_update(ctx, (const unsigned char *)hmac_message, strlen(hmac_message)) &&
        EVP_MAC_final(ctx, result, &size, sizeof result))
        judge(served, result, size);
    EVP_MAC_CTX_free(ctx);
}

static void find_pbkdf2(struct served *served)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "PBKDF2", NULL);
    EVP_KDF_CTX *ctx;
    unsigned char result[64];

    if (kdf == NULL)
        return;
    note_provider(served, WAY_FETCH, EVP_KDF_get0_provider(kdf));
    note_backend(served, EVP_KDF_get0_provider(kdf));
    ctx = EVP_KDF_CTX_new(kdf);
    EVP_KDF_free(kdf);
    witness_watch(our_module());
    bool done = ctx != NULL && service_pbkdf2(ctx, served->service, 1, result, sizeof result);
    note_digest_beneath(served, witness_saw());
    if (done)
        judge(served, result, sizeof result);
    EVP_KDF_CTX_free(ctx);
}

bool service_hmac_init(EVP_MAC_CTX *ctx, const struct service *service)
{
    char *digest = text_format("%s", service->digest);
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_END,
    };
    bool done = EVP_MAC_init(ctx, (const unsigned char *)hmac_key, strlen(hmac_key), params);

    free(digest);
    return done;
}

bool service_pbkdf2(EVP_KDF_CTX *ctx, const struct service *service, unsigned iterations,
                    unsigned char *result, size_t size)
{
    char *digest = text_format("%s", service->digest);
    char secret[sizeof password], spice[sizeof salt];
    int lax = 1; /* short salts and few iterations are allowed */
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, secret, sizeof secret - 1),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, spice, sizeof spice - 1),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, &lax),
        OSSL_PARAM_END,
    };

    memcpy(secret, password, sizeof secret);
    memcpy(spice, salt, sizeof spice);
    bool done = EVP_KDF_derive(ctx, result, size, params) == 1;
    free(digest);
    return done;
}

void served_find(struct served *served, const struct service *service)
{
    *served = (struct served){.service = service};
    switch (service->kind) {
    case KIND_DIGEST:
        find_digest(served);
        break;
    case KIND_HMAC:
        find_hmac(served);
        break;
    case KIND_PBKDF2:
        find_pbkdf2(served);
        break;
    }
    /* That something is not to be had is said in the report. */
    ERR_clear_error();
}

void served_free(struct served *served)
{
    for (int way = 0; way < WAYS; way++)
        free(served->provider[way]);
    free(served->digest_provider);
    free(served->backend);
}

bool served_by_nobody(const struct served *served)
{
    return served->provider[WAY_FUNCTION] == NULL && served->provider[WAY_NAME] == NULL &&
           served->provider[WAY_FETCH] == NULL;
}

bool served_by_us(const struct served *served)
{
    bool beneath = served->service->kind != KIND_DIGEST && served->digest_ours;

    /* The last way exists for all. */
    if (served->provider[WAY_FETCH] == NULL)
        return false;
    for (int way = 0; way < WAYS; way++)
        if (served->provider[way] != NULL && !served->ours[way] && !beneath)
            return false;
    return true;
}
