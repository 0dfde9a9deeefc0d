#!/bin/bash
# `cdbench calibrate` from outside: files, exit codes and what `compare` says afterwards. Times are never judged.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

tiny='--scene sphere:triangles=100 --algo rapid --frames 2 --pairs 1 --sample 5ms'

# calibrate ARGUMENT...: two comparisons and a slowed one on a tiny cell.
calibrate()
{
    # shellcheck disable=SC2086
    run "$CDBENCH" calibrate $tiny --comparisons 2 "$@"
}

# warns_only: nothing on stderr but warnings, as of a busy machine.
warns_only()
{
    ! grep -v '^cdbench: warning: ' "$scratch/err" | grep -q . || wrong 'something on stderr'
}

test_a_calibration_prints_writes_and_is_quoted()
{
    export CDBENCH_CACHE=$PWD/cache
    calibrate --json all.json --csv samples.csv --plot power.svg
    equal 'exit code' 0 "$code"
    warns_only
    prints '^This program against itself, 2 times as it is and 1 times slowed down, 1 pairs each, in '
    prints '^separate blocks, Mann-Whitney p < 0.05 '
    prints '^False alarms: 0 of 2 \(0 to 66 %\)'
    prints '^Smallest slowdown found four times of five: larger than 10 %\.$'
    grep -q 'expected of all comparisons' power.svg || wrong 'no curve in the picture'
    equal 'rows of samples' 4 "$(wc -l <samples.csv)"
    equal 'columns' trial,cell,slow_down_percent,begun_s,verdict,pair,first,cpu_ms_a,cpu_ms_b,wall_ms_a,wall_ms_b \
        "$(head -n 1 samples.csv)"
    equal 'slowdowns' '0 0 1' "$(column samples.csv slow_down_percent | xargs)"
    python3 -c '
import json
all = json.load(open("all.json"))
assert all["format"] == 1 and all["pairs"] == 1 and not all["interrupted"]
assert all["false_alarms"]["trials"] == 2 and len(all["thresholds"]) == 3 and all["machine"] and all["build"]
' || wrong 'the JSON is not as documented'
    equal 'stored calibrations' 1 "$(find cache/calibrations -name '*.json' | wc -l)"
    run "$CDBENCH" compare algo:rapid algo:rapid --scene sphere:triangles=100 --frames 2 --pairs 1
    prints 'Calibrated on this host [0-9-]{10}: false alarms 0 of 2 \(at most 66 %\), finds 10 % less than four'
    local file
    file=$(find cache/calibrations -name '*.json')
    chmod g+w "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.json: others may write to it'
    chmod g-w "$file"
    cp "$file" kept
    sed 's/"finished": "/&\\u001b[2J/' kept >"$file"
    quotes 'Not calibrated on this host: how often it errs'
    sed 's/"trials": /&-/' kept >"$file"
    quotes 'Not calibrated on this host: how often it errs'
    rm "$file"
    mkfifo "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.json: is no file'
    rm "$file"
    ln -s "$PWD/kept" "$file"
    quotes 'Not calibrated on this host as far as can be told: .*\.json: is no file'
    calibrate
    [ -f "$file" ] && [ ! -L "$file" ] || wrong 'the link was followed'
    chmod o+w cache
    quotes 'Not calibrated on this host as far as can be told: .*/cache: others may write to it'
    unset CDBENCH_CACHE
}

# quotes PATTERN: what `compare` says of a calibration.
quotes()
{
    run "$CDBENCH" compare algo:rapid algo:rapid --scene sphere:triangles=100 --frames 2 --pairs 1
    tr '\n' ' ' <"$scratch/out" >"$scratch/line" && mv "$scratch/line" "$scratch/out" # it may be wrapped anywhere
    prints "$1"
}

test_compare_says_that_there_is_no_calibration()
{
    CDBENCH_CACHE=$PWD/none run "$CDBENCH" compare algo:rapid algo:rapid --scene sphere:triangles=100 --frames 2 --pairs 1
    prints '^Not calibrated on this host'
}

test_nothing_is_stored_where_nobody_wants_it()
{
    # shellcheck disable=SC2086
    CDBENCH_CACHE=$PWD/none run "$CDBENCH" calibrate $tiny --comparisons 1 --no-store --quiet
    equal 'exit code' 0 "$code"
    [ ! -s "$scratch/out" ] || wrong 'something on stdout'
    [ ! -e none/calibrations ] || wrong 'something is stored'
}

test_ctrl_c_keeps_what_is_finished_and_stores_nothing()
{
    export CDBENCH_CACHE=$PWD/cache
    # shellcheck disable=SC2086
    "$CDBENCH" calibrate $tiny --comparisons 100000 --csv samples.csv --plot power.svg >out 2>err &
    local program=$!
    sleep 2
    kill -INT $program
    wait $program
    equal 'exit code' 130 $?
    tail -n 1 err | grep -q '^cdbench: interrupted; ' || { cp err "$scratch/err"; wrong 'no line about the interruption'; }
    [ ! -e cache/calibrations ] || wrong 'something is stored'
    [ ! -e power.svg ] || wrong 'a picture of a part'
    if grep -q 'no comparison was finished' err; then
        [ ! -e samples.csv ] || wrong 'samples of nothing'
    else
        [ "$(wc -l <samples.csv)" -ge 2 ] || wrong 'finished comparisons are lost'
    fi
    equal 'what is left over' '' "$(find . -name '*.tmp*' -o -name '.*.??????')"
    unset CDBENCH_CACHE
}

test_what_cannot_work_is_said_before_the_work()
{
    fails 64 "$CDBENCH" calibrate --plot power.pdf
    says 'end the name in .svg or .png'
    fails 64 "$CDBENCH" calibrate --scene sphere
    says 'both --scene SCENE and --algo NAME'
    fails 64 "$CDBENCH" calibrate --cells cells.yaml --frames 3
    says 'leave out the options of one'
    fails 64 "$CDBENCH" calibrate now
    fails 74 "$CDBENCH" calibrate --cells missing.yaml
    fails 74 "$CDBENCH" calibrate --csv missing/samples.csv
    fails 4 env PATH=/nowhere "$CDBENCH" calibrate --plot power.svg
    says 'gnuplot is missing; install it'
}

test_wrong_answers_are_not_calibrated_with()
{
    # shellcheck disable=SC2086
    run "$CDBENCH" calibrate --scene sphere:triangles=100 --algo broken --frames 20 --no-store
    equal 'exit code' 2 "$code"
    says 'broken on sphere:triangles=100'
    run "$CDBENCH" calibrate --scene sphere:triangles=100 --algo nonsense --no-store
    equal 'exit code' 64 "$code"
}

run_tests
