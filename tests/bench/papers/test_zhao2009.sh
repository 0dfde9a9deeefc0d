#!/bin/bash
# papers/zhao2009.yaml from outside: see paper.sh.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
. tests/bench/papers/paper.sh

test_tables_and_figure_of_the_paper_and_ours_are_listed()
{
    lists table1 bcda table2 table2-bcda fig3 pcda hybrid queries broad bodies icollide trees formula3 complexity objects triangle accuracy
}

test_all_triangle_pairs_of_all_pairs_of_bodies_are_tested_until_the_first_contact()
{
    smaller bcda 's/quick: \[100, 300\]/quick: [100]/; s/repeat: 6}/repeat: 2}/; s/bodies=31/bodies=12/'
    [ "$(sum bcda bcda triangle_tests)" -gt 2000000 ] || wrong "$(sum bcda bcda triangle_tests) tests of triangles"
    [ "$(sum bcda scda triangle_tests)" -lt 3000 ] || wrong "SCDA tests $(sum bcda scda triangle_tests) pairs of triangles"
    equal 'answers' 1 "$(column results/zhao2009/bcda/cells.csv series digest | grep -v '^scda_printed' | cut -d' ' -f2 | sort -u | wc -l)"
}

test_all_triangle_pairs_by_colours_are_as_many()
{
    smaller table2-bcda 's/quick: \[300\]/quick: [100]/; s/repeat: 6}/repeat: 2}/; s/bodies=31/bodies=12/'
    [ "$(of table2-bcda bcda triangle_tests)" -gt 2000000 ] || wrong "$(of table2-bcda bcda triangle_tests) tests of triangles"
    equal 'serial and by colours' "$(of table2-bcda bcda triangle_tests)" "$(of table2-bcda bcda_p triangle_tests)"
}

test_formula_3_overlooks_collisions_however_it_is_read_and_arvos_test_none()
{
    local series
    smaller formula3 's/quick: {frames: 100, /quick: {frames: 30, /'
    equal 'false negatives of the corrected form' 0 "$(sum formula3 corrected misses)"
    for series in printed no_root half_edge corner cube; do
        [ "$(sum formula3 $series misses)" -ge 10 ] || wrong "$series: formula (3) overlooks $(sum formula3 $series misses)"
    done
}

test_pairs_of_bodies_are_n_squared_unless_sweep_and_prune_rules_them_out()
{
    smaller objects 's/quick: \[16, 32, 64, 128\]/quick: [16, 32]/'
    for series in sphere scda scda_printed; do
        equal "$series" '120 496' "$(of objects $series pairs_per_step | tr '\n' ' ' | sed 's/ $//')"
    done
    [ "$(sum objects icollide pair_tests)" -lt 600 ] || wrong "$(sum objects icollide pair_tests) pairs behind sweep and prune"
}

test_boxes_alone_err_and_boxes_with_triangles_do_not()
{
    smaller accuracy 's/quick: {frames: 100, /quick: {frames: 10, /'
    equal 'wrong answers of boxes and triangles' 0 "$(sum accuracy icollide wrong)"
    equal 'false negatives of boxes alone' 0 "$(sum accuracy icollide_leaves misses)"
    [ "$(sum accuracy icollide_leaves false_hits)" -gt 0 ] || wrong "boxes of leaves make no error"
}

test_a_triangle_test_by_vectors_answers_as_one_by_scalars()
{
    succeeds "$(dirname "$CDBENCH")/experiments/triangle" --rounds 2
    equal 'wrong answers of the exact test' 7 "$(grep -c '^exact,.*,0$' "$scratch/out")"
    equal 'of the plain ones, in general position' 9 "$(grep -cE '^(nested|table|intervals),(generic|leaves|crossing),.*,0$' "$scratch/out")"
}

test_bounds_by_counting_are_those_of_errata_e2_and_e3()
{
    succeeds "$(dirname "$CDBENCH")/experiments/schedules" --tasks squares
    cp "$scratch/out" bounds.csv
    for bound in "natural_1_mod 1.998" "natural_1_greedy 2.002" "shuffled_1_mod 2.96" "shuffled_1_greedy 3.94" "shuffled_1_thread_per_colour 3.94" "shuffled_six_greedy 2.71" "dynamic 3.99"; do
        digits=${bound#*.}
        found=$(awk -F, -v series="${bound% *}" -v format="%.${#digits}f" '$1 == series && $2 == 4 { printf format, $5 }' bounds.csv)
        equal "${bound% *}" "${bound#* }" "$found"
    done
}

test_what_threads_cost_takes_from_the_speedup_of_many_processors()
{
    [ "$(nproc)" -gt 1 ] || skip 'a single processor, so there is nothing to measure it by' || return
    succeeds "$(dirname "$CDBENCH")/experiments/schedules" --scene torusknot:triangles=500,motion=random:bodies=12:fill=0.3 --frames 2 --rounds 3
    for series in {natural_1,shuffled_1,shuffled_six}_{mod,greedy,thread_per_colour} dynamic steal; do
        awk -F, -v series=$series '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            $1 == series && $2 == 1 { one = $column["speedup"] == 1 && $column["spinning"] < 1 && $column["spinning"] == $column["sleeping"] }
            $1 == series && $2 == 64 { many = $column["spinning"] < $column["speedup"] && $column["deal_ns"] > 0 && $column["spin_us"] > 0 }
            END { exit !(one && many) }' "$scratch/out" || wrong "$series"
    done
}

test_trees_say_na_of_meshes_that_are_not_there()
{
    exits 0 "$(dirname "$CDBENCH")/experiments/trees" --algo saabb saabb --algo obb8 obb8 --mesh nowhere.ply --mesh box:triangles=12 \
        --rounds 2
    prints '^saabb,nowhere.ply,NA,' '^saabb,box:triangles=12,12,.*,12,4,4,1,'
}

run_tests
