#!/bin/bash
# Plug-ins in C and C++, built outside the tree with only the installed headers.
# Sanitized by test-all alone.
# shellcheck disable=SC2086 # flags and words are split on purpose
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

prefix=$scratch/prefix
config=$(basename "$(dirname "$CDBENCH")")
make --no-print-directory install config="$config" PREFIX="$prefix" >"$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; exit 1; }
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# AddressSanitizer reports crashes itself, with an exit code of its own.
export ASAN_OPTIONS="$ASAN_OPTIONS:handle_segv=0:handle_abort=0"
unset CDBENCH_SCENES
CDBENCH=$prefix/bin/cdbench
include=$(pkg-config --cflags cdbench)
cp -r tests/plugins "$scratch/plugins"
cd "$scratch/plugins" || exit 1
{
    cc -std=c17 -O2 -Wall -Wextra -Wpedantic -Werror -shared -fPIC $include touch.c -o touch.so || exit 1
    cc -std=c17 -shared -fPIC $include -DABI_AHEAD=1 bad_record.c -o bad_abi.so || exit 1
    cc -std=gnu17 -O2 -shared -fPIC $include ending.c -o ending.so || exit 1
    g++ -std=c++17 -O2 -Wall -Wextra -Wpedantic -Werror -shared -fPIC $include sweep.cpp -o sweep.so || exit 1
}
touch=$scratch/plugins/touch.so sweep=$scratch/plugins/sweep.so ending=$scratch/plugins/ending.so bad_abi=$scratch/plugins/bad_abi.so
cd "$root" || exit 1

# builds NAME FLAG...: NAME.so of the source on stdin.
builds()
{
    cc -std=gnu17 -shared -fPIC "${@:2}" $include -x c - -o "$1.so" || wrong "$1.so does not build"
}

# on_load NAME LINE FLAG...: NAME.so of ending.c that does this when it is loaded.
on_load()
{
    builds "$1" "${@:3}" < <(cat "$scratch/plugins/ending.c" && echo "__attribute__((constructor)) static void begin(void) { $2 }")
}

test_every_installed_header_compiles_alone_in_c_and_cpp()
{
    local headers
    cd "$prefix/include/cdbench" || return
    headers=(*/*.h */*/*.h)
    succeeds cc -std=c17 -Wall -Wextra -Werror -I. -fsyntax-only -x c "${headers[@]}"
    succeeds g++ -std=c++17 -Wall -Wextra -Werror -I. -fsyntax-only -x c++ "${headers[@]}"
    # What C++ declares without extern "C" is not found in the program.
    mapfile -t headers < <(grep -L '^extern "C" {$' "${headers[@]}")
    ! grep -nE '^[a-z].*\(' "${headers[@]}" | grep -vE ':(static|typedef) ' || wrong 'functions without extern "C"'
}

test_an_installed_program_finds_what_was_installed_and_never_looks_outside_of_its_prefix()
{
    mkdir -p "$scratch/scenes"
    write_triangle "$scratch/scenes/bunny.obj"
    write_triangle "$scratch/scenes/stray.obj"
    shows 3674 "$CDBENCH" info bunny.obj
    refuses 74 "not found in the working directory or in $prefix/share/cdbench/scenes;" "$CDBENCH" info stray.obj
    rm -r "$scratch/scenes"
    shows fig9 "$CDBENCH" reproduce --list zou2011
    [ -x "${CDBENCH%/bin/*}/libexec/cdbench/rasteriser" ] || wrong 'no rasteriser'
    local row
    for row in 5 15; do # a scene file, and an exported folder
        shows '^1 of 1 conform' "$CDBENCH" verify --suite --row $row --query pairs --plugin "$touch" --algo touch
    done
}

test_a_program_in_a_source_tree_finds_the_scenes_of_the_tree()
{
    local tree=$scratch/work/tree folder
    mkdir -p "$tree/scenes"
    write_triangle "$tree/scenes/mine.obj"
    for folder in "$tree" "$tree/build/release" "$tree/build/release/tests/geom" "$tree/build/release/tests/bench/papers" \
        "$tree/build/release/experiments"; do
        install -D "$CDBENCH" "$folder/program"
        fails 74 "$folder/program" info mine.obj
        touch "$tree/VERSION"
        succeeds "$folder/program" info mine.obj
        rm "$tree/VERSION"
    done
    touch "$tree/VERSION"
    install -D "$CDBENCH" "$tree/build/release/bin/program"
    fails 74 "$tree/build/release/bin/program" info mine.obj
}

test_a_plugin_is_listed_with_its_parameters()
{
    succeeds "$CDBENCH" list algos --plugin "$touch" --plugin "$sweep"
    prints touch sweep_cpp
    succeeds "$CDBENCH" list algos
    ! grep -q sweep_cpp "$scratch/out" || wrong 'listed without being loaded'
}

test_plugins_answer_as_the_built_in_algorithms_do()
{
    local query
    for query in any bodies pairs contacts; do
        succeeds "$CDBENCH" run --plugin "$touch" --plugin "$sweep" --algo brute --algo touch --algo sweep_cpp:axis=y \
            --scene sphere:triangles=200 --frames 20 --repeat 1 --query "$query" --quiet --csv "$query.csv"
        equal "digests of $query" 1 "$(column "$query.csv" digest | sort -u | wc -l)"
        equal "verdicts of $query" exact "$(column "$query.csv" verdict | sort -u | paste -sd ' ')"
        equal "rows of $query" 3 "$(column "$query.csv" algo | wc -l)"
    done
}

test_a_plugin_is_verified_and_takes_settings()
{
    succeeds "$CDBENCH" verify --plugin "$sweep" --algo sweep_cpp --scene sphere:triangles=200 --frames 20 --quiet
    shows order=backward "$CDBENCH" run --plugin "$touch" --algo touch:order=backward --scene sphere:triangles=100 --frames 5 \
        --repeat 1 --quiet --csv -
    refuses 64 'forward.*backward' "$CDBENCH" run --plugin "$touch" --algo touch:order=sideways --scene sphere:triangles=100 --quiet
}

test_a_run_says_once_of_each_row_that_it_failed()
{
    local algos=ending:by=crash,ending:by=abort more=(--scene sphere:triangles=100,motion=tumble:d=3 --frames 5 --repeat 3)
    exits 2 "$CDBENCH" run --plugin "$ending" --algo obb8,ending:by=crash "${more[@]}"
    equal 'lines of one' 1 "$(grep -c 'crashed' "$scratch/err")"
    says '^cdbench: ending:by=crash on sphere[^ ]*: crashed \(SIGSEGV\) in frame 0$'
    equal 'times in its record' 1 "$(grep -v '"command"' results/local/*/run.json | grep -c 'crashed')"
    exits 2 "$CDBENCH" run --plugin "$ending" --algo "obb8,$algos" "${more[@]}" --no-results
    equal 'lines of two' 2 "$(grep -c 'crashed' "$scratch/err")"
    says '^cdbench: warning: ending:by=abort on sphere[^ ]*: crashed \(SIGABRT\) in frame 0$'
    says '^cdbench: ending:by=crash on sphere[^ ]*: crashed \(SIGSEGV\) in frame 0 \(and 1 more like this\)$'
    builds wrong < <(sed 's/return true;/return false;/' "$scratch/plugins/ending.c")
    exits 2 "$CDBENCH" run --plugin ./wrong.so --algo "ending:above=1000,$algos" --scene sphere:triangles=100 --frames 20 --repeat 1 --no-results
    equal 'lines of two beside a wrong one' 2 "$(grep -c '^cdbench: warning: ending.*crashed' "$scratch/err")"
    says '^cdbench: ending:above=1000 .*is wrong in'
}

test_a_series_that_crashes_costs_only_its_own_rows()
{
    local sizes=("$CDBENCH" reproduce small/sizes --plugin "$ending" --no-figures --quiet)
    export CDBENCH_PAPERS=$root/tests/papers
    refuses 2 'small/sizes: ending:by=crash on sphere:triangles=50,motion=tumble:d=1.2: crashed \(SIGSEGV\) in frame 0$' \
        "${sizes[@]}" --algo ending:by=crash --results crashed
    column crashed/own/small/sizes/cells.csv series verdict >verdicts
    equal 'verdicts of what crashes' failed "$(sed -n 's/^ending.* //p' verdicts | sort -u)"
    equal 'verdicts of the others' 'exact printed' "$(sed -n '/^ending/!s/.* //p' verdicts | sort -u | paste -sd ' ')"
    refuses 2 'small/sizes: ending:by=crash:after=9 on .*: crashed \(SIGSEGV\) in frame [0-9]+$' \
        "${sizes[@]}" --algo ending:by=crash:after=9 --results timed
    refuses 2 'small/sizes: ending.* on .*: hung in frame [0-9]+ \(no frame finished within 1 s; --hang-after allows more\)$' \
        "${sizes[@]}" --algo ending:by=pause --hang-after 1s --results hung
    equal 'verdicts of what hangs' failed "$(column hung/own/small/sizes/cells.csv series verdict | sed -n 's/^ending.* //p' | sort -u)"
    # A scene is named whole, so that its name can be pasted.
    local digits shown
    for digits in 300 700; do
        [ $digits = 300 ] && shown=,motion=tumble:d=1.2 || shown='\.\.\.'
        altered small 's/,${turning}:d=.*"$/:scale=1.'"$(printf "%0${digits}d" 0)"',motion=tumble:d=${d}"/'
        refuses 2 "small/sizes: ending:by=crash on sphere:triangles=50:scale=1.0*$shown: crashed \(SIGSEGV\) in frame 0" \
            "${sizes[@]}" --algo ending:by=crash --results $digits
    done
}

test_a_plugin_becomes_a_series_of_a_papers_experiment()
{
    local folder=results/local/own/small/sizes own=(--algo touch --algo touch:order=backward --no-figures)
    export CDBENCH_PAPERS=$root/tests/papers
    succeeds "$CDBENCH" reproduce small/sizes --plugin "$touch" "${own[@]}" --quiet
    equal series 'rapid brute printed touch touch:order=backward' "$(column $folder/cells.csv series | head -n 5 | paste -sd ' ')"
    equal verdicts exact "$(column $folder/cells.csv series verdict | sed -n 's/^touch[^ ]* //p' | sort -u)"
    equal 'samples of a cell' 3 "$(column $folder/samples.csv triangles d series | grep -c '^50 1.2 touch$')"
    grep -A 2 '"added"' $folder/run.json | grep -q '"touch:order=backward"' || wrong 'run.json does not name it'
    equal 'what is measured' own "$(ls results/local)"
    # No claim uses it, and what was measured for the paper is what the paper's file says.
    ! grep -q touch results/local/own/small/claims.csv || wrong 'a claim rests on it'
    succeeds "$CDBENCH" claims small --results results/local/own
    ! grep -qE 'measure again|touch' "$scratch/out" || wrong 'the claims are of something else'
    run "$CDBENCH" reproduce small/sizes --plugin "$touch" "${own[@]}" --resume
    prints 'small/sizes: 20 rows, quick, 4 of 4 parts from an earlier run; results/local/own/small/sizes/'
    # Other settings, or another build of it, are measured again.
    run "$CDBENCH" reproduce small/sizes --plugin "$touch" --algo touch --no-figures --resume
    prints 'small/sizes: 16 rows, quick; '
    cp "$touch" other.so
    echo >>other.so
    run "$CDBENCH" reproduce small/sizes --plugin ./other.so --algo touch --no-figures --resume
    prints 'small/sizes: 16 rows, quick; '
    # Sessions load it, too.
    succeeds "$CDBENCH" reproduce small/sizes --plugin "$touch" --algo touch --no-figures --sessions 2 --quiet
    equal 'samples of two sessions' 6 "$(column $folder/samples.csv triangles d series | grep -c '^50 1.2 touch$')"
}

test_a_plugin_that_cannot_be_a_series_is_said_in_a_line()
{
    export CDBENCH_PAPERS=$root/tests/papers
    refuses 64 "--plugin $touch: name by --algo what of it becomes a series" "$CDBENCH" reproduce small --plugin "$touch"
    refuses 64 "did you mean 'touch'" "$CDBENCH" reproduce small --plugin "$touch" --algo tuch
    refuses 74 'missing.so: cannot read the plug-in' "$CDBENCH" reproduce small --plugin missing.so --algo touch
    refuses 65 'ABI version' "$CDBENCH" reproduce small --plugin "$bad_abi" --algo touch
    unset CDBENCH_PAPERS
    fails 64 "$CDBENCH" reproduce shi2000 --plugin "$touch" --algo touch
    says 'shi2000: nothing there measures algorithms like touch, which takes bodies'
    [ ! -e results ] || wrong 'something was written'
}

test_two_builds_of_a_plugin_are_compared()
{
    local cell=(--algo touch --scene sphere:triangles=100 --frames 3 --sample 1ms --quiet)
    cp "$touch" other.so
    fails 3 "$CDBENCH" compare "plugin:$touch" plugin:other.so "${cell[@]}" --pairs 2
    says 'touch on sphere:triangles=100, pairs, 3 frames: too few pairs'
    fails 3 "$CDBENCH" compare algo:touch algo:brute --plugin "$touch" "${cell[@]:2}" --pairs 2
    exits 1 "$CDBENCH" compare "plugin:$touch" plugin:other.so "${cell[@]}" --pairs 40 --slow-down 400 --json out.json
    says 'B takes .* % more time than A \(unconfirmed\)'
    grep -q '"kind": "plugin"' out.json || wrong 'the sides are no plug-ins'
    refuses 65 'ABI version' "$CDBENCH" compare "plugin:$touch" "plugin:$bad_abi" "${cell[@]}"
    refuses 64 'no cell is given; add --scene SCENE and --algo NAME' "$CDBENCH" compare "plugin:$touch" plugin:other.so
}

test_what_a_plugin_answers_is_expected_by_a_file_of_its_own()
{
    [ "$config" = release ] || skip "slow in the build $config" || return
    refuses 64 'results/expected.json has no plug-ins' "$CDBENCH" expect --plugin "$touch"
    shows '^[0-9]+ rows written to mine.json$' "$CDBENCH" expect --plugin "$touch" --write mine.json --quiet
    shows '^([0-9]+) of \1 rows compared with mine.json$' "$CDBENCH" expect --plugin "$touch" --check mine.json --quiet
    sed -i '/"touch on touching.yaml, pairs"/,/}/ s/"triangle_tests": [0-9]*/"triangle_tests": 424242/' mine.json
    fails 1 "$CDBENCH" expect --plugin "$touch" --check mine.json --quiet
    prints '^touch on touching.yaml, pairs: triangle_tests [0-9]+, expected 424242$'
    says 'if that is intended, `cdbench expect --plugin .*touch.so --write mine.json` rewrites the file$'
    refuses 74 '`cdbench expect --plugin .*touch.so --write missing.json` makes it' "$CDBENCH" expect --plugin "$touch" --check missing.json
    # What needs nothing may lack nothing.
    builds lack < <(sed '/touch_prepare(/,/^{/ s/^{$/{\n    if (shape)\n        return cd_fail(status, CD_ENVIRONMENT, "no crystal ball");/' \
        "$scratch/plugins/touch.c")
    fails 2 "$CDBENCH" expect --plugin ./lack.so --check mine.json --quiet
    prints '^touch on touching.yaml, pairs: no crystal ball; the record of touch says that it needs nothing$' '^0 of [0-9]+ rows compared with mine.json$'
    ! grep -q 'that there is' "$scratch/out" || wrong 'a row that fails is called superfluous'
    says "^cdbench: $(grep -c 'needs nothing$' "$scratch/out") answers, 0 counters and 0 rows or scenes are not as expected; mend the rows that fail first; --write refuses them\$"
    builds needy < <(sed 's/\.params = /.needs = CD_NEED_LIBRARY, &/; s/^    \*model = .*/    return cd_fail(status, CD_ENVIRONMENT, "no crystal ball");/' "$scratch/plugins/touch.c")
    refuses 4 'no row could be compared: touch needs a library: no crystal ball$' "$CDBENCH" expect --plugin ./needy.so --check mine.json --quiet
    refuses 4 'no row could be made: .*; nothing is written$' "$CDBENCH" expect --plugin ./needy.so --write none.json --quiet
    # What is not made of some bodies is counted, and so is what is refused.
    local only='s/^    \*model = .*/    if (shape->mesh->triangle_count > 50)\n        return cd_fail(status, CD_ENVIRONMENT, "no lens");\n&/'
    builds partly < <(sed "s/\.params = /.needs = CD_NEED_LIBRARY, &/; $only" "$scratch/plugins/touch.c")
    shows '^[0-9]+ rows written to part.json; [0-9]+ not made: touch needs a library: no lens$' "$CDBENCH" expect --plugin ./partly.so --write part.json --quiet
    shows '^([0-9]+) of \1 rows compared with part.json; [0-9]+ not made: touch needs a library: no lens$' "$CDBENCH" expect --plugin ./partly.so --check part.json --quiet
    builds choosy < <(sed "${only/ENVIRONMENT/USAGE}" "$scratch/plugins/touch.c")
    shows '^([0-9]+) of \1 rows compared with part.json; [0-9]+ refused: touch: no lens$' "$CDBENCH" expect --plugin ./choosy.so --check part.json --quiet
    fails 1 "$CDBENCH" expect --plugin ./choosy.so --check mine.json --quiet
    prints '^touch: [0-9]+ of its rows of mine.json are refused; if that is right, `cdbench .* --write mine.json` removes them; the first: touch on .*: no lens$'
    builds refuser < <(sed "${only/ENVIRONMENT/USAGE}; s/triangle_count > 50/triangle_count/" "$scratch/plugins/touch.c")
    refuses 64 'no row could be made: touch: no lens; nothing is written$' "$CDBENCH" expect --plugin ./refuser.so --write none.json --quiet
    # What the machine lacks is no fault of a plug-in, and what it leaves changed is one.
    builds hunger -DWHERE='"prepare"' -DHOW='"hunger"' <"$scratch/plugins/ending.c"
    fails 4 "$CDBENCH" expect --plugin ./hunger.so --write none.json --quiet
    builds round -lm < <(sed '1i #include <fenv.h>' "$scratch/plugins/touch.c" | sed '/touch_prepare(/,/^{/ s/^{$/{ fesetround(FE_UPWARD);/')
    fails 2 "$CDBENCH" expect --plugin ./round.so --check mine.json --quiet
    prints '^touch on touching.yaml, pairs: leaves the floating-point state changed \(the rounding mode\)$'
    ! grep -q 'cdbench verify' "$scratch/err" || wrong 'it is exact'
    builds wrong -lm < <(sed '1i #include <fenv.h>' "$scratch/plugins/touch.c" |
        sed '/touch_test(/,/^{/ s/^{$/{ fesetround(FE_UPWARD);\n    if (t)\n        return false;/')
    fails 2 "$CDBENCH" expect --plugin ./wrong.so --check mine.json --quiet
    prints '^touch on touching.yaml, pairs: leaves the floating-point state changed \(the rounding mode\); wrong in [0-9]+ of [0-9]+ frames'
    says "^cdbench: $(grep -c ': leaves the ' "$scratch/out") answers, 0 counters and 0 rows or scenes"
    # Rows of others stay.
    succeeds "$CDBENCH" expect --plugin "$sweep" --write mine.json --quiet
    grep -q '"touch on touching.yaml, pairs"' mine.json || wrong 'rows of others are gone'
    succeeds "$CDBENCH" expect --plugin "$sweep" --check mine.json --quiet
}

test_what_is_no_plugin_or_would_crash_is_refused()
{
    local fault
    refuses 65 'ABI version [0-9]+, this program has [0-9]+' "$CDBENCH" list algos --plugin "$bad_abi"
    for fault in SETTING_OUT_OF_RANGE SETTING_OF_THE_DRIVER PLACE_WITHOUT_BYTES NO_TEST NO_ROLE TWO_ROLES; do
        builds $fault -D$fault <"$root/tests/plugins/bad_record.c"
        refuses 65 "$fault.so" "$CDBENCH" list algos --plugin ./$fault.so
    done
    refuses 65 'bad_record lacks its role: one of' "$CDBENCH" list algos --plugin ./NO_ROLE.so
    refuses 65 'bad_record has more than one of `pair`, `broad` and `scene`' "$CDBENCH" list algos --plugin ./TWO_ROLES.so
    refuses 74 missing.so "$CDBENCH" list algos --plugin missing.so
    echo 'no shared object' >text.so
    refuses 65 text.so "$CDBENCH" list algos --plugin text.so
    head -c 3000 "$touch" >truncated.so
    fails 65 "$CDBENCH" list algos --plugin truncated.so
    builds other <<<'int other;'
    refuses 65 cd_plugin "$CDBENCH" list algos --plugin other.so
    mkdir folder.so
    run "$CDBENCH" list algos --plugin folder.so
    [ $code -eq 65 ] || [ $code -eq 74 ] || wrong "exit code $code for a folder"
    refuses 65 'already' "$CDBENCH" list algos --plugin "$touch" --plugin "$touch"
}

# A scene on which the plug-in `ending` is right, and one on which it misbehaves.
two_scenes=(--scene sphere:triangles=100,motion=still --scene sphere:triangles=800 --frames 5 --repeat 1 --no-verify)
# One on which nothing touches, but every pair is tested.
apart=(--scene sphere:triangles=100,motion=tumble:d=3 --frames 5 --set broad=none --quiet)

# ends OPTIONS SAID: a run, with two algorithms of ours beside the plug-in's. Only the row of the plug-in has failed.
ends()
{
    local patience=10m
    [[ $1 == *pause* || $1 == *stop* ]] && patience=1s
    fails 2 "$CDBENCH" run --plugin "$ending" --algo "obb8,ending:$1,brute" "${apart[@]}" --hang-after $patience --repeat 3 --csv out.csv
    says "^cdbench: ending.* on sphere.*: $2"
    equal "verdicts of $1" 'exact failed exact' "$(column out.csv verdict | paste -sd ' ')"
    equal "times of $1" '3 NA 3' "$(column out.csv samples | paste -sd ' ')"
    equal "verdicts in the folder of $1" 'exact failed exact' "$(column results/local/*/summary.csv verdict | paste -sd ' ')"
    rm -rf out.csv results
}

test_an_algorithm_that_ends_its_process_costs_its_own_row()
{
    local how by said
    for how in 'exit=called exit\(3\)' 'quick_exit=called exit\(0\)' '_exit=called exit\(0\)' 'abort=crashed \(SIGABRT\)' \
        'crash=crashed \(SIGSEGV\)' 'trap=crashed \(SIGTRAP\)' 'overflow=crashed \(SIGSEGV\)' 'thread=called exit\(5\)' \
        'kill=was killed \(SIGKILL\)' 'pause=hung' 'stop=hung'; do
        by=${how%%=*} said=${how#*=}
        ends "by=$by:at=prepare" "$said in its preprocessing"
        ends "by=$by" "$said in frame 0"
        ends "by=$by:after=12" "$said in frame 2" # the third pass: checks, warm-up, samples
    done
    ends by=pause 'hung in frame 0 \(no frame finished within 1 s; --hang-after allows more\)$'
    ends by=crash:at=release 'crashed \(SIGSEGV\) when it was freed$'
    for by in crash overflow; do # in a thread
        refuses 2 'crashed \(SIGSEGV\)' "$CDBENCH" run --plugin "$ending" --algo ending:by=$by:schedule=dynamic --threads 2 \
            --no-verify --quiet --scene sphere:triangles=100,motion=random:bodies=8:fill=0.4 --frames 2
    done
}

test_what_an_algorithm_does_to_its_process_does_not_reach_the_harness()
{
    local by
    for by in close print fork; do # here, bodies touch in some frames; a copy ends where it comes back
        exits 0 "$CDBENCH" run --plugin "$ending" --algo "obb8,ending:by=$by" --scene sphere:triangles=100 --frames 20 \
            --quiet --repeat 3 --no-results --csv -
        mv "$scratch/out" out.csv
        equal "verdicts of $by" 'exact exact' "$(column out.csv verdict | paste -sd ' ')"
        [ "$(column out.csv hit_frames | sort -un | head -n 1)" -gt 0 ] || wrong 'nothing touches'
    done
}

test_a_fork_in_a_helping_thread_is_of_no_account()
{
    exits 0 "$CDBENCH" run --plugin "$ending" --algo "ending:by=fork:after=40:schedule=dynamic,obb8" --scene drill --query pairs \
        --threads 2 --frames 3 --repeat 1 --quiet --no-results --csv out.csv
    equal verdicts 'exact exact' "$(column out.csv verdict | paste -sd ' ')"
    ! pgrep -f "$ending" >/dev/null || wrong 'a copy is left'
}

# Triangles of 1e-310 that touch in frames 0, 1 and 4, and look as if they did in all where subnormal numbers are 0.
subnormal=(--scene "$root/tests/data/subnormal" --quiet)

# all_are VERDICT CODE OPTIONS...: a run of brute, ending and obb8 without a cache, and the verdict of ending. Those that are
# exact give the true answers.
all_are()
{
    rm -rf "$XDG_CACHE_HOME"
    exits "$2" "$CDBENCH" run "${@:3}" "${subnormal[@]}" --repeat 1 --no-results --csv out.csv
    equal verdicts "exact $1 exact" "$(column out.csv verdict | paste -sd ' ')"
    equal 'true answers' "$truth" "$(column out.csv verdict digest | sed -n 's/^exact //p' | sort -u)"
}

test_a_plugin_that_changes_floating_point_bends_no_answer()
{
    local how by name at
    succeeds "$CDBENCH" run --algo brute "${subnormal[@]}" --repeat 1 --no-results --csv out.csv
    truth=$(column out.csv digest)
    equal 'frames with a collision' 3 "$(column out.csv hit_frames)"
    for how in flush=flush-to-zero 'round=the rounding mode' 'unmask=trapping exceptions'; do
        by=${how%%=*} name=${how#*=}
        on_load $by "misbehave(\"$by\");" -DWHERE='"release"' -DHOW='"print"'
        all_are exact 0 --plugin ./$by.so --algo brute,ending,obb8
        run "$CDBENCH" verify --plugin ./$by.so --algo ending "${subnormal[@]:0:2}"
        says "^cdbench: warning: ./$by.so: changed the floating-point state when it was loaded \($name\); it was restored"
        for at in describe prepare; do
            all_are exact 0 --plugin "$ending" --algo brute,ending:by=$by:at=$at,obb8
            run "$CDBENCH" verify --plugin "$ending" --algo ending:by=$by:at=$at "${subnormal[@]:0:2}"
            says "ending:by=$by:at=$at on .*: its calls left the floating-point state changed \($name\); it was restored after each call$"
        done
        run "$CDBENCH" verify --suite --row 5 --query pairs --plugin "$ending" --algo ending:by=$by:at=prepare
        prints "ending:by=$by:at=prepare, 1 thread: leaves the floating-point state changed \($name\)$"
    done
    run "$CDBENCH" verify --suite --row 5 --query pairs --plugin ./flush.so --algo ending
    says '^cdbench: warning: ./flush.so: changed the floating-point state'
    run "$CDBENCH" expect --plugin ./flush.so --check missing
    says '^cdbench: warning: ./flush.so: changed the floating-point state'
    # In its own tests it is wrong, and nobody else.
    all_are wrong 2 --plugin "$ending" --algo brute,ending:by=flush,obb8
    succeeds "$CDBENCH" verify --algo brute "${subnormal[@]}" # the cache has the truth
    run "$CDBENCH" run --plugin "$ending" --algo ending:by=flush "${subnormal[@]}" --repeat 1
    grep -q 'its calls left the floating-point state changed (flush-to-zero)' results/local/*/run.json || wrong 'it is not in the record'
}

test_numbers_have_a_point_whatever_the_locale_of_a_plugin()
{
    local at
    mkdir locales
    localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 >locales/log 2>&1
    export LOCPATH=$PWD/locales
    [ "$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 1' 2>/dev/null)" = 1,0 ] || skip 'no locale with a decimal comma (localedef)' || return
    on_load comma 'misbehave("locale");'
    for at in prepare describe; do
        succeeds "$CDBENCH" run --plugin ./comma.so --algo brute,ending:at=$at:by=locale --scene sphere:triangles=50 --frames 5 \
            --repeat 7 --quiet --csv out.csv
        grep -q '[0-9]\.[0-9]' out.csv || wrong 'no number has a point'
        ! grep -qE '"[0-9]+,[0-9]+"' out.csv || wrong 'a number has a comma'
        python3 -m json.tool results/local/*/run.json >/dev/null || wrong 'run.json is no JSON'
        rm -r results
        succeeds "$CDBENCH" verify --plugin ./comma.so --algo ending:at=$at:by=locale --scene sphere:triangles=50,motion=tumble:d=1.25 --quiet
    done
}

test_what_a_plugin_prints_is_no_result()
{
    on_load chatter 'puts("early");' -DWHERE='"describe"' -DHOW='"print"'
    exits 0 "$CDBENCH" run --plugin ./chatter.so --algo ending "${apart[@]}" --repeat 1 --no-results --csv -
    ! grep -qE 'chatter|early' "$scratch/out" || wrong 'it is in the table'
    says chatter early
    exits 0 "$CDBENCH" list algos --json --plugin ./chatter.so
    ! grep -qE 'chatter|early' "$scratch/out" || wrong 'it is in the JSON'
    run "$CDBENCH" view --plugin "$ending" --algo ending:by=print --scene sphere:triangles=100 --screenshot - --size 64x64
    equal 'the first bytes' '89504e47' "$(head -c 4 "$scratch/out" | od -An -tx1 | tr -d ' ')"
    says chatter
}

test_a_constructor_that_forks_makes_no_second_program()
{
    local command plugin
    on_load double 'fork();'
    on_load later 'if (getppid() == atoi(getenv("SHELL_ID"))) fork();'
    on_load unseen 'syscall(57);' # fork, on x86-64
    on_load helped 'if (!fork()) execlp("true", "true", NULL);'
    export SHELL_ID=$BASHPID
    for command in 'list algos' "run --algo ending ${apart[*]} --repeat 1 --no-results --csv -"; do
        for plugin in double later; do
            run "$CDBENCH" $command --plugin ./$plugin.so
            equal "what $plugin makes of $command" 1 "$(grep -cE '^ *ending( |,)' "$scratch/out")"
        done
    done
    for command in helped $([ "$(uname -m)" != x86_64 ] || echo unseen); do
        exits 0 "$CDBENCH" list algos --json --plugin ./$command.so
        equal "lists of $command" 1 "$(grep -c '"name": "ending"' "$scratch/out")"
    done
}

test_an_algorithm_that_cannot_describe_itself_is_said()
{
    builds mute -DWHERE='"describe"' -DHOW='"exit"' <"$scratch/plugins/ending.c"
    builds lost -DWHERE='"describe"' -DHOW='"pause"' <"$scratch/plugins/ending.c"
    local said='ending: called exit\(3\) when it described itself$'
    refuses 2 "^cdbench: $said" "$CDBENCH" list algos --plugin ./mute.so
    prints '^ *obb8 ' '^Presets'
    fails 2 "$CDBENCH" list algos --json --plugin ./mute.so
    prints '"name": "obb8"'
    refuses 2 "^cdbench: $said" "$CDBENCH" run --plugin ./mute.so --algo ending "${apart[@]}"
    fails 2 "$CDBENCH" expect --plugin ./mute.so --write mute.json --quiet
    prints "^$said"
    echo '{"cells": {"ending on elsewhere, pairs": {"records": 1}}, "scenes": {}}' >mute.json
    fails 2 "$CDBENCH" expect --plugin ./mute.so --algo ending --check mute.json --quiet
    says '1 answer, 0 counters and 0 rows'
    fails 2 "$CDBENCH" expect --plugin ./lost.so --write lost.json --quiet --hang-after 1s
    prints '^ending: hung when it described itself \(nothing finished within 1 s; --hang-after allows more\)$'
}

test_what_a_plugin_does_on_being_loaded_and_unloaded_spoils_nothing()
{
    # It ignores the ends of processes.
    on_load deaf 'signal(SIGCHLD, SIG_IGN);'
    fails 2 "$CDBENCH" run --plugin ./deaf.so --algo obb8,ending:by=crash "${apart[@]}" --repeat 1 --no-results --csv out.csv
    says '^cdbench: ending.* on sphere.*: ended in frame 0$'
    equal verdicts 'exact failed' "$(column out.csv verdict | paste -sd ' ')"
    on_load early '__builtin_trap();'
    refuses 2 '^cdbench: ./early.so: crashed \(SIG(ILL|TRAP)\) when it was loaded$' \
        "$CDBENCH" run --plugin ./early.so --algo ending --scene sphere:triangles=100 --quiet
    [ "$config" = release ] || skip "the build $config runs destructors, because it reports at the end" || return
    on_load dying '} __attribute__((destructor)) static void end(void) { __builtin_trap();'
    succeeds "$CDBENCH" verify --plugin ./dying.so --algo ending:above=1000 "${apart[@]}"
}

test_a_wrong_row_stays_wrong_when_its_release_crashes()
{
    builds blind < <(sed 's/return true;/return false;/' "$scratch/plugins/ending.c")
    local cell=(--plugin ./blind.so --algo ending:by=crash:at=release --scene sphere:triangles=100 --frames 20 --quiet)
    fails 2 "$CDBENCH" run "${cell[@]}" --repeat 1 --no-results --csv out.csv
    equal verdict wrong "$(column out.csv verdict)"
    exits 2 "$CDBENCH" verify "${cell[@]:0:8}"
    prints 'verdict wrong$'
    says '^cdbench: warning: ending.* on sphere.*: crashed \(SIGSEGV\) when it was freed$'
}

test_view_and_the_suite_stop_what_hangs()
{
    fails 2 "$CDBENCH" view --plugin "$ending" --algo ending:by=pause --scene sphere:triangles=100 --screenshot out.png --hang-after 1s
    says '^cdbench: ending:by=pause on sphere:triangles=100: hung in frame 0 \(no frame finished within 1 s'
    [ ! -e out.png ] || wrong 'there is a picture'
    exits 0 "$CDBENCH" view --plugin "$ending" --algo ending:by=round:at=prepare --scene sphere:triangles=100 --screenshot out.png
    says '^cdbench: warning: ending:by=round:at=prepare on .*: its calls left the floating-point state changed \(the rounding mode\)'
    run "$CDBENCH" verify --suite --row 2 --query pairs --plugin "$ending" --algo ending:by=pause --hang-after 1s
    prints 'hung in frame 0 \(no frame finished within 1 s'
}

test_ctrl_c_while_processes_start_makes_no_row_fail()
{
    local delay
    for delay in 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08; do
        begins "$CDBENCH" run --plugin "$ending" --algo "$(printf 'ending:by=print:after=%d,' {1..40})obb8" "${apart[@]}" --repeat 1 \
            --no-results
        sleep $delay
        kill -INT -- "-$process"
        wait "$process"
        code=$?
        [ $code -eq 130 ] || [ $code -eq 0 ] || wrong "exit code $code instead of 130"
        ! grep -q 'called exit' "$scratch/out" "$scratch/err" || wrong 'a process has ended by itself'
    done
}

test_verify_goes_on_after_what_fails_and_what_does_not_take_the_scene()
{
    exits 2 "$CDBENCH" verify --plugin "$ending" --algo obb8,ending:by=crash:after=2,ending:by=pause,brute "${apart[@]}" --hang-after 1s
    equal 'rows' 4 "$(wc -l <"$scratch/out")"
    prints '^ending:by=crash:after=2 on sphere.*: pairs, crashed \(SIGSEGV\) in frame 2; verdict failed$'
    prints '^ending:by=pause on sphere.*: pairs, hung in frame 0 \(.*\); verdict failed$' '^brute on sphere.*; verdict exact$'
    exits 2 "$CDBENCH" verify --plugin "$ending" --algo ending:by=crash,brute "${apart[@]}" --json
    prints '"verdict": "failed"' '"fault": "crashed \(SIGSEGV\) in frame 0"'
    cp "$scratch/out" out.json
    "$root/tests/check_schema.py" verify out.json || wrong 'the schema differs'
    exits 0 "$CDBENCH" verify --algo closest,obb8 --scene torus:triangles=100 --frames 3
    says '^cdbench: warning: closest is left out: .*convex'
    prints '^obb8 on torus.*; verdict exact$'
    refuses 64 '^cdbench: closest.*convex' "$CDBENCH" verify --algo closest --scene torus:triangles=100 --frames 3
    # Answers that are not complete are not kept.
    run "$CDBENCH" verify --plugin "$ending" --algo ending:by=crash:after=2 "${apart[@]}" --answers answers.csv
    [ ! -e answers.csv ] || wrong 'half of the answers are there'
    exits 4 "$CDBENCH" verify --plugin "$ending" --algo ending:by=hunger:after=2 "${apart[@]}" --answers answers.csv
    [ ! -e answers.csv ] || wrong 'half of the answers are there without memory'
}

test_suit_ranks_the_others()
{
    local after
    for after in 0 100; do # in the trial, and in the race
        exits 2 "$CDBENCH" suit sphere:triangles=100 --motion tumble:d=3 --plugin "$ending" --budget 5s --frames 40 \
            --algo obb8,ending:by=crash:after=$after --set broad=none --csv out.csv --quiet
        says '^cdbench: ending.*: crashed \(SIGSEGV\) in frame [0-9]+$'
        equal "verdicts after $after" 'exact failed' "$(column out.csv verdict | paste -sd ' ')"
        prints 'crashed \(SIGSEGV\) in frame'
    done
}

test_compare_names_the_side_that_fails()
{
    local after
    for after in 0 12; do # in the checks, and in a timed pass
        exits 2 "$CDBENCH" compare algo:brute algo:ending:by=crash:after=$after --plugin "$ending" \
            --scene sphere:triangles=100,motion=still --frames 5 --pairs 2 --quiet --csv out.csv
        says 'B: ending.* on sphere.*: crashed \(SIGSEGV\) in frame'
        equal "verdict after $after" wrong "$(column out.csv verdict)"
    done
    exits 2 "$CDBENCH" compare algo:brute algo:ending:by=pause --plugin "$ending" --scene sphere:triangles=100 --frames 5 \
        --pairs 2 --quiet --hang-after 1s
    says 'B: ending.* on sphere.*: hung in frame 0 \(no frame finished within 1 s'
}

# What was finished before the program ended: the row of the first scene, in the CSV file and in a complete folder.
keeps_the_first_scene()
{
    equal 'rows in the CSV file' 'sphere:triangles=100,motion=still' "$(column out.csv scene)"
    equal 'rows in the folder' 'sphere:triangles=100,motion=still' "$(column results/local/*/summary.csv scene)"
    equal 'what is in the folder' 'frames.csv run.json summary.csv' "$(ls results/local/* | paste -sd ' ')"
    equal 'unfinished files' '' "$(find . -name '*tmp*')"
    rm -rf out.csv results looping
}

test_one_signal_ends_an_algorithm_that_loops()
{
    local signal
    for signal in INT TERM HUP QUIT SEGV; do # the last as a crash of the program itself
        begins "$CDBENCH" run --plugin "$ending" --algo ending:by=loop:above=500 "${two_scenes[@]}" --csv out.csv
        await test -e looping
        if [ $signal = SEGV ]; then
            stopped SEGV 139
        else
            stopped $signal 130
            says '^cdbench: stopping; once more ends now$' '^cdbench: interrupted; 1 of 2 results were finished and are kept$'
        fi
        keeps_the_first_scene
    done
}

test_the_process_of_an_algorithm_dies_with_the_program()
{
    begins "$CDBENCH" run --plugin "$ending" --algo ending:by=loop --scene sphere:triangles=100 --no-results --quiet
    await test -e looping
    stopped KILL 137
    await eval '! pgrep -f "$ending" >/dev/null'
}

test_a_second_signal_ends_at_once_and_keeps_the_same()
{
    [ "$config" = release ] || skip "the build $config loads the scene for longer" || return
    # The preprocessing of an algorithm of ours does not stop. The watchdog waits for 1.7 seconds.
    begins "$CDBENCH" run --algo sphere --scene sphere:triangles=100,motion=still --scene torusknot:triangles=2000000,motion=still \
        --frames 1 --repeat 1 --no-verify --csv out.csv
    local start
    await eval 'grep -qs still out.csv.tmp-*'
    sleep 1
    start=$(date +%s%N)
    kill -TERM "$process"
    await grep -q stopping "$scratch/err"
    stopped TERM 130
    [ $((($(date +%s%N) - start) / 1000000)) -lt 1500 ] || wrong 'the second signal was of no use'
    keeps_the_first_scene
}

test_installing_says_a_line_for_each_folder_and_uninstalling_leaves_nothing_behind()
{
    equal 'folders told' 9 "$(grep -c "^  install $prefix/" "$scratch/install.log")"
    ! grep -qE '^(install|for|sed) ' "$scratch/install.log" || wrong 'commands are shown'
    cd "$root" || return
    succeeds make --no-print-directory install config="$config" DESTDIR="$scratch/stage" PREFIX="/opt/with space"
    [ -x "$scratch/stage/opt/with space/bin/cdbench" ] || wrong 'DESTDIR is not honoured'
    succeeds make --no-print-directory uninstall DESTDIR="$scratch/stage" PREFIX="/opt/with space"
    equal 'files left behind' '' "$(find "$scratch/stage" -type f)"
}

test_a_peer_is_listed_and_loaded_when_it_is_asked_for_or_said_in_a_line()
{
    # The folder next to the installed program, with sweep_cpp in its manifest.
    install -D "$sweep" "$prefix/bin/peers/sweep.so"
    "$CDBENCH" list algos --manifest --plugin "$prefix/bin/peers/sweep.so" >"$prefix/bin/peers/manifest.csv"
    equal manifest "$(tail -n 1 "$prefix/bin/peers/manifest.csv")" \
        'sweep_cpp,pair,"triangles swept along an axis, from a plug-in in C++",the standard library of C++,MIT,sweep.so'
    shows 'pair; runs the standard library of C\+\+, MIT' "$CDBENCH" list algos
    succeeds "$CDBENCH" verify --algo sweep_cpp:axis=z --scene sphere:triangles=200
    succeeds "$CDBENCH" run --algo sweep_cpp --scene sphere:triangles=80 --repeat 1 --no-verify --quiet --results peers-run
    grep -q '"sweep_cpp": "the standard library of C++"' peers-run/*/run.json || wrong 'run.json does not have the library'
    refuses 64 "did you mean 'sweep_cpp'" "$CDBENCH" run --algo sweep_cp --scene bunny.obj
    # One that cannot be loaded is a line.
    rm "$prefix/bin/peers/sweep.so"
    refuses 74 'peers/sweep.so: cannot read the plug-in' "$CDBENCH" verify --algo sweep_cpp --scene bunny.obj
    cp "$bad_abi" "$prefix/bin/peers/sweep.so"
    refuses 65 'built for ABI version' "$CDBENCH" verify --algo sweep_cpp --scene bunny.obj
    cp "$touch" "$prefix/bin/peers/sweep.so"
    refuses 65 'has no algorithm sweep_cpp; `make peers` builds it again' "$CDBENCH" verify --algo sweep_cpp --scene bunny.obj
    succeeds "$CDBENCH" verify --algo rapid --scene sphere:triangles=80
    echo 'name,file' >"$prefix/bin/peers/manifest.csv" # nothing of use
    fails 64 "$CDBENCH" run --algo sweep_cpp --scene bunny.obj
    printf '\xff\x00,"' >"$prefix/bin/peers/manifest.csv"
    succeeds "$CDBENCH" list algos
    rm -r "$prefix/bin/peers"
}

run_tests
