#!/bin/bash
# `cdbench suit` from outside: which algorithm suits a mesh. Also runs of all algorithms, some of which cannot take the
# scene.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

small=sphere:triangles=100
suit=(suit --frames 20 --budget 1s --quiet)

test_a_mesh_gets_a_ranking_and_advice()
{
    succeeds "$CDBENCH" "${suit[@]}" bunny.obj
    prints '^    exact +frame +ratio' '^  1 [a-z0-9_]+ .* 1\.00 ' 'exact one|are equally fast|is ahead of' '^    closest .*convex'
    # An open mesh, without those that need closed ones.
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n' >open.obj
    succeeds "$CDBENCH" "${suit[@]}" open.obj --algo obb8,rapid,closest
    prints '^    closest .*open.obj is not one' '^  1 [a-z]'
    # Convex bodies, with closest features.
    shows '^box:triangles=100\+box:triangles=100:scale=0.5' \
        "$CDBENCH" "${suit[@]}" box:triangles=100 box:triangles=100:scale=0.5 --csv rows.csv
    equal 'rank of closest' 1 "$(column rows.csv algo rank | grep -cE '^closest [0-9]')"
    equal 'best ratio' 1 "$(column rows.csv rank ratio verdict | grep -c '^1 1 exact')"
    succeeds "$CDBENCH" "${suit[@]}" $small bunny.obj --algo obb8,closest --motion tumble --csv -
    prints '^algo,settings,' '^closest,.*convex'
}

test_what_is_hopeless_is_estimated_and_a_tiny_budget_ranks_the_fastest()
{
    succeeds "$CDBENCH" "${suit[@]}" torus:triangles=20000 --algo obb8,brute --budget 200ms
    prints '^  1 obb8 ' '^    brute +more than [0-9.]+ (s|min|h) a pass'
    shows '^  1 [a-z]' "$CDBENCH" "${suit[@]}" $small --budget 1ms
    # A slow machine cannot measure even one pass in this time.
    succeeds "$CDBENCH" "${suit[@]}" torus:triangles=20000 --algo obb8,rapid --frames 200 --budget 1ms
    prints 'too few passes to tell|is the only exact one|too slow to be measured'
}

test_many_bodies_are_tried_behind_broad_phases()
{
    local many=(sphere:triangles=80 --motion random:bodies=40 --frames 3)
    succeeds "$CDBENCH" "${suit[@]}" "${many[@]}" --algo obb8,rapid
    prints '(obb8|rapid):broad=(grid|sap|tree)' '(obb8|rapid):broad=grid'
    # Settings of some do not end the trials.
    shows 'broad=grid' "$CDBENCH" "${suit[@]}" "${many[@]}" --algo obb8,saabb --set lambda=2
    shows 'region_sweep' "$CDBENCH" suit --quiet --budget 1s regions:n=200:alpha=1
    ! grep -q obb8 "$scratch/out" || wrong 'an algorithm for bodies is in a ranking of regions'
}

test_meshes_of_unlike_units_are_told()
{
    local tiny=box:triangles=100:scale=0.0009765625 command
    shows 'No frame collides' "$CDBENCH" "${suit[@]}" box:triangles=100 $tiny --algo obb8
    for command in 'suit --budget 1s' 'run --no-results --repeat 1' verify; do
        # shellcheck disable=SC2086
        run "$CDBENCH" $command --algo obb8 --scene box:triangles=100+$tiny --frames 20
        says 'warning: box.*: one mesh measures 0\.000977 and another one 1, and they never touch: are they in one unit'
    done
}

test_a_wrong_exact_algorithm_gets_no_rank()
{
    refuses 2 'broken: claims to be exact' "$CDBENCH" "${suit[@]}" $small --frames 200 --algo obb8,broken
    prints '^    broken +claims to be exact and is wrong'
    # Its answers do not say which frames collide. Without times there is no picture, but there are rows.
    fails 2 "$CDBENCH" "${suit[@]}" $small --frames 200 --algo broken --csv rows.csv --plot times.svg
    ! grep -q 'No frame collides' "$scratch/out" || wrong 'a wrong answer was believed'
    [ ! -e times.svg ] || wrong 'a picture of nothing'
    equal rows broken "$(column rows.csv algo)"
}

test_what_hardly_tests_is_not_described_by_its_tests()
{
    local frames=(--motion tumble --frames 50 --algo icollide,obb8)
    succeeds "$CDBENCH" "${suit[@]}" sphere:triangles=100 "${frames[@]}" --csv rows.csv
    equal 'tests of volumes in 50 frames' 1 "$(column rows.csv algo box_tests sphere_tests | awk '/^icollide/ { print $2 != "NA" && $3 != "NA" && $2 + $3 < 50 }')"
    ! grep -q 'tests of volumes' "$scratch/out" || wrong 'a cost per test without tests'
}

test_a_picture_that_fails_costs_no_rows()
{
    local program
    refuses 4 'python3 is missing; on Debian: apt install' \
        env PATH="$PWD/none" "$CDBENCH" "${suit[@]}" $small --algo obb8 --plot times.svg --csv rows.csv
    prints '^  1 obb8 '
    equal rows obb8 "$(column rows.csv algo)"
    equal files rows.csv "$(ls)"
    refuses 74 'nowhere/times.svg' "$CDBENCH" "${suit[@]}" $small --algo obb8 --plot nowhere/times.svg
    for program in python3 gnuplot; do
        needs $program || return
    done
    succeeds "$CDBENCH" "${suit[@]}" $small --algo obb8,rapid --plot times.svg
    grep -q '<svg' times.svg || wrong 'times.svg is no SVG'
}

test_wrong_words_are_one_line()
{
    refuses 64 'needs a MESH' "$CDBENCH" "${suit[@]}"
    refuses 74 'nowhere.obj' "$CDBENCH" "${suit[@]}" nowhere.obj
    fails 64 "$CDBENCH" "${suit[@]}" $small --motion nonsense
    fails 64 "$CDBENCH" "${suit[@]}" $small --plot times.txt
    fails 64 "$CDBENCH" "${suit[@]}" $small --scene $small
    refuses 64 'no algorithm takes bunny.obj: .*convex' "$CDBENCH" "${suit[@]}" bunny.obj --algo closest
}

test_an_interrupted_ranking_shows_what_is_known()
{
    # The duration of the first trial depends on the machine.
    local moment=1
    : >"$scratch/out"
    until [ -s "$scratch/out" ] || [ $failed = yes ]; do
        rm -f rows.csv*
        begins "$CDBENCH" suit --quiet bunny.obj --csv rows.csv
        watched=$process await exists 'rows.csv.tmp-*'
        sleep $moment
        moment=$((2 * moment))
        stopped INT 130
    done
    prints 'bunny.obj' ' a pass: interrupted|^  1 '
}

test_a_run_leaves_out_what_cannot_take_the_scene()
{
    exits 0 "$CDBENCH" run --algo closest,obb8 --scene bunny.obj --frames 5 --repeat 1 --no-results --csv rows.csv
    says 'warning: closest is left out: .*convex'
    equal 'rows' 'obb8' "$(column rows.csv algo)"
    refuses 64 'convex' "$CDBENCH" run --algo closest,icollide --scene bunny.obj --frames 5 --repeat 1 --no-results --quiet
}

test_a_run_of_all_takes_those_of_the_scenes_kind()
{
    succeeds "$CDBENCH" run --algo all --scene $small --frames 5 --repeat 1 --no-results --quiet --csv rows.csv
    equal 'brute and hps' 'brute' "$(column rows.csv algo | grep -E '^(brute|hps)$')"
    fails 64 "$CDBENCH" run --algo obb8,rapid --scene $small --frames 5 --answers -
    succeeds "$CDBENCH" verify --algo all --scene $small --frames 5 --quiet
    local command
    for command in run verify suit; do
        refuses 64 'no algorithm answers the query contacts for regions' \
            "$CDBENCH" $command --algo all --scene regions:n=50:alpha=1 --query contacts --quiet
    done
}

run_tests
