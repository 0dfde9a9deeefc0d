#!/bin/bash
# What the program writes agrees with schemas/. Also tests the example that draws it.
# Of the release build only: every build writes the same members.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers
scene=(--scene 'box:triangles=12' --frames 4)

# fits NAME FILE...: expects the files to agree with the schema or table.
fits()
{
    run "$root/tests/check_schema.py" "$@"
    [ $code -eq 0 ] || wrong "$(head -n 1 "$scratch/out" "$scratch/err")"
}

# says_json NAME COMMAND...: expects the same of the JSON that the command prints, whatever its exit code.
says_json()
{
    "${@:2}" >"$1-printed.json" 2>"$scratch/err"
    fits "$1" "$1-printed.json"
}

test_runs()
{
    local query
    says_json run "$CDBENCH" run "${scene[@]}" --algo obb8,brute,broken --repeat 2 --quiet --json --results results --csv summary.csv --history history
    fits run results/*/run.json
    fits summary summary.csv results/*/summary.csv
    fits frames results/*/frames.csv
    fits history history/*.csv
    for query in any bodies pairs contacts; do
        succeeds "$CDBENCH" run "${scene[@]}" --algo obb8 --query $query --repeat 1 --no-results --quiet --answers answers.csv
        fits answers-$query answers.csv
    done
    says_json run "$CDBENCH" run --scene regions:n=50:steps=2 --algo region_sweep --store --repeat 1 --no-results --quiet --json --csv regions.csv
    fits summary regions.csv
    run "$CDBENCH" suit box --budget 1s --quiet --csv suit.csv
    fits suit suit.csv
}

test_lists_and_checks()
{
    local kinds
    kinds=$("$CDBENCH" list nonsense 2>&1 | sed 's/.* is not one of //; s/[,|]/ /g')
    # shellcheck disable=SC2086 # words
    says_json list "$CDBENCH" list $kinds --json --all
    says_json info "$CDBENCH" info --json bunny.obj box,motion=wave regions:n=10 touching.yaml
    says_json verify "$CDBENCH" verify "${scene[@]}" --algo obb8,broken --json
    says_json verify "$CDBENCH" verify --suite --algo obb8 --quiet --json
    fits expected "$root/results/expected.json"
    succeeds cc -std=c17 -shared -fPIC -I"$root" "$root/tests/plugins/touch.c" -o touch.so
    "$CDBENCH" list --manifest --plugin ./touch.so >manifest.csv
    fits manifest manifest.csv
}

test_comparisons()
{
    "$CDBENCH" compare algo:obb8 algo:brute "${scene[@]}" --pairs 6 --sample 1ms --no-confirm --quiet --json compare.json \
        --csv compare.csv --samples pairs.csv --benchmark-json benchmark.json 2>"$scratch/err"
    fits compare compare.json
    fits comparison compare.csv
    fits pairs pairs.csv
    fits benchmark benchmark.json
    "$CDBENCH" compare --calibrate "${scene[@]}" --algo obb8 --comparisons 2 --pairs 6 --sample 1ms --no-store --quiet --json calibration.json \
        --csv calibration.csv 2>"$scratch/err"
    fits compare calibration.json
    fits comparison calibration.csv
}

test_papers()
{
    says_json papers "$CDBENCH" reproduce --list --json
    "$CDBENCH" reproduce small --quiet --no-figures --results results --pack pack.tar.gz 2>"$scratch/err"
    fits experiment results/small/*/run.json
    fits cells results/small/*/cells.csv
    fits samples results/small/*/samples.csv
    fits claims results/small/claims.csv
    says_json claims "$CDBENCH" claims small --results results --json
    tar -xzf pack.tar.gz
    fits pack pack.json
    local k
    for k in 1 2; do
        succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures --sessions 2 --shard $k/2 --results shards
    done
    succeeds "$CDBENCH" merge shards/shard-*-of-2 --results merged
    fits experiment merged/small/sizes/run.json
    fits samples merged/small/sizes/samples.csv
    "$CDBENCH" reproduce open --readings --quiet --no-figures --results results 2>"$scratch/err"
    fits experiment results/open/readings/run.json
    fits readings results/open/readings/readings.csv
}

test_exported_folders()
{
    succeeds "$CDBENCH" export --scene box,motion=wave --frames 2 --out bodies
    succeeds "$CDBENCH" export --scene regions:n=10:steps=2 --out regions
    fits scene-frames {bodies,regions}/frames.csv
    fits scene-meta {bodies,regions}/meta.csv
    fits scene-vertices bodies/vertices.csv
    fits scene-regions regions/regions.csv
}

test_what_is_not_as_a_schema_says_is_named()
{
    echo '{"format": 2, "extra": 1}' >pack.json
    exits 1 "$root/tests/check_schema.py" pack pack.json
    prints "'revision' is a required property" "'extra' was unexpected" '1 was expected'
    printf 'cell,sample,wall_ns,frame\n1,0,x,0\n' >frames.csv
    exits 1 "$root/tests/check_schema.py" frames frames.csv
    prints 'the columns are' "wall_ns: 'x' is not of type 'integer', 'null'"
}

test_the_example_draws_a_run()
{
    succeeds "$CDBENCH" run "${scene[@]}" --algo obb8,brute --repeat 2 --quiet --results results
    succeeds env MPLCONFIGDIR="$scratch" "$root/docs/draw.py" results/*/run.json times.png
    equal 'kind of file' "$(head -c 4 times.png | tail -c 3)" PNG
}

run_tests
