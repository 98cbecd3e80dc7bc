/* The provider context: what one library context chose when it initialised the provider. */
#ifndef FASTSHA2_PROVIDER_H
#define FASTSHA2_PROVIDER_H

#include "choice.h"
#include "core.h"
#include "digest.h"
#include "peer.h"
#include "plan.h"

#include <stdatomic.h>

struct provider {
    struct core core;
    struct digest_methods digests;
    struct choice_names names; /* of the digests */
    struct peers peers;
    const struct backend *sha256;
    const struct backend *sha512;
    struct plan sha256_many, sha512_many;
    char buildinfo[64];
    atomic_int failed; /* set for good by a self-test that fails: nothing is offered any more */
};

#endif
