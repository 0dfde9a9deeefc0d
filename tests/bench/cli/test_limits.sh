#!/bin/bash
# What strangers' files and small machines may do: hostile readers, limits of the system, runs that were killed.
# Sanitized by test-all alone.
# shellcheck disable=SC2016,SC2086 # what another shell expands, and words
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

preload= # the library of a sanitizer must be the first
[[ $sanitized != *U* ]] || preload=$(${CC:-cc} -print-file-name=libasan.so)
for library in hostile_reader failing_calls; do
    ${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$scratch/$library.so" tests/faults/$library.c || exit 1
done

# with LIBRARY COMMAND...: runs the command with one of these libraries loaded before it.
with()
{
    env LD_PRELOAD="$preload $scratch/$1.so" "${@:2}"
}

# ---- readers of foreign formats ----------------------------------------------------------------------------

# reads_as DEED CODE: runs a reader that does this, and expects the code.
reads_as()
{
    echo 0 0 0 1 0 0 0 1 0 >mesh.raw
    echo dear >precious
    fails "$2" with hostile_reader READER_DOES="$1" "$CDBENCH" info mesh.raw
}

test_a_hostile_reader_can_do_nothing()
{
    reads_as everything 65
    says 'Assimp cannot read it: it could:; is it whole'
    equal 'what was there' dear "$(cat precious)"
    equal 'what is there' 'mesh.raw precious' "$(ls | xargs)"
}

test_a_reader_that_breaks_down_is_one_line()
{
    reads_as crash 65
    says "mesh.raw: Assimp's reader broke down on it \(Segmentation fault\); the file is damaged"
    reads_as abort 65
    says 'broke down on it \(Aborted\)'
    reads_as exit 65
    says 'broke down on it \(without a word\)'
}

test_a_reader_that_eats_memory_is_stopped()
{
    [ -z "$sanitized" ] || skip 'a sanitizer takes terabytes' || return
    reads_as eat 65
    says 'far more memory than a file of its size can need'
}

test_a_kernel_without_filters_leaves_the_limits()
{
    reads_as everything 65
    run strace -f -qq -o log -e trace=seccomp,prctl -e inject=seccomp,prctl:error=EINVAL "$CDBENCH" info mesh.raw
    grep -q 'seccomp.*INJECTED' log || wrong 'no filter was asked for'
    prints 'triangles +1 '
}

# ---- limits of the system ----------------------------------------------------------------------------------

small=(--scene sphere:triangles=60 --frames 3)

# under LIMIT COMMAND...: runs it with a limit of `ulimit`, such as "-v 40000"; sanitized builds have no limit on
# addresses.
under()
{
    run bash -c "ulimit $1"'; exec "$@"' under "${@:2}"
}

# bears LIMIT COMMAND...: it succeeds, or says in one line what the machine lacks; every file that exists is whole.
bears()
{
    under "$@"
    case $code in
    0) return ;;
    3) [ "$3" != compare ] || return 0 ;; # too few pairs to tell
    4 | 74) ;;
    127) says 'error while loading shared libraries' ;; # there is no program yet
    esac
    [[ $code =~ ^(4|74|127)$ ]] || wrong "$1: exit code $code"
    [ "$(grep -vc 'warning: ' "$scratch/err")" -eq 1 ] || wrong "$1: not one line"
    [ -z "$(find . -name '*.tmp-*')" ] || wrong "$1: something is left"
}

test_few_descriptors()
{
    local limit
    echo 0 0 0 1 0 0 0 1 0 >mesh.raw
    for limit in 3 4 5 6 7 8; do
        bears "-n $limit" "$CDBENCH" info mesh.raw
        bears "-n $limit" "$CDBENCH" run --algo obb8 "${small[@]}" --repeat 1 --results results --csv rows.csv
        bears "-n $limit" "$CDBENCH" export "${small[@]}" --out exported
        bears "-n $limit" "$CDBENCH" compare algo:obb8 algo:aabb "${small[@]}" --pairs 1 --sample 1ms --quiet
    done
}

# `ulimit -Ss` lowers only the limit that the program may raise again.
test_a_small_stack_is_no_crash_of_an_algorithm()
{
    [ -z "$sanitized" ] || skip 'a sanitizer needs more before the program begins' || return
    local limit run=("$CDBENCH" run "${small[@]}" --repeat 1 --no-results --quiet)
    for limit in 64 128 256; do
        under "-Ss $limit" "${run[@]}" --algo obb8:schedule=dynamic,saabb,image_cd --threads 2 --csv out.csv
        equal "what $limit leads to" '0 exact exact approximate' "$code $(column out.csv verdict | paste -sd ' ')"
        bears "-s $limit" "${run[@]}" --algo obb8
        equal "exit code at $limit at most" 4 "$code"
        says "^cdbench: the stack may have $limit KiB only"
    done
    under '-s 1024' "$CDBENCH" expect --check "$root/results/expected.json" --quiet
    equal 'exit code at 1024 at most' 0 "$code"
}

test_a_scene_does_not_pay_for_the_memory_of_another()
{
    [ -z "$sanitized" ] || skip 'a sanitizer has its own allocator' || return
    [ -w /proc/self/clear_refs ] || skip 'the kernel forgets no peak here' || return
    succeeds "$CDBENCH" run --algo null --scene sphere:triangles=200000 --scene box --frames 2 --repeat 1 --quiet --no-verify \
        --csv out.csv
    local large small_one
    { read -r large; read -r small_one; } < <(column out.csv peak_rss_kb)
    [ "$small_one" -lt $((large - 5000)) ] || wrong "peaks of $large and $small_one kB"
}

test_little_address_space()
{
    local limit
    [ -z "$sanitized" ] || skip 'a sanitizer takes terabytes' || return
    for limit in 20000 30000 34000 36000 40000 50000 80000 150000 300000; do
        bears "-v $limit" "$CDBENCH" version
        bears "-v $limit" "$CDBENCH" run --algo obb8 --algo image_cd "${small[@]}" --repeat 1 --no-results --quiet
        bears "-v $limit" "$CDBENCH" info sphere:triangles=200000
        bears "-v $limit" "$CDBENCH" compare algo:obb8 algo:aabb "${small[@]}" --pairs 1 --sample 1ms --quiet
    done
    # The file is not to blame when the machine has too little memory.
    awk 'BEGIN { for (i = 0; i < 200000; i++) print i, 0, 0, i, 1, 0, i, 0, 1 }' >large.raw
    under '-v 60000' "$CDBENCH" info large.raw
    [ $code -eq 4 ] || wrong "exit code $code instead of 4"
}

test_processor_time_that_runs_out_ends_the_program_as_ctrl_c_does()
{
    local seconds
    for seconds in 1 10 100; do # a slow machine needs more than one before the algorithm begins
        under "-St $seconds" "$CDBENCH" run --algo brute --scene sphere:triangles=5000 --no-results --no-verify --quiet
        [ $code -ne 130 ] || break
    done
    [ $code -eq 130 ] || wrong "exit code $code instead of 130"
    says '^cdbench: interrupted'
}

# make_group FILE VALUE FILE_OF_VERSION_1 VALUE: sets `group`, a control group with this limit, and `inside`, which runs
# a command in it; or skips the test.
make_group()
{
    group=$({ mktemp -d "/sys/fs/cgroup/${3%%.*}/cdbench-XXXX" || mktemp -d /sys/fs/cgroup/cdbench-XXXX; } 2>/dev/null)
    inside=(bash -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' in "$group")
    ! { echo "$2" >"$group/$1" || echo "$4" >"$group/$3"; } 2>/dev/null || return 0
    rmdir "$group" 2>/dev/null
    skip "no cgroup with $1 or $3 can be made here"
}

test_a_cgroup_without_memory_ends_in_one_line_or_by_the_kernel()
{
    make_group memory.max 60000000 memory.limit_in_bytes 60000000 || return
    run "${inside[@]}" "$CDBENCH" run --algo brute --scene sphere:triangles=2000000 --frames 1 --quiet --csv rows.csv
    rmdir "$group"
    [ $code -eq 4 ] || [ $code -eq 137 ] || wrong "exit code $code instead of 4, or SIGKILL by the kernel"
    [ ! -e rows.csv ] || wrong 'rows of a run that was ended'
}

test_a_cpu_quota_is_read_and_what_it_stops_is_counted()
{
    make_group cpu.max '5000 100000' cpu.cfs_quota_us 5000 || return
    exits 0 "${inside[@]}" "$CDBENCH" run --algo obb8 --scene sphere:triangles=200 --frames 20 --repeat 100000 \
        --budget 300ms --no-results --json
    equal 'what the machine has' 'usable_processors: 1 cpu_quota: 0.05' "$(sed -n 's/^ *"\(usable_processors\|cpu_quota\)": \(.*\),$/\1: \2/p' "$scratch/out" | xargs)"
    says 'warning: a CPU quota of 0.05 \(in processors\) is less than the 1 thread: .*; raise the quota'
    says 'warning: sphere:triangles=200: a CPU quota stopped the program in [0-9]+ periods? while it was timed, .*; raise the quota'
    equal 'warnings' 2 "$(grep -c '^ *"[^"]*a CPU quota' "$scratch/out")"
    local throttled all
    throttled=$(sed -n 's/^ *"throttled": \([0-9]*\),$/\1/p' "$scratch/out")
    all=$(sed -n 's/^nr_throttled //p' "$group/cpu.stat")
    rmdir "$group"
    [ "$throttled" -gt 0 ] && [ "$throttled" -le "$all" ] || wrong "$throttled of $all periods"
}

test_a_clock_that_goes_back_is_an_error()
{
    local n caught=0
    # The first thousands of readings measure the cost of the clock itself.
    for n in 5 $(seq 1640 3 1700); do
        run env FAULT_KIND=clock FAULT_NTH="$n" FAULT_LOG=log LD_PRELOAD="$preload $scratch/failing_calls.so" \
            "$CDBENCH" run --algo obb8 "${small[@]}" --repeat 5 --no-results --csv rows.csv --quiet
        if [ "$code" -eq 0 ]; then # between what is timed
            column rows.csv frame_ms_max create_ms | awk 'NR > 1 && ($1 > 1e5 || $2 > 1e5) { exit 1 }' || wrong 'hours'
            rm rows.csv
            continue
        fi
        caught=$((caught + (n > 5)))
        [ "$code" -eq 4 ] || wrong "exit code $code instead of 4"
        says "^cdbench: the machine's clock went back by [0-9]+ ns"
        [ ! -e rows.csv ] || wrong 'times by a clock that goes back'
    done
    [ $caught -gt 0 ] || wrong 'no reading of the clock was wrong'
}

test_names_are_no_formulas_of_spreadsheets()
{
    cp "$root/scenes/conformance/tip.obj" '=1+1.obj'
    succeeds "$CDBENCH" run --algo obb8 --scene ./=1+1.obj --frames 2 --repeat 1 --no-results --quiet --csv rows.csv
    ! grep -qE '(^|,)"?[=+@-][^0-9,]' rows.csv || wrong 'a field is a formula'
}

# ---- what killed runs left ---------------------------------------------------------------------------------

test_a_run_that_is_killed_leaves_only_temporary_names_and_spoils_no_other()
{
    begins "$CDBENCH" run --algo brute --scene sphere:triangles=3000 --frames 1000 --results results --csv rows.csv --quiet --no-verify
    watched=$process await exists 'rows.csv.tmp-*'
    stopped KILL 137
    equal 'finished files' '' "$(find . -type f ! -path '*.tmp-*')"
    succeeds "$CDBENCH" run --algo obb8 "${small[@]}" --repeat 1 --results results --csv rows.csv --quiet
    [ "$(wc -l <rows.csv)" -eq 2 ] || wrong 'rows'
}

# ---- small files with large demands, and long waits --------------------------------------------------------

test_what_a_small_file_asks_for_is_estimated_before_it_is_built()
{
    local command asked
    { echo meshes:; yes '  - generator: torus' | head -n 20000; } >many.yaml
    printf 'meshes:\n  - generator: box:triangles=12\nbodies:\n  - {mesh: 0}\n  - {mesh: 0, to: 99999999}\n' >far.yaml
    printf 'meshes:\n  - generator: box:triangles=12\nmotion:\n  name: pair\n  steps: 99999999\n' >long.yaml
    for command in info 'run --algo obb8 --scene' 'verify --algo obb8 --scene' 'export --out out --scene'; do
        for asked in 'many.yaml:1: meshes: 20000 meshes would take about [0-9.]+ GB .*--allow-large' \
            'far.yaml:5: bodies\[1\].to: asks for 100000000 frames: .*--allow-large' \
            'long.yaml:5: motion.steps: asks for 99999999 frames'; do
            refuses 65 "$asked" "$CDBENCH" $command "./${asked%%:*}"
        done
    done
    # What the command line asks for or allows is intended.
    shows '^ *frames +3' "$CDBENCH" info ./far.yaml --frames 3
    succeeds "$CDBENCH" info ./long.yaml --frames 3 --allow-large
}

# on_terminal SEEN OPTIONS...: runs an algorithm on a terminal, because progress is shown only there, until this was seen.
on_terminal()
{
    script -qefc "stty cols 90; exec '$CDBENCH' run ${*:2} --no-results --no-verify" typed >/dev/null 2>&1 </dev/null &
    local process=$!
    last_command="run ${*:2}, on a terminal"
    await grep -qs "$1" typed
    kill -TERM "$(pgrep -P $process)"
    wait $process
    tr '\r' '\n' <typed | sed 's/\x1b\[K//' >shown
}

test_what_takes_long_is_estimated_and_shown_within_a_frame()
{
    on_terminal 'recording the answers' --algo brute --scene torus:triangles=200000
    grep -qE 'brute: (up to|about|more than) [0-9.]+ (s|min|h) a frame, [0-9.]+ (s|min|h) for checking and timing all 200 frames; leave it out' shown ||
        wrong 'no estimate came first'
    grep -qE '^brute: recording the answers +0 %, [0-9.]+ (s|min|h) left' shown || wrong 'no progress before the first frame has ended'
    ${CC:-cc} -std=gnu17 -shared -fPIC -I"$root" "$root/tests/plugins/ending.c" -o ending.so -lm
    on_terminal 'at this for' --plugin ./ending.so --algo ending:by=pause --scene sphere:triangles=100
    grep -qE '^ending:by=pause: .* at this for [0-9]+ s' shown || wrong 'no progress within a frame'
}

run_tests
