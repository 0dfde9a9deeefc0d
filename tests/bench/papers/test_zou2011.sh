#!/bin/bash
# papers/zou2011.yaml from outside: everything that the paper shows is there, and new measurements show whether its
# sentences are true or false (only experiments that take seconds, and one of them on fewer frames).
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/papers

# errors EXPERIMENT SERIES COLUMN: prints the sum of a column over the rows of a series.
errors()
{
    column "results/zou2011/$1/cells.csv" series "$3" | awk -v series="$2" '$1 == series { sum += $2 } END { print sum + 0 }'
}

# fewer FRAMES EXPERIMENT: makes a copy of the paper, with fewer frames in the quick run of an experiment.
fewer()
{
    mkdir -p papers
    sed "/^  - id: $2\$/,/^    quick:/s/^    quick: {frames: [0-9]*/    quick: {frames: $1/" "$root/papers/zou2011.yaml" >papers/zou2011.yaml
    grep -q "^    quick: {frames: $1," papers/zou2011.yaml || wrong "$2 has no quick frames"
}

# judged PATTERN CLAIM: expects this verdict on a claim in the ledger.
judged()
{
    succeeds "$CDBENCH" claims zou2011 --results results --csv claims.csv
    equal "verdict of $2" "$1" "$(column claims.csv claim verdict | sed -n "s/^$2 //p" | sort -u)"
}

test_the_figures_of_the_paper_and_ours_are_listed()
{
    succeeds "$CDBENCH" reproduce zou2011 --list
    for experiment in fig9 fig10 fig11 fig12 fig12-errors nonconvex errata lobes depth view readback axis open nbody nbody-e9 \
        nbody-pairs deform-bar deform-cloth rasteriser peeling point; do
        prints "(^|[ /])$experiment( |$)"
    done
}

test_open_surfaces_give_false_positives_and_closed_ones_none()
{
    ! left_to_test_all || return # most of the time of this script
    fewer 800 open
    export CDBENCH_PAPERS=papers
    succeeds "$CDBENCH" reproduce zou2011/open --quick --quiet --no-figures --results results
    [ "$(errors open image_cd false_hits)" -ge 3 ] || wrong "$(errors open image_cd false_hits) false positives"
    [ "$(errors open image_cd misses)" -le 7 ] || wrong "$(errors open image_cd misses) false negatives" # fewer than one in a hundred
    equal 'errors of RAPID' 0 "$(($(errors open rapid misses) + $(errors open rapid false_hits)))"
    judged reproduced c7
}

test_two_passes_find_both_bodies_of_a_pair_but_not_with_one_role()
{
    fewer 30 nbody-e9
    CDBENCH_PAPERS=papers succeeds "$CDBENCH" reproduce zou2011/nbody-e9 --quick --quiet --no-figures --results results
    equal 'false negatives' 0 "$(errors nbody-e9 twopass misses)"
    [ "$(errors nbody-e9 e9 misses)" -ge 3 ] || wrong "E9 overlooks $(errors nbody-e9 e9 misses)"
}

test_the_collision_point_lies_within_pixels_of_the_exact_contact()
{
    fewer_placements='s/name: placements, quick: \[40\]/name: placements, quick: [12]/; s/resolution, quick: \[64, 256, 1024\], full: \[64, 128, 256, 512, 1024\]/resolution, values: [64, 256]/'
    mkdir -p papers
    sed "/^  - id: point\$/,/^    program:/{$fewer_placements}" "$root/papers/zou2011.yaml" >papers/zou2011.yaml
    CDBENCH_PAPERS=papers succeeds "$CDBENCH" reproduce zou2011/point --quick --quiet --no-figures --results results
    equal 'placements in which a point was found, of six times twelve' 72 "$(errors point first found)"
    column results/zou2011/point/cells.csv series pixels | awk '$2 > 3 { exit 1 }' || wrong "a median of more than three pixels"
    run "$(dirname "$CDBENCH")/experiments/point" --scene torusknot:triangles=300,motion=approach:depth=0.05 --frames 2 --algo obb8
    equal 'exit code of an algorithm without a picture' 64 "$code"
    says '^point: --algo obb8 decides by no picture with depths; take image_cd$'
}

run_tests
