#!/bin/bash
# `cdbench claims` from outside: the ledger of a small paper, from measurements written by hand and from real ones.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

export CDBENCH_PAPERS=$scratch/papers
mkdir "$CDBENCH_PAPERS"
cat >"$CDBENCH_PAPERS/tiny2000.yaml" <<'EOF'
key: tiny2000
title: Collisions of small bodies
authors: A. Uthor
published: Nowhere 1(1):1-2, 2000
machine: a slow one
experiments:
  - id: fig1
    title: Time over size
    source: figure 1
    vary:
      - {name: size, values: [100, 200, 400]}
    scene: "sphere:triangles=${size}"
    quick: {frames: 5, repeat: 6}
    series:
      - {id: brute, label: brute force, algo: brute}
      - {id: rapid, label: RAPID, algo: rapid}
    columns:
      - {name: ms, formula: "1000 / fps", unit: ms}
  - id: fig2
    title: Never run
    source: figure 2
    scene: "sphere:triangles=100"
    series: [{id: rapid, label: RAPID, algo: rapid}]
claims:
  - id: c1
    says: Trees are faster.
    where: section 1
    checks:
      - {kind: ratio, says: "ms, brute force : RAPID", experiment: fig1, series: brute, against: rapid, column: ms,
         min: 2, decides: [printed, mended]}
  - id: c2
    says: Brute force is faster.
    where: section 2
    checks:
      - {kind: ratio, says: "ms, RAPID : brute force", experiment: fig1, series: rapid, against: brute, column: ms,
         min: 2, decides: [printed, mended]}
  - id: c3
    says: Brute force takes quadratic time.
    where: section 3
    checks:
      - {kind: slope, says: "slope, brute force", experiment: fig1, series: brute, column: ms, over: size, min: 1.5, decides: [mended]}
      - {kind: error_rate, says: misses, experiment: fig1, series: rapid, errors: misses, trials: truth_pairs,
         min: 0.9, decides: [mended]}
  - id: c4
    says: A second experiment shows the same.
    where: section 4
    checks:
      - {kind: ratio, experiment: fig2, series: rapid, against: rapid, column: fps, min: 1, decides: [mended]}
  - id: c5
    says: On many cores it is faster still.
    where: section 5
    not_comparable: {when: fewer than 64 cores, reason: this machine has too few cores}
    checks:
      - {kind: ratio, experiment: fig1, series: brute, against: rapid, column: ms, min: 2, decides: [printed, mended]}
  - id: c6
    says: It is beautiful.
    where: section 6
    not_comparable: {reason: a matter of taste}
EOF

test_every_claim_gets_its_verdict()
{
    by_hand results/local
    succeeds "$CDBENCH" claims
    prints '^tiny2000: Collisions of small bodies$'
    prints '^measurements: results/local, some or all of them at quick size, 1 of unknown age: '
    prints '^c1  Trees are faster\. +section 1 +reproduced$' \
        '^    ms, brute force : RAPID +10 \(9\.71 to 10\.3\) at size=100, worst of 3, at +holds$' '^    as printed: reproduced$'
    prints '^c2  Brute force is faster\. +section 2 +refuted$'
    prints '^c3  .*partly$' '^    slope, brute force +2 \(2 to 2\), at least 1\.5 +holds$' \
        '^    misses +0 of 300 = 0 % \(0 % to 1\.26 %\), at least 90 % +fails$'
    prints '^c4  .*not measured$' '^    not measured yet: cdbench reproduce tiny2000/fig2$'
    prints '^c5  .*not measured$' '^    this machine has too few cores$'
    prints '^c6  .*not comparable$' '^    a matter of taste$'
    prints '^mended     6 claims: 1 reproduced, 1 partly, 1 refuted, 1 not comparable, 2 not measured$'
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

test_failing_on_a_verdict_names_the_claims()
{
    by_hand results/local
    refuses 1 '^cdbench: 1 claim that --fail-on names: tiny2000 c2 refuted \(results/local\)$' "$CDBENCH" claims --fail-on refuted
    prints '^mended     6 claims'
    fails 1 "$CDBENCH" claims --fail-on partly --fail-on not-measured --fail-on not-comparable
    says 'c3 partly .*c4 not measured .*c5 not measured .*c6 not comparable'
    succeeds "$CDBENCH" claims --fail-on undecided
    cp -r "$CDBENCH_PAPERS" papers
    sed -i '/id: c2/,/min: 2/d' papers/tiny2000.yaml
    CDBENCH_PAPERS=papers succeeds "$CDBENCH" claims --fail-on refuted
}

test_wrong_usage_is_one_line()
{
    refuses 64 'choose partly, refuted, undecided, not-comparable or not-measured' "$CDBENCH" claims --fail-on refused
    refuses 64 'tiny2000' "$CDBENCH" claims tiny2001
    fails 64 "$CDBENCH" claims --json --markdown
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
    succeeds "$CDBENCH" claims --markdown --csv claims.csv
    prints '^\| c1 \| Trees are faster\. \| section 1 \| \*\*reproduced\*\* \| reproduced \|  \|  \|$'
    prints '^- \*\*c1\*\*, reproduced' '^  - ms, brute force : RAPID: .*: \*holds\*, decides \*\*printed, mended\*\*$'
    equal 'forms' 'mended reproduced reproduced' "$(column claims.csv headline ours printed mended corrected | sed -n 1p | xargs)"
    equal 'rows' 7 "$(($(wc -l <claims.csv) - 1))"
    equal 'verdicts' 'c1 reproduced c2 refuted c3 partly c3 partly c4 not measured c5 not measured c6 not comparable' \
        "$(column claims.csv claim verdict | xargs)"
    equal 'outcomes' 'holds fails holds fails missing holds NA' "$(column claims.csv outcome | xargs)"
    succeeds "$CDBENCH" claims --csv -
    cmp -s claims.csv "$scratch/out" || wrong 'the CSV on stdout is not that of the file'
    [ ! -e ./- ] || wrong 'a file of the name -'
    succeeds "$CDBENCH" claims --json
    equal 'json' 'reproduced refuted partly not measured not measured not comparable' "$(python3 -c 'import json, sys
ledger = json.load(open(sys.argv[1]))[0]
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

test_real_measurements_are_judged()
{
    exits 0 "$CDBENCH" reproduce tiny2000/fig1 --quick --quiet
    succeeds "$CDBENCH" claims --csv claims.csv
    prints '^measurements: results/local, some or all of them at quick size$'
    prints '^c1  Trees are faster\. +section 1 +(reproduced|partly|refuted|undecided)$'
    column claims.csv measured | grep -qE ' at size=[0-9]+, worst of 3' || wrong 'no point is named' # on a busy machine, too
    grep -q 'older text' "$scratch/out" && wrong 'measured just now, and called stale'
    cp -r "$CDBENCH_PAPERS" papers
    sed -i 's/size, values: \[100, 200, 400\]/size, values: [100, 200, 300]/' papers/tiny2000.yaml
    CDBENCH_PAPERS=papers shows 'measure again: cdbench reproduce tiny2000/fig1' "$CDBENCH" claims
}

run_tests
