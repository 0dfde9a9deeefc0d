#!/bin/bash
# papers/liu2016.yaml from outside: see paper.sh.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
. tests/bench/papers/paper.sh

test_table_and_figures_of_the_paper_and_ours_are_listed()
{
    lists table1 fig3 fig3-box fig3-shapes complexity fig5 broad octree ablation traversal classes full cost
}

test_worst_cases_are_those_of_n_levels_exactly()
{
    quickly full
    equal 'simultaneous' '21 85 341 1365 5461 21845 87381' "$(of full simultaneous node_visits | xargs)"
    equal 'single' '31 127 511 2047 8191 32767 131071' "$(of full single node_visits | xargs)"
    shows '^    simultaneous, n levels: tests +1 at .* from 1 to 1 +\(holds\)$' "$CDBENCH" claims liu2016 --results results --csv claims.csv
    judged reproduced c5
}

test_all_algorithms_of_figure_3_agree_on_which_trees_meet()
{
    smaller fig3 's/quick: \[0.02, 0.2\]/quick: [0.2]/; s/quick: \[20, 32.*10000\], full/quick: [100], full/; s/repeat: 6}/repeat: 2}/'
    equal 'verdicts' 'exact' "$(of fig3 '[a-z_]*' verdict | awk '{ print $NF }' | sort -u)"
    equal 'pairs that meet' "$(of fig3 rapid digest)" "$(of fig3 liu digest)"
}

test_whole_leaves_hold_more_pairs_than_overlapping_boxes()
{
    smaller broad 's/quick: \[0.02, 0.2\]/quick: [0.2]/; s/quick: \[100, 1000, 10000\]/quick: [300]/; s/repeat: 6}/repeat: 2}/'
    equal 'octree and sweep and prune' "$(of broad sap candidates)" "$(of broad octree candidates)"
    equal 'octree and grid' "$(of broad grid candidates)" "$(of broad octree candidates)"
    [ "$(of broad leaves candidates)" -gt "$(of broad octree candidates)" ] || wrong "no more pairs in whole leaves"
    [ "$(of broad leaves8 candidates)" -lt "$(of broad leaves candidates)" ] || wrong "no fewer pairs in smaller leaves"
}

test_twins_are_similar_and_halved_trees_of_anything_are()
{
    classes=$(dirname "$CDBENCH")/experiments/classes
    for case in '1 torusknot:triangles=200' '0 bumpy:triangles=20+bumpy:triangles=20:seed=2' \
        '1 bumpy:triangles=20+bumpy:triangles=20:seed=2 median' '1 comb:triangles=500+sphere:triangles=100 median'; do
        read -r similar pair split <<<"$case"
        succeeds "$classes" --pair "$pair" --algo "sphere_obb:split=${split:-mean}"
        equal "$pair, $split" "$similar" "$(sed 1d "$scratch/out" | cut -d, -f6)"
    done
    exits 64 "$classes" --algo obb8
}

test_volumes_are_as_tight_as_they_must_be()
{
    volumes=$(dirname "$CDBENCH")/experiments/volumes
    succeeds "$volumes" --mesh box:triangles=12 --rounds 2
    equal 'a box around a box' 1 "$(sed -n 's/^obb,//p' "$scratch/out" | cut -d, -f3)"
    equal 'a sphere around a cube: pi sqrt(3) / 2' 2.7207 "$(sed -n 's/^sphere,//p' "$scratch/out" | cut -d, -f3)"
    exits 65 "$volumes" --mesh sheet
    says 'encloses nothing'
}

test_the_cost_model_predicts_from_counters()
{
    succeeds "$(dirname "$CDBENCH")/experiments/cost_model" --algo trees octree_sphere_obb --algo boxes obb8:broad=octree --rounds 2 --frames 2 \
        --scene few bumpy:triangles=100,motion=random:bodies=20:fill=0.4 --scene more bumpy:triangles=100,motion=random:bodies=40:fill=0.4
    for series in trees_plain trees_fit boxes_plain boxes_fit; do
        equal "rows of $series" 2 "$(grep -c "^$series," "$scratch/out")"
    done
    # the formula: spheres, boxes and triangles times their costs, and pairs of bodies times theirs, in ms
    awk -F, '$1 ~ /^trees_/ { sum = ($11 * $15 + $12 * $16 + $13 * $17 + $14 * $18) * 1e-6
                             if (sum < 0.99 * $7 || sum > 1.01 * $7) exit 1 }' "$scratch/out" || wrong "the sum is another"
    awk -F, '$1 == "trees_plain" && $18 != 0 { exit 1 }' "$scratch/out" || wrong "plain tests have no pairs of bodies"
}

run_tests
