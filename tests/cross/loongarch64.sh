# What tests/cross/run and count are to know of loongarch64.
# shellcheck shell=bash disable=SC2034
triple=loongarch64-linux-gnu
# Debian 12 has neither gcc nor binutils for it.
toolchain_package='clang-19 lld-19 llvm-19'
compilers=(clang-19)
binutils=llvm-%s-19
suite=sid
debian_arch=loong64
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-15-dev libgcc-s1 libssl-dev libssl3t64 libzstd1
    linux-libc-dev openssl zlib1g)
qemu="qemu-loongarch64"

# Hidden: of HWCAP, LSX is 0x10, LASX is 0x20. A model without either is of no use: Debian's C library has LSX in it.
processors=(
    # model   hidden       SHA-256's rows   SHA-512's, best first; portable ends both
    'max      -            lasx,lsx         lasx,lsx'
    'la464    -            lasx,lsx         lasx,lsx'
    'max      HWCAP=0x20   lsx              lsx'
    'max      HWCAP=0x10   -                -'
    'max      HWCAP=0x30   -                -'
    'la464    HWCAP=0x20   lsx              lsx'
)

always=4c000020 # RET, which is executed at all times
# Rotations of words and doublewords: the C library, which has vectors of its own, has none of them.
declare -gA encodings=(
    [lasx]='76a[01][0-9a-f]{4}' # XVROTRI.W, XVROTRI.D
    [lsx]='72a[01][0-9a-f]{4}'  # VROTRI.W, VROTRI.D
)
