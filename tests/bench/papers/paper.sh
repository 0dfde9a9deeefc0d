# What the tests of a paper's file share: test_zou2011.sh tests papers/zou2011.yaml from outside. Everything that the
# paper shows is there, and what can be measured in seconds gives the results in the report.
# shellcheck shell=bash
paper=$(basename "$0" .sh)
paper=${paper#test_}
export CDBENCH_PAPERS=$root/papers

# lists EXPERIMENT...: expects that the paper's file has these.
lists()
{
    local experiment
    succeeds "$CDBENCH" reproduce "$paper" --list
    for experiment; do
        prints "(^|[ /])$experiment( |$)"
    done
}

# quickly EXPERIMENT: measures it at its quick size.
quickly()
{
    succeeds "$CDBENCH" reproduce "$paper/$1" --quick --quiet --no-figures --results results
}

# changed EXPERIMENT SCRIPT: changes it by sed, in a copy of the paper. smaller: and measures it at its quick size.
changed()
{
    mkdir papers
    sed "/^  - id: $1\$/,/^    \(columns\|figures\):/{$2}" "$root/papers/$paper.yaml" >"papers/$paper.yaml"
    ! cmp -s "papers/$paper.yaml" "$root/papers/$paper.yaml" || wrong "$1 is as it was"
    export CDBENCH_PAPERS=$PWD/papers
}
smaller()
{
    changed "$@"
    quickly "$1"
}

# of EXPERIMENT SERIES COLUMN: prints the values of a column in the rows of a series, one per line; sum: their sum.
of()
{
    column "results/$paper/$1/cells.csv" series "$3" | sed -n "s/^$2 //p"
}
sum()
{
    of "$@" | awk '{ sum += $1 } END { print sum + 0 }'
}

# judged VERDICT CLAIM: expects this verdict on a claim.
judged()
{
    equal "verdict of $2" "$1" "$(column "results/$paper/claims.csv" claim verdict | sed -n "s/^$2 //p" | sort -u)"
}
