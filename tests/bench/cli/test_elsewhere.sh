#!/bin/bash
# scripts/elsewhere: what comes back from a machine with a graphics card, with one that errs, with none, and when it is stopped.
# Of the release build only: it tests a script, and the parts of the program that the script runs have their own tests.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$scratch/card.so" tests/faults/card.c || exit 1
"$CDBENCH" list gpus --json | grep -q '"kind": "software"' || skip 'no software renderer'

# A folder with the program and the script, which measures what `plan` says.
prepare()
{
    mkdir -p home/scripts
    ln -s "$CDBENCH" home/cdbench
    cp "$root/scripts/elsewhere" home/scripts
    export TMPDIR=$PWD
}
plan()
{
    sed -i "/^    cat <<'PARTS'/,/^PARTS/{//!d}" home/scripts/elsewhere
    printf '%s\n' "$@" | sed -i "/^    cat <<'PARTS'/r /dev/stdin" home/scripts/elsewhere
}

# A paper whose claim is about a graphics card.
a_paper_about_cards()
{
    mkdir papers
    cat >papers/drawn.yaml <<'PAPER'
key: drawn
title: Drawn
authors: A. Uthor
published: Nowhere 1(1):1-2, 2000
machine: one with a card
experiments:
  - id: balls
    title: Two balls
    source: figure 1
    scene: "sphere:triangles=100,motion=tumble:steps=4"
    quick: {repeat: 6}
    series:
      - {id: image_cd, label: Image_CD, algo: image_cd}
      - {id: rapid, label: RAPID, algo: rapid}
claims:
  - id: c1
    says: Cards are fast.
    where: section 1
    not_comparable: {when: software renderer, reason: it is about cards}
    checks:
      - {kind: within, experiment: balls, series: image_cd, column: fps, min: 0.001, decides: [printed, repaired]}
PAPER
    export CDBENCH_PAPERS=$PWD/papers
}

card()
{
    env LD_PRELOAD="$scratch/card.so" "$@"
}

comes_back()
{
    mkdir -p results
    tar -C results -xzf elsewhere-there.tar.gz
    equal 'what else is there' '' "$(compgen -G 'tmp.*')"
}

test_without_a_card_the_checks_come_back()
{
    plan 'card 20 drawn/balls' 'cores 20 drawn/balls'
    a_paper_about_cards
    succeeds nproc
    [ "$(cat "$scratch/out")" -lt 4 ] || plan 'card 20 drawn/balls'
    exits 0 home/scripts/elsewhere --name there
    prints 'card: none' 'exact-serial: equal' 'exact-threads: equal' 'exact-regions: equal' 'pictures: left out, no card' 'drawn/balls: left out: no card$'
    comes_back
    grep -q '^exact-serial,"equal' results/there/elsewhere/checks.csv || wrong 'no checks'
    grep -q '^revision ' results/there/elsewhere/version.log || wrong 'no log'
}

test_what_a_card_draws_is_judged_by_the_clock_on_the_wall()
{
    plan 'card 20 drawn/balls'
    a_paper_about_cards
    exits 0 card home/scripts/elsewhere --name there --minutes 1
    prints 'card: a card' 'image_cd_culled of bars: equal' 'image_cd:many=twopass of crowd: equal' 'gpu_ns: [1-9]' 'drawn/balls: measured'
    comes_back
    equal clocks 'image_cd wall rapid processor' "$(column results/there/drawn/balls/cells.csv series clock | xargs)"
    shows '^ *c1 .*(reproduced|undecided)' "$CDBENCH" claims drawn --results results/there
    # The same without the card says nothing of one. What was there stays.
    exits 0 home/scripts/elsewhere --name there --minutes 1 --rehearse
    prints 'image_cd of bars: equal, [1-9][0-9]* records$' 'elsewhere-there-2.tar.gz'
    rm -r results/there
    mv elsewhere-there-2.tar.gz elsewhere-there.tar.gz
    comes_back
    mv results/there-2 results/there
    equal clocks 'image_cd processor rapid processor' "$(column results/there/drawn/balls/cells.csv series clock | xargs)"
    shows '^ *c1 .*not comparable' "$CDBENCH" claims drawn --results results/there
}

test_what_a_card_draws_otherwise_is_named()
{
    exits 0 card env CARD_ERRS=1 home/scripts/elsewhere --name there --minutes 0
    prints 'image_cd of bunnies: [1-9][0-9]* of [0-9]* records differ: differences-image_cd-bunnies.txt'
    comes_back
    grep -qP '^\t[0-9]+,0,1$' results/there/elsewhere/differences-image_cd-bunnies.txt || wrong 'what software reports alone is missing'
    # One that refuses is as none.
    exits 0 card env CARD_BREAKS=1 home/scripts/elsewhere --name other --minutes 0 --rehearse
    prints 'image_cd of bunnies: equal'
}

test_what_takes_too_long_is_cut_off()
{
    plan 'any 3 drawn/slow' 'any 20 drawn/balls'
    a_paper_about_cards
    printf '#!/bin/sh\n[ "$2" != drawn/slow ] || exec sleep 1000\nexec "%s" "$@"\n' "$CDBENCH" >slow
    chmod +x slow
    ln -sf ../slow home/cdbench
    exits 0 home/scripts/elsewhere --name there
    prints 'drawn/slow: cut off, [3-9] s' 'drawn/balls: measured, '
    comes_back
    [ -e results/there/drawn/balls/cells.csv ] || wrong 'what came after it is missing'
}

test_what_there_is_is_kept_when_it_is_stopped()
{
    plan 'any 20 drawn/balls' 'any 100 zou2011/fig10'
    a_paper_about_cards
    cp "$root/papers/zou2011.yaml" papers
    begins home/scripts/elsewhere --name there
    await grep -q 'drawn/balls: measured' "$scratch/out"
    sleep 0.5
    stopped TERM 130
    says 'stopped; what was finished is in .*/elsewhere-there.tar.gz$'
    comes_back
    grep -q '^zou2011/fig10,[0-9]*,stopped$' results/there/elsewhere/parts.csv || wrong 'it is not said what was stopped'
    [ -e results/there/drawn/balls/cells.csv ] || wrong 'what was finished is missing'
}

test_the_machine_gets_a_name()
{
    exits 0 card home/scripts/elsewhere --minutes 0 --out new/folder
    exists 'new/folder/elsewhere-*core-a-card.tar.gz' || wrong "it is called $(ls new/folder)"
}

test_a_bundle_is_taken()
{
    mkdir -p bundle/cdbench-1/bin
    ln -s "$CDBENCH" bundle/cdbench-1/bin/cdbench
    tar -C bundle -czf bundle.tar.gz cdbench-1
    for bundle in bundle bundle/cdbench-1 bundle.tar.gz; do
        exits 0 home/scripts/elsewhere --bundle $bundle --name there --minutes 0
        prints 'exact-serial: equal'
    done
    exits 4 home/scripts/elsewhere --bundle home/scripts --name there
    says 'scripts: there is no cdbench'
    exits 74 home/scripts/elsewhere --bundle none --name there
    exits 74 home/scripts/elsewhere --bundle "$root/LICENSE" --name there
    says 'is no archive, or damaged'
}

test_a_link_and_any_name_will_do()
{
    mkdir bin
    ln -s ../home/scripts/elsewhere bin/measure
    for name in logs parts scenes cache kept; do
        exits 0 bin/measure --name $name --minutes 0
        prints 'exact-serial: equal' "elsewhere-$name.tar.gz"
        equal "what $name holds" "$name" "$(tar -tzf elsewhere-$name.tar.gz | cut -d / -f 1 | sort -u)"
    done
}

test_a_program_that_does_not_start_is_told()
{
    printf '#!/bin/sh\necho libGL is missing >&2\nexit 127\n' >broken
    chmod +x broken
    ln -sf ../broken home/cdbench
    exits 1 home/scripts/elsewhere --name there
    says 'does not start: libGL is missing'
    comes_back
    grep -q 'libGL is missing' results/there/elsewhere/version.log || wrong 'no log'
}

test_work_is_shared_by_no_more_threads_than_there_are_processors()
{
    local cores counts='1'
    cores=$(dirname "$CDBENCH")/experiments/cores
    [ "$(nproc)" -lt 2 ] || counts='1 2'
    succeeds "$cores" --pin --threads 2 --rounds 2 --regions hps_join regions:n=1000:alpha=1 --crowd obb8:broad=grid:schedule=dynamic \
        sphere:triangles=100,motion=random:bodies=20:fill=0.3 --build obb8 sphere:triangles=1000 --oracle torusknot:triangles=500,motion=tumble:steps=20
    for work in regions crowd build oracle; do
        equal "threads of $work" "$counts" "$(column "$scratch/out" series p | sed -n "s/^$work //p" | xargs)"
    done
    prints '^build,1,[0-9]*,980,'
    exits 64 "$cores"
    says 'give --regions, --crowd, --build or --oracle'
    exits 64 "$cores" --build hps_join sphere:triangles=100
    says 'hps_join: not an algorithm for pairs of bodies'
}

test_the_parts_fit_into_the_time()
{
    succeeds awk '/^parts\(\)/ { on = 1 } on && $1 ~ /^(card|cores|any)$/ { sum += $2 } /^PARTS/ { on = 0 } END { exit !(sum > 100 && sum <= 270) }' "$root/scripts/elsewhere"
}

test_wrong_usage_is_told()
{
    exits 64 home/scripts/elsewhere --name ../up
    exits 64 home/scripts/elsewhere --name reference
    says 'results/reference has other results'
    exits 64 home/scripts/elsewhere --minutes soon
    exits 64 home/scripts/elsewhere --minutes 7
    exits 64 home/scripts/elsewhere --bundle ''
    exits 64 home/scripts/elsewhere --minutes
    exits 64 home/scripts/elsewhere now
    says "no option 'now'"
    succeeds home/scripts/elsewhere --help
    prints '--rehearse'
    rm home/cdbench
    exits 4 home/scripts/elsewhere
    says 'there is no cdbench; run make first'
}

run_tests
