#!/bin/bash
# The plug-ins of peers/ whose library is installed. Those that promise to be exact are exact, and broad phases lose
# nothing.
# Of the release build only: the answers come from other people's code.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

manifest=$(dirname "$CDBENCH")/peers/manifest.csv
peers=" $([ ! -e "$manifest" ] || column "$manifest" name | paste -sd ' ') "
unset CDBENCH_SCENES

# has NAME: whether the peer is built; skips the test if it is not.
has()
{
    [[ $peers == *" $1 "* ]] || skip "$1 is not built (make peers)"
}

# is_exact ALGO SCENE...: expects exact answers in every frame and for every query that it answers.
is_exact()
{
    local scene query
    for scene in "${@:2}"; do
        for query in any bodies pairs contacts; do
            succeeds "$CDBENCH" verify --algo "$1" --scene "$scene" --query $query --quiet
        done
    done
}

cat >"$scratch/coplanar.yaml" <<'YAML'
meshes: [{generator: "sheet:triangles=60"}, {generator: box}]
steps: 8
bodies:
  - position: [0, 0, 0]
  - {position: [0.3, 0.1, 0], velocity: [0.0625, 0, 0]}
  - {position: [-0.5, 0, 0], axis: [0, 0, 1], angle: 90, spin: 45}
  - {mesh: 1, position: [-2, 0, 0.5], velocity: [0.5, 0, 0]}
  - {mesh: 1, position: [-1, 0, 0.5], velocity: [0.25, 0, 0]}
YAML
# Bodies that touch in a face, an edge or a corner, coincide, or are in one plane; triangles without area; a deforming
# body.
small=("$root/scenes/touching.yaml" "$root/scenes/degenerate.yaml" "$scratch/coplanar.yaml"
    sphere:triangles=80,motion=overlap:share=100:steps=6 bar:triangles=100,motion=bend:steps=8)

test_every_peer_that_is_built_is_listed_with_version_and_licence()
{
    [ -e "$manifest" ] || skip 'no peer is built (make peers)' || return
    local name
    shows 'runs [A-Za-z.]+ [0-9]+\.[0-9.]+, ' "$CDBENCH" list algos
    for name in $peers; do
        grep -q "^PEER($name, " "$root/algos/peers.def" || wrong "algos/peers.def lacks $name"
    done
    has cgal || return
    prints 'runs CGAL [0-9.]+, GPL-3.0-or-later'
    succeeds "$CDBENCH" run --algo cgal --scene sphere:triangles=80 --repeat 1 --no-verify --quiet --results run
    grep -q '"cgal": "CGAL [0-9.]*"' run/*/run.json || wrong 'run.json does not have the library'
}

# A release of Debian with another version of a library must not lose its peer silently.
test_every_library_that_setup_installs_has_its_peer()
{
    local source
    if [ ! -e "$manifest" ] || ! "$root/scripts/setup" --check peers >/dev/null 2>&1; then
        skip 'libraries are missing (make peers)' || return
    fi
    for source in "$root"/peers/*.cpp; do
        [ -e "$(dirname "$manifest")/$(basename "$source" .cpp).so" ] || wrong "$source is not built"
    done
}

test_a_peer_that_is_not_built_is_said_in_a_line_and_others_go_on()
{
    install -D "$CDBENCH" alone/cdbench
    fails 4 alone/cdbench run --algo cgal --scene "$root/scenes/touching.yaml" --quiet
    says 'the plug-in with cgal is not built; `make peers` in a source tree installs its library and builds it'
    fails 4 alone/cdbench run --algo obb8:broad=fcl_broad:more=1 --scene "$root/scenes/touching.yaml" --quiet
    says 'the plug-in with fcl_broad is not built'
    run alone/cdbench run --algo obb8 --algo cgal:more=1 --scene "$root/scenes/touching.yaml" --repeat 1 --quiet --csv out.csv
    equal verdicts 'exact unavailable' "$(column out.csv verdict | paste -sd ' ')"
}

test_cgal_is_right_in_every_frame()
{
    has cgal || return
    is_exact cgal "${small[@]}" torusknot:triangles=2000,motion=tumble:d=1.2:steps=9 gear:triangles=600,motion=pair:steps=9 \
        box,motion=random:bodies=12:fill=0.3:steps=4 "$root/tests/data/subnormal"
}

test_embree_is_right_in_every_frame()
{
    has embree || return
    local update
    for update in refit rebuild none; do
        is_exact embree:update=$update "${small[@]}" torus:triangles=100,motion=random:bodies=12:fill=0.3:steps=4
    done
    # It flushes such small numbers to 0 in its own code.
    is_exact embree:update=rebuild "$root/tests/data/subnormal"
    # Kept trees are found again in later passes.
    succeeds "$CDBENCH" run --algo embree:update=none --scene torus:triangles=100,motion=tumble:d=0.9:steps=6 --repeat 3 --quiet
}

# Bodies that stay keep what the library made for them.
test_bodies_that_vanish_are_missed_by_no_peer()
{
    local algo
    for algo in embree embree:update=rebuild embree:update=none ode; do
        has "${algo%%:*}" || continue
        succeeds "$CDBENCH" run --algo "$algo" --scene drill:setting=single:from=2:steps=6 --query bodies --repeat 2 --quiet --csv out.csv
        equal "errors of $algo" few "$(column out.csv misses false_hits | awk '{ print $1 + $2 < 2 ? "few" : $0 }')"
    done
}

test_what_a_library_throws_is_told_and_gives_no_answer()
{
    local at
    succeeds g++ -std=c++17 -shared -fPIC -I"$root" "$root/tests/plugins/throwing.cpp" -o throwing.so
    fails 2 "$CDBENCH" run --plugin ./throwing.so --algo throwing:at=prepare --scene sphere:triangles=80 --frames 2 --quiet
    says '^cdbench: throwing:at=prepare on sphere:triangles=80: the library has no more'
    for at in build place test; do
        exits 2 "$CDBENCH" run --plugin ./throwing.so --algo throwing:at=$at --scene bar:triangles=100,motion=bend:steps=3 --quiet
        says 'what\(\):  the library has no more'
        says '^cdbench: throwing.* on bar:triangles=100,motion=bend:steps=3: crashed \(SIGABRT\) in frame [0-9]+$'
    done
}

# Meshes with which libraries crash, or find nothing without a word.
test_meshes_that_a_library_cannot_take_are_declined_by_a_line()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
    printf 'v 0 0 0\nf 1 1 1\nf 1 1 1\n' >point.obj
    printf 'v 0 0 0\nv 1 0 0\nv 3 0 0\nf 1 2 3\nf 1 3 2\n' >line.obj
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n' >twice.obj
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.9 0.3 0.5\nf 1 2 3\nf 4 5 6\n' >crossing.obj
    local mesh declined algo
    for mesh in one:ode point:ode,bullet,embree line:ode,bullet twice: crossing:; do
        declined=,${mesh#*:}, mesh=${mesh%%:*}
        printf 'meshes: [{file: %s.obj}]\nbodies:\n  - position: [0, 0, 0]\n  - position: [0.1, 0, 0]\n' $mesh >$mesh.yaml
        for algo in ode bullet embree{,:update=rebuild,:update=none} fcl cgal libccd; do
            has "${algo%%:*}" || continue
            exits 0 "$CDBENCH" run --algo "obb8,$algo" --scene $mesh.yaml --repeat 1 --csv out.csv --no-results
            if [[ $declined == *,$algo,* || $algo == libccd ]]; then
                equal "rows of $algo with $mesh" obb8 "$(column out.csv algo)"
                grep -q "^cdbench: warning: $algo is left out: .*$mesh.obj" "$scratch/err" || wrong "no reason of $algo for $mesh"
            else
                equal "errors of $algo with $mesh" '0 0' "$(column out.csv misses false_hits | tail -n 1)"
            fi
        done
    done
}

test_memory_that_cannot_be_seen_is_not_a_number()
{
    has fcl || return
    succeeds "$CDBENCH" run --algo fcl --scene sphere:triangles=80 --repeat 1 --no-verify --quiet --csv - --no-results
    cp "$scratch/out" out.csv
    equal 'memory of a library' NA "$(column out.csv struct_bytes)"
    run "$CDBENCH" run --algo fcl --scene sphere:triangles=80 --repeat 1 --no-verify --markdown --no-results
    prints '^\| fcl .*\| - \|$'
}

# Rotated bodies, a deforming one, and many whose tests two threads share, also so many that they share placing them. The
# libraries err where bodies almost touch.
test_peers_that_may_err_hardly_do()
{
    local algo scene scenes=(torusknot:triangles=600,motion=tumble:d=1.2:steps=9 bar:triangles=200,motion=bend:steps=8
        torus:triangles=200,motion=random:bodies=120:fill=0.4:steps=5 box,motion=random:bodies=600:fill=0.3:steps=4)
    for algo in fcl{,:real=double,:volumes=obbrss,:volumes=aabb,:deform=rebuild} bullet{,:deform=rebuild} ode; do
        has "${algo%%:*}" || continue
        for scene in "${scenes[@]}"; do
            succeeds "$CDBENCH" run --algo "$algo:schedule=dynamic" --threads 2 --scene "$scene" --repeat 1 --quiet --csv out.csv
            equal "verdict of $algo on $scene" approximate "$(column out.csv verdict)"
            equal "errors of $algo on $scene" few "$(column out.csv misses false_hits | awk '{ print $1 + $2 < 2 ? "few" : $0 }')"
        done
    done
}

test_exact_peers_are_right_in_two_threads()
{
    local algo
    for algo in cgal embree{,:update=rebuild,:update=none}; do
        has "${algo%%:*}" || continue
        succeeds "$CDBENCH" verify --algo $algo:schedule=dynamic --threads 2 --query contacts --quiet \
            --scene torus:triangles=200,motion=random:bodies=60:fill=0.4:steps=4
        # so many bodies that threads share placing them, too
        succeeds "$CDBENCH" verify --algo $algo:schedule=dynamic --threads 2 --query contacts --quiet \
            --scene box,motion=random:bodies=600:fill=0.3:steps=4
    done
}

test_a_peer_that_cannot_be_loaded_is_said_in_a_line()
{
    has fcl || return
    mkdir -p stale/peers
    cp "$CDBENCH" stale/cdbench
    cp "$manifest" stale/peers
    fails 74 stale/cdbench run --algo fcl --scene "$root/scenes/touching.yaml" --quiet
    says 'peers/fcl.so: cannot read the plug-in: No such file or directory'
    sed 's/cd_plugin/cd_plugon/' "$(dirname "$manifest")/fcl.so" >stale/peers/fcl.so
    refuses 65 'peers/fcl.so: exports no `cd_plugin`' stale/cdbench run --algo fcl --scene "$root/scenes/touching.yaml" --quiet
}

test_libccd_takes_convex_bodies_only()
{
    has libccd || return
    refuses 64 'takes convex bodies only' "$CDBENCH" verify --algo libccd --scene torus:triangles=100
    fails 64 "$CDBENCH" verify --algo libccd --scene box --query contacts
    local by
    for by in gjk mpr; do
        succeeds "$CDBENCH" run --algo closest --algo libccd:by=$by --scene convex:triangles=200,motion=random:bodies=20:fill=0.3:steps=5 \
            --repeat 1 --quiet --csv $by.csv
        equal "verdicts of $by" 'exact approximate' "$(column $by.csv verdict | paste -sd ' ')"
        # of some hundred pairs
        equal "errors of $by" 'few' "$(column $by.csv algo misses false_hits | awk '$1 == "libccd" { print $2 + $3 < 3 ? "few" : $0 }')"
    done
}

test_matchers_of_regions_find_the_same_in_any_number_of_dimensions()
{
    local matchers=(--algo region_sort) name d more query
    for name in cgal_boxes boost_rtree; do
        has $name && matchers+=(--algo $name)
    done
    [ ${#matchers[@]} -gt 2 ] || skip 'too few peers are built (make peers)' || return
    [[ ${matchers[*]} != *cgal* ]] || matchers+=(--algo cgal_boxes:cutoff=1)
    for d in 1 2 3 4 5 6 7 8; do
        for more in touch=closed:space=40:size=10 touch=half-open:space=40:size=10 touch=closed:space=30:size=9:extents=3 \
            touch=half-open:alpha=20:sizes=huge:steps=2:move=0.3; do
            for query in pairs $([ $d -gt 2 ] || echo any bodies); do
                exits 0 "$CDBENCH" run "${matchers[@]}" --scene "regions:n=300:d=$d:$more" --query $query --repeat 1 --quiet \
                    --csv out.csv
                equal "digests of d=$d:$more, $query" 1 "$(column out.csv digest | sort -u | wc -l)"
                equal "verdicts of d=$d:$more, $query" exact "$(column out.csv verdict | sort -u | paste -sd ' ')"
            done
        done
    done
}

# Regions at the very ends of the range, and regions of a single point.
test_matchers_of_regions_know_the_ends_of_the_space()
{
    local name ends=(-2147483647 -2147483646 0 2147483647 2147483648) id=0 kind a b
    mkdir ends
    echo 'key,value' >ends/meta.csv
    echo 'dimensions,2' >>ends/meta.csv
    echo 'touch,closed' >>ends/meta.csv
    echo 'frame,id,kind,lo0,hi0,lo1,hi1' >ends/regions.csv
    for kind in publish subscribe; do
        for a in 0 1 2 3 4; do
            for ((b = a; b < 5; b++)); do
                echo "0,$((id++)),$kind,${ends[a]},${ends[b]},${ends[4 - b]},${ends[4 - a]}" >>ends/regions.csv
            done
        done
    done
    for name in cgal_boxes boost_rtree; do
        has $name || continue
        succeeds "$CDBENCH" verify --algo $name --scene ends/ --quiet
        [ $name != cgal_boxes ] || succeeds "$CDBENCH" verify --algo cgal_boxes:cutoff=1 --scene ends/ --quiet
    done
}

# Bodies that move, rest, appear and vanish, that are points and planes, far from each other and all in one place.
test_broad_phases_lose_no_pair()
{
    local broad scene scenes=("$root/scenes/touching.yaml" "$root/scenes/degenerate.yaml"
        box,motion=random:bodies=100:fill=0.4:steps=8 box,motion=still:bodies=40:d=1 sphere:triangles=80,motion=still:bodies=5:d=0.01
        drill:setting=single:from=2:steps=6 box:scale=1024+box:scale=0.0009765625,motion=random:bodies=40:fill=0.3:steps=4)
    for broad in fcl_broad bullet_broad{,:phase=sweep} ode_broad{,:space=sweep,:space=quadtree,:space=simple} \
        cgal_broad cgal_broad:cutoff=1 boost_broad; do
        has "${broad%%:*}" || continue
        for scene in "${scenes[@]}"; do
            succeeds "$CDBENCH" verify --algo "obb8:broad=$broad" --scene "$scene" --query contacts --quiet
        done
        # Passes start afresh: what was kept from the last frame is forgotten.
        succeeds "$CDBENCH" run --algo "obb8:broad=$broad" --scene drill:setting=single:from=2:steps=6 --repeat 3 --quiet
    done
}

run_tests
