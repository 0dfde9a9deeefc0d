#!/bin/bash
# shellcheck disable=SC2016,SC2086 # what another shell expands, and lists that are split on purpose
# A bundle runs where there is nothing else: no library, no shell, no variable. Its answers are those of the build.
# Run by tests/run slow, after `make bundle`.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh
name=cdbench-$(cat VERSION)-x86_64
archive=$root/build/$name.tar.zst
[ -e "$archive" ] || skip "$archive is missing: make bundle"
export LP_NUM_THREADS=0

bare=$scratch/bare # the root folder
mkdir -p "$bare/proc" "$bare/dev" "$bare/tmp"
chmod 1777 "$bare/tmp" && chmod 755 "$scratch"
tar -C "$bare" --no-same-owner -xf "$archive" || exit 1

# How this system lets us change the root: as root, in a name space of our own, or not at all.
as=()
[ "$(id -u)" = 0 ] || as=(--user --map-root-user)
enter='mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec env -i $variables /usr/sbin/chroot "$@"'
nobody=()
[ "$(id -u)" != 0 ] || nobody=(--userspec=65534:65534)
chroots=yes
if unshare "${as[@]}" --mount --pid --fork sh -c "$enter" "$bare" "$bare" "/$name/bin/cdbench" version >/dev/null 2>&1; then
    bundle() # PROGRAM ARGUMENT...: runs it there
    {
        unshare "${as[@]}" --mount --pid --fork sh -c "$enter" "$bare" "${nobody[@]}" "$bare" "/$name/$1" "${@:2}"
    }
else
    chroots=no
    echo 'no name space of our own here: only the environment is empty'
    bundle()
    {
        env -i $variables "$bare/$name/$1" "${@:2}"
    }
fi

# same ARGUMENT...: the bundle prints on stdout what the build does.
same()
{
    local expected
    succeeds "$CDBENCH" "$@"
    expected=$(<"$scratch/out")
    succeeds bundle bin/cdbench "$@"
    equal "$*" "$(<"$scratch/out")" "$expected"
}

# same_answers ALGO ARGUMENT...
same_answers()
{
    local expected
    exits 0 "$CDBENCH" run --quiet --no-results --repeat 1 --csv - --algo "$@"
    expected=$(column "$scratch/out" digest records verdict)
    exits 0 bundle bin/cdbench run --quiet --no-results --repeat 1 --csv - --algo "$@"
    equal "$*" "$(column "$scratch/out" digest records verdict)" "$expected"
}

test_it_has_the_promised_size()
{
    [ "$(stat -c %s "$archive")" -le $((30 << 20)) ] || wrong 'more than 30 MiB'
}

test_it_starts_and_finds_its_scenes_and_papers()
{
    same version
    same list generators motions
    same reproduce --list
}

test_its_answers_are_those_of_the_build()
{
    same_answers obb8 --scene bunny.obj
    same_answers obb8 --scene torus:triangles=2000 --threads 2 --query contacts
    same verify --algo obb8 --scene touching.yaml
}

test_images_are_those_of_the_software_renderer()
{
    exits 0 bundle bin/cdbench list gpus
    prints llvmpipe
    same_answers image_cd:gpu=software --scene torus:triangles=2000 --frames 5
    same_answers image_cd_culled:gpu=software --scene bunny.obj --frames 5
}

test_without_a_renderer_the_rest_runs()
{
    local small=${archive%.tar.zst}-no-mesa.tar.zst
    [ -e "$small" ] || skip "$small is missing: make bundle mesa=no" || return
    mkdir "$scratch/small" && tar -C "$scratch/small" --no-same-owner -xf "$small"
    exits 0 env -i "$scratch/small/$name-no-mesa/bin/cdbench" verify --algo obb8 --scene touching.yaml
    prints exact
}

test_the_driver_of_the_machine_comes_first()
{
    [ $chroots = yes ] || skip 'no root folder of our own here' || return
    local folder=/usr/local/nvidia/lib64
    install -D "$bare/$name/lib/libEGL_mesa.so.0" "$bare$folder/libEGL_nvidia.so.0"
    export variables=LD_DEBUG=files
    run bundle bin/cdbench list gpus
    rm -r "${bare:?}/usr"
    sed -n 's/.*calling init: //p' "$scratch/err" | grep 'libEGL_' >vendors
    equal 'the drivers' "$(<vendors)" "$folder/libEGL_nvidia.so.0"
}

test_papers_are_measured_without_python()
{
    [ $chroots = yes ] || skip 'no root folder of our own here' || return
    exits 0 bundle bin/cdbench reproduce zou2011/fig9 --quick --sessions 2 --results /tmp/results
    equal 'warnings' 1 "$(grep -c 'no figures: python3 is missing' "$scratch/err")"
    [ -x "$bare/$name/share/cdbench/scripts/figures" ] || wrong 'the script that draws is not in the bundle'
    exits 4 bundle bin/cdbench report --html /tmp/pages
    says '^cdbench: python3 is missing; install it with: apt-get install'
}

test_links_start_it_by_any_name()
{
    ln -s "/$name/bin/cdbench" "$bare/tmp/cd"
    exits 0 bundle ../tmp/cd version
    rm "$bare/tmp/cd"
}

test_its_programs_run()
{
    local program
    for program in "$bare/$name"/libexec/cdbench/*; do
        exits 0 bundle "libexec/cdbench/${program##*/}" --help
    done
}

test_ranks_run()
{
    [ -e "$bare/$name/bin/mpirun" ] || skip 'make mpi had not been run before' || return
    export variables=HOME=/tmp # Open MPI crashes where there is neither this nor a user of the number
    exits 0 bundle bin/cdbench-mpi version
    exits 0 bundle bin/mpirun --oversubscribe -n 2 "/$name/bin/cdbench-mpi" run --no-results --repeat 1 --frames 5 \
        --algo obb8:schedule=mpi_dynamic --scene bunny.obj
    prints exact
}

test_every_licence_is_there()
{
    local package
    while read -r package _; do
        [ -s "$bare/$name/licences/${package%:*}" ] || wrong "no licence of $package"
    done <"$bare/$name/licences/packages"
}

run_tests
