#!/bin/bash
# Runs each command on a small scene while one call of a kind fails: the nth allocation, write, fsync, rename, start of
# a process or of a thread. For every n, there is a documented exit code, a line that says what is wrong, and no
# half-written file. Tries some n, and fewer for allocations; with CDBENCH_TEST_ALL, every n up to 2000. Writes a row of
# docs/hardening.md per command and kind. A sanitizer has its own allocator, which does not fail. It reports what is not
# freed on the way out.
#
#   tests/bench/cli/test_faults.sh ["COMMAND ..." [KIND]]
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
only_commands=$1 only_kind=$2
. tests/shell.sh

faults=$scratch/failing_calls.so
${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$faults" tests/faults/failing_calls.c || exit 1
kinds='malloc write fsync rename fork thread'
if nm -D "$CDBENCH" | grep -q __asan_init; then
    kinds='write fsync rename fork thread'
    faults="$(${CC:-cc} -print-file-name=libasan.so) $faults"
fi
export TMPDIR=$scratch/temporary CDBENCH_PAPERS=$root/tests/papers LP_NUM_THREADS=1
mkdir "$TMPDIR" "$scratch/given"

small=(--scene sphere:triangles=60 --frames 3 --quiet)
once=(--repeat 1 --results results)
# A command for each name, in a folder with what is made below.
declare -A commands=(
    [run]="run --algo obb8 --algo image_cd --csv out.csv --history kept ${small[*]} ${once[*]}"
    [run-threads]="run --algo obb8 --set schedule=dynamic --threads 2 --answers answers.csv ${small[*]} ${once[*]}"
    [suit]="suit sphere:triangles=60 --algo obb8,aabb --budget 5ms --frames 3 --quiet"
    [verify]="verify --algo obb8 ${small[*]}"
    [expect]="expect --check $root/results/expected.json --algo brute --quiet"
    [reproduce]="reproduce small/sizes --quiet --quick --no-figures --results results --pack pack.tar.gz"
    [figures]="reproduce small/sizes --quiet --redraw --results measured"
    [claims]="claims small --results measured --csv claims.csv"
    [obtained]="obtained measured pack"
    [report]="report measured --html pages --quiet"
    [compare]="compare algo:obb8 algo:aabb --scene sphere:triangles=60 --frames 3 --sample 1ms --pairs 2 --quiet"
    [history]="history plot --history past"
    [plot]="plot measured/small/sizes/cells.csv --out shot.png"
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
    [ -z "$CDBENCH_TEST_ALL" ] || each=1
    xargs -n $each <<<"$names" | xargs -d '\n' -n 1 -P "$(nproc)" "$root/tests/bench/cli/test_faults.sh"
    exit
fi

(
    cd "$scratch/given" || exit 1
    echo 0 0 0 1 0 0 0 1 0 >mesh.raw
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >mesh.obj
    "$CDBENCH" reproduce small/sizes --quiet --quick --no-figures --results measured
    cp -r measured pack
    "$CDBENCH" run --algo obb8 "${small[@]}" --no-results --history past
    for file in out.csv answers.csv expected.json claims.csv shot.png; do
        echo before >"$file"
    done
) >"$scratch/log" 2>&1

# fail_once KIND N: runs the command with that call failing, in the folder `work`; true if there was such a call.
fail_once()
{
    local kind=$1 n=$2
    rm -rf "$scratch/work" "$scratch/faults" "$TMPDIR" "$XDG_CACHE_HOME"
    mkdir "$TMPDIR"
    cp -r "$scratch/given" "$scratch/work"
    cd "$scratch/work" || exit 1
    # shellcheck disable=SC2086
    if [ "$kind" = write ]; then
        # A sanitizer cannot look for leaks while another program watches.
        ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 run timeout 300 strace -qq -o "$scratch/faults" -e trace=write,writev,pwrite64 -e signal=none \
            -e inject=write,writev,pwrite64:error=ENOSPC:when="$n" "$CDBENCH" ${commands[$command]}
        cd "$root" || exit 1
        grep -q INJECTED "$scratch/faults"
    else
        run timeout 300 env LD_PRELOAD="$faults" FAULT_KIND="$kind" FAULT_NTH="$n" FAULT_LOG="$scratch/faults" \
            "$CDBENCH" ${commands[$command]}
        cd "$root" || exit 1
        grep -q failed "$scratch/faults"
    fi
}

# Files that would get another name once they are whole.
is_left()
{
    find "$scratch/work" "$XDG_CACHE_HOME" \( -name '*.tmp*' -o -name '*.new' \) 2>/dev/null | grep . || ls -A "$TMPDIR" | grep .
}

# An existing file is unchanged, or replaced as a whole; a new file is whole.
is_half()
{
    local file
    find "$scratch/work" -type f -newer "$scratch/work/mesh.raw" | while read -r file; do
        case $file in
        *.csv) awk -F, 'NR == 1 { fields = NF } /"/ { next } NF != fields { exit 1 } END { exit NR == 0 }' "$file" ;;
        *.json) python3 -m json.tool "$file" || grep -qx before "$file" ;;
        *.gz) gzip -t "$file" ;;
        *.png) [ "$(tail -c 8 "$file" | head -c 4)" = IEND ] || grep -qx before "$file" ;;
        *) [ -z "$(tail -c 1 "$file")" ] ;;
        esac >/dev/null 2>&1 || echo "$file"
    done | grep .
}

# What a failure leaves behind and reports.
check_outcome()
{
    local lines
    lines=$(wc -l <"$scratch/err")
    case $code in
    0) ! grep -qv '^cdbench: warning: ' "$scratch/err" || wrong "exit code 0 with a complaint" ;;
    4 | 74)
        grep -q 'write(2.*INJECTED' "$scratch/faults" || {
            [ "$(grep -vc '^cdbench: warning: ' "$scratch/err")" -eq 1 ] || wrong "$lines lines on stderr"
            tail -n 1 "$scratch/err" | grep -q '^cdbench: ' || wrong "the line does not begin with 'cdbench: '"
        } ;;
    *) [ "$code" -eq "$usual" ] || wrong "exit code $code" ;;
    esac
    ! is_left >"$scratch/left" || wrong "left: $(head -n 1 "$scratch/left")"
    ! is_half >"$scratch/half" || wrong "by halves: $(head -n 1 "$scratch/half")"
}

try_kind()
{
    local command=$1 kind=$2 n=1 calls=0 factor=2 current
    declare -A codes=()
    [ "$kind" != malloc ] || factor=4
    failed=no
    while [ $n -le 2000 ]; do
        current="$command, $kind $n"
        fail_once "$kind" $n || break
        check_outcome
        codes[$code]=$((${codes[$code]} + 1))
        calls=$((calls + 1))
        if [ -n "$CDBENCH_TEST_ALL" ]; then n=$((n + 1)); else n=$((n * factor)); fi
    done
    [ $calls -eq 0 ] || printf '| %s | %s | %d |%s |\n' "$command" "$kind" $calls \
        "$(for code in "${!codes[@]}"; do echo "$code:${codes[$code]}"; done | sort -n | sed 's/^/ /' | tr -d '\n')"
    [ $failed = no ]
}

good=yes
for command in $only_commands; do
    fail_once none 1
    usual=$code
    for kind in ${only_kind:-$kinds}; do
        try_kind "$command" $kind || good=no
    done
done
[ $good = yes ]
