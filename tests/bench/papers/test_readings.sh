#!/bin/bash
# `cdbench reproduce --readings` from outside: what it prints and leaves, Ctrl-C and --resume, words that are wrong.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

# `reproduce` with these words; that the machine is busy may be said.
measures()
{
    run "$CDBENCH" reproduce "$@"
    equal 'exit code' 0 "$code"
}

test_readings_leave_a_table_and_a_figure()
{
    measures open --readings
    prints '^open: 16 combinations of readings, which are all$'
    prints '^  fewer +holds under 10 of 16 readings \(6 refuted\); much decides; '
    prints '^  sure +untouched'
    prints '^results/local/open/readings/$'
    [ "$(wc -l <results/local/open/readings/readings.csv)" -eq 52 ] || wrong 'not a row per combination, claim and threshold'
    grep -q '^1,four,half,pruned,linked,fewer,mended,0.5,reproduced,' results/local/open/readings/readings.csv ||
        wrong 'no row of the first combination'
    [ ! -e results/local/open/readings/.work ] || wrong 'what was measured is still there'
    if type gnuplot >/dev/null 2>&1; then
        for word in reproduced refuted 'not comparable' depth pruned; do
            grep -q "$word" results/local/open/readings/readings.svg || wrong "the figure does not say $word"
        done
        [ -s results/local/open/readings/readings.png ] || wrong 'no PNG'
    fi
    succeeds "$CDBENCH" claims open --results results/local
    prints 'readings: holds'
    succeeds "$CDBENCH" claims open --results results/local --markdown
    prints '  - readings: holds under 10 of 16 readings'
    prints '\*\*depth\*\*: How often is the space divided'
    succeeds "$CDBENCH" claims open --results results/local --json
    prints '"readings": "untouched'
}

test_a_sample_is_seeded()
{
    measures open --readings --sample 8 --seed 3 --no-figures
    prints '^open: 8 of 16 combinations of readings, drawn by seed 3$'
    cp results/local/open/readings/readings.csv first.csv
    measures open --readings --sample 8 --seed 3 --no-figures
    cmp first.csv results/local/open/readings/readings.csv || wrong 'the same seed gives another table'
    [ ! -e results/local/open/readings/readings.svg ] || wrong 'a figure in spite of --no-figures'
}

test_an_interrupted_run_goes_on()
{
    local moment
    mkdir slow
    sed 's/readings: \[200\]/readings: [200, 60000]/' "$root/tests/papers/open.yaml" >slow/open.yaml
    CDBENCH_PAPERS=slow "$CDBENCH" reproduce open --readings --no-figures >out 2>err &
    process=$!
    for ((moment = 0; moment < 200; moment++)); do
        compgen -G 'results/local/open/readings/.work/open/counts/.groups/*' >/dev/null && break
        sleep 0.05
    done
    kill -INT "$process"
    wait "$process"
    equal 'exit code' 130 $?
    grep -q 'readings --resume' err || wrong 'nothing says how to go on'
    [ ! -e results/local/open/readings/readings.csv ] || wrong 'a table of what is not finished'
    compgen -G 'results/local/open/readings/.work/open/counts/.groups/*' >/dev/null || wrong 'what was finished is gone'
    measures open --readings --resume --no-figures
    prints '^  fewer +holds under 10 of 16'
    [ ! -e results/local/open/readings/.work ] || wrong 'what was measured is still there'
}

test_wrong_words_are_usage_errors()
{
    fails 64 "$CDBENCH" reproduce open --readings --full
    says 'give one of them'
    fails 64 "$CDBENCH" reproduce open/counts --readings
    says 'takes whole papers'
    fails 64 "$CDBENCH" reproduce small --readings
    says 'small: its file has no readings'
    fails 64 "$CDBENCH" reproduce open --readings --redraw
    [ ! -e results/local/open ] || wrong 'something was written'
}

run_tests
