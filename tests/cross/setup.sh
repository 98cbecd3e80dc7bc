# The start of tests/cross/run and count: the architecture's file, its root of packages, its emulator, its builds.
# shellcheck shell=bash disable=SC2034,SC2154

skip() { echo "cross $arch: skipped: $1" >&2; exit 77; }
fail() { echo "cross $arch: FAILED: $1" >&2; exit 1; }
say() { echo "cross $arch: $1"; }

here=$(cd "$(dirname "$0")" && pwd)
repo=$(cd "$here/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fastsha2
export LC_ALL=C

# Of $arch and $build it makes all that is named here.
set_up() {
    [ -f "$here/$arch.sh" ] || fail "there is no tests/cross/$arch.sh"
    declare -gA encodings=() # which not every architecture's file has
    # shellcheck source=arm64.sh
    . "$here/$arch.sh"
    main=${compilers[0]}
    best_model=${processors[0]%% *}
    debian_arch=${debian_arch-$arch}
    for tool in cmake pkg-config openssl; do
        command -v $tool > /dev/null || skip "$tool is not installed"
    done
    for tool in objcopy readelf nm; do
        command -v "$(binutil "$tool")" > /dev/null ||
            skip "$(binutil "$tool") is not installed (package $toolchain_package)"
    done
    have_compiler "$main" || skip "$main for $arch is not installed (package $toolchain_package)"

    sysroot=$cache/$suite-$debian_arch
    fetch "$suite" "$debian_arch" "$sysroot" "${packages[@]}"
    local emulators=$cache/qemu-bookworm-backports
    fetch bookworm-backports "$(dpkg --print-architecture)" "$emulators" qemu-user
    emulator=$emulators/usr/bin/$qemu
    export QEMU_LD_PREFIX=$sysroot

    mkdir -p "$build"
    build=$(cd "$build" && pwd)
}

fetch() {
    local reason rc=0
    reason=$("$repo/tests/tools/debian-root" "$@" 2>&1) || rc=$?
    [ $rc != 77 ] || skip "$reason"
    [ $rc = 0 ] || fail "$reason"
}

# binutil NAME: what it is called for the architecture.
binutil() {
    # shellcheck disable=SC2059 # a format, of the architecture's file
    printf "${binutils-$triple-%s}" "$1"
}

# have_compiler gcc|CLANG: the first is the architecture's own, which its packages bring.
have_compiler() {
    if [ "$1" = gcc ]; then set -- "$triple-gcc"; fi
    command -v "$1" > /dev/null
}

# build_with gcc|CLANG FLAGS TARGET…: in $build/COMPILER-FLAGS, which $tree then is. No warning is allowed.
build_with() {
    tree=$build/$1$2
    local log=$tree.log options=(-DFASTSHA2_CROSS_COMPILER=)
    [ "$1" = gcc ] || options=(-DFASTSHA2_CROSS_COMPILER="$1")
    {
        cmake -S "$repo" -B "$tree" -DCMAKE_TOOLCHAIN_FILE="$repo/cmake/toolchains/$arch.cmake" \
            -DFASTSHA2_SYSROOT="$sysroot" -DFASTSHA2_EMULATOR="$emulator" "${options[@]}" \
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="$2" -DFASTSHA2_WERROR=ON \
            -DFASTSHA2_BENCH=OFF -DFASTSHA2_EXAMPLES=OFF &&
            cmake --build "$tree" --target "${@:3}"
    } > "$log" 2>&1 || { tail -n 40 "$log" >&2; fail "the build by $1 with $2"; }
}

# compile ARGUMENT…: by the first of the architecture's compilers.
compile() {
    local command=("$main" --target="$triple" -fuse-ld=lld)
    [ "$main" != gcc ] || command=("$triple-gcc")
    "${command[@]}" --sysroot="$sysroot" -O2 -Wall -Wextra -Wpedantic -Werror "$@"
}

# build_blocks: blocks.c with the engines of $tree and libcrypto's archive, as $tree/blocks: little runs before main.
build_blocks() {
    local objects
    mapfile -t objects < <(find "$tree/CMakeFiles/fastsha2_engine.dir" -name '*.o')
    compile -I "$repo/src" -o "$tree/blocks" "$here/blocks.c" "${objects[@]}" -l:libcrypto.a
}

# build_noaux: noaux.c, as $noaux.
build_noaux() {
    noaux=$build/noaux.so
    compile -shared -fPIC -o "$noaux" "$here/noaux.c"
}
