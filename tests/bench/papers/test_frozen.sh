#!/bin/bash
# scripts/frozen: what it takes from results, and what it tells of a change. The reference has what results/frozen.json says.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

test_the_reference_is_what_is_frozen()
{
    exits 0 "$root/scripts/frozen" "$root/results/reference" --check "$root/results/frozen.json"
}

test_another_answer_and_another_verdict_are_told()
{
    export CDBENCH_PAPERS=$root/tests/papers
    exits 0 "$CDBENCH" reproduce open --no-figures --quiet
    succeeds "$root/scripts/frozen" results/local
    cp "$scratch/out" frozen.json
    grep -q '"repaired": "reproduced"' frozen.json || wrong 'no verdict'
    grep -q 'n=300 series=divided: .*matches [0-9]*, digest' frozen.json || wrong 'no answers'
    exits 0 "$root/scripts/frozen" results/local --check frozen.json
    sed 's/matches [0-9]*/matches 1/; s/"reproduced"/"refuted"/' frozen.json >other.json
    exits 1 "$root/scripts/frozen" results/local --check other.json
    prints '^- open fewer repaired: refuted$' '^\+ open fewer repaired: reproduced$' '^- open/counts n=300 .*matches 1,'
    "$root/scripts/frozen" nowhere 2>err; equal 'exit code' 64 $?
    grep -q 'nowhere is no folder' err || wrong 'not said'
}

run_tests
