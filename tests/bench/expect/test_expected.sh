#!/bin/bash
# The deterministic gate: results/expected is what every algorithm answers and counts, and whatever differs
# from it is found and named.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

expected=$root/results/expected
# Slow builds check a few algorithms only.
everything=()
case $CDBENCH in
*/release/*) ;;
*) everything=(--algo rapid --algo scda --algo closest --algo region_sort) ;;
esac
# The cell that the tests below spoil.
cell='^aabb,-,"torusknot[^"]*",pairs,1'

# spoil FILE SCRIPT: a copy of the folder in which sed changed a file, which has to differ.
spoil()
{
    rm -rf spoilt
    cp -r "$expected" spoilt
    sed -E "$2" "$expected/$1.csv" >spoilt/"$1.csv"
    ! cmp -s "$expected/$1.csv" spoilt/"$1.csv" || wrong 'the file was not changed'
}

# The OpenGL renderer that a file's rows were drawn by; nothing where none was.
renderer()
{
    sed -n '/,environment,/ { s/.*,environment,//p; q }' "$1"
}

test_everything_answers_and_counts_as_expected()
{
    succeeds "$CDBENCH" expect --check "$expected" "${everything[@]}"
    prints '^[0-9]+ rows compared with '
}

test_a_changed_counter_is_named_with_both_values()
{
    spoil aabb "s/($cell,box_tests),.*/\1,424242/"
    fails 1 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^aabb on torusknot.*, pairs: box_tests [0-9]+, expected 424242$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    says '0 answers, 1 counter and 0 rows or scenes .*make expected'
}

test_a_changed_answer_is_named_and_has_its_own_exit_code()
{
    spoil aabb "s/($cell,records),.*/\1,424242/; s/($cell,digest),.*/\1,ffffffffffffffffffffffffffffffff/"
    fails 2 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^aabb on torusknot.*, pairs: records [0-9]+, expected 424242; digest [0-9a-f]{32}, expected f{32}$'
    says '1 answer, 0 counters'
}

test_answers_count_more_than_counters()
{
    spoil aabb "s/($cell,hit_frames),.*/\1,424242/; s/($cell),box_tests,.*/&\n\1,cells,424242/"
    fails 2 "$CDBENCH" expect --check spoilt --algo aabb
    prints 'hit_frames [0-9]+, expected 424242$'
    prints 'cells 0, expected 424242$'
}

test_a_missing_row_is_asked_for()
{
    spoil aabb "/$cell,/d"
    fails 1 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^aabb: 1 of [0-9]+ rows are not in spoilt; if they are right, `make expected` adds them; the first: aabb on torusknot.*, pairs$'
}

test_a_new_algorithm_is_one_line()
{
    rm -rf spoilt
    cp -r "$expected" spoilt
    rm spoilt/region_sort.csv
    fails 1 "$CDBENCH" expect --check spoilt --algo region_sort
    prints '^region_sort: ([0-9]+) of \1 rows are not in spoilt; if they are right, `make expected` adds them'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_rows_of_what_is_gone_are_found()
{
    spoil aabb "s/^aabb,split=median,/aabb,split=thirds,/"
    fails 1 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^aabb: [0-9]+ of [0-9]+ rows are not in spoilt'
    prints '^aabb: [0-9]+ of [0-9]+ rows of spoilt are of no algorithm, setting or scene that there is; `make expected` removes them; the first: aabb:split=thirds on'
}

test_a_scene_that_changed_is_told_once()
{
    spoil scenes 's/^("torusknot.*,)[0-9a-f]{32}/\1ffffffffffffffffffffffffffffffff/'
    fails 1 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^torusknot.*: the scene itself changed: hash [0-9a-f]{32}, expected f{32}$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_a_counter_that_only_one_side_knows_is_one_line()
{
    spoil aabb 's/(.*),box_tests,.*/&\n\1,tests_of_boxes,7/'
    fails 1 "$CDBENCH" expect --check spoilt --algo aabb
    prints '^spoilt has lines of tests_of_boxes, which nothing counts; `make expected` removes them$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
    [ ${#everything[@]} -eq 0 ] || return 0
    rm -rf spoilt
    cp -r "$expected" spoilt
    sed -i '/,feature_steps,/d' spoilt/*.csv
    fails 1 "$CDBENCH" expect --check spoilt
    prints '^spoilt knows no feature_steps; if that is right, `make expected` adds it$'
    equal 'lines' 2 "$(wc -l <"$scratch/out")"
}

test_rows_of_another_renderer_do_not_count()
{
    spoil image_cd 's/,environment,.*/,environment,another renderer/; s/,records,.*/,records,424242/'
    run "$CDBENCH" expect --check spoilt --algo image_cd
    [ $code -eq 0 ] || wrong "exit code $code"
    prints '; [0-9]+ not: they are of another OpenGL renderer'
}

test_writing_gives_the_same_folder_and_wrong_names_are_one_line()
{
    local file
    fails 64 "$CDBENCH" expect --write a --check b
    fails 64 "$CDBENCH" expect --write a --algo rapid
    fails 64 "$CDBENCH" expect --check "$expected" --algo aaabb
    fails 74 "$CDBENCH" expect --check missing
    says 'missing: No such file or directory; `cdbench expect --write'
    mkdir other
    printf 'a,b\n1,2\n' >other/rapid.csv
    fails 65 "$CDBENCH" expect --check other
    says 'other/rapid.csv:1: the header has no column "algo"'
    printf 'algo,settings,scene,query,threads,key,value\na,-,s,pairs,1,cells,2\na,-,s,pairs,1,cells,3\n' >other/rapid.csv
    fails 65 "$CDBENCH" expect --check other
    says 'other/rapid.csv:3: cells is given twice; keep one of the lines'
    printf 'a,b\n1,2\n' >other/rapid.csv
    fails 65 "$CDBENCH" expect --write other # whose files are somebody's
    [ "$(cat other/rapid.csv)" = 'a,b
1,2' ] || wrong 'a file that is not ours was changed'
    touch file
    fails 74 "$CDBENCH" expect --write file
    [ ${#everything[@]} -eq 0 ] || return 0
    cp -r "$expected" again
    sed 's/^region_sort,/region_shuffle,/' again/region_sort.csv >again/region_shuffle.csv # what is gone does not stay
    succeeds "$CDBENCH" expect --write again
    for file in "$expected"/*.csv; do
        if [ "$(renderer "$file")" = "$(renderer "again/${file##*/}")" ]; then
            cmp "$file" "again/${file##*/}" || wrong "written again, ${file##*/} is another"
        else
            echo "${file##*/} is of another OpenGL renderer, $(renderer "$file"): not compared"
        fi
    done
    equal 'files' "$(ls "$expected")" "$(ls again)"
}

run_tests
