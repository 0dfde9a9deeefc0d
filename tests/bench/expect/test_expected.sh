#!/bin/bash
# The deterministic gate. results/expected.json has the answers and counters of every algorithm, and every difference
# from it is found and named.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

expected=$root/results/expected.json
# The cell that the tests below change.
cell='/^  "aabb on torusknot[^"]*, pairs"/,/^  \}/'

# spoilt SCRIPT CODE PATTERN [ALGO]: a copy of the file that sed has changed; its check ends so, and prints this.
spoilt()
{
    sed -E "$1" "$expected" >spoilt
    ! cmp -s "$expected" spoilt || wrong 'the file was not changed'
    fails "$2" "$CDBENCH" expect --check spoilt --algo "${4:-aabb}"
    prints "$3"
}

# The OpenGL renderer that drew the rows of a file; nothing if none was drawn.
renderer()
{
    grep -m 1 '"environment"' "$1"
}

# Everything is checked by what `expect --write` writes, below, and by test_ci_gate.sh.
test_some_algorithms_answer_and_count_as_expected()
{
    shows '^[0-9]+ of [0-9]+ rows compared with ' "$CDBENCH" expect --check "$expected" --algo rapid --algo scda --algo closest --algo region_sort
}

test_what_differs_is_named_with_both_values_and_an_answer_has_its_own_exit_code()
{
    spoilt "$cell s/(\"box_tests\": )[0-9]+/\1424242/" 1 '^aabb on torusknot.*, pairs: box_tests [0-9]+, expected 424242$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    says '0 answers, 1 counter and 0 rows or scenes are not as expected; if that is intended, `cdbench expect --write spoilt` rewrites the file$'
    spoilt "$cell { s/(\"records\": )[0-9]+/\1424242/; s/(\"digest\": \")[^\"]*/\1ffffffffffffffffffffffffffffffff/ }" 2 \
        '^aabb on torusknot.*, pairs: records [0-9]+, expected 424242; digest [0-9a-f]{32}, expected f{32}$'
    says '1 answer, 0 counters .*; `cdbench verify` shows answers that are wrong; if that is intended, `cdbench expect --write spoilt` '
    # Answers count more than counters.
    spoilt "$cell { s/(\"hit_frames\": )[0-9]+/\1424242/; s/^   \"box_tests\".*/&\n   \"cells\": 424242,/ }" 2 'hit_frames [0-9]+, expected 424242$'
    prints 'cells 0, expected 424242$'
    says '1 answer, 1 counter and'
    # A counter that one side alone knows is one line.
    spoilt 's/^   "box_tests": .*/&\n   "tests_of_boxes": 7,/' 1 '^spoilt has lines of tests_of_boxes, which nothing counts; `cdbench expect --write spoilt` removes them$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_make_expected_is_for_its_own_file()
{
    mkdir results
    sed -E "$cell s/(\"box_tests\": )[0-9]+/\1424242/" "$expected" >results/expected.json
    fails 1 "$CDBENCH" expect --algo aabb
    says 'if that is intended, `make expected` rewrites the file$'
}

test_what_is_no_count_is_refused()
{
    local value
    for value in '"list_hops": 0.5' '"list_hops": null' '"list_hops": "8"' '"list_hops": 8.0' '"list_hops": -711' '"unheard": {}'; do
        sed -E "$cell s/^   \"box_tests\"/   $value,\n&/" "$expected" >spoilt
        refuses 65 "spoilt: aabb on torusknot[^\"]*, pairs: ${value:1:7}.* is no count" "$CDBENCH" expect --check spoilt --algo rapid
    done
    sed -E "$cell s/(\"digest\": )\"[^\"]*\"/\17/" "$expected" >spoilt
    refuses 65 ', pairs: digest is no text$' "$CDBENCH" expect --check spoilt --algo rapid
    printf '{"cells": {"aabb on box": 7}, "scenes": {}}\n' >other
    refuses 65 'other: aabb on box: is no object' "$CDBENCH" expect --check other
}

test_threads_that_the_system_does_not_start_are_not_the_algorithms_fault()
{
    # Stacks of a pebibyte.
    exits 4 sh -c 'ulimit -s 1099511627776 && exec "$@"' sh "$CDBENCH" expect --check "$expected" --algo obb8
    says 'only 1 of 2 threads start'
}

test_rows_that_are_refused_are_counted()
{
    shows '^([0-9]+) of \1 rows compared with .*; [0-9]+ refused: closest: .* convex bodies' "$CDBENCH" expect --check "$expected" --algo closest
    ! grep -q 'not made' "$scratch/out" || wrong 'refused is not lacking'
}

test_rows_of_one_side_are_told_by_algorithm_and_a_scene_once()
{
    local unknown='of its rows are not in spoilt; if they are right, `cdbench expect --write spoilt` adds them'
    spoilt "$cell d" 1 "^aabb: 1 $unknown; the first: aabb on torusknot.*, pairs\$"
    spoilt '/^  "region_sort[ :]/,/^  \}/ d' 1 "^region_sort: [0-9]+ $unknown" region_sort # a new algorithm is one line
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    spoilt 's/^  "aabb:bbox=cube /  "aabb:bbox=thirds /' 1 "^aabb: [0-9]+ $unknown"
    prints '^aabb: [0-9]+ of its rows of spoilt are of no algorithm, setting or scene that there is; `cdbench expect --write spoilt` removes them; the first: aabb:bbox=thirds on'
    spoilt 's/^(  "torusknot.*": ")[0-9a-f]{32}/\1ffffffffffffffffffffffffffffffff/' 1 \
        '^torusknot.*: the scene itself changed: hash [0-9a-f]{32}, expected f{32}$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    spoilt 's/^  "(torusknot.*": "[0-9a-f]{32})/  "no_\1/' 1 '^torusknot.*: the scene itself changed: hash [0-9a-f]{32}, expected none$'
}

test_rows_of_another_renderer_do_not_count()
{
    sed -E '/^  "image_cd/,/^  \}/ { s/("environment": ").*",/\1another renderer",/; s/("records": )[0-9]+/\1424242/ }' "$expected" >spoilt
    exits 4 "$CDBENCH" expect --check spoilt --algo image_cd # none is left
    exits 0 "$CDBENCH" expect --check spoilt --algo image_cd --algo closest
    prints '; [0-9]+ not: they are of another OpenGL renderer'
}

test_writing_gives_the_same_file_and_wrong_names_are_one_line()
{
    fails 64 "$CDBENCH" expect --write a --check b
    fails 64 "$CDBENCH" expect --write a --algo rapid
    refuses 64 "did you mean 'aabb'" "$CDBENCH" expect --check "$expected" --algo aaabb
    refuses 64 'no expected answers have this name; `cdbench list algos`' "$CDBENCH" expect --check "$expected" --algo sap
    refuses 74 ': is a directory; name a file$' "$CDBENCH" expect --check /tmp
    refuses 74 'missing: No such file or directory; `cdbench expect --write' "$CDBENCH" expect --check missing
    fails 74 "$CDBENCH" expect --write missing/file
    printf '{"cells": {},\n "cells": {}, "scenes": {}}\n' >other
    refuses 65 'other:2: duplicate object key' "$CDBENCH" expect --check other
    printf '{"cells": [], "scenes": {}}\n' >other
    refuses 65 'other: has no cells and scenes' "$CDBENCH" expect --check other
    printf 'a,b\n1,2\n' >other
    fails 65 "$CDBENCH" expect --write other # which is somebody's
    [ "$(cat other)" = $'a,b\n1,2' ] || wrong 'a file that is not ours was changed'
    [[ $CDBENCH == */release/* ]] || return 0 # others are slow
    sed 's/^  "region_sort[ :]/  "region_shuffle /' "$expected" >again # what is gone does not stay
    succeeds "$CDBENCH" expect --write again
    if [ "$(renderer "$expected")" = "$(renderer again)" ]; then
        cmp "$expected" again || wrong 'written again, it is another'
    else
        echo "it is of another OpenGL renderer, $(renderer "$expected"): not compared"
    fi
}

run_tests
