#!/bin/bash
# `cdbench history` from outside: what runs measured is kept, and its changes are reported and drawn.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

small=sphere:triangles=100

# series STEP: makes a history of 30 runs; from the 16th run on, fps are multiplied by STEP.
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

test_runs_append_themselves_and_none_is_lost_when_they_end_together()
{
    local run
    for run in 1 2 3; do
        "$CDBENCH" run --algo rapid --scene $small --frames 4 --repeat 2 --no-results --quiet --history kept 2>>err &
    done
    wait
    equal 'rows' 4 "$(cat kept/*.csv | wc -l)"
    equal 'runs' 3 "$(column "$(echo kept/*.csv)" run | sort -u | wc -l)"
    exits 0 "$CDBENCH" run --algo rapid --algo brute --scene $small --frames 4 --repeat 2 --no-results --history kept
    prints '^History: 2 rows added to kept/.*core.csv$'
    equal 'algorithms' 'rapid brute' "$(column "$(echo kept/*.csv)" algo | tail -n 2 | xargs)"
    equal 'fingerprints' 1 "$(column "$(echo kept/*.csv)" fingerprint | sort -u | grep -cE '^[0-9a-f]{12}$')"
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
    # Runs that are added late take their place.
    { head -n 1 kept/machine.csv; tail -n +2 kept/machine.csv | sort -R --random-source=/dev/zero; } >kept/mixed
    mv kept/mixed kept/machine.csv
    succeeds "$CDBENCH" history plot --history kept
    prints ': 30 runs, last [0-9.]+ fps at c000030; 1 change$' ' at c000016 '
}

test_no_step_is_no_change_and_another_machine_begins_another_line()
{
    series 1
    shows ': 30 runs, .*; 0 changes$' "$CDBENCH" history plot --history kept
    series 0.9
    sed -i '17,$s/,f$/,g/' kept/machine.csv
    succeeds "$CDBENCH" history plot --history kept
    equal 'lines' 2 "$(grep -c ': 15 runs, .*; 0 changes$' "$scratch/out")"
}

test_a_name_of_quotes_is_no_command()
{
    series 1
    sed -i "s/,rapid,/,''x''' set output; y',/" kept/machine.csv
    shows "^''x''' set output; y':variant" "$CDBENCH" history plot --history kept
    grep -q 'set output' kept/machine.svg || wrong 'the title is not whole'
}

test_tens_of_thousands_of_cells_are_refused_at_once()
{
    mkdir kept
    seq 60000 | sed 's/.*/a&,1,f/; 1i algo,fps,fingerprint' >kept/machine.csv
    refuses 64 'more than 40 cells are too many for one picture' timeout 60 "$CDBENCH" history plot --history kept
    seq 60000 | sort -r | sed 's/.*/1,&,f/; 1i fps,date,fingerprint' >kept/machine.csv
    exits 0 timeout 60 "$CDBENCH" history plot --history kept
}

test_a_file_that_was_cut_or_merged_is_refused_before_anything_is_measured()
{
    local file damage measure="$CDBENCH run --algo rapid --scene $small --frames 4 --repeat 2 --no-results --history kept"
    succeeds $measure --algo brute --quiet
    file=$(echo kept/*.csv)
    cp "$file" whole
    for damage in '3p:the same as line 3; restore the file, or remove that line' \
        '$s/,[^,]*$//:17 fields where the header has 18; restore the file, or remove that line'; do
        sed "${damage%%:*}" whole >"$file"
        refuses 65 "^cdbench: $file:[34]: ${damage#*:}$" "$CDBENCH" history plot --history kept
        refuses 65 "^cdbench: $file:[34]: ${damage#*:}$" $measure
        [ ! -s "$scratch/out" ] || wrong 'measured first'
    done
    head -c -4 whole >"$file"
    refuses 65 "^cdbench: $file:3: the line was cut; restore" "$CDBENCH" history plot --history kept
    refuses 65 "^cdbench: $file:3: the line was cut; restore" $measure
    cp whole "$file"
    exits 0 $measure
    equal 'rows' 4 "$(wc -l <"$file")"
}

test_wrong_usage_is_one_line()
{
    fails 64 "$CDBENCH" history
    refuses 64 'it takes plot' "$CDBENCH" history draw
    refuses 74 'cdbench run --history. begins one' "$CDBENCH" history plot
    printf 'a,b\n1,2\n' >other.csv
    fails 65 "$CDBENCH" history plot other.csv
    series 1
    fails 64 "$CDBENCH" history plot --history kept --cell brute
    fails 64 "$CDBENCH" history plot --history kept --out picture.gif
    cp kept/machine.csv kept/other.csv
    refuses 64 'histories of 2 machines' "$CDBENCH" history plot --history kept
}

run_tests
