#!/bin/bash
# Of the release build only: what a change of a file makes out of date, by scripts/sources.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

# The files that are asked about, from the working directory.
source_files()
{
    ls base/*.[ch] geom/*.[ch] scenes/*.[ch] scenes/*/*.[ch] algos/*.[ch] algos/*/*.[ch] algos/*/*/*.[ch] \
        bench/harness/*.[ch] view/*.[ch] experiments/*.[ch] tests/*.h peers/* algos/*.def
}

# The digests of the copy.
digests()
{
    (cd tree && source_files | xargs "$root/scripts/sources")
}

# The parts whose digests have changed.
changed_parts()
{
    digests | diff before - | sed -n 's/^> {"\([^"]*\)".*/\1/p' | paste -sd ' '
}

# changed_by FILE LINE: prints the parts that change when this line is appended to the file.
changed_by()
{
    cp "tree/$1" kept
    printf '%s\n' "$2" >>"tree/$1"
    changed_parts
    mv kept "tree/$1"
}

test_a_change_is_one_of_what_rests_on_it()
{
    mkdir tree
    (cd "$root" && source_files | xargs cp --parents -t "$scratch/work/tree") || wrong 'cannot copy the source'
    digests >before
    equal 'lines of another form' '' "$(grep -vx '{"[a-z]*\(=[a-z0-9_]*\)\?", "[0-9a-f]\{16\}"},' before)"
    equal 'algorithms' "$(sed -n 's/^\(ALGO\|HIDDEN\|REGIONS\|PRESET\|PEER\)(\([a-z0-9_]*\).*/\2/p' tree/algos/*.def | grep -v '_broad$' | sort | xargs)" \
        "$(sed -n 's/^{"algo=\([^"]*\)".*/\1/p' before | sort | xargs)"
    equal 'of the search' 'algo=clustering algo=hps program=levels' "$(changed_by algos/papers/shi2000/hps.c 'int more;')"
    equal 'of a comment' '' "$(changed_by algos/papers/shi2000/hps.c $'    // A comment, and an empty line.\n')"
    equal 'of the window' '' "$(changed_by view/window.c 'int more;')"
    equal 'of a file whose header has another name' \
        'algo=box algo=icollide_aabb algo=pcda algo=saabb algo=saabb_depth algo=scda algo=sphere program=trees' \
        "$(changed_by algos/papers/zhao2009/traversal.c 'int more;')"
    equal 'of what times' 'harness' "$(changed_by bench/harness/harness.c 'int more;')"
    equal 'of a file with motions' 'motion=overlap motion=pair motion=tumble' "$(changed_by scenes/motions/pairs.c 'int more;')"
    equal 'of a file with two' 'mesh=torus mesh=torusknot' "$(changed_by scenes/generators/torus.c 'int more;')"
    equal 'of a peer' 'algo=cgal algo=cgal_boxes broad=cgal_broad' "$(changed_by peers/cgal.cpp 'int more;')"
    equal 'of a program' 'program=trees' "$(changed_by experiments/trees.c 'int more;')"
    [ "$(changed_by geom/triangle.h 'int more;' | wc -w)" -gt 40 ] || wrong 'predicates are behind nearly everything'
    sed -i 's/\(PRESET(scda, saabb, "broad=\)none/\1sap/' tree/algos/list.def
    equal 'of a preset' 'algo=scda' "$(changed_parts)"
}

run_tests
