#!/bin/bash
# `cdbench verify` from outside: which frames differ, the totals, and the cache of exact answers.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

small=sphere:triangles=100
broken=(verify --algo broken --scene $small --frames 20)

test_an_exact_algorithm_is_found_exact()
{
    succeeds "$CDBENCH" verify --algo rapid --algo brute --scene $small --frames 20
    equal 'frames listed' 0 "$(grep -c '^frame ' "$scratch/out")"
    equal 'verdicts' 2 "$(grep -c 'verdict exact$' "$scratch/out")"
    equal 'digests' 1 "$(grep -o 'digest [0-9a-f]*' "$scratch/out" | sort -u | wc -l)"
    # Several scenes and settings are taken in turn.
    succeeds "$CDBENCH" verify --algo brute --algo rapid --scene $small --scene box:triangles=12 --frames 5 --set schedule=dynamic --threads 2
    equal 'summaries' 4 "$(wc -l <"$scratch/out")"
    exits 0 "$CDBENCH" verify --algo closest,rapid --scene torus:triangles=100 --scene torus:triangles=100,motion=still --frames 2
    equal 'warnings of what is left out' 1 "$(grep -c '^cdbench: warning: closest is left out: .*convex' "$scratch/err")"
}

test_every_frame_that_differs_is_listed()
{
    exits 2 "$CDBENCH" "${broken[@]}"
    prints '^frame [0-9]+: lacks \(0,1\)$'
    prints '(^| )([0-9]+) of 20 frames wrong, \2 of \2 colliding pairs are false negatives, 0 of [0-9]+ others false positives;.* verdict wrong$'
    equal 'frames listed' "$(sed -n 's/.* \([0-9]*\) of 20 frames wrong.*/\1/p' "$scratch/out")" \
        "$(grep -c '^frame ' "$scratch/out")"
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
    exits 2 "$CDBENCH" "${broken[@]}" --quiet
    equal 'lines' 1 "$(wc -l <"$scratch/out")"
    prints 'verdict wrong$'
    exits 2 "$CDBENCH" verify --algo broken:fault=extra --scene $small --frames 20
    prints '^frame [0-9]+: reports \(0,1\) falsely$'
    # Errors of approximate algorithms are no failure.
    succeeds "$CDBENCH" verify --algo null --scene $small --frames 20
    prints '^frame [0-9]+: lacks \(0,1\)$' 'verdict approximate$'
}

test_the_other_queries_have_words_of_their_own()
{
    run "$CDBENCH" "${broken[@]}" --query any
    prints '^frame [0-9]+: lacks a collision$' 'colliding frames are false negatives'
    run "$CDBENCH" "${broken[@]}" --query bodies
    prints '^frame [0-9]+: lacks 0 1$' 'colliding bodies are false negatives'
    run "$CDBENCH" "${broken[@]}" --query contacts
    prints '^frame [0-9]+: lacks( \(0:[0-9]+,1:[0-9]+\)){8} \.\.\. and [0-9]+ more$'
    local left_out
    left_out=$(sed -n 's/^frame [0-9]*: lacks.* and \([0-9]*\) more$/\1/p' "$scratch/out" | head -n 1)
    run "$CDBENCH" "${broken[@]}" --query contacts --all
    prints '^frame [0-9]+: lacks( \(0:[0-9]+,1:[0-9]+\)){9,}$' "^frame [0-9]+: lacks( \(0:[0-9]+,1:[0-9]+\)){$((8 + left_out))}\$"
}

# differences: for each cell of the last JSON, its misses, false hits, and how many it lists of either.
differences()
{
    python3 -c '
import json, sys
for cell in json.load(open(sys.argv[1]))["cells"]:
    frames = cell["differences"]
    print(cell["algo"], cell["misses"], cell["false_hits"], sum(len(f["missed"]) for f in frames), sum(len(f["extra"]) for f in frames))' \
        "$scratch/out"
}

test_quiet_json_lists_what_differs()
{
    local query choice
    for query in any bodies pairs contacts; do
        for choice in 'broken,rapid' broken:fault=extra; do
            exits 2 "$CDBENCH" verify --algo $choice --query $query --scene $small --frames 20 --all --json
            cp "$scratch/out" loud
            exits 2 "$CDBENCH" verify --algo $choice --query $query --scene $small --frames 20 --all --json --quiet
            cmp loud "$scratch/out" || wrong "another JSON for $query of $choice"
            [ $query = contacts ] || differences | awk '$2 != $4 || $3 != $5 || ($1 ~ /broken/ && $2 + $3 == 0) { exit 1 }' ||
                wrong "the list of $query of $choice: $(differences | xargs)"
        done
    done
}

test_json_tells_the_same()
{
    exits 2 "$CDBENCH" "${broken[@]}" --json
    prints '"verdict": "wrong"'
    equal 'wrong frames' True "$(python3 -c 'import json, sys
cell = json.load(open(sys.argv[1]))["cells"][0]
print(cell["wrong_frames"] == len(cell["differences"]) == cell["misses"] == cell["colliding"] > 0
      and cell["differences"][0]["missed"] == [[0, 1]])' "$scratch/out")"
}

test_answers_are_written_for_one_algorithm_on_one_scene()
{
    succeeds "$CDBENCH" verify --algo rapid --query contacts --scene $small --frames 20 --answers rapid.csv
    succeeds "$CDBENCH" verify --algo brute --query contacts --scene $small --frames 20 --answers brute.csv
    equal 'header' frame,a,ta,b,tb "$(head -n 1 rapid.csv)"
    cmp -s rapid.csv brute.csv || wrong 'the answers of rapid and brute differ'
    [ "$(wc -l <rapid.csv)" -gt 10 ] || wrong 'too few answers'
    succeeds "$CDBENCH" verify --algo rapid --scene $small --frames 20 --answers pairs.csv
    tail -n +2 pairs.csv | sort -c -t, -k1,1n -k2,2n -k3,3n || wrong 'not sorted'
    fails 64 "$CDBENCH" verify --algo rapid --algo brute --scene $small --answers both.csv
    [ ! -e both.csv ] || wrong 'a file was left'
    fails 74 "$CDBENCH" verify --algo rapid --scene $small --frames 5 --answers missing/answers.csv
    run "$CDBENCH" verify --algo rapid --scene $small --frames 20 --answers -
    cmp -s "$scratch/out" pairs.csv || wrong 'not the same on stdout'
}

test_open_meshes_have_no_solid_truth_and_wrong_usage_is_one_line()
{
    shows 'solid \(NA for open meshes: their surface\)' "$CDBENCH" verify --algo image_cd --scene sheet:triangles=100 --frames 5 --quiet
    refuses 64 algo "$CDBENCH" verify --scene $small
    refuses 64 scene "$CDBENCH" verify --algo rapid
    fails 64 "$CDBENCH" verify --algo image_cd --scene $small --query contacts
    fails 64 "$CDBENCH" verify --algo rapid --scene $small --answers - --json
}

test_exact_answers_are_kept_unless_told_otherwise()
{
    export CDBENCH_CACHE=$scratch/kept
    succeeds "$CDBENCH" verify --algo rapid --scene $small --frames 7 --no-cache
    [ ! -e "$CDBENCH_CACHE" ] || wrong 'kept in spite of --no-cache'
    succeeds "$CDBENCH" verify --algo rapid --scene $small --frames 7
    equal 'files' 1 "$(find "$CDBENCH_CACHE" -type f | wc -l)"
}

test_a_cache_that_others_may_write_to_is_not_used_and_the_run_goes_on()
{
    export CDBENCH_CACHE=$PWD/shared
    mkdir -m 777 shared
    local command
    for command in verify 'run --no-results'; do
        # shellcheck disable=SC2086 # words
        exits 0 "$CDBENCH" $command --algo rapid --algo image_cd --scene $small --frames 7
        equal 'warnings' "$(grep -c 'warning: .*/shared: others may write to it.*chmod go-w' "$scratch/err")" 1
    done
    equal 'files' 0 "$(find shared -type f | wc -l)"
    succeeds "$CDBENCH" verify --algo rapid --scene $small --frames 7 --quiet
}

run_tests
