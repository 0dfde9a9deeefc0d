#!/bin/bash
# `cdbench reproduce` from outside: where papers are found, what it leaves behind, what an interrupted, killed or failed
# run keeps, and its exit codes.
# Sanitized by test-all alone.
# shellcheck disable=SC2086 # words
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

files_of()
{
    find "$1" -type f -printf '%P\n' | sort | paste -sd ' '
}

# ---- finding and listing -----------------------------------------------------------------------------------

test_list_shows_every_experiment()
{
    succeeds "$CDBENCH" reproduce --list small
    prints '^small$' 'Nobody: A small paper' '^ +sizes +figure 1 +12 +16 +2 +- +Times over size$'
    prints '^ +program +ours +4 +6 +0 +- ' '^  4 claims$'
    mkdir -p results/m/small/sizes
    echo '{"size": "quick", "started": "2026-01-01T10:00:00Z", "finished": "2026-01-01T10:01:30Z"}' >results/m/small/sizes/run.json
    shows '^ +sizes +figure 1 +12 +16 +2 +1\.5 +Times over size$' "$CDBENCH" reproduce --list small
    prints '^  4 claims; the newest --quick in results/ took 1\.5 minutes$'
    succeeds "$CDBENCH" reproduce --list small --json
    prints '"id": "faults"' '"quick_rows": 12' '"paper_rows": 2'
    run "$CDBENCH" reproduce --list
    prints '^small$' '^zou2011$'
    # A long source leaves the title a line.
    altered small 's/source: figure 1$/source: the upper left part of figure 1 of the second edition, which differs from the first/'
    shows '^      Times over size$' "$CDBENCH" reproduce --list small
}

test_papers_are_found_from_anywhere()
{
    unset CDBENCH_PAPERS
    cd / || return
    shows fig9 "$CDBENCH" reproduce --list zou2011
    cd "$scratch/work" || return
    mkdir -p prefix/bin prefix/share/cdbench/papers papers
    cp "$CDBENCH" prefix/bin/cdbench
    refuses 74 'CDBENCH_PAPERS' prefix/bin/cdbench reproduce --list
    cp "$root/tests/papers/small.yaml" prefix/share/cdbench/papers
    shows small prefix/bin/cdbench reproduce --list
    sed 's/A small paper/Another one/' "$root/tests/papers/small.yaml" >papers/small.yaml
    shows 'Another one' prefix/bin/cdbench reproduce --list
}

test_wrong_words_are_usage_errors()
{
    refuses 64 '--list' "$CDBENCH" reproduce
    refuses 64 'did you mean small' "$CDBENCH" reproduce smal
    for file in ./small.yaml "$root/tests/papers/small.yaml" papers/small.yaml none.yaml; do
        refuses 64 "^cdbench: $file: name a paper by its key, not by its file" "$CDBENCH" reproduce "$file"
    done
    fails 64 "$CDBENCH" reproduce small --quick --full
    refuses 64 'give one of them' "$CDBENCH" reproduce small --paper --full
    refuses 64 'small/faults: nothing there is the paper.s own; leave out --paper' "$CDBENCH" reproduce small/faults --paper
    fails 64 "$CDBENCH" reproduce small --json
    echo file >file
    refuses 74 'file: cannot create the folder' "$CDBENCH" reproduce small/sizes --results file/folder
    [ ! -e results ] || wrong 'something was written'
}

test_a_wrong_paper_is_named_by_its_line()
{
    altered small 's/algo: brute/algo: burte/'
    refuses 65 'small.yaml:24: experiments\[0\].series\[1\].algo: .*burte' "$CDBENCH" reproduce small
    fails 65 "$CDBENCH" reproduce --list small
}

# ---- running -----------------------------------------------------------------------------------------------

test_an_experiment_leaves_its_files()
{
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures
    equal files 'cells.csv run.json samples.csv' "$(files_of results/local/small/sizes)"
    equal series 'rapid brute printed' "$(column results/local/small/sizes/cells.csv series | head -n 3 | paste -sd ' ')"
    grep -q '"size": "quick"' results/local/small/sizes/run.json || wrong 'no size in run.json'
    run "$CDBENCH" reproduce small/sizes --results other --resume
    prints 'small/sizes: 12 rows, quick; other/small/sizes/' 'faster +Trees are faster' 'Claims: other/small/claims.csv'
    equal 'claims' 'abacus falls faster right' "$(column other/small/claims.csv claim | sort -u | paste -sd ' ')"
    [ -s other/small/sizes/sizes.svg ] || says '^cdbench: warning: no figures: (python3|gnuplot)'
}

test_figures_that_cannot_be_drawn_are_one_warning()
{
    write_program 'echo series; echo once; echo twice'
    exits 0 env PATH="$PWD/none" "$CDBENCH" reproduce small/sizes small/program
    says '^cdbench: warning: no figures: python3 is missing; on Debian: apt install .*python3-jinja2 gnuplot-nox$'
    equal warnings 1 "$(grep -c 'no figures' "$scratch/err")"
    prints 'Claims: results/local/small/claims.csv'
    exits 0 env PATH="$PWD/none" "$CDBENCH" reproduce small/sizes --no-figures
    ! grep -q 'no figures' "$scratch/err" || wrong 'warned of what nobody asked for'
    succeeds env PATH="$PWD/none" "$CDBENCH" reproduce small/sizes --quiet
}

test_the_papers_size_has_its_own_experiments_series_and_values()
{
    exits 0 "$CDBENCH" reproduce small --paper --no-figures
    prints 'small/sizes: 2 rows, paper; results/local/small/sizes/'
    equal rows '200 1.6 rapid 3|200 1.6 printed 3' \
        "$(column results/local/small/sizes/cells.csv triangles d series frames | paste -sd '|')"
    equal 'what was run' sizes "$(find results/local/small -name run.json -printf '%h\n' | xargs -n 1 basename)"
    grep -q '"size": "paper"' results/local/small/sizes/run.json || wrong 'no size in run.json'
    run "$CDBENCH" reproduce small --paper --no-figures --resume
    prints 'small/sizes: 2 rows, paper, 1 of 1 parts from an earlier run'
    ! grep -q 'quick size' "$scratch/out" || wrong 'the size of the paper is called quick'
    # If the paper names no size, the quick one is used, and the output says so.
    altered small 's/, paper: \[[0-9.]*\]//; /^    paper: /d'
    run "$CDBENCH" reproduce small/sizes --paper --no-figures
    prints 'some or all of them at quick size'
    # Rows for our own series that a program writes are left out.
    altered small 's/^    source: ours/    source: figure 2/; s/{id: twice}/{id: twice, ours: yes}/'
    write_program 'echo series; echo once; echo twice'
    exits 0 "$CDBENCH" reproduce small/program --paper --quiet
    equal series 'once once' "$(column results/local/small/program/cells.csv series | paste -sd ' ')"
}

# ---- further series ----------------------------------------------------------------------------------------

test_a_further_algorithm_is_measured_beside_the_papers()
{
    local folder=results/local/own/small/sizes
    exits 0 "$CDBENCH" reproduce small/sizes --algo aabb --no-figures
    prints "small/sizes: 16 rows, quick; $folder/" 'Claims: results/local/own/small/claims.csv'
    equal series 'rapid brute printed aabb' "$(column $folder/cells.csv series | head -n 4 | paste -sd ' ')"
    [ ! -e results/local/small ] || wrong 'it is where the paper alone belongs'
    succeeds "$CDBENCH" claims small --results results/local/own --json
    equal 'what figures show' 'aabb aabb aabb True True' "$(python3 -c 'import json, sys
for series in json.load(open(sys.argv[1]))["papers"][0]["experiments"][0]["series"]:
    if series["added"]:
        print(*(series[name] for name in ("id", "label", "algo", "ours", "added")))' "$scratch/out")"
    succeeds "$CDBENCH" reproduce small --algo aabb --paper --quiet --no-figures
    equal rows 'rapid printed aabb' "$(column $folder/cells.csv series | paste -sd ' ')"
    # A series that the paper also has is distinguished from the paper's, and nothing is listed twice.
    succeeds "$CDBENCH" reproduce small --algo rapid --algo brute --algo rapid --paper --quiet --no-figures
    equal rows 'rapid printed own:rapid own:brute' "$(column $folder/cells.csv series | paste -sd ' ')"
}

test_only_experiments_that_a_further_algorithm_fits_are_run()
{
    exits 0 "$CDBENCH" reproduce small/sizes small/program --algo aabb --no-figures
    says '^cdbench: warning: 1 experiment of those named is not run: aabb cannot be a series there$'
    equal 'what was run' sizes "$(find results/local/own/small -name run.json -printf '%h\n' | xargs -n 1 basename)"
    # If nothing of a paper is run, nothing of it is judged.
    sed 's/^key: small/key: regions/; s/algo: rapid/algo: region_sort/; s/algo: brute/algo: region_brute/; s/algo: "rapid.*"/algo: region_grid/
        s/scene: "sphere:triangles=${triangles},.*/scene: "regions:n=${triangles}"/' "$root/tests/papers/small.yaml" >regions.yaml
    CDBENCH_PAPERS=$PWD:$CDBENCH_PAPERS exits 0 "$CDBENCH" reproduce small/sizes regions/sizes --algo aabb --no-figures
    [ ! -e results/local/own/regions ] || wrong 'something was run'
    fails 64 "$CDBENCH" reproduce small/program --algo aabb
    says 'small/program: nothing there measures algorithms like aabb, which takes bodies'
    fails 64 "$CDBENCH" reproduce small --algo region_sort
    says 'small: nothing there measures algorithms like region_sort, which takes regions'
    fails 64 "$CDBENCH" reproduce small/sizes --algo aabb --interpretations
    refuses 64 'leave out --list and --interpretations' "$CDBENCH" reproduce small/sizes --algo aabb --list
}

test_a_further_algorithm_that_is_wrong_or_lacking_leaves_the_others_theirs()
{
    local cells=results/local/own/small/sizes/cells.csv
    refuses 2 'small/sizes: broken on .* is wrong in' "$CDBENCH" reproduce small/sizes --algo broken --quiet --no-figures
    equal 'verdicts of the others' 'exact printed' "$(column $cells series verdict | sed -n '/^broken/!s/.* //p' | sort -u | paste -sd ' ')"
    altered small 's/scene: "sphere:/scene: "torus:/'
    succeeds "$CDBENCH" reproduce small/sizes --algo closest --quiet --no-figures
    equal 'verdicts of one that takes convex bodies only' unavailable "$(column $cells series verdict | sed -n 's/^closest //p' | sort -u)"
    equal 'verdicts of the others' 'exact printed' "$(column $cells series verdict | sed -n '/^closest/!s/.* //p' | sort -u | paste -sd ' ')"
}

# sources_of RUN.JSON: prints the parts of the source on which its rows depend.
sources_of()
{
    sed -n '/"sources"/,/}/s/^    "\([^"]*\)": "[0-9a-f]\{16\}",*$/\1/p' "$1" | paste -sd ' '
}

test_presets_and_defaults_rest_on_their_parts()
{
    altered small 's/algo: brute/algo: icollide_aabb/; s/^    scene: "sphere:triangles=${triangles},.*/    scene: "sphere:triangles=${triangles}"/'
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures
    equal sources 'algo=icollide_aabb algo=rapid broad=grid broad=none broad=sap broad=tree harness mesh=sphere motion=pair schedule=serial' \
        "$(sources_of results/local/small/sizes/run.json)"
    # For rows from before these were kept, no change is known.
    sed -i '/"broad=sap"/d' results/local/small/sizes/run.json
    succeeds "$CDBENCH" claims small
    ! grep -q 'code has changed' "$scratch/out" || wrong 'something has changed'
}

test_claims_say_which_code_has_changed_since()
{
    local command run=results/local/small/sizes/run.json
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures
    equal sources 'algo=brute algo=rapid broad=grid broad=none broad=tree harness mesh=sphere motion=tumble schedule=serial' "$(sources_of $run)"
    succeeds "$CDBENCH" claims small
    ! grep -qE 'changed|unknown age' "$scratch/out" || wrong 'something has changed'
    # One algorithm changed: claims about others stay.
    cp $run before
    sed -i 's/"algo=brute": "[0-9a-f]*"/"algo=brute": "0000000000000000"/' $run
    succeeds "$CDBENCH" claims small --csv -
    column "$scratch/out" claim note >notes
    run "$CDBENCH" claims small
    equal 'marks' 1 "$(grep -c '^    older than its code: small/sizes$' "$scratch/out")"
    prints '^1 of 1 experiments is older than its code, which claims.csv names;'
    grep -q 'faster its code has changed since; measure again: cdbench reproduce small/sizes (algo=brute since revision [^ ]* of 20..-..-..)' notes ||
        wrong "no note: $(cat notes)"
    ! grep -q '^\(falls\|right\) its code' notes || wrong 'RAPID has not changed'
    # A part on which all depend.
    sed 's/"harness": "[0-9a-f]*"/"harness": "0000000000000000"/' before >$run
    "$CDBENCH" claims small --csv - >all.csv
    equal 'claims of changed code' 'falls faster right' "$(column all.csv claim note | grep '(harness since' | cut -d ' ' -f 1 | sort -u | paste -sd ' ')"
    # Measured before digests were kept.
    sed '/"sources"/,/}/d' before >$run
    succeeds "$CDBENCH" claims small
    equal 'said once' 1 "$(grep -c '1 of unknown age' "$scratch/out")"
    # Measured before one of the parts had a digest.
    sed '/"algo=brute": "/d' before >$run
    succeeds "$CDBENCH" claims small
    equal 'said of a part, too' 1 "$(grep -c '1 of unknown age' "$scratch/out")"
    shows '"of_unknown_age": 1' "$CDBENCH" claims small --json
    # Measured before tables had hashes.
    sed 's/"format": 2/"format": 1/;/"tables"/,$c "x": 1}' before >$run
    for command in 'claims small' 'obtained results/local results/local small'; do
        exits 0 "$CDBENCH" $command
        says 'warning: run.json of format 1 has no hashes; nothing shows whether results/local is whole$'
    done
}

test_figures_of_earlier_rows_do_not_stay_and_rows_that_were_removed_are_measured_again()
{
    mkdir -p results/local/small/sizes
    touch results/local/small/sizes/{sizes.svg,bars.png,bars.pdf,sizes.gnuplot,mine.png}
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures
    equal files 'cells.csv mine.png run.json samples.csv' "$(files_of results/local/small/sizes)"
    rm results/local/small/sizes/{samples.csv,mine.png}
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures --resume
    equal files 'cells.csv run.json samples.csv' "$(files_of results/local/small/sizes)"
}

# test_results.c and test_experiment.c have every way in which a table can be damaged.
test_every_command_refuses_a_table_that_is_not_whole()
{
    local command run=run/local/small/sizes
    succeeds "$CDBENCH" reproduce small/sizes --quiet --no-figures --results run/local
    cp -r run/local whole
    sed -i '$d' $run/cells.csv
    for command in 'claims small --results' 'obtained whole' 'reproduce small/sizes --resume --quiet --results'; do
        refuses 65 'small/sizes/cells.csv: was cut, it has 11 of 12 rows; restore it, or measure again$' "$CDBENCH" $command ./run/local
    done
}

test_a_wrong_answer_ends_with_exit_code_2_and_keeps_the_rest()
{
    write_program 'echo series; echo once; echo twice'
    refuses 2 'small/faults: broken on .* is wrong in 3 of 3 frames' "$CDBENCH" reproduce small/faults small/program --quiet
    equal verdicts 'exact NA|wrong NA|exact NA' \
        "$(column results/local/small/faults/cells.csv verdict unstable_frame | paste -sd '|')"
    equal 'rows of the next experiment' 5 "$(wc -l <results/local/small/program/cells.csv)"
}

test_where_nothing_can_run_the_exit_code_is_4()
{
    altered small 's/{id: rapid, algo: rapid}/{id: rapid, algo: image_cd}/; s/algo: broken/algo: image_cd/'
    refuses 4 'small/faults: image_cd' env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" reproduce small/faults --quiet
    equal verdicts 'unavailable|unavailable|unavailable' \
        "$(column results/local/small/faults/cells.csv verdict | paste -sd '|')"
    write_program 'echo nothing here >&2; exit 9'
    refuses 4 'small/program: .*exit code 9: nothing here' "$CDBENCH" reproduce small/program --quiet
}

# ---- stopping in the middle --------------------------------------------------------------------------------

test_a_missing_program_is_said_once_and_no_failure_of_other_experiments()
{
    CDBENCH_PROGRAMS= exits 4 "$CDBENCH" reproduce small/program
    equal warnings 1 "$(grep -c '^cdbench: warning: program: paper_fixture is skipped: no such program' "$scratch/err")"
    says '^cdbench: small/program: paper_fixture is skipped: .*`make experiments`'
    prints '^small/program: skipped$'
    equal files '' "$(files_of results/local/small/program)"
    write_program 'echo series; echo once; echo twice'
    run "$CDBENCH" reproduce small/program --quiet
    CDBENCH_PROGRAMS= exits 0 "$CDBENCH" reproduce small/program small/sizes --no-figures
    says '^cdbench: warning: program: paper_fixture is skipped: no such program'
    prints '^small/program: skipped$'
    equal 'rows of the run before' 5 "$(wc -l <results/local/small/program/cells.csv)"
}

test_raw_values_of_a_program_are_kept()
{
    local name folder=results/local/small/program
    write_program 'echo series,ms,ms_samples,more_samples
        echo once,$2,"3 1 $2",7; echo twice,NA,NA,"1 NA"; echo once,5,5,NA'
    succeeds "$CDBENCH" reproduce small/program --quiet --no-figures
    equal columns n,series,ms "$(head -n 1 $folder/cells.csv | sed 's/,others$//')"
    diff - $folder/samples.csv <<'EOF' || wrong 'other samples'
n,series,row,sample,ms,more
1,once,0,0,3,7
1,once,0,1,1,NA
1,once,0,2,1,NA
1,twice,1,0,NA,1
1,twice,1,1,NA,NA
1,once,2,0,5,NA
2,once,0,0,3,7
2,once,0,1,1,NA
2,once,0,2,2,NA
2,twice,1,0,NA,1
2,twice,1,1,NA,NA
2,once,2,0,5,NA
EOF
    # What was kept from a finished part is unchanged.
    write_program 'echo series,ms_samples; [ $2 = 1 ] || [ -e awake ] || exit 9; echo once,"3 1"; echo twice,4'
    run "$CDBENCH" reproduce small/program --quiet --no-figures
    touch awake
    succeeds "$CDBENCH" reproduce small/program --quiet --no-figures --resume
    equal samples '1 0 3|1 1 1|1 0 4|2 0 3|2 1 1|2 0 4' "$(column $folder/samples.csv n sample ms | paste -sd '|')"
    for name in n series row session sample; do
        write_program "echo series,${name}_samples; echo once,3; echo twice,4"
        refuses 4 "wrote the column ${name}_samples, but $name is what tells samples apart" "$CDBENCH" reproduce small/program --quiet
    done
}

# ---- sessions ----------------------------------------------------------------------------------------------

test_sessions_are_measured_in_processes_of_their_own()
{
    local folder=results/local/small/sizes
    succeeds "$CDBENCH" reproduce small/sizes --sessions 3 --quiet --no-figures
    equal files 'cells.csv run.json samples.csv' "$(files_of $folder)"
    grep -q '"sessions": 3,' $folder/run.json || wrong 'no sessions in run.json'
    equal columns 'triangles,d,series,session,sample,pass_ms' "$(head -n 1 $folder/samples.csv)"
    equal sessions '1 2 3' "$(column $folder/samples.csv session | sort -u | xargs)"
    equal 'samples of a cell' 9 "$(column $folder/samples.csv triangles d series | grep -c '^50 1.2 brute$')"
    equal samples 9 "$(column $folder/cells.csv samples | sort -u)"
    column $folder/cells.csv fps fps_low fps_high | awk '!($2 < $1 && $1 < $3)' | grep . && wrong 'values outside of their intervals'
    run "$CDBENCH" reproduce small/sizes --sessions 3 --no-figures --resume
    prints '4 of 4 parts from an earlier run'
    # What three sessions measured differs from what one session measures.
    run "$CDBENCH" reproduce small/sizes --no-figures --resume
    ! grep -q 'earlier run' "$scratch/out" || wrong 'three sessions were taken for one'
    ! head -n 1 $folder/samples.csv | grep -q session || wrong 'a column for one session'
    fails 64 "$CDBENCH" reproduce small --sessions 0
}

test_rows_of_sessions_are_pooled()
{
    local folder=results/local/small/program
    # A time that is longer in the second of three sessions, and a counter.
    write_program 'echo $2 >>runs; k=$(grep -c "^$2\$" runs); [ $k = 2 ] && ms=20 || ms=$((10 + k))
        echo series,tests,ms,ms_low,ms_high,ms_samples
        echo once,7,$ms.5,$ms.25,$ms.75,"$ms 1"; echo twice,8,1.5,1.25,1.75,NA'
    succeeds "$CDBENCH" reproduce small/program --sessions 3 --quiet
    equal rows 'once 7 13.5|twice 8 1.5|once 7 13.5|twice 8 1.5' "$(column $folder/cells.csv series tests ms | paste -sd '|')"
    column $folder/cells.csv series ms_low ms_high | awk '$1 == "once" && !($2 < 11.5 && $3 > 20.5)' | grep . &&
        wrong 'an interval without a session'
    equal 'ends of what is always the same' '1.25 1.75' "$(column $folder/cells.csv series ms_low ms_high | sed -n 's/^twice //p' | sort -u)"
    equal samples '1 once 0 1 0 11|1 once 0 1 1 1|1 once 0 2 0 20|1 once 0 2 1 1|1 once 0 3 0 13|1 once 0 3 1 1' \
        "$(column $folder/samples.csv n series row session sample ms | grep ^1 | paste -sd '|')"
}

test_sessions_that_count_differently_fail()
{
    local folder=results/local/small/program
    write_program 'echo series,tests,ms; echo once,$((7 + ${CDBENCH_SESSION:-0})),1.5; echo twice,8,1.5'
    fails 4 "$CDBENCH" reproduce small/program --sessions 2 --quiet
    says 'program n=1 once: tests is 7 in the first session and 8 in session 2, but has to be the same'
    equal verdicts 'once failed|twice failed|once failed|twice failed' "$(column $folder/cells.csv series verdict | paste -sd '|')"
    equal failed 2 "$(sed -n 's/.*"groups_failed": \([0-9]*\).*/\1/p' $folder/run.json)"
}

test_an_interrupted_session_goes_on()
{
    write_program 'echo "$2 ${CDBENCH_SESSION:-0}" >>runs
        if [ "$2 $CDBENCH_SESSION" = "2 1" ] && [ ! -e stopped ]; then touch stopped; kill -INT $PPID; exec sleep 1000; fi
        echo series; echo once; echo twice'
    exits 130 "$CDBENCH" reproduce small/program --sessions 2 --quiet
    says '--resume goes on from there'
    succeeds "$CDBENCH" reproduce small/program --sessions 2 --quiet --resume
    equal 'point and session of each run' '1 0|2 0|1 1|2 1|2 1' "$(paste -sd '|' runs)"
    equal files 'cells.csv run.json samples.csv' "$(files_of results/local/small/program)"
    # After a fresh start, the second session does not take what an earlier run left.
    rm runs
    succeeds "$CDBENCH" reproduce small/program --sessions 2 --quiet
    equal 'runs from the beginning' '1 0|2 0|1 1|2 1' "$(paste -sd '|' runs)"
}

test_a_series_that_a_program_leaves_out_is_warned_of_in_every_session()
{
    write_program 'echo series; echo once; [ "$2 ${CDBENCH_SESSION:-0}" = "2 0" ] || echo twice'
    exits 0 "$CDBENCH" reproduce small/program
    says '^cdbench: warning: program: paper_fixture --n 2 wrote no row of the series twice$'
    equal warnings 1 "$(grep -c 'wrote no row' "$scratch/err")"
    fails 4 "$CDBENCH" reproduce small/program --sessions 2 --quiet
    equal 'warnings kept' 1 "$(grep -c 'wrote no row of the series twice' results/local/small/program/run.json)"
}

# Starts the paper's program experiment, whose second point sleeps until it is awake, and waits until the first is kept.
# wake: what runs from now on is not asleep.
start_slow()
{
    write_program 'echo $2 >>runs; [ $2 = 1 ] || [ -e awake ] || { echo $$ >sleeper; exec sleep 1000; }; echo series; echo once; echo twice'
    rm -f runs awake sleeper
    begins "$CDBENCH" reproduce small/faults small/program --quiet
    watched=$process await exists 'results/local/small/program/.groups/*/cells.csv'
    await test -s sleeper
}
wake()
{
    touch awake
    : >runs
}

test_ctrl_c_reaches_the_program_and_resume_goes_on()
{
    start_slow
    stopped INT 130
    has_ended "$(cat sleeper)" || wrong 'the program still sleeps'
    says '1 of 2 experiments are finished, and --resume goes on'
    equal 'unfinished files' '' "$(find . -name '*.tmp*')"
    [ ! -e results/local/small/program/cells.csv ] || wrong 'rows of an unfinished experiment'

    wake
    fails 2 "$CDBENCH" reproduce small/faults small/program --resume --quiet
    equal 'what has run again' 2 "$(cat runs)"
    equal 'rows' 5 "$(wc -l <results/local/small/program/cells.csv)"
    [ ! -e results/local/small/program/.groups ] || wrong '.groups of a finished experiment'
}

test_when_no_time_is_left_the_rows_are_kept_and_resume_goes_on()
{
    write_program 'echo $2 >>runs; sleep 0.2; echo series; echo once; echo twice'
    exits 0 "$CDBENCH" reproduce small/program --within 0.1s --no-figures
    says '^cdbench: warning: program: no time was left for 1 of 2 parts; --resume measures them$'
    prints '1 of 2 parts not finished'
    equal verdicts 'NA|NA|failed|failed' "$(column results/local/small/program/cells.csv verdict | paste -sd '|')"
    equal failed 1 "$(sed -n 's/.*"groups_failed": \([0-9]*\).*/\1/p' results/local/small/program/run.json)"
    exits 0 "$CDBENCH" reproduce small/program --within 5s --resume --no-figures --quiet
    equal 'what has run' '1 2' "$(paste -sd ' ' runs)"
    equal failed 0 "$(sed -n 's/.*"groups_failed": \([0-9]*\).*/\1/p' results/local/small/program/run.json)"
    fails 64 "$CDBENCH" reproduce small --within 5s --interpretations
    says 'leave out --interpretations and --list'
}

test_a_killed_run_leaves_nothing_half()
{
    start_slow
    stopped KILL 137
    kill "$(cat sleeper)"
    equal 'what is there' 'cells.csv run.json samples.csv' "$(files_of results/local/small/program/.groups/[0-9a-f]*)"
    [ ! -e results/local/small/program/cells.csv ] || wrong 'rows of an unfinished experiment'
    # The files that a kill in the middle of writing would leave.
    mkdir results/local/small/program/.groups/.abc.tmp
    echo half >results/local/small/program/.groups/.abc.tmp/cells.csv
    wake
    succeeds "$CDBENCH" reproduce small/program --resume --quiet --no-figures
    equal 'what has run again' 2 "$(cat runs)"
    equal 'what is there' 'cells.csv run.json samples.csv' "$(files_of results/local/small/program)"
}

test_an_interrupted_run_leaves_the_results_before_it_and_without_resume_begins_anew()
{
    local before
    write_program 'echo series; echo once; echo twice'
    succeeds "$CDBENCH" reproduce small/program --quiet
    before=$(md5sum <results/local/small/program/cells.csv)
    start_slow
    stopped INT 130
    equal 'the rows before and after' "$before" "$(md5sum <results/local/small/program/cells.csv)"
    wake
    exits 0 "$CDBENCH" reproduce small/program --no-figures
    says 'begun anew, without 1 finished part of an earlier run; --resume'
    equal 'what has run' '1 2' "$(paste -sd ' ' runs)"
}

test_two_runs_at_once_do_not_spoil_each_other()
{
    start_slow
    fails 74 "$CDBENCH" reproduce small/program --quiet
    says 'results/local/small/program: another run is using it; wait until it ends, or name another folder'
    stopped INT 130
    wake
    succeeds "$CDBENCH" reproduce small/program --no-figures --quiet --resume
    equal 'what has run' '2' "$(paste -sd ' ' runs)"
}

test_a_full_disk_is_an_error_and_leaves_no_short_file()
{
    small_disk 16k || return
    refuses 74 disk/small/sizes "$CDBENCH" reproduce small/sizes --quiet --no-figures --results disk
    equal 'unfinished files' '' "$(find disk -name '*tmp*')"
    [ ! -e disk/small/sizes/cells.csv ] || [ -e disk/small/sizes/run.json ] || wrong 'rows without their run'
}

run_tests
