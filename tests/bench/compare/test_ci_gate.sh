#!/bin/bash
# scripts/ci-gate from outside, as far as seconds allow: what it says about answers and counters, and about wrong words.
# What it says about speed would need builds of two revisions.
# Of the release build only: it tests a script, and the parts of the program that the script runs have their own tests.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

case $CDBENCH in
*/release/*) ;;
*) skip 'the gate builds the release configuration only' ;;
esac
git -C "$root" rev-parse --quiet --verify HEAD >/dev/null || skip 'this tree is not under git'
unset GITHUB_STEP_SUMMARY GITHUB_ACTIONS
gate=$root/scripts/ci-gate

test_a_tree_as_expected_passes()
{
    succeeds env GITHUB_STEP_SUMMARY="$PWD/github.md" "$gate" HEAD --no-compare --out out --summary summary.md
    prints '✅ Answers and counters: ([0-9]+) of \1 rows compared'
    grep -q '^## ✅ cdbench: as expected; its speed was not compared$' summary.md || wrong 'no headline'
    grep -q 'rows compared' out/expected.txt || wrong 'no expected.txt'
    cmp -s summary.md github.md || wrong 'another summary for GitHub'
}

test_a_changed_counter_is_red_and_named()
{
    sed -E '/"feature_steps"/d; /^  "rapid on torusknot[^"]*, pairs"/,/^  \}/ s/"box_tests": [0-9]+/"box_tests": 424242/' \
        "$root/results/expected.json" >spoilt
    exits 1 "$gate" HEAD --no-compare --out out --summary summary.md --expected spoilt
    grep -q '^rapid on torusknot.*box_tests [0-9]*, expected 424242$' summary.md || wrong 'not named'
    grep -q 'spoilt has no feature_steps; if that is right, `cdbench expect --write .*spoilt` adds it$' summary.md || wrong 'a counter is not asked for'
    equal 'lines about answers and counters' 3 "$(wc -l <out/expected.txt)"
    grep -q '^## ❌ cdbench: something is slower, or counts otherwise$' summary.md || wrong 'no headline'
}

test_wrong_words_are_one_line()
{
    refuses 64 'which revision' "$gate"
    fails 64 "$gate" HEAD --nonsense
    fails 64 "$gate" HEAD --budget
    fails 64 "$gate" HEAD HEAD~1
    succeeds "$gate" --help
    prints 'scripts/ci-gate BASE' 'Exit codes: 0 fine'
    exits 4 "$gate" no-such-revision --no-compare --out out
    prints 'There is no revision no-such-revision here'
}

test_instructions_ask_for_valgrind()
{
    mkdir bin
    for program in bash dirname mktemp pwd rm; do ln -s "$(command -v $program)" bin/; done
    fails 4 env PATH="$PWD/bin" "$root/scripts/count-instructions" "$CDBENCH"
    says 'valgrind is missing; install with: apt-get install valgrind'
    exits 64 "$root/scripts/count-instructions"
}

run_tests
