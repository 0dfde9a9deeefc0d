#!/bin/bash
# papers/shi2000.yaml from outside: see paper.sh.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
. tests/bench/papers/paper.sh
levels=$(dirname "$CDBENCH")/experiments/levels

# outcome CLAIM TEXT: prints the outcome of the check whose words contain TEXT.
outcome()
{
    column results/shi2000/claims.csv claim outcome compares | sed -n "s/^$1 \([a-z]*\) .*$2.*/\1/p" | sort -u | paste -sd ' '
}

test_table_and_figures_of_the_paper_and_ours_are_listed()
{
    lists table1 fig5 fig6 fig7 cost errata dimensions million threads growth moving mixes
}

test_table_1_is_no_table_of_means_but_fits_single_searches()
{
    smaller table1 's/quick: \[1000\]/quick: [100]/'
    equal 'as means' fails "$(outcome c2-means 'pruning')"
    equal 'by the numbers of the paper alone' fails "$(outcome c2-means 'its 661 of 2000')"
    equal 'standard errors between them' 10.1 "$(column results/shi2000/table1/cells.csv apart | sort -u | xargs printf %.1f)"
    equal 'as single searches' holds "$(outcome c2-single 'pruning')"
    equal 'the closed form' holds "$(outcome c2 'standard errors off')"
    equal 'less is saved on deeper levels, and of the other forms nothing is measured' 'holds missing' "$(outcome c2 'saved falls')"
}

test_as_mended_pruning_saves_nothing_on_level_0()
{
    smaller forms-levels 's/quick: \[1000\]/quick: [20]/; s/values: \[1000, 2000, 3000, 4000\]/values: [1000]/'
    equal 'the check of c2' fails "$(outcome c2 'repaired: MATCH calls without : with pruning, by level')"
}

test_shares_of_levels_follow_the_closed_form()
{
    smaller fig5 's/quick: \[200000\]/quick: [10000]/'
    equal 'checks of c1' holds "$(column results/shi2000/claims.csv claim outcome | sed -n 's/^c1 //p' | sort -u)"
}

test_pruning_saves_calls_and_a_linked_list_is_walked_to_its_end()
{
    smaller cost 's/quick: \[1000, 3000, 10000\]/quick: [1000]/; s/repeat: 6/repeat: 2/'
    equal 'MATCH calls of full matching' '250000 250000' "$(of cost brute matches) $(of cost same matches)"
    equal 'calls of list and array' "$(of cost linked matches)" "$(of cost array matches)"
    [ "$(of cost linked matches)" -lt "$(of cost linked_none matches)" ] || wrong 'pruning saves no calls'
    [ "$(of cost linked list_hops)" -gt 20000 ] || wrong "$(of cost linked list_hops) hops"
    equal 'the check of c6' holds "$(outcome c6 'MATCH calls, full matching : HPS')"
}

test_each_erratum_overlooks_what_the_report_says()
{
    smaller errata 's/n=4000/n=1000/'
    local series
    for series in corrected e4 e11 e12; do
        equal "false negatives of $series" 0 "$(of errata $series misses)"
    done
    for series in e1 e3 e6 e8 repaired printed; do
        [ "$(of errata $series misses)" -gt 0 ] || wrong "$series overlooks nothing"
    done
    equal 'false positives' 0 "$(column results/shi2000/errata/cells.csv false_hits | sort -u | paste -sd ' ')"
}

test_splitting_into_basic_spaces_is_exact()
{
    smaller dimensions 's/quick: \[1000, 4000\]/quick: [300]/; s/repeat: 6/repeat: 2/'
    equal 'printed' fails "$(outcome c7 'printed:')"
    equal 'verdicts' 'reproduced reproduced' "$(column results/shi2000/claims.csv claim verdict corrected | sed -n 's/^c7 //p' | sort -u)"
}

test_programs_beside_others_count_the_same_pairs()
{
    local folder
    folder=$(dirname "$levels")
    succeeds "$folder/speedup" --scene regions:n=3000:alpha=10 --rounds 2 --algo hps hps --algo hps_join hps_join --algo region_sweep region_sweep
    equal 'pairs' 1 "$(awk -F, 'NR > 1 { print $2 }' "$scratch/out" | sort -u | wc -l)"
}

test_without_cgal_what_rests_on_it_is_not_measured_and_the_rest_is()
{
    changed million 's/n=1000000/n=2000/; s/repeat: 6/repeat: 2/'
    install -D "$CDBENCH" alone/cdbench
    run alone/cdbench reproduce shi2000/million --quick --no-figures --results results
    says 'cgal_boxes is left out: .*`make peers`'
    equal 'verdicts' 'exact exact exact exact exact unavailable' "$(column results/shi2000/million/cells.csv verdict | head -n 6 | paste -sd ' ')"
    equal 'outcomes of what needs CGAL' missing "$(column results/shi2000/claims.csv claim outcome | sed -n 's/^ours[25] //p' | sort -u)"
    equal 'outcomes of what does not' 3 "$(column results/shi2000/claims.csv claim outcome | grep -cE '^ours1 (holds|fails|open)$')"
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
        '--size 20 --candidates 10 --level 3' '--size 20 --shares 10 --divisions 1,2' '--size 20 --candidates 10 --prune some' \
        '--size 20 --candidates 10 --variant some'; do
        # shellcheck disable=SC2086 # several words
        exits 64 "$levels" $arguments
    done
}

run_tests
