#!/bin/bash
# The deterministic gate: results/expected.csv is what every algorithm answers and counts, and whatever differs
# from it is found and named.
cd "$(dirname "$0")/.." || exit 1
. tests/shell.sh

expected=$root/results/expected.csv
# Slow builds check a few algorithms only.
everything=()
case $CDBENCH in
*/release/*) ;;
*) everything=(--algo rapid --algo scda --algo closest --algo region_sort) ;;
esac
# The cell that the tests below spoil.
cell='^("torusknot[^"]*",pairs,aabb,-,NA'

# spoil SCRIPT: a copy of the file changed by sed, which has to differ.
spoil()
{
    sed -E "$1" "$expected" >spoilt.csv
    ! cmp -s "$expected" spoilt.csv || wrong 'the file was not changed'
}

test_everything_answers_and_counts_as_expected()
{
    succeeds "$CDBENCH" expect --check "$expected" "${everything[@]}"
    prints '^[0-9]+ rows compared with '
}

test_a_changed_counter_is_named_with_both_values()
{
    spoil "s/$cell(,[0-9a-f]+){7}),[0-9]+,/\\1,424242,/"
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^aabb on torusknot.*, pairs: box_tests [0-9]+, expected 424242$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    says '0 answers, 1 counter and 0 rows or scenes .*make expected'
}

test_a_changed_answer_is_named_and_has_its_own_exit_code()
{
    spoil "s/$cell,[0-9a-f]+,[0-9]+,)[0-9]+,[0-9a-f]+,/\\1424242,00000000000000000000000000000000,/"
    fails 2 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^aabb on torusknot.*, pairs: records [0-9]+, expected 424242; digest [0-9a-f]{32}, expected 0{32}$'
    says '1 answer, 0 counters'
}

test_answers_count_more_than_counters()
{
    spoil "s/$cell,[0-9a-f]+,)[0-9]+(,.*),[0-9]+\$/\\1424242\\2,424242/"
    fails 2 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints 'hit_frames [0-9]+, expected 424242$'
    prints 'cells 0, expected 424242$'
}

test_a_missing_row_is_asked_for()
{
    spoil "/$cell,)/d"
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^aabb: 1 of [0-9]+ rows are not in spoilt.csv; if they are right, `make expected` adds them; the first: aabb on torusknot.*, pairs$'
}

test_a_new_algorithm_is_one_line()
{
    spoil '/,region_sort,/d'
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo region_sort
    prints '^region_sort: ([0-9]+) of \1 rows are not in spoilt.csv; if they are right, `make expected` adds them'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_rows_of_what_is_gone_are_found()
{
    spoil "s/,aabb,split=median,/,aabb,split=thirds,/"
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^aabb: [0-9]+ of [0-9]+ rows are not in spoilt.csv'
    prints '^aabb: [0-9]+ of [0-9]+ rows of spoilt.csv are of no algorithm, setting or scene that there is; `make expected` removes them; the first: aabb:split=thirds on'
}

test_a_scene_that_changed_is_told_once()
{
    spoil 's/^("torusknot.*,NA,)[0-9a-f]{32}/\100000000000000000000000000000000/'
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^torusknot.*: the scene itself changed: hash [0-9a-f]{32}, expected 0{32}$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_a_counter_that_the_file_lacks_is_one_line()
{
    spoil '1s/box_tests/tests_of_boxes/'
    fails 1 "$CDBENCH" expect --check spoilt.csv --algo aabb
    prints '^spoilt.csv has no column box_tests$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_rows_of_another_renderer_do_not_count()
{
    spoil 's/llvmpipe|softpipe|Mesa/another renderer/; /another renderer/s/,([0-9a-f]{32},[0-9]+),[0-9]+,/,\1,424242,/'
    run "$CDBENCH" expect --check spoilt.csv --algo image_cd
    [ $code -eq 0 ] || wrong "exit code $code"
    prints '; [0-9]+ not: they are of another OpenGL renderer'
}

test_writing_gives_the_same_file_and_wrong_names_are_one_line()
{
    fails 64 "$CDBENCH" expect --write a.csv --check b.csv
    fails 64 "$CDBENCH" expect --write a.csv --algo rapid
    fails 64 "$CDBENCH" expect --check "$expected" --algo aaabb
    fails 74 "$CDBENCH" expect --check missing.csv
    says 'missing.csv: there is no such file; `cdbench expect --write'
    printf 'a,b\n1,2\n' >other.csv
    fails 65 "$CDBENCH" expect --check other.csv
    says 'no column scene'
    fails 74 "$CDBENCH" expect --write missing/folder.csv
    [ ${#everything[@]} -eq 0 ] || return 0
    sed 's/,region_sort,/,region_shuffle,/' "$expected" >again.csv # rows of what is gone do not stay
    succeeds "$CDBENCH" expect --write again.csv
    cmp -s "$expected" again.csv || wrong 'written again, the file is another'
}

run_tests
