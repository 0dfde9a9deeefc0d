#!/bin/bash
# `cdbench reproduce --shard` and `cdbench merge`: one shard measures each part, all shards together measure what one
# run measures, and shards that do not belong together are refused with nothing written.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

# Measures shards of small/sizes in the folder `results`: measure_shards COUNT [OPTION...]
measure_shards()
{
    local k
    for ((k = 1; k <= $1; k++)); do
        succeeds "$CDBENCH" reproduce small/sizes --quiet --shard $k/"$1" --results results "${@:2}"
    done
}

parts_of()
{
    ls results/shard-"$1"-of-"$2"/small/sizes/.groups 2>/dev/null
}

test_every_part_is_in_one_shard_again_in_the_same_and_a_missing_shard_is_named()
{
    measure_shards 3
    equal parts "$(cat <(parts_of 1 3) <(parts_of 2 3) <(parts_of 3 3) | sort -u | wc -l)" 4
    equal 'parts twice' "$(cat <(parts_of 1 3) <(parts_of 2 3) <(parts_of 3 3) | sort | uniq -d)" ''
    local before
    before=$(parts_of 2 3)
    measure_shards 3
    equal 'the second shard, twice' "$(parts_of 2 3)" "$before"
    rm -r results/shard-2-of-3
    refuses 65 'small/sizes: [12] of 4 parts are in none of the folders, nor anything of the shards 2/3' \
        "$CDBENCH" merge results/shard-*-of-3 --results merged
    [ ! -e merged ] || wrong 'something was written'
}

test_shards_are_together_what_one_run_measures()
{
    measure_shards 2
    shows '^small/sizes: 12 rows; merged/small/sizes/$' "$CDBENCH" merge results/shard-*-of-2 --results merged
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures --results whole
    shows '0 values differ, 0 rows lacking' "$CDBENCH" obtained merged whole small
    equal samples "$(wc -l <merged/small/sizes/samples.csv)" "$(wc -l <whole/small/sizes/samples.csv)"
    succeeds "$CDBENCH" claims small --results merged
}

test_sessions_of_shards_are_pooled()
{
    measure_shards 2 --sessions 2
    succeeds "$CDBENCH" merge results/shard-*-of-2 --results merged
    equal samples "$(column merged/small/sizes/cells.csv samples | sort -u)" 6
}

# apart SED_SCRIPT PATTERN: expects a refusal of shards whose second one says something else.
apart()
{
    sed -i.kept "$1" results/shard-2-of-2/small/sizes/shard.json
    cmp -s results/shard-2-of-2/small/sizes/shard.json{,.kept} && wrong "$1 changes nothing"
    refuses 65 "$2" "$CDBENCH" merge results/shard-*-of-2 --results merged
    [ ! -e merged ] || wrong 'something was written'
    mv results/shard-2-of-2/small/sizes/shard.json{.kept,}
}

test_what_does_not_belong_together_is_refused()
{
    measure_shards 2
    apart 's/"revision": "/&0/' 'measured by revision .*; merge shards of one build'
    apart 's/"processors": /&1/' 'another machine than in results/shard-1-of-2'
    apart 's/"size": "quick"/"size": "full"/' 'another size than'
    apart 's/"sessions": 1/"sessions": 2/' 'another sessions than'
    apart 's/"program": "/&0/' 'another program than'
    apart '1d' 'shard.json:'
    altered small 's/frames: 4, repeat: 3/frames: 5, repeat: 3/'
    refuses 65 'another text of it' "$CDBENCH" merge results/shard-*-of-2 --results merged
    export CDBENCH_PAPERS=$root/tests/papers
    sed -i 's/"host": "[^"]*"/"host": "another"/' results/shard-2-of-2/small/sizes/shard.json
    succeeds "$CDBENCH" merge results/shard-*-of-2 --results merged
    sed -i '$d' results/shard-2-of-2/small/sizes/.groups/*/samples.csv
    fails 65 "$CDBENCH" merge results/shard-*-of-2 --results again
    says 'results/shard-2-of-2/small/sizes/.groups/.*/samples.csv: was cut, it has [0-9]+ of [0-9]+ rows; restore it, or measure again'
    [ ! -e again ] || wrong 'something was written'
}

test_usage()
{
    refuses 64 'takes K/N' "$CDBENCH" reproduce small --shard 0/2
    fails 64 "$CDBENCH" reproduce small --shard 1/2 --interpretations
    fails 64 "$CDBENCH" merge
    fails 74 "$CDBENCH" merge nowhere
    mkdir empty
    fails 74 "$CDBENCH" merge empty
}

run_tests
