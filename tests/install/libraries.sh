#!/bin/bash
# Building without optional libraries (`make without=`), and with those that `scripts/setup --local` has built: what is left
# out is said and refused, and the rest runs.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

groups='gl view assimp hwloc seccomp'
below=debug-without-assimp-gl-hwloc-seccomp-view

# what a PROGRAM without optional libraries does. Its messages name MISSING.
does_without()
{
    local program=$1 missing=$2
    shows '^without +OpenGL \(image_cd, image_cd_culled, list gpus\), the viewer \(view\), Assimp .*, hwloc' "$program" version
    succeeds "$program" run --quiet --algo obb8 --scene bunny.obj --frames 3 --repeat 1
    # The file of a paper names settings of what is left out.
    shows '^zou2011$' "$program" reproduce --list
    refuses 4 "image_cd needs OpenGL, and this cdbench was built without OpenGL \($missing.*install.md" \
        "$program" verify --algo image_cd:resolution=64 --scene bunny.obj
    refuses 64 'image_cd' "$program" verify --algo image_cd:resolution=7 --scene bunny.obj
    shows 'none: .* built without OpenGL' "$program" list gpus
    refuses 4 "built without the viewer \($missing" "$program" view --algo obb8 --scene bunny.obj --screenshot picture.png
    [ ! -e picture.png ] || wrong 'there is a picture'
    echo '<COLLADA/>' >mesh.dae
    refuses 4 "mesh.dae: needs Assimp .* \($missing" "$program" info mesh.dae
}

# described RUN: how /sys or hwloc describe the machine.
described()
{
    grep -E '"(packages|cores|processors|numa_nodes|memory_bytes|l1d_bytes|l2_bytes|l3_bytes)"' "$1"/run.json
}

test_what_is_left_out_is_said_and_the_rest_runs()
{
    local link program=$root/build/$below/cdbench
    link=$(readlink "$root/cdbench")
    run make -C "$root" --no-print-directory -j"$(nproc)" config=debug without="$groups" all
    [ $code -eq 0 ] || { wrong 'it is not built'; tail -n 20 "$scratch/err"; }
    equal 'links to the program' "$link" "$(readlink "$root/cdbench")"
    does_without "$program" 'make without=gl view assimp hwloc seccomp'
    mv results/local/* without
    succeeds "$CDBENCH" run --quiet --algo obb8 --scene bunny.obj --frames 3 --repeat 1
    equal 'descriptions of the machine' "$(described without)" "$(described results/local/*)"
    exits 2 make -C "$root" without=mesa help
    says 'without=mesa may name gl, view'
}

test_without_pkg_config_the_compiler_finds_libraries()
{
    export PKG_CONFIG=none
    shows '-lfyaml -lGLEW' "$root/scripts/pkg-config" --libs libfyaml glew
    succeeds "$root/scripts/pkg-config" --exists jansson libfyaml libxxhash muparser
    exits 1 "$root/scripts/pkg-config" --exists jansson nonesuch
}

test_what_is_always_needed_can_be_built_without_root()
{
    local tree=$PWD/tree
    mkdir tree sources
    (cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -P -t "$tree" 2>/dev/null)
    export PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH=
    # A folder that lacks what is needed, or has something else.
    refuses 4 'jansson.*\.tar\.gz is missing; fetch into this folder, from a mirror of Debian: pool/main/.*/libfyaml_.*/muparser_' tree/scripts/setup --local sources
    echo >"sources/jansson_2.14.orig.tar.gz"
    refuses 4 'is not what Debian has \(SHA-256' tree/scripts/setup --local sources
    run tree/scripts/setup --local
    [ $code -ne 4 ] || skip "$(cat "$scratch/err")" || return
    [ $code -eq 0 ] || { wrong 'the libraries are not built'; return; }
    succeeds tree/scripts/setup --local # nothing is left to do
    run make -C tree --no-print-directory -j"$(nproc)" config=debug build/debug/cdbench
    [ $code -eq 0 ] || { wrong 'the program is not built'; tail -n 20 "$scratch/err"; }
    prints 'without OpenGL .*: no assimp egl'
    does_without "$PWD/tree/build/debug/cdbench" 'no .*(egl|assimp)'
    ! ldd tree/build/debug/cdbench | grep -E 'jansson|fyaml|xxhash|muparser' || wrong 'it takes libraries of the system'
}

run_tests
