# What tests/cross/run and count are to know of ppc64, little-endian as Debian has it.
# shellcheck shell=bash disable=SC2034,SC2154
triple=powerpc64le-linux-gnu
toolchain_package=gcc-powerpc64le-linux-gnu
compilers=(gcc clang)
suite=bookworm
debian_arch=ppc64el
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-12-dev libgcc-s1 libssl-dev libssl3
    linux-libc-dev openssl)
qemu="qemu-ppc64le"

# Hidden: of HWCAP, ALTIVEC is 0x10000000, VSX is 0x80; of HWCAP2, VEC_CRYPTO is 0x2000000. A model without it is of no
# use: Debian's C library has instructions of POWER8 in it.
processors=(
    # model   hidden              SHA-256's rows   SHA-512's, best first; portable ends both
    'power11  -                   power8           power8'
    'power10  -                   power8           power8'
    'power9   -                   power8           power8'
    'power8   -                   power8           power8'
    'power8   HWCAP2=0x2000000    -                -'
    'power10  HWCAP2=0x2000000    -                -'
    'power10  HWCAP=0x80          -                -'
    'power10  HWCAP=0x10000000    -                -'
)

always=4e800020 # BLR, which is executed at all times
declare -gA encodings=(
    [power8]='1[0-3][0-9a-f]{3}[6e][8c]2' # VSHASIGMAW, VSHASIGMAD
)

# Big-endian: Debian has no such C library, but for its unofficial port.
declare -gA row_flags=([power8]='-mcpu=power8 -mcrypto')
also() { known_answers powerpc64-none-elf "${emulator%le}" power8 '-mbig -mabi=elfv1' '-EB -m elf64ppc'; }
