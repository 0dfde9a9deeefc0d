#!/bin/bash
# `cdbench compare` from outside. Nothing here depends on the speed of the machine. Verdicts are forced: by two pairs,
# which never suffice, or by a planted slowdown of five times in 40 pairs, which does unless successive pairs resemble
# each other as on no machine.
# Sanitized by test-all alone.
# shellcheck disable=SC2016,SC2086 # texts for make, and words
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

config=$(basename "$(dirname "$CDBENCH")")
cell=(--scene bunny.obj --frames 3 --sample 1ms)
unset MAKEFLAGS MFLAGS MAKELEVEL

# program NAME BODY: makes a stand-in for another build of cdbench, a script in the folder NAME.
program()
{
    mkdir -p "$1"
    printf '#!/bin/bash\n%s\n' "$2" >"$1/cdbench"
    chmod +x "$1/cdbench"
}

# beside CODE PATTERN NAME ARGUMENT...: compares this build with that one, which is refused.
beside()
{
    refuses "$1" "$2" "$CDBENCH" compare "build:$CDBENCH" "build:$3" --algo rapid "${cell[@]}" --pairs 2 --quiet --csv out.csv "${@:4}"
}

test_five_times_as_slow_is_slower()
{
    exits 1 "$CDBENCH" compare "build:$CDBENCH" "build:$CDBENCH" --algo rapid "${cell[@]}" --pairs 40 --slow-down 400
    prints 'slower \(unconfirmed\)' 'not confirmed under another alignment of functions:' # what follows may be wrapped anywhere
    says 'rapid on bunny.obj, pairs, 3 frames: B takes .* % more time than A \(unconfirmed\)'
}

test_a_wrong_algorithm_is_refused_and_gets_no_times()
{
    local side
    for side in 'algo:rapid algo:broken' 'algo:broken algo:rapid'; do
        refuses 2 'broken on bunny.obj: claims to be exact and is wrong in 1 of 3 frames' \
            "$CDBENCH" compare $side "${cell[@]}" --pairs 2 --quiet --csv out.csv
        equal verdicts "$(column out.csv verdict ratio ms_a ms_b)" 'wrong NA NA NA'
    done
}

test_what_another_build_does_otherwise_is_named_and_not_timed()
{
    local digest='s/[0-9a-f]\{32\},%s/0123456789abcdef0123456789abcdef,%s/'
    program other "'$CDBENCH' \"\$@\" | sed '${digest//%s/exact}'"
    beside 2 'rapid on bunny.obj, pairs, 3 frames: A answers in 1 of 3 frames .*, B in 1 .* \(and 1 more like this\)' other --algo aabb
    equal verdicts "$(column out.csv verdict ratio ms_a)" $'different NA NA\ndifferent NA NA'
    program fickle "case \"\$*\" in *--no-verify*) '$CDBENCH' \"\$@\" | sed '${digest//%s/unverified}';; *) exec '$CDBENCH' \"\$@\";; esac"
    beside 2 'B answers otherwise in one process than in another' fickle
    program elsewhere "'$CDBENCH' \"\${@/bunny.obj/torus:triangles=100}\""
    beside 2 'different scenes' elsewhere
    program dying 'kill -SEGV $$'
    beside 2 'B: was ended by signal 11' dying
    program mute "case \$1 in run) exit 74;; esac; exec '$CDBENCH' \"\$@\""
    refuses 74 'mute/cdbench: ended with exit code 74 and no message' \
        "$CDBENCH" compare build:mute build:mute --algo rapid "${cell[@]}" --pairs 1 --quiet
    program old "case \"\$*\" in *aabb*) echo 'cdbench: unknown algorithm aabb' >&2; exit 64;; esac; exec '$CDBENCH' \"\$@\""
    beside 3 'bunny.obj, pairs, 3 frames: too few pairs' old --algo aabb
    equal verdicts "$(column out.csv verdict)" $'inconclusive\none-sided'
    refuses 3 'no cell that both sides know' "$CDBENCH" compare build:old "build:$CDBENCH" --algo aabb "${cell[@]}" --pairs 2 --quiet
}

test_every_file_has_its_form()
{
    exits 3 "$CDBENCH" compare algo:rapid algo:aabb "${cell[@]}" --scene torus:triangles=200 --query any --pairs 3 --quiet \
        --csv out.csv --samples samples.csv --json out.json --markdown out.md --benchmark-json bench.json
    equal rows "$(column out.csv scene query verdict pairs decided_by)" $'bunny.obj any inconclusive 3 cpu\ntorus:triangles=200 any inconclusive 3 cpu'
    equal algorithms "$(column out.csv algo_a algo_b | grep -c '^rapid:.* aabb:')" 2
    equal 'number of samples' "$(wc -l <samples.csv)" 7
    head -n 1 samples.csv | grep -q '^cell,alignment,pair,first,ms_a,ms_b$' || wrong 'the header of the samples'
    # Turns are taken ABBA.
    equal turns "$(column samples.csv cell first | tr '\n' ' ')" '1 B 1 A 1 B 2 B 2 A 2 B '
    grep -q '^| bunny.obj, any, 3 frames | .* | inconclusive |$' out.md || wrong 'the row of the Markdown table'
    grep -q '"name": "aabb on bunny.obj, any, 3 frames"' bench.json || wrong 'the name for charts'
    grep -q '"unit": "ms"' bench.json || wrong 'the unit for charts'
    equal answers "$(column out.csv digest_a)" "$(column out.csv digest_b)"
    grep -q '"machine": {' out.json || wrong 'the machine in the JSON'
    equal 'exit code in the JSON' "$(sed -n 's/^  "exit_code": \([0-9]*\),/\1/p' out.json)" 3
    run "$CDBENCH" compare algo:rapid algo:rapid "${cell[@]}" --pairs 2 --json -
    head -n 1 "$scratch/out" | grep -q '^{$' || wrong 'something before the JSON'
}

test_no_two_entries_for_trackers_have_one_name()
{
    local long more far
    # Settings of which only the last differs, and a path of which only the end does.
    far=$root$(printf '/.%.0s' {1..200})/scenes
    long=saabb:broad=none:schedule=serial:threshold=0.5:queue=4096:leaf=1:lambda=1:split=
    for more in "build:$CDBENCH build:$CDBENCH --algo rapid --algo aabb --algo aabb:leaf=2" \
        "build:$CDBENCH build:$CDBENCH --algo ${long}penalty --algo ${long}median --query any" \
        "build:$CDBENCH algo:rapid --scene $far/bunny.obj --scene $far/degenerate.obj" "algo:rapid build:$CDBENCH --scene torus:triangles=200"; do
        exits 3 "$CDBENCH" compare $more "${cell[@]}" --pairs 1 --quiet --benchmark-json bench.json
        python3 - "$more" <<'EOF' || wrong "the names of $more: $(grep name bench.json | xargs)"
import json, re, sys
names = [entry["name"] for entry in json.load(open("bench.json"))]
algos = re.findall(r"--algo (\S+)", sys.argv[1]) or ["rapid"]
scenes = ["bunny.obj"] + re.findall(r"--scene (\S+)", sys.argv[1])
query = "any" if "--query any" in sys.argv[1] else "pairs"
wanted = [f"{algo} on {scene}, {query}, 3 frames" for scene in scenes for algo in algos]
sys.exit(sorted(names) != sorted(wanted))
EOF
    done
    fails 64 "$CDBENCH" compare --calibrate --benchmark-json bench.json
}

test_options_say_what_decides_and_how_many_pairs_there_are()
{
    program noted "[ \$1 = run ] || exec '$CDBENCH' \"\$@\"; echo begins >>turns; '$CDBENCH' \"\$@\"; echo ends >>turns"
    run "$CDBENCH" compare build:noted build:noted --algo rapid "${cell[@]}" --threads 2 --pairs 2 --quiet --csv out.csv
    equal 'what decides' "$(column out.csv threads decided_by)" '2 wall'
    equal 'turns, one after the other' 'begins ends' "$(paste -d ' ' - - <turns | sort -u)" # by processor time, both at once
    # Time that is left goes to cells that are not decided.
    refuses 3 'too few pairs' "$CDBENCH" compare algo:rapid algo:rapid "${cell[@]}" --pairs 1 --budget 20m --quiet --csv out.csv
    equal 'pairs, five times as many' "$(column out.csv pairs)" 5
}

# with_median NAME COLUMN VALUE: a build NAME that tells this value, an expression of awk, in a column of its rows.
with_median()
{
    local number
    number=$("$CDBENCH" run --algo rapid "${cell[@]:0:4}" --no-results --csv - --quiet | head -n 1 | tr , '\n' | grep -nx "$2" | cut -d: -f1)
    program "$1" "[ \$1 = run ] || exec '$CDBENCH' \"\$@\"; echo >>calls.$1
        '$CDBENCH' \"\$@\" | awk -F, -v OFS=, -v calls=\$(wc -l <calls.$1) 'NR > 1 { \$$number = $3 } 1'"
}

# The row of a program whose passes each wait a second for a processor.
test_samples_on_a_busy_machine_have_more_than_a_pass()
{
    with_median busy pass_ms_median 1000
    run "$CDBENCH" compare build:busy build:busy --algo rapid "${cell[@]}" --pairs 2 --quiet --csv out.csv
    [ "$(column out.csv passes)" -gt 1 ] || wrong "passes: $(column out.csv passes)"
    run "$CDBENCH" compare build:busy build:busy --algo rapid "${cell[@]}" --threads 2 --pairs 1 --quiet --csv out.csv
    equal passes "$(column out.csv passes)" 1
}

# A program that takes a little longer each time than the time before.
test_pairs_that_resemble_each_other_are_too_few()
{
    with_median steady cpu_ms_median 1
    with_median tiring cpu_ms_median '1 + calls / 100'
    exits 3 "$CDBENCH" compare build:steady build:tiring --algo rapid "${cell[@]}" --pairs 12 --csv out.csv
    says 'successive pairs resemble each other \(correlation 0\.99\): 12 may say as little as 0\.1 independent ones, too few'
    prints 'successive pairs resemble each other'
    equal 'effective pairs' "$(column out.csv verdict pairs effective_pairs)" 'inconclusive 12 0.0603015'
}

# With as many passes as the fast side, the slow side would need minutes per sample.
test_sides_that_differ_a_thousandfold_keep_their_budget()
{
    exits 3 "$CDBENCH" compare algo:obb8 algo:brute --scene sphere:triangles=1000 --frames 4 --no-confirm --pairs 3 --budget 3s \
        --quiet --csv out.csv
    [ "$(column out.csv pairs)" -ge 1 ] || wrong 'no pair'
    [ "$(column out.csv passes)" -le 100 ] || wrong "passes: $(column out.csv passes)"
}

test_cells_come_from_a_file()
{
    printf 'cells:\n  - {scene: bunny.obj, query: any, algo: rapid, frames: 2}\n  - {scene: bunny.obj, algo: aabb, frames: 2, seed: 7, threads: 1}\n' >cells.yaml
    exits 3 "$CDBENCH" compare "build:$CDBENCH" "build:$CDBENCH" --cells cells.yaml --sample 1ms --pairs 1 --quiet --csv out.csv
    equal cells "$(column out.csv scene query frames seed)" $'bunny.obj any 2 NA\nbunny.obj pairs 2 7'
    printf 'cells:\n  - {scene: bunny.obj, frames: many}\n' >cells.yaml
    refuses 65 'cells.yaml:2: cells\[0\].frames: .many. is not an integer' "$CDBENCH" compare algo:rapid algo:aabb --cells cells.yaml
    printf 'cells:\n  - {scene: bunny.obj, qery: any}\n' >cells.yaml
    fails 65 "$CDBENCH" compare algo:rapid algo:aabb --cells cells.yaml
    fails 74 "$CDBENCH" compare algo:rapid algo:aabb --cells missing.yaml
}

test_what_is_typed_wrong_is_said()
{
    refuses 64 'two sides' "$CDBENCH" compare algo:rapid
    refuses 64 'rapid: not a side' "$CDBENCH" compare rapid algo:aabb "${cell[@]}"
    refuses 64 'rapd' "$CDBENCH" compare algo:rapd algo:aabb "${cell[@]}" --quiet
    refuses 64 'leave out --algo' "$CDBENCH" compare algo:rapid algo:aabb "${cell[@]}" --algo sphere
    refuses 64 'add --scene' "$CDBENCH" compare algo:rapid algo:aabb
    refuses 74 'build:nowhere: neither' "$CDBENCH" compare build:nowhere algo:aabb "${cell[@]}"
    install -D "$CDBENCH" alone/cdbench
    refuses 4 'knows no revisions \(it does not lie in a source tree\); use build:' \
        alone/cdbench compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}"
    refuses 64 'old/summary.csv: not a side' "$CDBENCH" compare old/summary.csv new/summary.csv
    fails 74 "$CDBENCH" compare algo:rapid algo:aabb --scene nowhere.obj --quiet
    fails 74 "$CDBENCH" compare algo:rapid algo:aabb "${cell[@]}" --csv nowhere/out.csv
    fails 64 "$CDBENCH" compare algo:rapid algo:aabb "${cell[@]}" --csv - --json -
}

test_ctrl_c_keeps_finished_cells_and_ends_the_children()
{
    program slow "case \"\$*\" in *--no-verify*aabb*|*aabb*--no-verify*) echo \$\$ >started; exec sleep 1000;; esac; exec '$CDBENCH' \"\$@\""
    begins "$CDBENCH" compare "build:$CDBENCH" build:slow --algo rapid --algo aabb "${cell[@]}" --pairs 2 --quiet --csv out.csv
    await test -s started
    stopped INT 130
    says '1 of 2 cells were finished'
    equal verdicts "$(column out.csv verdict)" $'inconclusive\nunfinished'
    has_ended "$(cat started)" || wrong 'the child lives on'
}

test_ctrl_c_in_a_build_ends_what_the_build_started()
{
    make_tree
    # A driver that waits for its compiler, and does not end it when the driver itself is ended.
    printf 'build/%s/cdbench:\n\t@bash -c '"'sleep 1000 & echo \$\$\$\$! >%s; wait'"'\n' "$config" "$PWD/started" >tree/Makefile
    commit_tree endless
    begins "tree/build/$config/cdbench" compare rev:HEAD~1 rev:HEAD --algo rapid "${cell[@]}" --quiet
    await test -s started
    stopped INT 130
    await has_ended "$(cat started)"
    equal 'what is left' "$(find cache/builds -mindepth 1 -maxdepth 1 -name '*.*' | wc -l)" 0
}

# A cache, and a source tree with a history. Its Makefile provides the program under test and notes how it was called.
make_tree()
{
    export CDBENCH_CACHE=$PWD/cache
    install -D "$CDBENCH" "tree/build/$config/cdbench"
    install -D "$root/scenes/bunny.obj" tree/scenes/bunny.obj
    echo 1 >tree/VERSION
    echo build/ >tree/.gitignore
    printf 'build/%s/cdbench:\n\tmkdir -p $(@D)\n\techo "$(CFLAGS_%s)" >>"%s"\n\techo "$(CC)" >"%s"\n\tcp "%s" $@\n' "$config" "$config" \
        "$PWD/asked" "$PWD/compiler" "$CDBENCH" >tree/Makefile
    git -C tree init -q
    commit_tree first
}

commit_tree()
{
    git -C tree add -A
    git -C tree -c user.name=test -c user.email=test@localhost commit -qm "$1"
}

test_revisions_are_built_once_with_equal_flags()
{
    make_tree
    export CDBENCH_CACHE="$PWD/the cache"
    mv tree 'the tree'
    local own="the tree/build/$config/cdbench" flags
    mkdir -p 'the cache/builds/killed.aBc123/source' 'the cache/builds/busy.aBc123'
    touch -d '2 days ago' 'the cache/builds/killed.aBc123'
    fails 3 "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1 --quiet
    GIT_DIR=/nowhere fails 3 "$own" compare rev:HEAD algo:rapid "${cell[@]}" --pairs 1 --quiet
    equal 'number of builds' "$(wc -l <asked)" 1
    run "$own" run --algo rapid --scene bunny.obj --frames 3 --no-results --json
    flags=$(sed -n 's/^    "flags": "\(.*\)",$/\1/p' "$scratch/out")
    equal flags "$(cat asked)" "$flags"
    equal 'the compiler' "$(cat compiler)" "$(cut -d ' ' -f 1 "$(dirname "$CDBENCH")/flags")"
    equal 'what is left' "$(find 'the cache/builds' -mindepth 1 -maxdepth 1 | wc -l)" 2
    [ -e 'the cache/builds/busy.aBc123' ] || wrong 'the build of another process is gone'
    mkdir 'the tree/results'
    printf 'cells:\n  - {scene: bunny.obj, query: any, algo: aabb, frames: 2}\n' >'the tree/results/cells.yaml'
    run "$own" compare rev:HEAD rev:HEAD --pairs 1 --sample 1ms --quiet --csv out.csv
    equal 'the cells of the tree' "$(column out.csv scene query frames)" 'bunny.obj any 2'
    fails 64 "$own" compare rev:HEAD rev:HEAD --frames 2
    refuses 64 'rev:nonsense: no such revision' "$own" compare rev:nonsense rev:HEAD --algo rapid "${cell[@]}"
    echo 2 >'the tree/VERSION'
    run "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1
    says 'rev: does not have these changes'
}

test_programs_that_others_may_have_written_are_not_run()
{
    make_tree
    local own=tree/build/$config/cdbench kept part
    umask 0
    fails 3 "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1 --quiet
    umask 022
    equal 'what others may write to' "$(find cache -perm /022)" ''
    kept=$(find cache/builds -mindepth 1 -maxdepth 1)
    for part in cache cache/builds "$kept" "$kept/build/$config" "$kept/build/$config/cdbench"; do
        chmod g+w "$part"
        refuses 4 "$part: others may write to it" "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1 --quiet
        chmod g-w "$part"
    done
    mv "$kept/build/$config/cdbench" cache/other
    ln -s "$PWD/cache/other" "$kept/build/$config/cdbench"
    refuses 4 'is not a file but a link' "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1 --quiet
    mv cache/builds builds
    ln -s "$PWD/builds" cache/builds
    fails 74 "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 1 --quiet
}

test_slower_is_confirmed_under_another_alignment()
{
    [ -z "$sanitized" ] || skip 'the times of a sanitized program follow each other too much' || return
    make_tree
    local own=tree/build/$config/cdbench
    exits 1 "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 40 --slow-down 400 --quiet --csv out.csv
    equal verdicts "$(column out.csv verdict confirmation)" 'slower confirmed'
    equal 'number of builds' "$(wc -l <asked)" 2
    grep -q -- ' -falign-functions=16 -falign-loops=16$' asked || wrong 'the same alignment'
    run "$own" compare algo:rapid algo:rapid "${cell[@]}" --pairs 40 --slow-down 400 --quiet --csv out.csv
    equal verdicts "$(column out.csv verdict confirmation)" 'slower confirmed'
    run "$own" compare rev:HEAD rev:HEAD --algo rapid "${cell[@]}" --pairs 40 --slow-down 400 --quiet --csv out.csv --no-confirm
    equal verdicts "$(column out.csv verdict confirmation)" 'slower unconfirmed'
}

test_a_revision_that_does_not_build_is_said_and_leaves_its_log()
{
    make_tree
    printf 'build/%s/cdbench:\n\t@echo "x.c:1: error: nothing works"; exit 1\n' "$config" >tree/Makefile
    commit_tree broken
    fails 4 "tree/build/$config/cdbench" compare rev:HEAD~1 rev:HEAD --algo rapid "${cell[@]}" --quiet
    says 'cannot build: x.c:1: error: nothing works; .*/cache/builds/.*\.log says more'
    equal 'what is left' "$(find cache/builds -mindepth 1 -maxdepth 1 | sed 's/.*\.log$/log/; s/.*-.*/build/' | sort | tr '\n' ' ')" 'build log '
}

run_tests
