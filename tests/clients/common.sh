# The start of every client test: a configuration whose fastsha2 counts, programs run with it and
# without, servers that end with the test.
#
# Usage of a test: NAME BUILD-DIR, where BUILD-DIR was configured with FASTSHA2_COUNT. Exit: 0 it
# passed, 77 the client cannot be had here, one line says why; anything else is a fault. With
# FASTSHA2_CLIENTS=required in the environment, what cannot be had is a fault.
# shellcheck shell=bash

client=${0##*/}
# Where a person reads, whatever the output of the moment is redirected to.
exec 9>&2
say() { echo "client $client: $1"; }
fail() { echo "client $client: FAILED: $1" >&9; exit 1; }
skip() {
    [ "${FASTSHA2_CLIENTS-}" != required ] || fail "$1"
    echo "client $client: skipped: $1" >&9
    exit 77
}
# needs COMMAND PACKAGE: Debian's package of it.
needs() { command -v "$1" > /dev/null || skip "$1 is not installed (package $2)"; }

[ $# -eq 1 ] || { echo "usage: $client BUILD-DIR" >&2; exit 2; }
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL=C
unset OPENSSL_MODULES
module=$1/provider/counting/fastsha2.so
[ -f "$module" ] || fail "there is no $module: configure with -DFASTSHA2_COUNT=ON"
needs openssl openssl

# Readable by all, for servers that run as somebody else.
work=$(mktemp -d)
chmod 755 "$work"
servers=()
folders=() # empty ones outside $work, to be removed
clean_up() {
    local rc=$? server folder
    for server in "${servers[@]}"; do kill "$server" 2> /dev/null || true; done
    for server in "${servers[@]}"; do wait "$server" 2> /dev/null || true; done
    [ $rc = 0 ] || [ $rc = 77 ] || tail -n 30 "$work"/*.log >&9 2> /dev/null || true
    for folder in "${folders[@]}"; do rmdir "$folder" || true; done
    rm -rf "$work"
    exit $rc
}
trap clean_up EXIT
trap 'exit 1' INT TERM
cp "$module" "$work/fastsha2.so"
conf=$work/openssl.cnf
sed "s#^module = .*#module = $work/fastsha2.so#" "$1/conf/fastsha2.cnf" > "$conf"
grep -qx "module = $work/fastsha2.so" "$conf" || fail 'the sample names no module'
sed "s#^module = .*#module = $(realpath "$1")/provider/fastsha2.so#" "$conf" > "$work/fast.cnf"
cd "$work" || exit

# count_in FILE: makes it a place to count in, for any user.
count_in() {
    truncate -s 48 "$1"
    chmod 666 "$1"
}
count_in "$work/counts"

# counted sha256|sha512|macs|keys FILE: how many blocks were compressed, how many MACs and keys of PBKDF2 computed, by
# the processes that count there.
counted() {
    local -A place=([sha256]=2 [sha512]=4 [macs]=5 [keys]=6)
    od -A n -t u8 -w48 -v "$2" | awk -v place="${place[$1]}" '{ print $place }'
}

# grew THINGS FILE COMMAND…: runs the command; of each thing that is counted, FILE has more afterwards.
grew() {
    local thing file=$2 things=$1
    local -A before
    for thing in $things; do before[$thing]=$(counted "$thing" "$file"); done
    "${@:3}" || fail "exit status $?: ${*:3}"
    for thing in $things; do
        [ "$(counted "$thing" "$file")" -gt "${before[$thing]}" ] ||
            fail "fastsha2 computed no $thing in ${file##*/}: ${*:3}"
    done
}

with() { OPENSSL_CONF=$conf FASTSHA2_COUNT_FILE=$work/counts "$@"; }
without() { OPENSSL_CONF=/dev/null "$@"; }

# served THINGS COMMAND…: runs it with fastsha2, which computes these.
served() { grew "$1" "$work/counts" with "${@:2}"; }

# same THINGS COMMAND…: it writes the same bytes with fastsha2, which computes these, as without.
same() {
    without "${@:2}" > want.out 2> want.err || fail "without fastsha2, exit status $?: ${*:2}"
    served "$1" "${@:2}" > got.out 2> got.err
    cmp want.out got.out >&9 || fail "writes something else: ${*:2}"
    cmp want.err got.err >&9 || fail "reports something else: ${*:2}"
    [ -s want.out ] || fail "writes nothing: ${*:2}"
}

# gain WHAT COMMAND…: how much less it takes with fastsha2, by the seconds of the processor that it prints, as a median
# of pairs; that is told, and no test. The module is the one that users have, for counting takes time.
gain() {
    for _ in {1..5}; do echo "$(without "${@:2}") $(OPENSSL_CONF=$work/fast.cnf "${@:2}")"; done |
        awk '{ print $1 / $2 }' | sort -n | awk -v what="$1" -v client="$client" '
            { ratio[NR] = $1 }
            END { printf "client %s: %s, with fastsha2 %.2f times as fast\n", client, what, ratio[3] }'
}

# start COMMAND…: a server with fastsha2, which counts in $work/server; its process is $server.
start() {
    OPENSSL_CONF=$conf FASTSHA2_COUNT_FILE=$work/server "$@" > server.log 2>&1 < /dev/null 9>&- &
    server=$!
    servers+=("$server")
}

# await WHAT COMMAND…: until it succeeds, ten seconds at most, and as long as the server lives.
await() {
    for _ in {1..200}; do
        ! "${@:2}" > /dev/null 2>&1 || return 0
        kill -0 "$server" 2> /dev/null || fail "$1: the server has ended"
        sleep 0.05
    done
    fail "$1: not in ten seconds"
}
listens() { (: < "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }
# A port that nobody listens on, and that the system gives to no connection.
free_port() {
    while true; do
        port=$((RANDOM % 12000 + 20000))
        listens "$port" || return 0
    done
}
