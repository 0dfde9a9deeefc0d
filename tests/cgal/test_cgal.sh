#!/bin/bash
# Someone else's truth: compares pairs of triangles and exported scenes with CGAL's exact predicates (truth.cpp).
# Of the release build only: every other build gives the same answers, and CGAL is other people's code.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

truth=$(dirname "$CDBENCH")/tests/cgal/truth
[ -x "$truth" ] || skip 'CGAL is not here; `scripts/setup peers` installs it'

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
        rm -rf scene
        succeeds "$CDBENCH" export --scene "$scene" --out scene
        succeeds "$CDBENCH" run --algo obb8 --scene "$scene" --query contacts --repeat 1 --quiet --no-results \
            --answers answers.csv
        succeeds "$truth" scene scene answers.csv # every contact in every frame
        echo "    $(basename "$scene"): $(cat "$scratch/out")"
    done
}

# noisy SIZE NOISE GRID: writes a torus of SIZE x SIZE quads whose corners are moved by up to NOISE, and rounded to GRID.
noisy()
{
    awk -v n="$1" -v noise="$2" -v grid="$3" -v seed="${CDBENCH_TEST_SEED:-1}" 'BEGIN {
        srand(seed)
        print "OFF\n" n * n, 2 * n * n, 0
        for (i = 0; i < n * n; i++) {
            u = 6.2831853 * int(i / n) / n; v = 6.2831853 * (i % n) / n
            p[0] = (1 + .4 * cos(v)) * cos(u); p[1] = (1 + .4 * cos(v)) * sin(u); p[2] = .4 * sin(v)
            for (k = 0; k < 3; k++) p[k] = int((p[k] + noise * (rand() - .5)) / grid) * grid
            print p[0], p[1], p[2]
        }
        for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
            a = i * n + j; b = (i + 1) % n * n + j; c = (i + 1) % n * n + (j + 1) % n; d = i * n + (j + 1) % n
            print 3, a, b, c "\n3", a, c, d
        }
    }'
}

# Equal corners are joined in cdbench and not in CGAL; so rounding stays finer than the corners are apart.
test_meshes_meet_themselves_where_cgal_says_so()
{
    for shape in "8 .2 1e-6" "20 .3 1e-6" "30 1 1e-6" "40 .1 1e-6" "12 .05 1e-2" "60 .02 1e-6"; do
        # shellcheck disable=SC2086 # three words
        noisy $shape >noisy.off
        succeeds "$CDBENCH" info --json noisy.off
        count=$(sed -n 's/^ *"self_contacts": \([0-9]*\),/\1/p' "$scratch/out")
        succeeds "$truth" itself noisy.off "$count"
        echo "    $shape: $(cat "$scratch/out")"
    done
}

run_tests
