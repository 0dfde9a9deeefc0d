#!/bin/bash
# Runs each command on a small scene while one call of a kind fails: the nth allocation, write, fsync, rename, start of
# a process or of a thread. For every n, there is a documented exit code, a line that says what is wrong, and neither a
# half-written file nor a process that still runs. Tries some n, fewer for allocations, and fewer still in `make test`; in
# `tests/run faults`, every n up to 2000, and beyond that n + n / 4. Writes the table of docs/hardening.md. A sanitizer has its own allocator, which
# does not fail. It reports what is not freed on the way out, but not while strace watches: there, writes fail because
# files may have no more than n / 2 kB.
#
#   tests/bench/cli/test_faults.sh ["COMMAND ..." [KIND]]
# Sanitized by test-all alone.
# shellcheck disable=SC2016,SC2086 # what the other shell expands, and words
cd "$(dirname "$0")/../../.." || exit 1
only_commands=$1 only_kind=$2
. tests/shell.sh

faults=$scratch/failing_calls.so
${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$faults" tests/faults/failing_calls.c || exit 1
kinds='malloc write fsync rename fork thread'
if [ "$sanitized" ]; then
    kinds='write fsync rename fork thread'
    # The library of a sanitizer must be the first.
    [[ $sanitized != *U* ]] || faults="$(${CC:-cc} -print-file-name=libasan.so) $faults"
fi
# A command has these folders for itself: `given` is copied to `try`.
export TMPDIR=$scratch/try/temporary XDG_CACHE_HOME=$scratch/try/cache CDBENCH_PAPERS=$root/tests/papers LP_NUM_THREADS=1
mkdir -p "$scratch/given/temporary" "$scratch/given/work" "$TMPDIR"

small=(--scene sphere:triangles=60 --frames 3 --quiet)
once=(--repeat 1 --results results)
# A command for each name, in a folder with what is made below.
declare -A commands=(
    [run]="run --algo obb8 --algo image_cd --csv out.csv ${small[*]} ${once[*]}"
    [run-threads]="run --algo obb8 --set schedule=dynamic --threads 2 --answers answers.csv ${small[*]} ${once[*]}"
    [suit]="suit sphere:triangles=60 --algo obb8,aabb --budget 5ms --frames 3 --quiet"
    [verify]="verify --algo obb8 ${small[*]}"
    [expect]="expect --check $root/results/expected.json --algo brute --quiet"
    [reproduce]="reproduce small/sizes --quiet --quick --no-figures --results results"
    [claims]="claims small --results measured --csv claims.csv"
    [merge]="merge shards/shard-1-of-2 shards/shard-2-of-2 --results merged"
    [obtained]="obtained measured again"
    [compare]="compare algo:obb8 algo:aabb --scene sphere:triangles=60 --frames 3 --sample 1ms --pairs 2 --quiet"
    [list]="list algos --all"
    [info]="info mesh.obj"
    [foreign]="info mesh.raw"
    [export]="export --scene sphere:triangles=60 --out exported --frames 3"
    [view]="view --algo obb8 --scene sphere:triangles=60 --frame 1 --size 64x64 --screenshot shot.png"
    [help]="help run"
    [version]="version"
)

names=$(printf '%s\n' "${!commands[@]}" | sort)
if [ -z "$only_commands" ]; then
    # Each process runs some commands, as many processes at a time as there are cores.
    each=6
    [ -z "$CDBENCH_TEST_FAULTS" ] || each=1
    xargs -n $each <<<"$names" | xargs -d '\n' -n 1 -P "$(nproc)" "$root/tests/bench/cli/test_faults.sh" >"$scratch/rows"
    code=$?
    grep -v '^|' "$scratch/rows"
    echo '| command | allocation | write | fsync | rename | process | thread |'
    echo '|---|---|---|---|---|---|---|'
    grep '^|' "$scratch/rows" | sort
    exit $code
fi

(
    cd "$scratch/given/work" || exit 1
    echo 0 0 0 1 0 0 0 1 0 >mesh.raw
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >mesh.obj
    "$CDBENCH" reproduce small/sizes --quiet --quick --no-figures --results measured
    cp -r measured again
    for shard in 1/2 2/2; do
        "$CDBENCH" reproduce small/sizes --quiet --quick --no-figures --results shards --shard $shard
    done
    for file in out.csv answers.csv expected.json claims.csv shot.png; do
        echo before >"$file"
    done
) >"$scratch/log" 2>&1
touch "$scratch/stamp"

# fail_once KIND N: runs the command with that call failing, in the folder `try/work`; true if there was such a call.
fail_once()
{
    local kind=$1 n=$2 words rest
    rm -rf "$scratch/try" "$scratch/faults"
    cp -a "$scratch/given" "$scratch/try"
    if [ "$sanitized" ] && [ "$kind" = write ]; then
        words=(bash -c 'ulimit -f $0 && exec "$@"' $((n / 2)))
    elif [ "$kind" = write ]; then
        words=(strace -qq -o "$scratch/faults" -e trace=write,writev,pwrite64 -e signal=none
            -e inject=write,writev,pwrite64:error=ENOSPC:when="$n")
    else
        words=(env LD_PRELOAD="$faults" FAULT_KIND="$kind" FAULT_NTH="$n" FAULT_LOG="$scratch/faults")
    fi
    # Everything that the command starts holds descriptor 8; the pipe ends when all of them have ended.
    exec 7< <(
        exec 8>&1 > >(cat >"$scratch/out") 2> >(cat >"$scratch/err") </dev/null
        cd "$scratch/try/work" || exit 1
        timeout 300 "${words[@]}" "$CDBENCH" ${commands[$command]}
        echo $? >&8
    )
    last_command="${words[*]} $CDBENCH ${commands[$command]}"
    read -r code <&7
    read -r -t 60 rest <&7
    [ $? -le 128 ] || wrong 'a process still runs after a minute'
    exec 7<&-
    [ -z "$sanitized" ] || [ "$kind" != write ] || return $((n > 64))
    grep -qE 'failed|INJECTED' "$scratch/faults"
}

# check_files: no file is left that would get another name once it is whole, and none in the folder for temporary files.
# Outside the cache, an existing file is unchanged, or replaced as a whole, and a new file is whole.
check_files()
{
    local file
    while read -r file; do
        case $file in
        "$XDG_CACHE_HOME"/mesa*) ;; # written by the driver, which a command does not wait for
        *.tmp* | *.new | "$TMPDIR"/*) false ;;
        "$XDG_CACHE_HOME"/*) ;; # of several formats; who reads a cache checks it
        *.csv) awk -F, 'NR == 1 { fields = NF } /"/ { next } NF != fields { exit 1 } END { exit NR == 0 }' "$file" ;;
        *.json) python3 -m json.tool "$file" || grep -qx before "$file" ;;
        *.png) [ "$(tail -c 8 "$file" | head -c 4)" = IEND ] || grep -qx before "$file" ;;
        *) [ -d "$file" ] || [ -z "$(tail -c 1 "$file")" ] ;;
        esac >/dev/null 2>&1 || wrong "left or by halves: $file"
    done < <(find "$scratch/try" -mindepth 2 -newer "$scratch/stamp")
}

# What a failure leaves behind and reports.
check_outcome()
{
    local kind=$1 said line complaints=0
    mapfile -t said <"$scratch/err"
    for line in "${said[@]}"; do
        [[ $line == 'cdbench: warning: '* ]] || complaints=$((complaints + 1))
    done
    case $code in
    0) [ $complaints -eq 0 ] || wrong "exit code 0 with a complaint" ;;
    4 | 74)
        # The line itself may be the write that fails.
        if [ "$kind" != write ] || ! grep -qs 'write(2.*INJECTED' "$scratch/faults"; then
            [ $complaints -eq 1 ] || wrong "${#said[@]} lines on stderr"
            [[ ${said[*]: -1} == 'cdbench: '* ]] || wrong "the line does not begin with 'cdbench: '"
        fi ;;
    *) [ "$code" -eq "$usual" ] || wrong "exit code $code" ;;
    esac
    # Once memory is refused, the program only ends: it cannot lose a block.
    [ "$kind" != malloc ] || [ "$code" -eq 4 ] || wrong "exit code $code after memory was refused"
    check_files
}

# Tries one kind, and adds a cell to `row`.
try_kind()
{
    local command=$1 kind=$2 n=1 factor=2 current
    declare -A codes=()
    [ "$kind" != malloc ] || factor=4
    [ -z "$CDBENCH_TEST_SHORT" ] || factor=$((2 * factor))
    failed=no
    while :; do
        current="$command, $kind $n"
        fail_once "$kind" $n || break
        check_outcome "$kind"
        codes[$code]=$((${codes[$code]} + 1))
        if [ -z "$CDBENCH_TEST_FAULTS" ]; then
            n=$((n * factor))
            [ $n -le 2000 ] || break
        else
            n=$((n < 2000 ? n + 1 : n + n / 4))
        fi
    done
    row+=" $(for code in "${!codes[@]}"; do echo "${codes[$code]} x $code"; done | sort -k 3n | paste -sd , | sed 's/^$/-/; s/,/, /g') |"
    [ $failed = no ]
}

good=yes
for command in $only_commands; do
    fail_once none 1
    usual=$code row="| \`$command\` |"
    for kind in ${only_kind:-$kinds}; do
        try_kind "$command" $kind || good=no
    done
    echo "$row"
done
[ $good = yes ]
