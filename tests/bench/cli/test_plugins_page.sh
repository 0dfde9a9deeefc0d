#!/bin/bash
# The plug-ins of docs/plugins.md, taken from the page, built with only the installed headers, and judged.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

prefix=$scratch/prefix
config=$(basename "$(dirname "$CDBENCH")")
make --no-print-directory install config="$config" PREFIX="$prefix" >"$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; exit 1; }
CDBENCH=$prefix/bin/cdbench
unset CDBENCH_SCENES
mkdir "$scratch/page" && cd "$scratch/page" || exit 1
awk '/^```c$/ { getline; file = $2; sub(/:$/, "", file) } /^```$/ { file = "" } file { print > file }' "$root/docs/plugins.md"
for file in *.c; do
    cc -std=c17 -O2 -Wall -Wextra -Werror -shared -fPIC -I"$prefix/include/cdbench" "$file" -o "${file%.c}.so" || exit 1
done
page=$PWD
cd "$root" || exit 1

# conforms PLUGIN ALGO: every row, none of which is only approximate.
conforms()
{
    succeeds "$CDBENCH" verify --suite --plugin "$page/$1.so" --algo "$2"
    grep -qE '^([0-9]+) of \1 conform' "$scratch/out" || wrong "$2 does not conform"
    ! grep -qE 'wrong|refused|not run' "$scratch/out" || wrong "$2 is not exact, or not tried everywhere"
}

test_the_page_has_three_plugins_of_few_lines()
{
    equal plug-ins 'prefix.c sweep_x.c touch.c' "$(cd "$page" && echo *.c)"
    [ "$(cat "$page"/*.c | wc -l)" -le 125 ] || wrong 'they have grown'
}

test_a_pair_algorithm_conforms()
{
    conforms touch touch:broad=none:schedule=dynamic:bbox=dynamic
}

test_a_broad_phase_conforms_for_bodies_and_for_regions()
{
    conforms sweep_x obb8:broad=sweep_x:schedule=steal:bbox=dynamic:deform=auto
    conforms sweep_x sweep_x
}

test_a_matcher_of_regions_conforms()
{
    conforms prefix prefix
}

test_its_broad_phase_is_a_word_of_the_setting()
{
    succeeds "$CDBENCH" run --plugin "$page/sweep_x.so" --algo sweep_x --algo region_sweep --scene regions:n=2000:alpha=1 --quiet
    refuses 64 'sweep_x' "$CDBENCH" run --plugin "$page/sweep_x.so" --algo obb8:broad=sweep_y --scene bunny.obj
}

run_tests
