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
    lists table1 fig5 fig6 fig7 clustering cost errata forms forms-levels dimensions million threads growth moving mixes
}

test_the_closed_form_is_what_table_1_is_simulated_to_be()
{
    smaller table1 's/quick: \[1000\]/quick: [100]/'
    equal 'the closed form' holds "$(outcome c2 'standard errors off')"
    equal 'standard errors between the numbers of the paper alone' 10.1 \
        "$(column results/shi2000/table1/cells.csv apart_independent | sort -u | xargs printf %.1f)"
    equal 'and between single trials' 1.0 "$(column results/shi2000/table1/cells.csv apart_shared | sort -u | xargs printf %.1f)"
    equal 'the first of these decides' fails "$(outcome c2-means 'its 661 of 2000')"
}

test_trials_that_share_candidates_and_cell_make_the_same_calls()
{
    succeeds "$levels" --size 20 --divisions 3 --level 0 --candidates 1000 --sets 1 --queries 100
    equal 'standard deviation of trials' 0 "$(column "$scratch/out" single)"
}

# means_of FORM: the outcome of the checks of c2-means for this form.
means_of()
{
    outcome c2-means "$1: as means"
}

test_table_1_fits_means_of_trials_that_share_their_candidates_and_none_with_e1_e4_or_e5()
{
    smaller forms-levels 's/quick: \[1000\]/quick: [100]/; s/values: \[1000, 2000, 3000, 4000\]/values: [1000, 4000]/'
    equal 'as independent trials' 'fails fails fails' "$(means_of printed) $(means_of repaired) $(means_of corrected)"
    equal 'with an erratum' 'fails fails fails' "$(outcome c2-means 'with E1:') $(outcome c2-means 'with E4:') $(outcome c2-means 'with E5:')"
    equal 'calls on level 0 by form' 'fails holds holds' "$(for form in printed repaired corrected; do outcome c2 "$form: MATCH calls without : with pruning, by level"; done | paste -sd ' ')"
    sed -i 's/text: of_100}/text: expected_single}/' papers/shi2000.yaml
    succeeds "$CDBENCH" claims shi2000 --results results --csv results/shi2000/claims.csv
    equal 'as trials that share' 'fails holds holds' "$(means_of printed) $(means_of repaired) $(means_of corrected)"
}

test_shares_of_levels_follow_the_closed_form()
{
    smaller fig5 's/quick: \[200000\]/quick: [10000]/'
    equal 'checks of c1' holds "$(column results/shi2000/claims.csv claim outcome | sed -n 's/^c1 //p' | sort -u)"
}

test_pruning_saves_calls()
{
    smaller cost 's/quick: \[1000, 3000, 10000\]/quick: [1000]/; s/repeat: 6/repeat: 2/'
    equal 'MATCH calls of full matching' '250000 250000' "$(of cost brute matches) $(of cost same matches)"
    [ "$(of cost listed matches)" -lt "$(of cost listed_none matches)" ] || wrong 'pruning saves no calls'
    [ "$(of cost listed list_hops)" -lt "$(of cost listed_none list_hops)" ] || wrong 'pruning passes no spaces'
    equal 'the check of c6' holds "$(outcome c6 'MATCH calls, full matching : list')"
}

test_each_erratum_overlooks_what_the_report_says()
{
    smaller errata 's/n=4000/n=1000/'
    local series
    for series in corrected e4 e9 e11 e12; do
        equal "false negatives of $series" 0 "$(of errata $series misses)"
    done
    for series in e1 e1_e4 printed; do
        [ "$(of errata $series misses)" -gt 100 ] || wrong "$series overlooks $(of errata $series misses)"
    done
    equal 'false negatives of repaired' "$(of errata e2 misses)" "$(of errata repaired misses)"
    equal 'false positives' 0 "$(column results/shi2000/errata/cells.csv false_hits | sort -u | paste -sd ' ')"
}

test_repaired_saves_calls_and_finds_the_pairs_and_printed_overlooks_some()
{
    smaller forms 's/values: \[10000\]/values: [2000]/; s/\[5, 10, 20, 40, 80, 160\]/[20, 80]/g'
    local claim
    for claim in c3 c6; do
        equal "calls of $claim" 'holds holds holds' "$(for form in printed repaired corrected; do outcome $claim "$form: MATCH calls"; done | paste -sd ' ')"
        equal "pairs of $claim" 'fails holds holds' "$(for form in printed repaired corrected; do outcome $claim "$form: false negatives"; done | paste -sd ' ')"
    done
}

test_splitting_into_basic_spaces_is_exact_if_the_search_is()
{
    smaller dimensions 's/quick: \[1000, 4000\]/quick: [1000]/; s/repeat: 6/repeat: 2/; s/budget: 10s/budget: 10ms/'
    equal 'printed' partly "$(column results/shi2000/claims.csv claim printed | sed -n 's/^c7 //p' | sort -u)"
    equal 'repaired and corrected' 'reproduced reproduced' "$(column results/shi2000/claims.csv claim repaired corrected | sed -n 's/^c7 //p' | sort -u)"
}

test_clustering_relates_what_is_not_related_and_pays_for_changes()
{
    smaller clustering 's/\[0.01, 0.1\]/[0.01]/; s/\[10000\]/[2000]/; s/repeat: 6/repeat: 2/; s/budget: 5s/budget: 10ms/'
    equal 'verdicts on c8' reproduced "$(column results/shi2000/claims.csv claim repaired | sed -n 's/^c8 //p' | sort -u)"
    equal 'false negatives' 0 "$(column results/shi2000/clustering/cells.csv misses | sort -u | paste -sd ' ')"
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
