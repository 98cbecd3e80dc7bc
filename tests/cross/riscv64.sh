# What tests/cross/run and count are to know of riscv64.
# shellcheck shell=bash disable=SC2034
triple=riscv64-linux-gnu
toolchain_package=gcc-riscv64-linux-gnu
compilers=(gcc clang)
suite=trixie
packages=(libc6 libc6-dev libcunit1 libcunit1-dev libgcc-14-dev libgcc-s1 libssl-dev libssl3t64 libzstd1
    linux-libc-dev openssl zlib1g)
qemu="qemu-riscv64"

# b=false: else the emulator warns of a B without Zbb. Hidden: of HWCAP, V is 0x200000; HWPROBE=none takes the system
# call away, as on Linux before 6.4.
processors=(
    # model                                           hidden           SHA-256's rows   SHA-512's; portable ends both
    'max                                              -                zvknh,zknh,zbb   zvknh,zknh,zbb'
    'max,vlen=256                                     -                zvknh,zknh,zbb   zvknh,zknh,zbb'
    'max,vlen=512                                     -                zvknh,zknh,zbb   zvknh,zknh,zbb'
    'max,zvknhb=false                                 -                zvknh,zknh,zbb   zknh,zbb'
    'max,zvknha=false                                 -                zvknh,zknh,zbb   zvknh,zknh,zbb'
    'max,zvknha=false,zvknhb=false,b=false,zbb=false  -                zknh             zknh'
    'max,zvbb=false,zvkb=false                        -                zknh,zbb         zknh,zbb'
    'rv64,zknh=true                                   -                zknh,zbb         zknh,zbb'
    'rv64,zknh=true,b=false,zbb=false                 -                -                -'
    'rv64                                             -                zbb              zbb'
    'tt-ascalon                                       -                zvknh,zbb        zvknh,zbb'
    'sifive-u54                                       -                -                -'
    'max                                              HWCAP=0x200000   zknh,zbb         zknh,zbb'
    'max                                              HWPROBE=none     -                -'
)

always=8082 # RET, which is executed at all times
declare -gA encodings=(
    [zvknh]='b[67abef][0-9a-f]{2}[2a][0-9a-f][7f]7' # VSHA2MS, VSHA2CH, VSHA2CL
    [zbb]='6[0-3][0-9a-f]{2}[5d][0-9a-f][19][3b]'   # RORI, RORIW
    [zknh]='10[0-7][0-9a-f][19][0-9a-f][19]3'       # SHA256SUM0 to SHA512SIG1
)
