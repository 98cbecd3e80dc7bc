# What tests/cross/run and count are to know of armhf, which has no rows but portable.
# shellcheck shell=bash disable=SC2034
triple=arm-linux-gnueabihf
toolchain_package=gcc-arm-linux-gnueabihf
compilers=(gcc clang)
suite=bookworm
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-12-dev libgcc-s1 libssl-dev libssl3
    linux-libc-dev openssl)
qemu="qemu-arm"

# Hidden from libcrypto, which has more: of HWCAP, NEON is 0x1000; of HWCAP2, its cryptographic instructions 0x1f.
processors=(
    # model      hidden                              SHA-256's rows, SHA-512's; portable ends both
    'max         HWCAP=0x1000,NOAUX_HWCAP2=0x1f      -   -'
    'max         -                                   -   -'
    'cortex-a15  -                                   -   -'
    'cortex-a7   -                                   -   -'
)
