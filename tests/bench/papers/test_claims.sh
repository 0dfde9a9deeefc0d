#!/bin/bash
# `cdbench claims` from outside: the ledger of a small paper, from measurements written by hand and from real ones.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

export CDBENCH_PAPERS=$root/tests/papers

test_every_claim_gets_its_verdict()
{
    by_hand results/local
    shows '^tiny2000: Collisions of small bodies$' "$CDBENCH" claims
    prints '^measurements: results/local, some or all of them at quick size, 1 of unknown age: '
    prints '^c1  Trees are faster\. +section 1 +reproduced$' \
        '^    ms, brute force : RAPID +10 \(9\.71 to 10\.3\) at size=100, worst of 3, at +holds$' '^    as printed: reproduced$'
    prints '^c2  Brute force is faster\. +section 2 +refuted$'
    prints '^c3  .*partly$' '^    slope, brute force +2 \(2 to 2\), at least 1\.5 +holds$' \
        '^    misses +0 of 300 = 0 % \(0 % to 1\.26 %\), at least 90 % +fails$'
    prints '^c4  .*not measured$' '^    not measured yet: cdbench reproduce tiny2000/fig2$'
    prints '^c5  .*not measured$' '^    this machine has too few cores$' '^c6  .*not comparable$' '^    a matter of taste$'
    prints '^repaired   6 claims: 1 reproduced, 1 partly, 1 refuted, 1 not comparable, 2 not measured$'
    prints '^printed    3 claims: 1 reproduced, 1 refuted, 1 not measured$'
    prints 'measured by an older text of the experiment; measure again: cdbench reproduce tiny2000/fig1'
}

test_each_folder_has_a_block_of_its_own_and_what_was_never_measured_is_said()
{
    refuses 74 'nothing was measured yet' "$CDBENCH" claims
    shows '^measurements: results/local$' "$CDBENCH" claims tiny2000
    equal 'claims to measure' 5 "$(grep -c '^    not measured yet: cdbench reproduce tiny2000/fig' "$scratch/out")"
    by_hand results/local
    by_hand results/other
    by_hand elsewhere
    mkdir results/empty
    succeeds "$CDBENCH" claims
    equal 'blocks' 'results/local results/other' "$(sed -n 's/^measurements: \([^,]*\),.*/\1/p' "$scratch/out" | xargs)"
    shows '^measurements: elsewhere,' "$CDBENCH" claims --results elsewhere
    equal 'blocks' 1 "$(grep -c '^measurements' "$scratch/out")"
}

test_folders_are_compared_by_the_claims_on_which_they_differ()
{
    by_hand results/local
    by_hand there/local
    sed -i 's/brute/r/; s/rapid/brute/; s/,r,/,rapid,/' there/local/tiny2000/fig1/*.csv # where brute force is faster
    mkdir empty
    shows '^tiny2000: Collisions of small bodies$' "$CDBENCH" claims results/local ./there/local
    # Folders of one name are shown in full.
    equal 'claims that differ' '  c1        reproduced, quick, old: results/local|            refuted, quick, old: ./there/local' \
        "$(sed -n '/^  c1/,/^  c2/{/c2/d;p}' "$scratch/out" | sed '/^[0-9]/d' | paste -sd '|')"
    prints '^[2-5] of 6 claims have other verdicts here than there$'
    ! grep -q '^  c6' "$scratch/out" || wrong 'a claim that does not differ'
    shows '^            not measured: ./empty/$' "$CDBENCH" claims results/local ./empty/ tiny2000
    shows '^0 of 6 claims have other verdicts here than there$' "$CDBENCH" claims results/local ./results/local
    # One folder has the whole table.
    shows '^measurements: ./there/local, ' "$CDBENCH" claims ./there/local
    refuses 1 'tiny2000 c1 refuted \(./there/local\)' "$CDBENCH" claims results/local ./there/local --fail-on refuted
    succeeds "$CDBENCH" claims results/local ./there/local --csv -
    equal folders './there/local results/local' "$(column "$scratch/out" folder | sort -u | xargs)"
}

test_a_table_without_its_run_counts_as_not_measured_and_every_command_says_so()
{
    local command
    by_hand results/local
    by_hand mine
    rm mine/tiny2000/fig1/run.json
    mkdir mine/tiny2000/interpretations
    echo combination >mine/tiny2000/interpretations/interpretations.csv
    for command in 'claims --results mine' 'obtained mine results/local'; do
        run "$CDBENCH" $command
        says '^cdbench: warning: mine/tiny2000/fig1/cells.csv: there is no run.json beside it, so that it counts as not measured; restore'
        says '^cdbench: warning: mine/tiny2000/interpretations/interpretations.csv: there is no run.json'
        equal "warnings of $command" 2 "$(grep -c 'there is no run.json' "$scratch/err")"
    done
    exits 0 "$CDBENCH" claims --results mine
    prints '^c1  .*not measured$'
    # What was not measured at all is no cause for a warning.
    rm -r mine/tiny2000/*
    shows '^c1  .*not measured$' "$CDBENCH" claims tiny2000 --results mine
}

test_failing_on_a_verdict_names_the_claims()
{
    by_hand results/local
    refuses 1 '^cdbench: 1 claim that --fail-on names: tiny2000 c2 refuted \(results/local\)$' "$CDBENCH" claims --fail-on refuted
    prints '^repaired   6 claims'
    fails 1 "$CDBENCH" claims --fail-on partly --fail-on not-measured --fail-on not-comparable
    says 'c3 partly .*c4 not measured .*c5 not measured .*c6 not comparable'
    succeeds "$CDBENCH" claims --fail-on undecided
    altered tiny2000 '/id: c2/,/min: 2/d'
    succeeds "$CDBENCH" claims --fail-on refuted
}

test_wrong_usage_is_one_line()
{
    refuses 64 'choose partly, refuted, vacuous, undecided, not-comparable or not-measured' "$CDBENCH" claims --fail-on refused
    refuses 64 'tiny2000' "$CDBENCH" claims tiny2001
    fails 64 "$CDBENCH" claims --json --csv -
    fails 64 "$CDBENCH" claims --results ''
    refuses 74 'nowhere' "$CDBENCH" claims --results nowhere
    by_hand results/local
    echo '100,brute' >>results/local/tiny2000/fig1/cells.csv
    refuses 65 'results/local/tiny2000/fig1/cells.csv:8: 2 fields where the header has 8' "$CDBENCH" claims
    by_hand results/local
    fails 74 "$CDBENCH" claims --csv missing/claims.csv
}

test_other_forms_say_the_same()
{
    by_hand results/local
    succeeds "$CDBENCH" claims --csv claims.csv
    equal 'forms' 'repaired reproduced reproduced' "$(column claims.csv headline ours printed repaired corrected | sed -n 1p | xargs)"
    equal 'rows' 7 "$(($(wc -l <claims.csv) - 1))"
    equal 'verdicts' 'c1 reproduced c2 refuted c3 partly c3 partly c4 not measured c5 not measured c6 not comparable' \
        "$(column claims.csv claim verdict | xargs)"
    equal 'outcomes' 'holds fails holds fails missing holds NA' "$(column claims.csv outcome | xargs)"
    succeeds "$CDBENCH" claims --csv -
    cmp -s claims.csv "$scratch/out" || wrong 'the CSV on stdout is not that of the file'
    [ ! -e ./- ] || wrong 'a file of the name -'
    succeeds "$CDBENCH" claims --json
    equal 'json' 'reproduced refuted partly not measured not measured not comparable' "$(python3 -c 'import json, sys
ledger = json.load(open(sys.argv[1]))["papers"][0]
print(*[claim["verdict"] for claim in ledger["claims"]])' "$scratch/out")"
}

# Every way in which a file may say "none": as version 1.0 wrote it, as it is now, unknown, and quoted.
test_files_of_1_0_say_the_same()
{
    local none variant
    succeeds "$CDBENCH" reproduce tiny2000/fig1 --quick --quiet --results now
    variant=$(head -n 1 now/tiny2000/fig1/cells.csv | tr , '\n' | grep -nx variant | cut -d: -f1)
    equal 'variants' $'\ncorrected' "$(column now/tiny2000/fig1/cells.csv variant | sort -u)"
    "$CDBENCH" claims --results now --csv - tiny2000 >now.csv
    own_tables now
    for none in "'-" '"'"'"'-"' NA '""'; do
        rm -rf then
        cp -r now then
        awk -F, -v OFS=, -v variant="$variant" -v none="$none" '$variant == "" { $variant = none } 1' \
            now/tiny2000/fig1/cells.csv >then/tiny2000/fig1/cells.csv
        ! cmp -s {now,then}/tiny2000/fig1/cells.csv || wrong "nothing was changed to $none"
        "$CDBENCH" claims --results then --csv - tiny2000 >then.csv
        cmp <(sed 's/^now,/then,/' now.csv) then.csv || wrong "other verdicts where none is $none"
        shows ' 0 values differ, 0 rows lacking$' "$CDBENCH" obtained now then
    done
}

# For readers who cannot see it: long enough for the axes, the series and what to look for, short enough to listen to.
test_every_figure_of_the_papers_here_is_described_in_words()
{
    export CDBENCH_PAPERS=$root/papers
    exits 0 "$CDBENCH" claims --json --results "$root/results/reference"
    equal 'figures without 100 to 300 characters' none "$(python3 -c 'import json, sys
figures = [(paper["paper"], experiment["id"], figure) for paper in json.load(open(sys.argv[1]))["papers"]
           for experiment in paper["experiments"] for figure in experiment["figures"]]
lacking = ["/".join([key, of, figure["id"]]) for key, of, figure in figures if not 100 <= len(figure["alt"] or "") <= 300]
print(*lacking or ["none" if figures else "no figures"])' "$scratch/out")"
}

test_real_measurements_are_judged()
{
    exits 0 "$CDBENCH" reproduce tiny2000/fig1 --quick --quiet
    shows '^measurements: results/local, some or all of them at quick size$' "$CDBENCH" claims --csv claims.csv
    prints '^c1  Trees are faster\. +section 1 +(reproduced|partly|refuted|undecided)$'
    column claims.csv measured | grep -qE ' at size=[0-9]+, worst of 3' || wrong 'no point is named' # on a busy machine, too
    grep -q 'older text' "$scratch/out" && wrong 'measured just now, and called stale'
    altered tiny2000 's/size, values: \[100, 200, 400\]/size, values: [100, 200, 300]/'
    shows 'measure again: cdbench reproduce tiny2000/fig1' "$CDBENCH" claims
}

run_tests
