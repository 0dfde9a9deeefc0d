#!/bin/bash
# Someone else's truth: compares pairs of triangles and exported scenes with CGAL's exact predicates (truth.cpp).
# Of the release build only: every other build gives the same answers, and CGAL is other people's code.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

truth=$(dirname "$CDBENCH")/tests/cgal/truth
[ -x "$truth" ] || { echo "skipped: CGAL is not here; \`scripts/setup peers\` installs it"; exit 0; }

# agrees SCENE: expects agreement on every contact in every frame.
agrees()
{
    rm -rf scene
    succeeds "$CDBENCH" export --scene "$1" --out scene
    succeeds "$CDBENCH" run --algo obb8 --scene "$1" --query contacts --repeat 1 --quiet --no-results --answers answers.csv
    succeeds "$truth" scene scene answers.csv
    echo "    $(basename "$1"): $(cat "$scratch/out")"
}

test_a_million_pairs_of_triangles_are_decided_as_by_cgal()
{
    succeeds "$truth" pairs 1000000 "${CDBENCH_TEST_SEED:-1}"
    cat "$scratch/out"
}

test_scenes_have_the_contacts_that_cgal_finds()
{
    for scene in "$root"/scenes/*.yaml "$root"/scenes/conformance/*.yaml "$root/scenes/conformance/deforming" \
        "$root/scenes/bunny.obj,steps=10" "cloth:triangles=100+torus:triangles=64,motion=wave,steps=8" \
        "box:triangles=12+convex:triangles=20,motion=pile:bodies=12:fill=0.2:gravity=0.2:turn=30,steps=5"; do
        agrees "$scene"
    done
}

run_tests
