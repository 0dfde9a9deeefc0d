#!/bin/bash
# papers/zou2011.yaml from outside, on fewer frames and pixels: see paper.sh.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
. tests/bench/papers/paper.sh

test_the_figures_of_the_paper_and_ours_are_listed()
{
    lists fig9 fig10 fig11 fig12 fig12-errors nonconvex errata lobes formulation marking depth view readback axis open closed nbody nbody-e9 \
        nbody-pairs deform-bar deform-cloth rasteriser peeling point
}

test_open_surfaces_give_wrong_answers_and_closed_ones_next_to_none()
{
    ! left_to_test_all || return # most of the time of this script
    smaller open 's/quick: {frames: [0-9]*/quick: {frames: 800/'
    [ "$(sum open image_cd false_hits)" -ge 3 ] || wrong "$(sum open image_cd false_hits) false positives"
    equal 'errors of RAPID' 0 "$(($(sum open rapid misses) + $(sum open rapid false_hits)))"
    rm -r papers
    smaller closed 's/quick: {frames: [0-9]*/quick: {frames: 400/'
    [ "$(sum closed repaired wrong)" -le 8 ] || wrong "$(sum closed repaired wrong) wrong answers" # one in a hundred
    judged reproduced c7
}

test_two_passes_find_both_bodies_of_a_pair_but_not_with_one_role_and_none_with_e3()
{
    smaller nbody-e9 's/quick: {frames: [0-9]*/quick: {frames: 30/; s/values: .*/values: [0.001, 0.003]}/; s/resolution=512/resolution=256/'
    equal 'false negatives' 0 "$(sum nbody-e9 twopass misses)"
    [ "$(sum nbody-e9 one misses)" -ge 3 ] || wrong "one role overlooks $(sum nbody-e9 one misses)"
    equal 'false negatives of the repaired form with E3 left in' 120 "$(sum nbody-e9 e3 misses)"
}

test_the_collision_point_lies_within_pixels_of_the_exact_contact()
{
    smaller point 's/name: placements, quick: \[40\]/name: placements, quick: [8]/; s/name: resolution, quick: \[64, 256, 1024\]/name: resolution, quick: [64, 256]/'
    equal 'placements in which a point was found, of six times eight' 48 "$(sum point first found)"
    column results/zou2011/point/cells.csv series pixels | awk '$2 > 3 { exit 1 }' || wrong "a median of more than three pixels"
    exits 64 "$(dirname "$CDBENCH")/experiments/point" --scene torusknot:triangles=300,motion=approach:depth=0.05 --frames 2 --algo obb8
    says '^point: --algo obb8 decides by no picture with depths; take image_cd$'
}

run_tests
