#!/bin/bash
# docs/tour.md and README.md: their commands print what the pages say.
# Of the release build only: the pages warn of no slow build.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

test_every_command_of_the_pages_prints_what_they_say()
{
    export CDBENCH
    run "$root/scripts/tour" --check
    [ $code -eq 0 ] || { wrong 'a page differs'; head -n 40 "$scratch/out"; }
}

run_tests
