#!/bin/bash
# The program from outside: exit codes, one-line errors, files that are whole or absent, answers that do not depend on
# the number of threads, and scenes that survive export and import.
# shellcheck disable=SC2086 # options and their values
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

# A scene that takes milliseconds, and a run that writes one row of CSV.
small=sphere:triangles=100
quick=(--scene "$small" --frames 10 --repeat 1 --quiet)

# ---- usage: 64 ---------------------------------------------------------------------------------------------

test_help_and_version_print_to_stdout()
{
    local command
    for command in list run verify info export help version; do
        shows "$command" "$CDBENCH" help "$command"
    done
    shows 'seed of the motion' "$CDBENCH" run --help
    shows 'seed of the motion' "$CDBENCH" verify --help
    shows verify "$CDBENCH" help
    shows "$(cat "$root/VERSION")" "$CDBENCH" version
    shows "$(cat "$root/VERSION")" "$CDBENCH" --version
    exits 64 "$CDBENCH"
    says help
}

test_every_help_text_fits_into_its_columns()
{
    local command columns long
    for columns in 40 80 200; do
        for command in '' $(sed -n 's/^COMMAND(\(.*\))/\1/p' "$root/bench/cli/commands.def"); do
            succeeds env COLUMNS=$columns "$CDBENCH" $command --help
            long=$(awk 'length > 80' "$scratch/out")
            equal "lines of $command --help at $columns columns that are too long" '' "$long"
            ! grep -q ' $' "$scratch/out" || wrong "$command --help has blanks at the end of a line"
        done
    done
}

test_lists_name_what_there_is()
{
    succeeds "$CDBENCH" list generators motions
    prints '^  torusknot ' '^  tumble '
    succeeds "$CDBENCH" list generators motions --json
    prints '"generators": \[' '"motions": \['
    refuses 64 "'papers' is not one of" "$CDBENCH" list papers
}

# Words longer than a line are the exception: settings of presets, examples and paths.
test_lists_fit_into_narrow_terminals()
{
    local kind
    for kind in algos scenes generators motions; do
        succeeds env COLUMNS=40 "$CDBENCH" list $kind --all
        equal "lines of list $kind that are too long" '' "$(awk 'length > 40 && NF > 1 && !/ = |=.*=|\//' "$scratch/out")"
        ! grep -q ' $' "$scratch/out" || wrong "list $kind has blanks at the end of a line"
        ! grep -qE '^ +[a-z_]+=[^ ]* \([a-z, ]+[a-df-z][0-9]' "$scratch/out" || wrong 'a number has the words of another setting'
    done
}

test_what_is_typed_wrong_is_answered_with_the_right_words()
{
    local words run=(run --algo brute "${quick[@]}") seed=9223372036854775808 # is negative as a signed integer, which JSON's are
    refuses 64 "'?run'?" "$CDBENCH" rnu
    refuses 64 run "$CDBENCH" help rnu
    refuses 64 'algos\|scenes\|generators\|motions\|gpus' "$CDBENCH" list meshes
    refuses 64 scene "$CDBENCH" run --algo brute
    refuses 64 algo "$CDBENCH" run --scene $small
    refuses 64 '^cdbench: --markdown changes the table, but --json leaves the table out; drop one of them$' \
        "$CDBENCH" "${run[@]}" --json --markdown
    refuses 64 '^cdbench: --sort changes the table, but --csv - leaves' "$CDBENCH" "${run[@]}" --csv - --sort fps
    refuses 64 '^cdbench: --sort changes the table, but --quiet leaves' "$CDBENCH" "${run[@]}" --sort fps
    refuses 64 brute "$CDBENCH" verify --algo burte --scene $small
    refuses 64 nonsense "$CDBENCH" run --algo rapid --set nonsense=1 "${quick[@]}"
    for words in 'rapdi rapid' 'image_cd:resolution .' 'rapid:resolution=5 variant' 'image_cd:variant=wrong printed' \
        'image_cd:resolution=1 resolution.*[0-9]+' 'image_cd:resolution=many .' 'qqqqqqqq qqqqqqqq' 'image_cd: .'; do
        refuses 64 "${words#* }" "$CDBENCH" run --algo "${words% *}" "${quick[@]}"
    done
    refuses 64 contacts "$CDBENCH" "${run[@]}" --query everything
    refuses 64 frames "$CDBENCH" "${run[@]}" --framse 3
    refuses 64 triangles "$CDBENCH" run --algo brute --scene sphere:triangels=100
    fails 64 "$CDBENCH" run --algo brute --scene ''
    for words in '--frames 0' '--frames -3' '--frames ten' '--frames 99999999999999999999' '--threads 0' '--repeat 0' \
        '--budget soon' '--seed -1' "--seed $seed" --csv operand; do
        fails 64 "$CDBENCH" run --algo brute --scene $small $words
    done
    fails 64 "$CDBENCH" verify --algo brute --scene $small --seed $seed
    fails 64 "$CDBENCH" info $small,motion=pair --seed $seed
    fails 64 "$CDBENCH" export --scene $small --out folder --seed $seed
    shows '"seed": 9223372036854774784' "$CDBENCH" info $small,motion=pair:steps=2 --seed 9223372036854774784 --json
    fails 64 "$CDBENCH" info
    fails 64 "$CDBENCH" export --scene $small
}

test_what_follows_a_paper_leaves_nothing_of_ours_to_be_set()
{
    local specification key
    for specification in image_cd:layers=peel image_cd:variant=printed:axes=2 image_cd:variant=E1:edges=once; do
        key=${specification##*:}
        refuses 64 "setting $key is now a matter of image_cd_culled" "$CDBENCH" run --algo $specification "${quick[@]}"
    done
    refuses 64 'setting variant=repaired is now a matter of image_cd' "$CDBENCH" run --algo image_cd_culled:variant=repaired "${quick[@]}"
    succeeds "$CDBENCH" run --algo rapid:deform=rebuild "${quick[@]}"
}

# ---- content: 65; input and output: 74 ---------------------------------------------------------------------

# What is wrong in files is for the tests of scenes/; here, a line of each kind arrives with its exit code.
test_files_and_folders_that_are_bad_or_missing_are_named()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n' >range.obj
    refuses 65 'range.obj:4' "$CDBENCH" info range.obj
    printf 'meshes:\n  - generator: sphere:triangles=100\nmotion:\n  name: pair\nnonsense: 3\n' >scene.yaml
    refuses 65 'scene.yaml:5:.*nonsense' "$CDBENCH" run --algo brute --scene ./scene.yaml
    succeeds "$CDBENCH" export --scene $small --frames 3 --out folder
    sed -i '2s/^0,/x,/' folder/frames.csv
    refuses 65 frames.csv:2 "$CDBENCH" run --algo brute --scene ./folder
    mkdir mine folder.obj
    echo mine >mine/mesh-1.obj
    refuses 64 'mine/mesh-1.obj' "$CDBENCH" export --scene $small --frames 2 --out mine
    equal 'what is in the folder' mesh-1.obj "$(ls mine)"
    refuses 74 missing.obj "$CDBENCH" info missing.obj
    refuses 74 missing.obj "$CDBENCH" run --algo brute --scene missing.obj
    fails 74 "$CDBENCH" run --algo brute --scene ./missing.yaml
    ln -s nowhere.obj dangling.obj
    fails 74 "$CDBENCH" info dangling.obj
    fails 74 "$CDBENCH" run --algo brute --scene ./folder.obj
    refuses 74 missing.obj "$CDBENCH" run --algo brute --scene $small --scene missing.obj --quiet
    [ ! -e results ] || wrong 'something was measured'
}

test_hostile_files_are_refused_in_bounded_memory()
{
    local file limit=(bash -c 'ulimit -v 3000000; exec "$@"' limited)
    [[ $CDBENCH == */release/* ]] || limit=()
    printf 'ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n' >claim.ply
    printf 'property float z\nelement face 4000000000\nproperty list uchar int vertex_indices\nend_header\n' >>claim.ply
    { head -c 80 /dev/zero; printf '\377\377\377\377'; head -c 100 /dev/zero; } >claim.stl
    { printf 'glTF\002\000\000\000\377\377\377\377\377\377\377\377JSON'; head -c 40 /dev/zero; } >claim.glb
    head -c 3000 /dev/urandom | tee noise.obj noise.glb >noise.unknown
    for file in claim.* noise.*; do
        refuses 65 "$file" "${limit[@]}" "$CDBENCH" info "$file"
    done
}

test_an_unreadable_file_is_an_io_error()
{
    [ "$(id -u)" -ne 0 ] || skip 'root reads everything' || return
    write_triangle secret.obj
    chmod 000 secret.obj
    fails 74 "$CDBENCH" info secret.obj
}

test_a_file_that_cannot_be_written_is_an_io_error()
{
    local words
    mkdir taken
    : >file
    for words in '--csv no/such/folder.csv' '--answers no/such/answers.csv' '--csv taken' '--csv /dev/full'; do
        fails 74 "$CDBENCH" run --algo brute "${quick[@]}" $words
    done
    fails 74 "$CDBENCH" export --scene $small --out file/folder
    fails 74 bash -c 'ulimit -f 64; exec "$@"' limited "$CDBENCH" export --scene bunny.obj --frames 5 --out out
    equal 'files left behind' '' "$(find . -type f -size +0)"
}

test_a_full_disk_is_an_error_and_leaves_no_short_file()
{
    small_disk 64k || return
    echo old >disk/answers.csv
    fails 74 "$CDBENCH" run --algo brute --scene sphere:triangles=400 --repeat 1 --quiet --query contacts \
        --answers disk/answers.csv
    equal 'the old file and the one after the failure' old "$(cat disk/answers.csv)"
    fails 74 "$CDBENCH" export --scene bunny.obj --out disk/scene
    equal 'files on the full disk' answers.csv "$(cd disk && find . -type f -printf '%f\n')"
}

test_a_run_leaves_a_folder_of_whole_files()
{
    local folder
    succeeds "$CDBENCH" run --algo null --algo brute --algo rapid "${quick[@]}"
    folder=$(echo results/local/*)
    equal 'what is in the folder' 'frames.csv run.json summary.csv' "$(find "$folder" -type f -size +0 -printf '%f\n' | sort | xargs)"
    grep -q "$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null)" "$folder/run.json" || wrong 'no revision in run.json'
    equal 'header of frames.csv' cell,sample,frame,wall_ns "$(head -n 1 "$folder/frames.csv")"
    equal 'numbers of cells' "$(column "$folder/summary.csv" cell fps | awk '$2 != "NA" { print $1 }')" \
        "$(tail -n +2 "$folder/frames.csv" | cut -d, -f1 | uniq)"
}

test_ctrl_c_keeps_what_is_finished()
{
    local start
    begins "$CDBENCH" run --algo brute --algo rapid --scene $small --scene sphere:triangles=2000 --frames 400 \
        --repeat 100000 --budget 600s --quiet --csv kept.csv
    watched=$process await exists 'kept.csv.tmp-*'
    sleep 1 # whatever it has reached by then
    start=$SECONDS
    stopped INT 130
    [ $((SECONDS - start)) -le 60 ] || wrong 'went on after Ctrl-C' # it takes two seconds at most on an idle machine
    equal 'unfinished files' '' "$(find . -name '*.tmp*')"
    [ ! -e kept.csv ] || [ "$(head -c 4 kept.csv)" = algo ] || wrong 'the CSV is not whole'
}

test_a_signal_ends_what_keeps_nothing_at_once()
{
    local signal
    for signal in INT TERM HUP QUIT; do
        signalled $signal 130 "$CDBENCH" export --scene 'box,steps=100000000' --out out
        equal 'what is said' 'cdbench: interrupted' "$(cat "$scratch/err")"
    done
    signalled TERM 130 "$CDBENCH" run --algo brute --scene 'box,steps=100000000' --csv out.csv
    equal 'files left behind' '' "$(find . -type f)"
    # A signal that comes before the handlers waits for them: blocked here, delivered when the program is ready for it.
    exits 130 env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh "$CDBENCH" export --scene 'box,steps=100000000' --out out
    # A hangup that is ignored stays so.
    trap '' HUP
    signalled HUP 0 "$CDBENCH" info 'box,steps=2000000'
    trap - HUP
}

test_ctrl_c_while_the_second_scene_is_loaded_keeps_the_first()
{
    begins "$CDBENCH" run --algo brute --scene $small --frames 5 --repeat 1 --scene 'box,steps=100000000' --csv out.csv --no-results
    await grep -q brute "$scratch/out"
    stopped TERM 130
    says '^cdbench: stopping; once more ends now$' '^cdbench: interrupted; 1 of 2 results were finished and are kept$'
    equal 'rows' 1 "$(column out.csv algo | wc -l)"
}

test_threads_that_the_system_does_not_start_are_an_error()
{
    # Stacks of a pebibyte.
    exits 4 sh -c 'ulimit -s 1099511627776 && exec "$@"' sh "$CDBENCH" run --algo rapid:schedule=dynamic "${quick[@]}" --threads 3
    says 'only 1 of 3 threads start .*; use --threads 1'
}

# ---- environment: 4, wrong answers: 2 ----------------------------------------------------------------------

test_what_cannot_run_without_opengl_does_not_discard_the_others()
{
    local blind=(env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH")
    refuses 4 image_cd "${blind[@]}" run --algo image_cd "${quick[@]}"
    fails 4 "${blind[@]}" run --algo image_cd --algo rapid "${quick[@]}" --csv out.csv
    equal 'the rows' 'image_cd unavailable NA NA NA NA NA|rapid exact' \
        "$(column out.csv algo verdict fps digest misses struct_bytes peak_rss_kb | sed 's/^\(rapid exact\).*/\1/' | paste -sd '|')"
    run "${blind[@]}" run --algo image_cd --algo rapid --scene $small --frames 5 --repeat 1
    says 'warning: image_cd is left out'
    prints 'image_cd +unavailable' 'rapid +exact'
    shows '^  none: .*; on Debian' "${blind[@]}" list gpus
}

test_devices_that_draw_are_listed_and_can_be_asked_for()
{
    shows '^  0  .*, driver .*: .*' "$CDBENCH" list gpus
    refuses 4 ' image_cd:gpu=15: there is no device 15: there are [0-9]+,' "$CDBENCH" run --algo image_cd "${quick[@]}" --set gpu=15
    refuses 64 'must be auto\|software or an integer from 0 to 15' "$CDBENCH" run --algo image_cd "${quick[@]}" --set gpu=fast
    run "$CDBENCH" run --algo image_cd,image_cd_culled --scene $small --frames 2 --repeat 1 --no-results --set gpu=software
    equal 'warnings of a software renderer' 1 "$(grep -c 'is a software renderer' "$scratch/err")"
}

test_more_pairs_than_memory_holds_end_in_one_line()
{
    refuses 4 'out of memory' "$CDBENCH" run --algo rapid:broad=none --scene sphere:triangles=12,motion=random:bodies=200000 \
        --frames 1 --repeat 1 --quiet --no-verify --no-results
}

test_a_wrong_exact_algorithm_gets_no_time_and_exit_code_2()
{
    exits 2 "$CDBENCH" run --algo broken --algo brute "${quick[@]}" --csv out.csv
    equal 'the rows' 'broken wrong NA NA NA|brute exact' \
        "$(column out.csv algo verdict frame_ms_median fps cpu_ms_median | sed 's/^\(brute exact\).*/\1/' | paste -sd '|')"
    succeeds "$CDBENCH" run --algo brute "${quick[@]}" --no-verify --csv out.csv
    equal 'verdict without verification' unverified "$(column out.csv verdict)"
}

test_nothing_is_exact_about_regions()
{
    mkdir regions
    printf 'frame,id,kind,lo0,hi0\n0,1,publish,0,5\n0,2,subscribe,4,9\n' >regions/regions.csv
    fails 64 "$CDBENCH" run --algo rapid --scene ./regions --quiet
    fails 64 "$CDBENCH" verify --algo rapid --scene ./regions
}

test_threads_that_nobody_uses_are_warned_about()
{
    run "$CDBENCH" run --algo rapid --scene $small --frames 5 --repeat 1 --threads 2
    says 'rapid runs in one thread under schedule=serial; use --set schedule=dynamic'
    run "$CDBENCH" run --algo rapid --scene $small --frames 5 --repeat 1 --threads 2 --set schedule=dynamic
    ! grep -q 'runs in one thread' "$scratch/err" || wrong 'warned about a schedule with threads'
}

# ---- scripts -----------------------------------------------------------------------------------------------

# What the scripts draw and write is tested in tests/scripts.
test_plot_and_report_start_their_scripts()
{
    mkdir bin none
    printf '#!/bin/sh\nprintf "%%s|" "$CDBENCH" "$@"\nexit 65\n' >bin/python3
    chmod +x bin/python3
    PATH=$PWD/bin:$PATH exits 65 "$CDBENCH" plot --out 'a b.svg' --style=paper --width 84 --formats svg,pdf --title '$(x)"' --results r --quiet ./-n zou2011
    equal words "$(realpath "$CDBENCH")|$root/scripts/figures|--results=r|--out=a b.svg|--style=paper|--width=84|--formats=svg,pdf|--title=\$(x)\"|--quiet|--|./-n|zou2011|" \
        "$(cat "$scratch/out")"
    PATH=$PWD/bin:$PATH exits 65 "$CDBENCH" report a 'b c' --html out
    equal words "$(realpath "$CDBENCH")|$root/scripts/pages|--html=out|--|a|b c|" "$(cat "$scratch/out")"
    refuses 64 'plot takes a run' "$CDBENCH" plot
    refuses 64 'say where the pages go: --html OUT' "$CDBENCH" report
    local command missing='^cdbench: python3 is missing; install it with: apt-get install --no-install-recommends python3 python3-jinja2 gnuplot-nox$'
    for command in 'plot zou2011' 'report --html out'; do
        refuses 4 "$missing" env PATH="$PWD/none" "$CDBENCH" $command
    done
    mkdir -p prefix/bin
    cp "$CDBENCH" prefix/bin/cdbench
    refuses 4 'the script figures is neither .* install cdbench again' prefix/bin/cdbench plot zou2011
    mkdir -p prefix/share/cdbench/scripts
    touch prefix/share/cdbench/scripts/pages
    PATH=$PWD/bin:$PATH exits 65 prefix/bin/cdbench report --html out
    equal words "$PWD/prefix/bin/cdbench|$PWD/prefix/bin/../share/cdbench/scripts/pages|--html=out|--|" "$(cat "$scratch/out")"
    [ ! -e out ] || wrong 'something was written'
}

# ---- what is printed and written ---------------------------------------------------------------------------

test_names_that_are_not_utf_8_do_not_empty_the_json()
{
    write_triangle $'b\xff.obj'
    shows '"name": "b\\\\xff\.obj"' "$CDBENCH" info --json $'b\xff.obj'
    shows '"frames": 2' "$CDBENCH" info --json $'./b\xff.obj,motion=pair:steps=2'
    shows '"scene": "\./b\\\\xff\.obj' "$CDBENCH" verify --algo brute --scene $'./b\xff.obj,motion=pair:steps=2' --json
    CDBENCH_SCENES=$PWD shows '"name": "b\\\\xff\.obj"' "$CDBENCH" list scenes --json
}

test_hidden_algorithms_are_listed_with_all_only()
{
    shows rapid "$CDBENCH" list algos
    ! grep -qE '^ *(null|broken)' "$scratch/out" || wrong 'null or broken is listed'
    succeeds "$CDBENCH" list algos --all
    prints broken
}

test_answers_are_sorted_and_follow_the_query()
{
    succeeds "$CDBENCH" run --algo rapid --query contacts "${quick[@]}" --answers contacts.csv
    equal header frame,a,ta,b,tb "$(head -n 1 contacts.csv)"
    tail -n +2 contacts.csv >body.csv
    [ -s body.csv ] || wrong 'no contact'
    sort -t, -n -k1,1 -k2,2 -k3,3 -k4,4 -k5,5 -c body.csv 2>/dev/null || wrong 'not sorted'
    succeeds "$CDBENCH" run --algo rapid "${quick[@]}" --answers pairs.csv
    equal header frame,a,b "$(head -n 1 pairs.csv)"
}

test_a_reader_that_leaves_costs_no_files_and_no_crash()
{
    last_command='list algos | head'
    "$CDBENCH" list algos --all 2>err | head -n 1 >/dev/null
    equal 'exit code of list' 0 "${PIPESTATUS[0]}"
    last_command='run and verify into a closed pipe'
    mkfifo closed
    { :; } <closed &
    { sleep 0.2; "$CDBENCH" run --algo brute --scene $small --frames 10 --repeat 1 --csv out.csv --results res 2>err; } >closed
    equal 'exit code of run' 0 $?
    equal 'rows of the CSV' 2 "$(wc -l <out.csv)"
    equal 'what is in the folder' 'frames.csv run.json summary.csv' "$(find res -type f -printf '%f\n' | sort | xargs)"
    equal 'unfinished files' '' "$(find . -name '*.tmp*')"
    { :; } <closed &
    { sleep 0.2; "$CDBENCH" verify --algo brute --scene $small --frames 10 --answers - --query contacts 2>err; } >closed
    equal 'exit code of verify' 0 $?
}

# ---- reproducible ------------------------------------------------------------------------------------------

exact_columns=(scene_hash digest hit_frames)
exact_counters=(pair_tests node_visits box_tests triangle_tests)

test_answers_and_counters_are_equal_at_every_level_of_the_processor()
{
    local level query
    for level in 2 3; do
        succeeds env CDBENCH_LEVEL=$level "$CDBENCH" run --algo obb8 --algo sphere_obb_sized --algo saabb --scene torusknot:triangles=2000 \
            --frames 5 --repeat 1 --quiet --query contacts --csv bodies.csv
        succeeds env CDBENCH_LEVEL=$level "$CDBENCH" run --algo region_grid --algo hps_join --scene regions:n=2000:alpha=1:steps=2 \
            --repeat 1 --quiet --csv regions.csv
        for query in bodies regions; do
            column $query.csv algo "${exact_columns[@]}" "${exact_counters[@]}" >>answers.txt
        done
    done
    equal 'different rows' "$(column bodies.csv algo | cat - <(column regions.csv algo) | wc -l)" "$(sort -u answers.txt | wc -l)"
}

test_two_runs_agree_at_any_number_of_threads_and_another_seed_gives_another_scene()
{
    local run=(run --algo brute --algo rapid --set schedule=dynamic --repeat 1 --quiet) query threads
    run+=(--scene 'gear:triangles=60:teeth=5,motion=random:bodies=6:fill=0.4:steps=10')
    for query in any pairs contacts; do
        for threads in 1 1 2; do
            succeeds "$CDBENCH" "${run[@]}" --query $query --threads $threads --csv $threads.csv
            column $threads.csv algo "${exact_columns[@]}" >>$query.txt
            # After the first hit of a frame, `any` leaves out what other threads have not started yet.
            [ $query = any ] || column $threads.csv algo "${exact_counters[@]}" >>$query.txt
        done
        equal "rows of $query" $([ $query = any ] && echo 2 || echo 4) "$(sort -u $query.txt | wc -l)"
        equal "digests of $query" 1 "$(column 1.csv digest | sort -u | wc -l)"
        [ "$(column 1.csv hit_frames | head -n 1)" -gt 0 ] || wrong "no answers to $query that could differ"
    done
    succeeds "$CDBENCH" "${run[@]}" --seed 8 --csv 8.csv
    [ "$(column 1.csv scene_hash)" != "$(column 8.csv scene_hash)" ] || wrong 'another seed, the same hash'
}

test_export_and_import_give_the_same_scene_and_answers()
{
    local scene='torus:triangles=100+box:triangles=12,motion=random:bodies=4:steps=15' query
    succeeds "$CDBENCH" export --scene "$scene" --out 'a folder'
    equal 'header of frames.csv' 'frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz' \
        "$(head -n 1 'a folder/frames.csv')"
    succeeds "$CDBENCH" export --scene './a folder' --out again
    succeeds diff -r --exclude=meta.csv 'a folder' again # which names where the scene came from
    for query in pairs contacts; do
        succeeds "$CDBENCH" run --algo brute --algo rapid --scene "$scene" --scene './a folder' --query $query --repeat 1 \
            --quiet --csv both.csv
        equal "hashes and digests of $query" 1 "$(column both.csv scene_hash digest hit_frames frames bodies | sort -u | wc -l)"
        equal "rows of $query" 4 "$(column both.csv algo | wc -l)"
    done
}

test_info_knows_the_bunny_and_advises_on_meshes_that_mislead()
{
    succeeds "$CDBENCH" info bunny.obj
    prints 3674 '[Cc]losed' '[Mm]anifold'
    ! grep -q advice "$scratch/out" || wrong 'advice on the bunny'
    succeeds "$CDBENCH" info fan:triangles=2000
    prints '2000 \(0 without area, 2000 slivers\)' 'advice .*in one plane' \
        'advice .*2000 of 2000 triangles are slivers, more than 100 times as long as high'
    printf 'v 1e6 0 0\nv 1000001 0 0\nv 1e6 1 0\nv 1e6 0 1\nf 1 2 3\nf 1 2 4\nf 1 1 2\n' >far.obj
    succeeds "$CDBENCH" info far.obj --json
    prints '1 of 3 triangles have no area' 'it is not closed' \
        'coordinates reach 1e\+06, and triangles measure about 0\.577; single precision.*by up to 0\.06'
    run "$CDBENCH" run --algo brute --scene far.obj --scene far.obj,motion=still --frames 2 --repeat 1 --no-results
    equal 'warnings of triangles without area, of coordinates and of solids' '1 1 0' \
        "$(for words in 'no area' 'single precision' 'not closed'; do grep -c "far.obj: .*$words" "$scratch/err"; done | paste -sd ' ')"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n' >mixed.obj
    run "$CDBENCH" run --algo image_cd --scene mixed.obj --frames 2 --repeat 1 --no-results
    says 'closed, but its triangles are not oriented alike'
    # Components are listed largest first.
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 1 2 3\nf 4 5 6\nf 4 5 7\n' >two.obj
    succeeds "$CDBENCH" info two.obj
    equal 'components' '1 2' "$(awk '/component +triangles/ { getline; print $1, $2 }' "$scratch/out")"
}

run_tests
