#!/bin/bash
# `cdbench reproduce --interpretations` from outside: what it prints and leaves behind, Ctrl-C and --resume, wrong words.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

slower='s/interpretations: \[200\]/interpretations: [200, 60000]/'
folder=results/local/open/interpretations

# Measures the interpretations of `open` with these words. It may warn that the machine is busy.
measures()
{
    exits 0 "$CDBENCH" reproduce open --interpretations "$@"
    [ ! -e $folder/.work ] || wrong 'what was measured is still there'
}

test_interpretations_leave_a_table_of_outcomes()
{
    measures --no-figures
    prints '^open: 6 cases: the first interpretations, each other one alone, and pairs$'
    prints '^  fewer +the same under 3 of 6; depth=never: refuted; which=all: refuted$' '^  sure +none touches it' "^$folder/$"
    [ "$(wc -l <$folder/interpretations.csv)" -eq 22 ] || wrong 'not a row per case, claim and threshold'
    grep -q '"paper": "open"' $folder/run.json || wrong 'run.json does not say of what'
    grep -q '^1,,fewer,repaired,0.5,reproduced,' $folder/interpretations.csv ||
        wrong 'no row of the first values'
    succeeds "$CDBENCH" reproduce open/counts --no-figures --quiet
    shows 'interpretations: the same under 3 of 6' "$CDBENCH" claims open --results results/local
    # A figure with other outcomes than those in the table is removed.
    touch $folder/interpretations.{gnuplot,svg,png,pdf}
    measures --no-figures
    ! exists "$folder/interpretations.[gsp]*" || wrong 'the old figure is there'
    succeeds "$CDBENCH" claims open --results results/local --json
    prints '"interpretations": "none touches it' '"says": "How often is the space divided' '"not_measured": "nobody has built it"' \
        '"name": "all : divided, matches, n=600"' '"says": "Seconds on an abacus"'
    equal 'verdicts by case' 6 "$(python3 -c 'import json, sys
print(len(json.load(open(sys.argv[1]))["papers"][0]["claims"][0]["cases"]))' "$scratch/out")"
}

test_interpretations_are_measured_in_sessions_too()
{
    measures --no-figures
    cp $folder/interpretations.csv one.csv
    measures --sessions 2 --no-figures
    cmp one.csv $folder/interpretations.csv || wrong 'other outcomes of counts'
}

test_an_interrupted_run_goes_on()
{
    altered open "$slower"
    begins "$CDBENCH" reproduce open --interpretations --no-figures
    watched=$process await exists "$folder/.work/open/counts/.groups/*"
    stopped INT 130
    says 'interpretations --resume'
    [ ! -e $folder/interpretations.csv ] || wrong 'a table of what is not finished'
    exists "$folder/.work/open/counts/.groups/*" || wrong 'what was finished is gone'
    export CDBENCH_PAPERS=$root/tests/papers
    measures --resume --no-figures
    prints '^  fewer +the same under 3 of 6'
}

test_wrong_words_are_usage_errors()
{
    refuses 64 'give one of them' "$CDBENCH" reproduce open --interpretations --full
    refuses 64 'takes whole papers' "$CDBENCH" reproduce open/counts --interpretations
    refuses 64 'small: its file has no interpretations' "$CDBENCH" reproduce small --interpretations
    altered open '/^claims:/,$d'
    refuses 64 'open: its file has no claims' "$CDBENCH" reproduce open --interpretations
    [ ! -e results/local/open ] || wrong 'something was written'
}

test_interpretations_may_be_called_by_numbers()
{
    altered open 's/{id: half,/{id: 1,/; s/{id: hardly,/{id: 2,/'
    measures --no-figures
    prints '^  fewer +the same under 3 of 6; depth=never: refuted; which=all: refuted$'
}

test_a_formula_touches_only_what_reads_it()
{
    local twice='s/^    series:/    columns:\n      - {name: twice, formula: "matches * ${bound}"}\n    series:/'
    altered open "$twice"
    measures --no-figures
    prints '^  sure +none touches it'
    altered open "$twice; s/column: misses/column: twice/"
    measures --no-figures
    prints '^  sure +the same under all 6'
}

test_what_fails_is_told_and_run_again()
{
    write_program '[ $1 -eq 4 ] || [ -e repaired ] || exit 9; echo $1 >>runs; echo series,m,matches; echo all,$1,2; echo divided,$1,1'
    mkdir failing
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
    export CDBENCH_PAPERS=failing
    exits 4 "$CDBENCH" reproduce open --interpretations --no-figures
    says '^cdbench: open/counts: .*paper_fixture 0 ended with exit code 9'
    [ -d $folder/.work ] || wrong 'what was finished is gone'
    touch repaired
    measures --resume --no-figures
    equal 'what has run, each once' '1 0 1 4' "$(sort runs | uniq -c | xargs)"
}

test_a_claim_that_was_changed_since_says_so()
{
    measures --no-figures
    altered open 's/column: misses, max: 0/column: misses, max: 3/'
    succeeds "$CDBENCH" claims open --results results/local --json
    [ "$(grep -c 'measured before its checks were changed' "$scratch/out")" -eq 1 ] || wrong 'not the one claim that was changed'
}

test_two_runs_keep_apart()
{
    altered open "$slower"
    begins "$CDBENCH" reproduce open --interpretations --no-figures
    await test -d $folder/.work/open/counts
    export CDBENCH_PAPERS=$root/tests/papers
    exits 74 "$CDBENCH" reproduce open --interpretations --no-figures
    says 'another run is using it'
    [ -d $folder/.work ] || wrong 'the work of the first is gone'
    kill -INT "$process"
    wait "$process"
    process=
    measures --no-figures
    says 'begun anew, without what an earlier run has measured'
}

run_tests
