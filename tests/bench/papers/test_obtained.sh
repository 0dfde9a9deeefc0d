#!/bin/bash
# `cdbench obtained`: two measurements of a paper, row by row.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

export CDBENCH_PAPERS=$root/tests/papers

# measured FOLDER: measures two experiments of the tests' paper, one with a scene and one with a program that writes counts
# and a column of its own.
measured()
{
    write_program 'echo series,twice,share; echo once,$(($2 * 2)),0.5; echo twice,$(($2 * 4)),0.25'
    succeeds "$CDBENCH" reproduce small/sizes small/program --quick --quiet --no-figures --results "$1"
}

test_two_runs_of_one_revision_agree()
{
    measured mine
    measured reference
    succeeds "$CDBENCH" obtained mine reference
    prints '^small/sizes +[1-9][0-9]* rows, 0 values differ; fps [0-9.]+x, [0-9]+ of [1-9][0-9]* intervals apart, median width'
    prints '^small/program +4 rows, 0 values differ$' '^2 experiments, 0 values differ, 0 rows lacking$'
    succeeds "$CDBENCH" obtained mine reference --json
    cp "$scratch/out" obtained.json
    prints '"experiment": "program"' '"rows": 4' '"differing": 0'
    succeeds "$root/tests/check_schema.py" obtained obtained.json
}

test_what_differs_is_named_and_ends_with_1()
{
    local digest
    measured mine
    own_tables mine
    cp -r mine reference
    digest=$(column reference/small/sizes/cells.csv digest | sed -n 1p)
    sed -i "2s/$digest/00000000000000000000000000000000/" reference/small/sizes/cells.csv
    sed -i '2s/0.5/0.75/' reference/small/program/cells.csv
    fails 1 "$CDBENCH" obtained mine reference small
    prints "^  sizes .*: digest $digest, reference 00000000000000000000000000000000$"
    prints '^  program n=1 once: share 0.5, reference 0.75$' '^2 experiments, 2 values differ, 0 rows lacking$'
    says 'mine is not what reference has'
    cp -r mine less
    sed -i '$d' less/small/sizes/cells.csv
    fails 1 "$CDBENCH" obtained less mine
    prints '^small/sizes .* 1 row lacking'
    cp -r mine part
    rm -r part/small/program
    shows '^1 other experiment: in mine only$' "$CDBENCH" obtained part mine
}

test_times_of_a_program_are_held_by_their_intervals()
{
    altered small 's/^    program: paper_fixture/&\n    times: [ms]/'
    write_program 'echo series,ms,ms_low,ms_high; echo once,2.5,2.4,2.6; echo twice,5.5,3.5,6.5'
    for folder in reference mine; do
        run "$CDBENCH" reproduce small/program --quiet --results $folder
    done
    succeeds "$CDBENCH" obtained mine reference
    own_tables mine
    prints '^small/program +4 rows, 0 values differ; times 1\.00x, 0 of 4 intervals apart, median width '
    sed -i 's/2\.5,2\.4,2\.6/2.75,2.7,2.8/' mine/small/program/cells.csv
    succeeds "$CDBENCH" obtained mine reference --times
    prints '^  program n=1 once: ms 2\.75, reference 2\.5$' '; times 1\.05x, 2 of 4 intervals apart'
    sed -i 's/2\.75,2\.7,2\.8/2.25,2.2,2.3/' mine/small/program/cells.csv # on the other side
    shows '; times 0\.95x, 2 of 4 intervals apart' "$CDBENCH" obtained mine reference
    sed -i 's/5\.5,3\.5,6\.5/5.5,5.5,5.5/' mine/small/program/cells.csv # a single sample
    shows ', 2 of 2 intervals apart' "$CDBENCH" obtained mine reference
}

test_wrong_arguments_are_told()
{
    measured mine
    mkdir empty
    refuses 64 'obtained takes two folders with results' "$CDBENCH" obtained mine
    refuses 74 'nowhere: No such file or directory; name a folder with results' "$CDBENCH" obtained mine nowhere
    refuses 74 'mine/small/sizes/cells.csv: is no folder; unpack it first if it is an archive' "$CDBENCH" obtained mine mine/small/sizes/cells.csv
    refuses 74 'mine and empty have no experiment in common' "$CDBENCH" obtained mine empty
    cp -r mine damaged
    echo '1,2,3' >>damaged/small/sizes/cells.csv
    refuses 65 'damaged/small/sizes/cells.csv' "$CDBENCH" obtained damaged mine
    refuses 64 "did you mean small" "$CDBENCH" obtained mine mine smal
}

run_tests
