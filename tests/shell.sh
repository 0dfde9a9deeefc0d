# What the shell tests share. Source it from the root of the repository; $CDBENCH names the program under test.
# A test is a function whose name is a sentence. `run_tests` runs all tests, or those that match the script's first
# argument, such as 'a_broken*', in $scratch, a folder of their own.
# shellcheck shell=bash

root=$PWD
wanted=${1:-*}
CDBENCH=${CDBENCH:-$root/build/release/cdbench}
[ -x "$CDBENCH" ] || { echo "$CDBENCH is missing: run make first"; exit 1; }
# Empty in a build without AddressSanitizer. That of gcc is a library (U), that of clang is in the program.
sanitized=$(nm -D "$CDBENCH" | grep __asan_init)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
unset COLUMNS process
export XDG_CACHE_HOME=$scratch/cache CDBENCH_SCENES=$root/scenes

# What a script does before and after each of its tests, unless it says something else.
prepare()
{
    :
}
cleanup()
{
    [ -z "$full_disk" ] || umount "$full_disk"
}

# Reports what is wrong with the last command. The test goes on.
wrong()
{
    echo "    $current: $1"
    echo "      command: ${last_command:0:300}"
    sed 's/^/      stderr: /' "$scratch/err" | head -n 5
    failed=yes
}

# run COMMAND...: runs it; keeps its output in $scratch/out and $scratch/err, and its exit code in $code.
run()
{
    last_command="$*"
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
}

# exits CODE COMMAND...: expects that exit code.
exits()
{
    run "${@:2}"
    [ "$code" -eq "$1" ] || wrong "exit code $code instead of $1"
}

# succeeds COMMAND...: expects exit code 0 and nothing on stderr. shows PATTERN COMMAND...: and this on stdout.
succeeds()
{
    exits 0 "$@"
    [ ! -s "$scratch/err" ] || wrong "something on stderr"
}
shows()
{
    succeeds "${@:2}"
    prints "$1"
}

# fails CODE COMMAND...: expects that exit code, and exactly one line on stderr, which begins with "cdbench: ".
# refuses CODE PATTERN COMMAND...: and in which this is said.
fails()
{
    exits "$@"
    [ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong "$(wc -l <"$scratch/err") lines on stderr instead of one"
    grep -q '^cdbench: ' "$scratch/err" || wrong "the line does not begin with 'cdbench: '"
}
refuses()
{
    fails "$1" "${@:3}"
    says "$2"
}

# await COMMAND...: waits until the command succeeds; for at most five minutes, since a machine may be slow, and not after
# the end of the process that `watched` names, if it is set.
await()
{
    local moment ended=no
    for ((moment = 0; moment < 6000; moment++)); do
        [ -z "$watched" ] || ! has_ended "$watched" || ended=yes
        ! "$@" || return 0
        [ $ended = no ] || break
        sleep 0.05
    done
    wrong "waited in vain: $*"
}

# skip REASON: `... || skip 'no gnuplot' || return` ends a test that this machine cannot make. It is counted as skipped. In
# front of all tests it ends the script with 77, by which tests/run-programs knows that nothing was tested.
skip()
{
    echo "skipped: ${current:+$current: }$1"
    [ -n "$current" ] || exit 77
    skipped=yes
    return 1
}

# needs PROGRAM: skips the test if it is not installed.
needs()
{
    command -v "$1" >/dev/null || skip "$1 is missing"
}

# left_to_test_all: true in `make test`, and says so. A test that takes long begins with `! left_to_test_all || return`.
left_to_test_all()
{
    [ -n "$CDBENCH_TEST_SHORT" ] && echo "left to test-all: $current"
}

# small_disk SIZE: mounts a disk of this size at `disk`, until the end of the test.
small_disk()
{
    mkdir disk
    mount -t tmpfs -o size="$1" tmpfs disk 2>/dev/null || skip 'only root can mount a small disk' || return
    full_disk=$PWD/disk
}

# exists PATTERN: true if a file has such a name. has_ended PROCESS: true if there is no such process,
# or if nothing but its exit code is left.
exists()
{
    compgen -G "$1" >/dev/null
}
has_ended()
{
    ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null
}

# handles_signals PROCESS PROGRAM: true if it is no longer a shell and catches SIGALRM (bit 13), whose handler the
# program installs last, or if it has ended.
handles_signals()
{
    has_ended "$1" || { [ "/proc/$1/exe" -ef "$2" ] && [ $((0x$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status") >> 13 & 1)) = 1 ]; }
}

# begins COMMAND...: runs it in the background, as $process. Job control gives the program a default SIGINT handler, which a
# background process would not have. stopped SIGNAL CODE: sends it this signal, and expects the exit code.
begins()
{
    last_command="$*"
    : >"$scratch/out"
    set -m
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null &
    process=$!
    set +m
}
stopped()
{
    last_command+=", and SIG$1"
    kill -"$1" "$process"
    wait "$process" 2>/dev/null
    code=$?
    [ $code -eq "$2" ] || wrong "exit code $code instead of $2"
    process=
}

# signalled SIGNAL CODE COMMAND...: runs it, sends the signal once it handles signals, and expects the exit code.
signalled()
{
    begins "${@:3}"
    await handles_signals "$process" "$3"
    stopped "$1" "$2"
}

# says PATTERN...: expects each in the last command's stderr; prints PATTERN...: expects each in its stdout.
says()
{
    local pattern
    for pattern; do
        grep -qE -- "$pattern" "$scratch/err" || wrong "stderr does not say '$pattern'"
    done
}
prints()
{
    local pattern
    for pattern; do
        grep -qE -- "$pattern" "$scratch/out" || wrong "stdout does not print '$pattern'"
    done
}

# equal WHAT A B
equal()
{
    [ "$2" = "$3" ] || wrong "$1 differ: '${2:0:200}' and '${3:0:200}'"
}

# hostile_names: reads the names of tests/data/hostile_names.txt into the array `hostile`.
hostile_names()
{
    local line name
    hostile=()
    while IFS= read -r line; do
        printf -v name %b "$line"
        hostile+=("$name")
    done <"$root/tests/data/hostile_names.txt"
}

# column FILE NAME...: prints these columns of every row of a CSV file, separated by blanks. Understands quoted fields.
column()
{
    awk -v wanted="${*:2}" '
        function split_row(line, cell,    n, quoted, i, c) {
            n = 1; cell[1] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) cell[++n] = ""
                else cell[n] = cell[n] c
            }
            return n
        }
        BEGIN { count = split(wanted, name, " ") }
        NR == 1 {
            n = split_row($0, cell)
            for (i = 1; i <= n; i++) at[cell[i]] = i
            next
        }
        {
            split_row($0, cell)
            for (i = 1; i <= count; i++)
                printf "%s%s", name[i] in at ? cell[at[name[i]]] : "no-column-" name[i], i < count ? " " : "\n"
        }' "$1"
}

# by_hand FOLDER [SPEED [PROCESSOR]]: makes measurements of tiny2000/fig1 with their passes. Brute force takes 1, 4 and 16 ms,
# RAPID takes 0.1 ms divided by SPEED.
by_hand()
{
    local folder=$1/tiny2000/fig1 speed=${2:-1} size
    mkdir -p "$folder"
    {
        echo size,series,fps,fps_low,fps_high,misses,truth_pairs,verdict
        for size in 100:1000 200:250 400:62.5; do
            echo "${size%:*},brute,${size#*:},${size#*:},${size#*:},0,100,exact"
            echo "${size%:*},rapid,$((10000 * speed)),$((9900 * speed)),$((10100 * speed)),0,100,exact"
        done
    } >"$folder/cells.csv"
    awk 'BEGIN {
        print "size,series,sample,pass_ms"
        for (size = 100; size <= 400; size *= 2)
            for (k = 0; k < 9; k++)
                print size ",brute," k "," 5 * (size / 100) ^ 2 "\n" size ",rapid," k "," 0.5 / '"$speed"' * (0.96 + k / 100)
    }' >"$folder/samples.csv"
    PROCESSOR=${3:-abacus} python3 -c 'import json, os
name = os.environ["PROCESSOR"]
print(json.dumps({"size": "quick", "digest": "0", "started": name, "finished": name, "renderers": [name],
                  "machine": {"cpu": name, "cores": 2, "processors": 2, "kernel": name}, "build": {"revision": name, "flags": name}}))' >"$folder/run.json"
}

# own_tables FOLDER...: makes the tables below folders one's own, which may be edited.
own_tables()
{
    find "$@" -name run.json -exec sed -i '/^  "format"/d; /^  "tables"/,$c "own": true}' {} +
}

# write_triangle FILE: an OBJ file of one triangle.
write_triangle()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$1"
}

# write_program SCRIPT: makes the program for the experiment `program` of tests/papers/small.yaml.
write_program()
{
    mkdir -p programs
    printf '#!/bin/sh\n%s\n' "$1" >programs/paper_fixture
    chmod +x programs/paper_fixture
    export CDBENCH_PROGRAMS=$PWD/programs
}

# altered PAPER SCRIPT: takes a copy of a paper of the tests, changed by sed, for the paper from now on.
altered()
{
    mkdir -p papers
    sed "$2" "$root/tests/papers/$1.yaml" >"papers/$1.yaml"
    ! cmp -s "papers/$1.yaml" "$root/tests/papers/$1.yaml" || wrong "$1 is as it was"
    export CDBENCH_PAPERS=$PWD/papers
}

# Each test runs in a process and a folder of its own: what it exports and where it goes end with it.
run_tests()
{
    local passed_count=0 failed_count=0 skipped_count=0
    for current in $(compgen -A function test_); do
        # shellcheck disable=SC2053 # a pattern
        [[ ${current#test_} == $wanted ]] || continue
        rm -rf "${scratch:?}/work"
        mkdir "$scratch/work"
        : >"$scratch/err"
        (
            failed=no skipped=no
            trap 'cleanup; [ -z "$process" ] || kill -KILL "$process" 2>/dev/null' EXIT
            cd "$scratch/work" || exit
            prepare
            "$current"
            [ $failed = no ] || exit 1
            [ $skipped = no ] || exit 77
            exit 0
        )
        case $? in
        0) passed_count=$((passed_count + 1)) ;;
        77) skipped_count=$((skipped_count + 1)) ;;
        *)
            failed_count=$((failed_count + 1))
            echo "FAILED $current"
            ;;
        esac
    done
    echo "$passed_count tests passed, $failed_count failed, $skipped_count skipped"
    [ $((passed_count + failed_count + skipped_count)) -gt 0 ] || { echo "no test matches $wanted" >&2; exit 64; }
    [ $failed_count -gt 0 ] || [ $passed_count -gt 0 ] || exit 77
    [ $failed_count -eq 0 ]
}
