# What tests/cross/run and count are to know of i386.
# shellcheck shell=bash disable=SC2034
triple=i686-linux-gnu
toolchain_package='gcc-i686-linux-gnu'
compilers=(gcc clang)
suite=bookworm
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-12-dev libgcc-s1 libssl-dev libssl3
    linux-libc-dev openssl)
qemu="qemu-i386"

# Features are asked of the processor, so nothing is hidden from the rows but by models.
processors=(
    # model         hidden   SHA-256's rows         SHA-512's, best first; portable ends both
    'max            -        shani,avx2,avx,ssse3   avx2,avx,ssse3'
    'EPYC           -        shani,avx2,avx,ssse3   avx2,avx,ssse3'
    'Denverton      -        shani,ssse3            ssse3'
    'Haswell        -        avx2,avx,ssse3         avx2,avx,ssse3'
    'max,sha-ni=off -        avx2,avx,ssse3         avx2,avx,ssse3'
    'SandyBridge    -        avx,ssse3              avx,ssse3'
    'Nehalem        -        ssse3                  ssse3'
    'qemu64         -        -                      -'
    'pentium3       -        -                      -'
)

# SHA256RNDS2 sets its pace, and what it has beside that shortens the way from one to the next, or keeps it free of a
# caller's dirty upper halves: on 64-bit Zen 5 it is as fast as libcrypto's, in more instructions there too.
latency_bound='sha256 shani'
