#!/bin/bash
# `cdbench history` from outside: what runs measured is kept, and its changes are told and drawn.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

small=sphere:triangles=100

# make_run ALGORITHM...: a run of the folder `runs`, whose name is left in $made.
make_run()
{
    local algos=()
    for algo; do algos+=(--algo "$algo"); done
    run "$CDBENCH" run "${algos[@]}" --scene $small --frames 4 --repeat 2 --quiet --results runs
    [ $code -eq 0 ] || wrong "exit code $code"
    made=$(find runs -mindepth 1 -maxdepth 1 -newer mark -name '2*' | sort | tail -n 1)
}

# series STEP: a history of 30 runs, from the 16th of which fps are multiplied by STEP.
series()
{
    mkdir -p kept
    awk -v step="$1" 'BEGIN {
        print "date,run,revision,scene,query,algo,settings,frames,threads,scene_hash,fps,fps_low,fps_high,fps_confidence,cpu_ms_median,samples,machine,fingerprint"
        srand(3)
        for (i = 1; i <= 30; i++) {
            fps = 1000 * (1 + 0.01 * (rand() - 0.5)) * (i > 15 ? step : 1)
            printf "2026-01-%02dT00:00:00Z,run%d,c%06d,bunny.obj,pairs,rapid,variant=corrected,200,1,abc,%.3f,%.3f,%.3f,0.98,1,9,m,f\n", i, i, i, fps, fps * 0.99, fps * 1.01
        }
    }' >kept/machine.csv
}

test_runs_are_appended_once()
{
    touch -d '1 minute ago' mark
    make_run rapid brute
    succeeds "$CDBENCH" history append "$made" --history kept
    prints '^kept/.*core.csv: 2 rows from runs/'
    succeeds "$CDBENCH" history append "$made/run.json" --history kept
    prints ': 0 rows from .*; it was there already$'
    local file
    file=$(echo kept/*.csv)
    equal 'rows' 3 "$(wc -l <"$file")"
    equal 'algorithms' 'rapid brute' "$(column "$file" algo | xargs)"
    equal 'fingerprints' 1 "$(column "$file" fingerprint | grep -cE '^[0-9a-f]{12}$' | sed 's/2/1/')"
    equal 'runs' "${made#runs/} ${made#runs/}" "$(column "$file" run | xargs)"
}

test_several_at_a_time_lose_nothing()
{
    touch -d '1 minute ago' mark
    make_run rapid
    mkdir copies
    for i in 1 2 3 4 5 6; do
        sed "s/\"id\": \"[^\"]*\"/\"id\": \"run$i\"/" "$made/run.json" >copies/$i.json
        "$CDBENCH" history append copies/$i.json --history kept >/dev/null &
    done
    wait
    equal 'rows' 7 "$(cat kept/*.csv | wc -l)"
    equal 'files' 1 "$(find kept -mindepth 1 | wc -l)"
}

test_runs_append_themselves_and_none_is_lost_when_they_end_together()
{
    local run
    for run in 1 2 3; do
        "$CDBENCH" run --algo rapid --scene $small --frames 4 --repeat 2 --no-results --quiet --history kept 2>>err &
    done
    wait
    equal 'rows' 4 "$(cat kept/*.csv | wc -l)"
    equal 'runs' 3 "$(column "$(echo kept/*.csv)" run | sort -u | wc -l)"
    run "$CDBENCH" run --algo rapid --algo brute --scene $small --frames 4 --repeat 2 --no-results --history kept
    equal 'exit codes' $code 0
    prints '^History: 2 rows more in kept/.*core.csv$'
    fails 74 "$CDBENCH" run --algo rapid --scene $small --frames 4 --repeat 2 --no-results --quiet --history /dev/null/kept
}

test_a_step_is_told_and_drawn()
{
    series 0.9
    succeeds "$CDBENCH" history plot --history kept
    prints '^rapid:variant=corrected on bunny.obj, pairs, 200 frames: 30 runs, last [0-9.]+ fps at c000030; 1 change$'
    prints '^    -(9|10)\.[0-9] % at c000016 \(2026-01-16T00:00:00Z\): [0-9.]+, then [0-9.]+ fps; p 0.0'
    grep -q '<svg' kept/machine.svg || wrong 'no picture'
    grep -q 'c000016' kept/machine.svg || wrong 'the picture does not name the revision'
    succeeds "$CDBENCH" history plot kept/machine.csv --out picture.png --cell rapid
    [ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || wrong 'no PNG'
}

test_runs_that_are_added_late_take_their_place()
{
    series 0.9
    { head -n 1 kept/machine.csv; tail -n +2 kept/machine.csv | sort -R --random-source=/dev/zero; } >kept/mixed
    mv kept/mixed kept/machine.csv
    succeeds "$CDBENCH" history plot --history kept
    prints ': 30 runs, last [0-9.]+ fps at c000030; 1 change$'
    prints ' at c000016 '
}

test_no_step_is_no_change()
{
    series 1
    succeeds "$CDBENCH" history plot --history kept
    prints ': 30 runs, .*; 0 changes$'
}

test_another_machine_begins_another_line()
{
    series 0.9
    sed -i '17,$s/,f$/,g/' kept/machine.csv
    succeeds "$CDBENCH" history plot --history kept
    equal 'lines' 2 "$(grep -c ': 15 runs, .*; 0 changes$' "$scratch/out")"
}

test_a_name_of_quotes_is_no_command()
{
    series 1
    sed -i "s/,rapid,/,''x''' set output; y',/" kept/machine.csv
    succeeds "$CDBENCH" history plot --history kept
    prints "^''x''' set output; y':variant"
    grep -q 'set output' kept/machine.svg || wrong 'the title is not whole'
}

test_tens_of_thousands_of_cells_are_refused_at_once()
{
    mkdir kept
    seq 60000 | sed 's/.*/a&,1,f/; 1i algo,fps,fingerprint' >kept/machine.csv
    fails 64 timeout 60 "$CDBENCH" history plot --history kept
    says 'more than 40 cells are too many for one picture'
    seq 60000 | sort -r | sed 's/.*/1,&,f/; 1i fps,date,fingerprint' >kept/machine.csv
    run timeout 60 "$CDBENCH" history plot --history kept
    equal 'exit codes' $code 0
}

test_what_no_run_leaves_is_not_kept()
{
    local text
    text=$(printf '%70000s' x)
    echo "{\"id\": \"r\", \"machine\": {}, \"cells\": [{\"fps\": 1}, {\"fps\": 1, \"scene\": \"$text\"}]}" >long.json
    fails 65 "$CDBENCH" history append long.json --history kept
    says 'run r: cell 2 has a text of more than 2000 bytes'
    { echo '{"id": "r", "machine": {}, "cells": [{}'; yes ',{}' | head -n 10000; echo ']}'; } >many.json
    fails 65 "$CDBENCH" history append many.json --history kept
    says 'many.json: 10001 cells'
    mkfifo pipe.json
    fails 74 timeout 10 "$CDBENCH" history append pipe.json --history kept
    says 'pipe.json: is a pipe'
    [ "$(find kept -type f | wc -l)" -eq 0 ] || wrong 'something is kept'
}

test_wrong_usage_is_one_line()
{
    fails 64 "$CDBENCH" history
    fails 64 "$CDBENCH" history draw
    says 'takes append or plot'
    fails 64 "$CDBENCH" history append
    says 'name the folders of runs; or let a run append itself'
    fails 74 "$CDBENCH" history append missing
    says 'missing'
    fails 74 "$CDBENCH" history plot
    says 'cdbench run --history. begins one'
    echo '{}' >empty.json
    fails 65 "$CDBENCH" history append empty.json
    echo '{' >bad.json
    fails 65 "$CDBENCH" history append bad.json
    printf 'a,b\n1,2\n' >other.csv
    fails 65 "$CDBENCH" history plot other.csv
    series 1
    fails 64 "$CDBENCH" history plot --history kept --cell brute
    fails 64 "$CDBENCH" history plot --history kept --out picture.gif
    cp kept/machine.csv kept/other.csv
    fails 64 "$CDBENCH" history plot --history kept
    says 'histories of 2 machines'
}

run_tests
