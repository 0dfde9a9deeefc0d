#!/bin/bash
# `cdbench reproduce --readings` from outside: what it prints and leaves behind, Ctrl-C and --resume, wrong words.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

# Runs `reproduce` with these words. It may warn that the machine is busy.
measures()
{
    exits 0 "$CDBENCH" reproduce "$@"
}

test_readings_leave_a_table_and_a_figure()
{
    measures open --readings
    prints '^open: 16 combinations of readings, which are all$'
    prints '^  fewer +holds under 10 of 16 readings \(6 refuted\); much decides; ' '^  sure +untouched'
    prints '^results/local/open/readings/$'
    [ "$(wc -l <results/local/open/readings/readings.csv)" -eq 52 ] || wrong 'not a row per combination, claim and threshold'
    grep -q '"paper": "open"' results/local/open/readings/run.json || wrong 'run.json does not say of what'
    grep -q '^1,four,half,pruned,linked,fewer,mended,0.5,reproduced,' results/local/open/readings/readings.csv ||
        wrong 'no row of the first combination'
    [ ! -e results/local/open/readings/.work ] || wrong 'what was measured is still there'
    if type gnuplot >/dev/null 2>&1; then
        for word in reproduced refuted 'not comparable' depth pruned; do
            grep -q "$word" results/local/open/readings/readings.svg || wrong "the figure does not say $word"
        done
        [ -s results/local/open/readings/readings.png ] || wrong 'no PNG'
        grep -q 'at the size for readings · revision' results/local/open/readings/readings.svg || wrong 'the figure does not say on what'
        cp results/local/open/readings/readings.svg .
        rm results/local/open/readings/readings.*g
        measures open/counts --no-figures --quiet
        measures open --redraw --quiet
        cmp readings.svg results/local/open/readings/readings.svg || wrong 'drawn again, it is another figure'
    fi
    shows 'readings: holds' "$CDBENCH" claims open --results results/local
    # A figure with other outcomes than those in the table is removed.
    measures open --readings --no-figures
    [ ! -e results/local/open/readings/readings.svg ] && [ ! -e results/local/open/readings/readings.png ] || wrong 'the old figure is there'
    succeeds "$CDBENCH" claims open --results results/local --markdown
    prints '  - readings: holds under 10 of 16 readings' '\*\*depth\*\*: How often is the space divided'
    succeeds "$CDBENCH" claims open --results results/local --json
    prints '"readings": "untouched'
}

test_readings_are_measured_in_sessions_too()
{
    measures open --readings --no-figures
    cp results/local/open/readings/readings.csv one.csv
    measures open --readings --sessions 2 --no-figures
    cmp one.csv results/local/open/readings/readings.csv || wrong 'other outcomes of counts'
    [ ! -e results/local/open/readings/.work ] || wrong 'what was measured is still there'
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
    mkdir slow
    sed 's/readings: \[200\]/readings: [200, 60000]/' "$root/tests/papers/open.yaml" >slow/open.yaml
    CDBENCH_PAPERS=slow "$CDBENCH" reproduce open --readings --no-figures >out 2>err &
    process=$!
    watched=$process await exists 'results/local/open/readings/.work/open/counts/.groups/*'
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
    refuses 64 'give one of them' "$CDBENCH" reproduce open --readings --full
    refuses 64 'takes whole papers' "$CDBENCH" reproduce open/counts --readings
    refuses 64 'small: its file has no readings' "$CDBENCH" reproduce small --readings
    fails 64 "$CDBENCH" reproduce open --readings --redraw
    refuses 64 'add --readings' "$CDBENCH" reproduce open --sample 8
    mkdir none
    sed '/^claims:/,$d' "$root/tests/papers/open.yaml" >none/open.yaml
    CDBENCH_PAPERS=none refuses 64 'open: its file has no claims' "$CDBENCH" reproduce open --readings
    [ ! -e results/local/open ] || wrong 'something was written'
}

test_readings_may_be_called_by_numbers()
{
    mkdir numbers
    sed 's/{id: half,/{id: 1,/; s/{id: hardly,/{id: 2,/' "$root/tests/papers/open.yaml" >numbers/open.yaml
    CDBENCH_PAPERS=numbers measures open --readings --no-figures
    prints '^  fewer +holds under 10 of 16 readings \(6 refuted\); much decides; '
}

test_a_formula_touches_only_what_reads_it()
{
    mkdir formula
    sed 's/^    series:/    columns:\n      - {name: twice, formula: "matches * ${bound}"}\n    series:/' "$root/tests/papers/open.yaml" >formula/open.yaml
    CDBENCH_PAPERS=formula measures open --readings --no-figures
    prints '^  sure +untouched'
    sed -i 's/column: misses/column: twice/' formula/open.yaml
    CDBENCH_PAPERS=formula measures open --readings --no-figures
    prints '^  sure +holds under 0 of 16 readings'
}

test_what_fails_is_told_and_run_again()
{
    mkdir failing programs
    printf '#!/bin/sh\n[ $1 -eq 4 ] || [ -e mended ] || exit 9\necho series,m,matches\necho all,$1,2\necho divided,$1,1\n' >programs/paper_fixture
    chmod +x programs/paper_fixture
    {
        sed '/^experiments:/,$d' "$root/tests/papers/open.yaml"
        cat <<'END'
experiments:
  - id: counts
    title: Calls
    source: figure 1
    program: paper_fixture
    vary:
      - {name: m, values: ["${levels}"]}
    arguments: ["${m}"]
    series: [{id: all}, {id: divided}]
claims:
END
        sed -n '/^claims:/,/^  - id: sure/p' "$root/tests/papers/open.yaml" | sed '1d;$d'
    } >failing/open.yaml
    export CDBENCH_PAPERS=failing CDBENCH_PROGRAMS=$PWD/programs
    exits 4 "$CDBENCH" reproduce open --readings --no-figures
    says '^cdbench: open/counts: .*paper_fixture 0 ended with exit code 9'
    [ -d results/local/open/readings/.work ] || wrong 'what was finished is gone'
    touch mended
    measures open --readings --resume --no-figures
    [ ! -e results/local/open/readings/.work ] || wrong 'what was measured is still there'
    export CDBENCH_PAPERS=$root/tests/papers
}

test_a_claim_that_was_changed_since_says_so()
{
    measures open --readings --no-figures
    mkdir changed
    sed 's/column: misses, max: 0/column: misses, max: 3/' "$root/tests/papers/open.yaml" >changed/open.yaml
    CDBENCH_PAPERS=changed succeeds "$CDBENCH" claims open --results results/local --markdown
    [ "$(grep -c 'measured before its checks were changed' "$scratch/out")" -eq 1 ] || wrong 'not the one claim that was changed'
}

test_two_runs_keep_apart()
{
    mkdir slow
    sed 's/readings: \[200\]/readings: [200, 60000]/' "$root/tests/papers/open.yaml" >slow/open.yaml
    CDBENCH_PAPERS=slow "$CDBENCH" reproduce open --readings --no-figures >first.out 2>first.err &
    process=$!
    await test -d results/local/open/readings/.work/open/counts
    exits 74 "$CDBENCH" reproduce open --readings --no-figures
    says 'another run is using it'
    [ -d results/local/open/readings/.work ] || wrong 'the work of the first is gone'
    kill -INT "$process"
    wait "$process"
    measures open --readings --no-figures
    says 'begun anew, without what an earlier run has measured'
}

run_tests
