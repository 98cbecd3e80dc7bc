# What tests/cross/run and count are to know of s390x.
# shellcheck shell=bash disable=SC2034
triple=s390x-linux-gnu
toolchain_package=gcc-s390x-linux-gnu
compilers=(gcc clang)
suite=bookworm
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-12-dev libgcc-s1 libssl-dev libssl3
    linux-libc-dev openssl)
qemu="qemu-s390x"

# Hidden: of HWCAP, MSA is 0x8. The emulator's KIMD has SHA-512 and no SHA-256, which test_kimd_model runs instead.
processors=(
    # model                                            hidden     SHA-256's rows  SHA-512's; portable ends both
    'max                                               -          -               cpacf'
    'max,kimd-sha-512=off,msa5-base=off,prno-trng=off  -          -               -'
    'max,msa=off                                       -          -               -'
    'z900                                              -          -               -'
    'max                                               HWCAP=0x8  -               -'
)

# None: libcrypto executes KIMD's query whatever is asked of it, and what KIMD lacks is illegal to the emulator.
declare -gA encodings=()
