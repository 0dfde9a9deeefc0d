#!/bin/bash
# What the program writes agrees with schemas/. Also tests the example that draws it.
# Of the release build only: every build writes the same members.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers
scene=(--scene 'box:triangles=12' --frames 4)

# fit NAME FILE... [-- NAME FILE...]...: expects the files to agree with the schema or table.
fit()
{
    exits 0 "$root/tests/check_schema.py" "$@"
    [ $code -eq 0 ] || head -n 5 "$scratch/out"
}

# keeps FILE COMMAND...: keeps what the command prints, whatever its exit code.
keeps()
{
    "${@:2}" >"$1" 2>"$scratch/err"
}

test_runs()
{
    local query answers=() once=(--repeat 1 --no-results --quiet)
    keeps run.json "$CDBENCH" run "${scene[@]}" --algo obb8,brute,broken --repeat 2 --quiet --json --results results --csv summary.csv
    for query in any bodies pairs contacts; do
        succeeds "$CDBENCH" run "${scene[@]}" --algo obb8 --query $query "${once[@]}" --answers $query.csv
        answers+=(-- answers-$query $query.csv)
    done
    keeps regions.json "$CDBENCH" run --scene regions:n=50:steps=2 --algo region_sweep --store "${once[@]}" --json --csv regions.csv
    run "$CDBENCH" suit box --budget 1s --quiet --csv suit.csv
    fit run run.json regions.json results/*/run.json -- summary summary.csv regions.csv results/*/summary.csv -- \
        frames results/*/frames.csv -- suit suit.csv "${answers[@]}"
}

test_lists_and_checks()
{
    local kinds
    kinds=$("$CDBENCH" list nonsense 2>&1 | sed 's/.* is not one of //; s/[,|]/ /g')
    # shellcheck disable=SC2086 # words
    keeps list.json "$CDBENCH" list $kinds --json --all
    keeps info.json "$CDBENCH" info --json bunny.obj box,motion=wave regions:n=10 touching.yaml
    keeps verify.json "$CDBENCH" verify "${scene[@]}" --algo obb8,broken --json
    keeps suite.json "$CDBENCH" verify --suite --algo region_sweep,closest --quiet --json
    succeeds cc -std=c17 -shared -fPIC -I"$root" "$root/tests/plugins/touch.c" -o touch.so
    keeps manifest.csv "$CDBENCH" list --manifest --plugin ./touch.so
    fit list list.json -- info info.json -- verify verify.json suite.json -- expected "$root/results/expected.json" -- manifest manifest.csv
}

test_comparisons()
{
    "$CDBENCH" compare algo:obb8 algo:brute "${scene[@]}" --pairs 6 --sample 1ms --no-confirm --quiet --json compare.json \
        --csv compare.csv --samples pairs.csv --benchmark-json benchmark.json 2>"$scratch/err"
    "$CDBENCH" compare --calibrate "${scene[@]}" --algo obb8 --comparisons 2 --pairs 6 --sample 1ms --no-store --quiet --json calibration.json \
        --csv calibration.csv 2>"$scratch/err"
    fit compare compare.json calibration.json -- comparison compare.csv calibration.csv -- pairs pairs.csv -- benchmark benchmark.json
}

test_papers()
{
    local k
    keeps papers.json "$CDBENCH" reproduce --list --json
    "$CDBENCH" reproduce small --quiet --no-figures --results results 2>"$scratch/err"
    "$CDBENCH" reproduce small/sizes --quiet --no-figures --results results --algo aabb 2>"$scratch/err"
    for k in 1 2; do
        succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures --sessions 2 --shard $k/2 --results shards
    done
    succeeds "$CDBENCH" merge shards/shard-*-of-2 --results merged
    "$CDBENCH" reproduce open --interpretations --quiet --no-figures --results results 2>"$scratch/err"
    keeps claims.json "$CDBENCH" claims small open --results results --results results/own --json
    keeps reference.json env -u CDBENCH_PAPERS "$CDBENCH" claims --results "$root/results/reference" --json
    fit papers papers.json -- experiment results/small/*/run.json merged/small/sizes/run.json results/open/interpretations/run.json -- \
        cells results/small/*/cells.csv -- samples results/small/*/samples.csv merged/small/sizes/samples.csv -- \
        claims results/small/claims.csv claims.json reference.json -- interpretations results/open/interpretations/interpretations.csv
}

test_exported_folders()
{
    succeeds "$CDBENCH" export --scene box,motion=wave --frames 2 --out bodies
    succeeds "$CDBENCH" export --scene regions:n=10:steps=2 --out regions
    fit scene-frames {bodies,regions}/frames.csv -- scene-meta {bodies,regions}/meta.csv -- scene-vertices bodies/vertices.csv -- \
        scene-regions regions/regions.csv
}

test_what_is_not_as_a_schema_says_is_named()
{
    echo '{"format": 1, "version": "1", "revision": "x", "papers": [], "extra": 1}' >claims.json
    exits 1 "$root/tests/check_schema.py" claims claims.json
    prints "'sources' is a required property" "'extra' was unexpected" '2 was expected'
    printf 'cell,sample,wall_ns,frame\n1,0,x,0\n' >frames.csv
    exits 1 "$root/tests/check_schema.py" frames frames.csv
    prints 'the columns are' "wall_ns: 'x' is not of type 'integer', 'null'"
}

test_the_example_draws_a_run()
{
    succeeds "$CDBENCH" run "${scene[@]}" --algo obb8,brute --repeat 2 --quiet --results results
    succeeds env MPLCONFIGDIR="$scratch" "$root/docs/draw.py" results/*/run.json times.png
    equal 'kind of file' "$(head -c 4 times.png | tail -c 3)" PNG
    head -c 500 results/*/run.json >cut.json
    exits 65 env MPLCONFIGDIR="$scratch" "$root/docs/draw.py" cut.json times.png
    says '^draw.py: cut.json: .*; restore it, or measure again$'
    equal lines 1 "$(wc -l <"$scratch/err")"
}

run_tests
