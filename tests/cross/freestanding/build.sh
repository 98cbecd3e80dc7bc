# For an architecture whose other byte order has no C library here: its rows' known-answer tests run without one.
# shellcheck shell=bash disable=SC2154

# known_answers TARGET EMULATOR MODEL 'GCC-FLAGS' 'LD-FLAGS': by each compiler, for the clang target TARGET. What a
# row's own file is compiled with is in ${row_flags[ROW]}.
known_answers() {
    local name=${1%%-*} compiler level object objects source flags command
    for compiler in "${compilers[@]}"; do
        have_compiler "$compiler" || continue
        command=("$compiler" --target="$1")
        # shellcheck disable=SC2206 # words
        [ "$compiler" != gcc ] || command=("$triple-gcc" $4)
        for level in -O0 -O2 -O3; do
            objects=()
            for source in "$repo"/src/{selftest,variant,sha2_constants}.c "$here/freestanding/main.c" \
                "$repo/src/arch/$arch"/{backends,sha*}.c "$repo"/src/arch/portable/sha*.c; do
                flags=${source##*_}
                # shellcheck disable=SC2206 # words
                flags=(${row_flags[${flags%.c}]-})
                object=$work/${name}_$(basename "$source" .c).o
                "${command[@]}" -std=gnu11 -Wall -Wextra -Wpedantic -Wconversion -Werror -ffreestanding \
                    -fno-stack-protector $level "${flags[@]}" -I "$here/freestanding" \
                    -I "$repo/src" -I "$repo/src/arch/$arch" -I "$build/gcc-O2/generated" \
                    -c "$source" -o "$object" || fail "$name: $compiler $level"
                objects+=("$object")
            done
            # shellcheck disable=SC2086 # words
            "$triple-ld" $5 -o "$work/$name" "${objects[@]}"
            "$2" -cpu "$3" "$work/$name" || fail "$name: $compiler $level: a known answer"
            say "$name, without a C library, by $compiler $level: every row passes its known-answer test"
        done
    done
}
