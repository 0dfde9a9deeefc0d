#!/bin/bash
# `cdbench compare --calibrate` from outside: files, exit codes and what `compare` says afterwards. No test judges
# times.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

tiny=(--scene sphere:triangles=100 --frames 2 --pairs 1 --sample 1ms)

# calibrate CODE COUNT ARGUMENT...: makes this many comparisons on a tiny cell.
calibrate()
{
    exits "$1" "$CDBENCH" compare --calibrate "${tiny[@]}" --algo rapid --comparisons "${@:2}"
}

# quotes PATTERN: expects it in what `compare` says about a calibration.
quotes()
{
    run "$CDBENCH" compare algo:rapid algo:rapid "${tiny[@]}"
    tr '\n' ' ' <"$scratch/out" >"$scratch/line" && mv "$scratch/line" "$scratch/out" # it may be wrapped anywhere
    prints "$1"
}

test_a_calibration_prints_writes_and_is_quoted()
{
    export CDBENCH_CACHE=$PWD/cache
    quotes 'Not calibrated on this host'
    calibrate 0 17 --json all.json
    ! grep -v '^cdbench: warning: ' "$scratch/err" | grep -q . || wrong 'something on stderr' # but that the machine is busy
    prints '^This program against itself, 17 times, 1 pairs each:$' '^False alarms .*: 0 of 17 \(0 to 18 %\)\.$'
    prints '^Smallest slowdown found four times of five: more than 100 % ' '^Stored in .*/cache/calibrations/'
    python3 -c '
import json
all = json.load(open("all.json"))
assert all["format"] == 4 and all["plan"]["pairs"] == 1 and not all["interrupted"]
assert all["calibration"]["false_alarms"] == 0 and all["calibration"]["comparisons"] == 17
assert len(all["cells"]) == len(all["samples"]) == 17
assert all["machine"] and all["build"]
' || wrong 'the JSON is not as documented'
    equal 'stored calibrations' 1 "$(find cache/calibrations -name '*.csv' | wc -l)"
    quotes 'Calibrated on this host [0-9-]{10}: false alarms 0 of 17 \(at most 18 %\), finds 100 % less than four'
    local file
    file=$(find cache/calibrations -name '*.csv')
    chmod g+w "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.csv: others may write to it'
    chmod g-w "$file"
    cp "$file" kept
    sed 's/,20/,\x1b[2J20/' kept >"$file"
    quotes 'Not calibrated on this host with this compiler and these flags: how often it errs'
    sed '2,$s/,1,/,-1,/g' kept >"$file"
    quotes 'Not calibrated on this host with this compiler and these flags: how often it errs'
    rm "$file"
    mkfifo "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.csv: is not a file'
    rm "$file"
    ln -s "$PWD/kept" "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.csv: is not a file'
    calibrate 0 17
    [ -f "$file" ] && [ ! -L "$file" ] || wrong 'the link was followed'
    chmod o+w cache
    quotes 'Not calibrated on this host as far as can be told: .*/cache: others may write to it'
}

test_nothing_is_stored_where_nobody_wants_it()
{
    export CDBENCH_CACHE=$PWD/none
    calibrate 0 1
    prints '^Not stored: fewer than 17 comparisons bound no slowdown'
    calibrate 0 17 --no-store --quiet
    [ ! -s "$scratch/out" ] || wrong 'something on stdout'
    calibrate 0 1 --no-store --json -
    python3 -m json.tool <"$scratch/out" >/dev/null || wrong 'something besides the JSON'
    [ ! -e none/calibrations ] || wrong 'something is stored'
}

test_ctrl_c_keeps_what_is_finished_and_stores_nothing()
{
    export CDBENCH_CACHE=$PWD/cache
    begins "$CDBENCH" compare --calibrate "${tiny[@]}" --algo rapid --comparisons 10000 --json all.json
    watched=$process await exists 'cache/truth-*'
    sleep 1 # whatever it has reached by then
    stopped INT 130
    tail -n 1 "$scratch/err" | grep -q '^cdbench: interrupted; ' || wrong 'no line about the interruption'
    [ ! -e cache/calibrations ] || wrong 'something is stored'
    if grep -q 'interrupted; 0 comparisons' "$scratch/err"; then
        [ ! -e all.json ] || wrong 'a file of nothing'
    else
        grep -q '"interrupted": true' all.json || wrong 'finished comparisons are lost'
    fi
    equal 'what is left over' '' "$(find . -name '*.tmp*' -o -name '.*.??????')"
}

test_what_cannot_work_is_said_before_the_work()
{
    refuses 64 'compares this program with itself; leave out algo:rapid' "$CDBENCH" compare --calibrate algo:rapid
    refuses 64 'no algorithm is given; add --algo NAME' "$CDBENCH" compare --calibrate --scene sphere
    refuses 64 'leave out the options of a single cell' "$CDBENCH" compare --calibrate --cells cells.yaml --frames 3
    refuses 64 'belong to --calibrate' "$CDBENCH" compare algo:rapid algo:aabb --comparisons 3
    fails 74 "$CDBENCH" compare --calibrate --cells missing.yaml
    fails 74 "$CDBENCH" compare --calibrate --json missing/all.json
}

test_wrong_answers_are_not_calibrated_with()
{
    exits 2 "$CDBENCH" compare --calibrate --scene sphere:triangles=100 --algo broken --frames 20 --no-store
    says 'broken on sphere:triangles=100'
    exits 64 "$CDBENCH" compare --calibrate --scene sphere:triangles=100 --algo nonsense --no-store
}

run_tests
