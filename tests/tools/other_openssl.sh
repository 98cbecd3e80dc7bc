# The OpenSSL of another Debian suite, for checks that run in it: its packages, its headers and its
# loader. The check defines skip. x86-64 only.
# shellcheck shell=bash

# open_suite SUITE: trixie has 3.5, sid 3.6, experimental 4.0, as long as they are served. Fetched
# once into the user's cache. Sets root, and libc: where that C library is that it needs.
open_suite() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/fastsha2
    root=$cache/openssl-$1
    libc=$root
    lib=lib/x86_64-linux-gnu
    if [ "$1" = experimental ]; then # of its dependencies it holds the new ones only
        get_packages "$1" amd64 "$root" libssl4 libssl-dev openssl
        libc=$cache/openssl-sid
        get_packages --deps sid amd64 "$libc" openssl libssl-dev
    else
        get_packages --deps "$1" amd64 "$root" openssl libssl-dev
    fi
    headers=(-isystem "$root/usr/include" -isystem "$root/usr/include/x86_64-linux-gnu")
}

get_packages() {
    local rc=0
    "$(dirname "${BASH_SOURCE[0]}")/debian-root" "$@" || rc=$?
    [ $rc != 77 ] || skip 'the OpenSSL of this suite cannot be fetched'
    return $rc
}

# Whether programs that this system's libcrypto was linked to can run in it as they are.
has_our_soname() { [ -e "$root/$lib/libcrypto.so.3" ]; }

# compile_for_suite CC OUTPUT ARGUMENT…: against its headers and its libcrypto.
compile_for_suite() {
    "$1" -std=gnu11 -O1 -Wall -Wextra -Werror "${headers[@]}" "${@:3}" -o "$2" \
        -Wl,--allow-shlib-undefined "$root/$lib/libcrypto.so"
}

# Of its loader, which finds more libraries in the folder $libraries.
libraries=
loader_command() { echo "$libc/lib64/ld-linux-x86-64.so.2" --library-path "$root/$lib:$libc/$lib:$libraries"; }

# through_loader PROGRAM ARGUMENT…: in it.
through_loader() {
    # shellcheck disable=SC2046 # words
    $(loader_command) "$@"
}

# script_through_loader SCRIPT PROGRAM: a script that runs the program in it, for programs that look for theirs in PATH.
script_through_loader() {
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$(loader_command)" "$2" > "$1"
    chmod +x "$1"
}
