# What tests/cross/run and count are to know of arm64.
# shellcheck shell=bash disable=SC2034,SC2154
triple=aarch64-linux-gnu
toolchain_package=gcc-aarch64-linux-gnu
compilers=(gcc clang)
suite=bookworm
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-12-dev libgcc-s1 libssl-dev libssl3
    linux-libc-dev openssl)
qemu="qemu-aarch64"

# Hidden: of HWCAP, SHA2 is 0x40, SHA512 is 0x200000, ASIMD is 0x2.
processors=(
    # model         hidden           SHA-256's rows   SHA-512's, best first; portable ends both
    'max            -                armsha256,neon   armsha512'
    'cortex-a53     -                armsha256,neon   -'
    'cortex-a72     -                armsha256,neon   -'
    'neoverse-n1    -                armsha256,neon   -'
    'a64fx          -                armsha256,neon   -'
    'max            HWCAP=0x40       neon             armsha512'
    'max            HWCAP=0x200000   armsha256,neon   -'
    'max            HWCAP=0x200040   neon             -'
    'max            HWCAP=0x2        -                -'
    'cortex-a53     HWCAP=0x40       neon             -'
)

# What is executed at all times, RET, shows that instructions are seen, and in which order of bytes: of A64FX
# the emulator prints them reversed.
always=d65f03c0
# The emulator's words for each row's instructions, as hexadecimal: none is to be seen where the row may not run.
declare -gA encodings=(
    [armsha256]='5e[01][0-9a-f][456][0-3][0-9a-f]{2}|5e282[89ab][0-9a-f]{2}' # SHA256H, H2, SU1; SU0
    [armsha512]='ce[67][0-9a-f]8[0-9ab][0-9a-f]{2}|cec08[0-3][0-9a-f]{2}'    # SHA512H, H2, SU1; SU0
)

# Big-endian: Debian has no such C library.
declare -gA row_flags=([armsha256]=-march=armv8-a+crypto [armsha512]=-march=armv8.2-a+sha3)
also() { known_answers aarch64_be-none-elf "${emulator}_be" max -mbig-endian '-EB -m aarch64linuxb'; }
