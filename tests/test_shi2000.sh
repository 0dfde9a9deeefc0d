#!/bin/bash
# papers/shi2000.yaml from outside: what the paper shows is there, and what can be measured in seconds comes out as
# the report says.
cd "$(dirname "$0")/.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/papers
levels=$(dirname "$CDBENCH")/tests/benchmarks/levels

# smaller EXPERIMENT SCRIPT: the paper, with an experiment changed by sed.
smaller()
{
    mkdir -p papers
    [ -e papers/shi2000.yaml ] || cp "$root/papers/shi2000.yaml" papers
    cp papers/shi2000.yaml before.yaml
    sed -i "/^  - id: $1\$/,/^    series:/{$2}" papers/shi2000.yaml
    ! cmp -s papers/shi2000.yaml before.yaml || wrong "$1 is as it was"
    export CDBENCH_PAPERS=$PWD/papers
}

# outcome CLAIM TEXT: how the check whose words have TEXT came out.
outcome()
{
    column results/shi2000/claims.csv claim outcome compares | sed -n "s/^$1 \([a-z]*\) .*$2.*/\1/p" | sort -u | paste -sd ' '
}

test_table_and_figures_of_the_paper_and_ours_are_listed()
{
    succeeds "$CDBENCH" reproduce shi2000 --list
    for experiment in table1 fig5 fig6 fig7; do
        prints "(^|[ /])$experiment( |$)"
    done
}

test_table_1_is_no_table_of_means_but_fits_single_searches()
{
    smaller table1 's/quick: \[1000\]/quick: [100]/'
    succeeds "$CDBENCH" reproduce shi2000/table1 --quick --quiet --no-figures --results results
    equal 'as means' fails "$(outcome c2-means 'pruning')"
    equal 'as single searches' holds "$(outcome c2-single 'pruning')"
    equal 'the closed form' holds "$(outcome c2 'standard errors off')"
    equal 'less is saved on deeper levels' holds "$(outcome c2 'saved falls')"
}

test_shares_of_levels_follow_the_closed_form()
{
    smaller fig5 's/quick: \[200000\]/quick: [10000]/'
    succeeds "$CDBENCH" reproduce shi2000/fig5 --quick --quiet --no-figures --results results
    equal 'checks of c1' holds "$(column results/shi2000/claims.csv claim outcome | sed -n 's/^c1 //p' | sort -u)"
}

test_level_0_is_printed_for_a_few_sizes_and_sums_to_one()
{
    succeeds "$levels" --size 20 --shares 100000 --divisions 5
    equal 'sum of shares' 1.0000 "$(awk -F, '/^level/ { sum += $2 } END { printf "%.4f", sum }' "$scratch/out")"
    equal 'sum of expected shares' 1.0000 "$(awk -F, '/^level/ { sum += $4 } END { printf "%.4f", sum }' "$scratch/out")"
}

test_levels_refuses_what_makes_no_sense()
{
    local arguments
    for arguments in '' '--size 20' '--size 2000 --shares 10' '--size 20 --candidates 10 --divisions 1,9' \
        '--size 20 --candidates 10 --level 3' '--size 20 --shares 10 --divisions 1,2' '--size 20 --candidates 10 --prune some'; do
        # shellcheck disable=SC2086 # several words
        run "$levels" $arguments
        equal "exit code of '$arguments'" 64 "$code"
    done
}

run_tests
