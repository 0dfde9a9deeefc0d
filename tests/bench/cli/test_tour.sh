#!/bin/bash
# docs/tour.md: its commands print what the page says.
# Of the release build only: the page warns of no slow build.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

test_every_command_of_the_tour_prints_what_the_page_says()
{
    export CDBENCH
    run "$root/scripts/tour" --check
    [ $code -eq 0 ] || { wrong 'the page differs'; head -n 40 "$scratch/out"; }
}

run_tests
