#!/bin/bash
# The program from outside: exit codes, one-line errors, files that are whole or absent, answers that do not depend on
# the number of threads, and scenes that survive export and import.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

# A scene that takes milliseconds, and a run that writes one row of CSV.
small=sphere:triangles=100
quick=(--scene "$small" --frames 10 --repeat 1 --quiet)

cleanup()
{
    [ -z "$full_disk" ] || umount "$full_disk"
}

write_triangle()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$1"
}

# ---- usage: 64 ---------------------------------------------------------------------------------------------

test_no_command_is_a_usage_error()
{
    run "$CDBENCH"
    [ $code -eq 64 ] || wrong "exit code $code instead of 64"
    says help
}

test_a_misspelt_command_names_the_nearest()
{
    fails 64 "$CDBENCH" rnu
    says "'?run'?"
}

test_help_and_version_print_to_stdout()
{
    local command
    for command in list run verify info export help version; do
        succeeds "$CDBENCH" help "$command"
        prints "$command"
        succeeds "$CDBENCH" "$command" --help
    done
    succeeds "$CDBENCH" help
    prints verify
    succeeds "$CDBENCH" --help
    succeeds "$CDBENCH" version
    prints "$(cat "$root/VERSION")"
    succeeds "$CDBENCH" --version
    fails 64 "$CDBENCH" help rnu
    says run
}

test_every_help_text_fits_into_its_columns()
{
    local command columns long
    for columns in 40 80 200; do
        for command in '' $(sed -n 's/^COMMAND(\(.*\))/\1/p' "$root/bench/cli/commands.def"); do
            # shellcheck disable=SC2086 # none for the overview
            succeeds env COLUMNS=$columns "$CDBENCH" $command --help
            long=$(awk 'length > 80' "$scratch/out")
            equal "lines of $command --help at $columns columns that are too long" '' "$long"
            ! grep -q ' $' "$scratch/out" || wrong "$command --help has blanks at the end of a line"
        done
    done
}

test_lists_name_what_there_is()
{
    succeeds "$CDBENCH" list papers
    prints '^  zou2011 '
    ! grep -q peers "$scratch/out" || wrong 'a study is among the papers'
    succeeds "$CDBENCH" list studies
    prints '^  peers '
    succeeds "$CDBENCH" list generators motions
    prints '^  torusknot '
    prints '^  tumble '
    succeeds "$CDBENCH" list papers studies generators motions --json
    local kind
    for kind in papers studies generators motions; do
        prints "\"$kind\": \["
    done
    fails 64 "$CDBENCH" list meshes
    says 'algos\|scenes\|generators\|motions\|papers\|studies\|gpus'
}

# Words longer than a line are the exception: settings of presets, examples and paths.
test_lists_fit_into_narrow_terminals()
{
    local kind
    for kind in algos scenes generators motions papers studies; do
        succeeds env COLUMNS=40 "$CDBENCH" list $kind --all
        equal "lines of list $kind that are too long" '' "$(awk 'length > 40 && NF > 1 && !/ = |=.*=|\//' "$scratch/out")"
        ! grep -q ' $' "$scratch/out" || wrong "list $kind has blanks at the end of a line"
        ! grep -qE '^ +[a-z_]+=[^ ]* \([a-z, ]+[a-df-z][0-9]' "$scratch/out" || wrong 'a number has the words of another setting'
    done
}

test_options_of_the_table_need_the_table()
{
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --json --markdown
    says '^cdbench: --markdown changes the table, but --json leaves the table out; drop one of them$'
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --csv - --sort fps
    says '^cdbench: --sort changes the table, but --csv - leaves'
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --quiet --sort fps
    says '^cdbench: --sort changes the table, but --quiet leaves'
}

test_a_misspelt_algorithm_names_the_nearest()
{
    fails 64 "$CDBENCH" run --algo rapdi "${quick[@]}"
    says rapid
    fails 64 "$CDBENCH" verify --algo burte --scene $small
    says brute
}

test_an_algorithm_nothing_is_like_is_named()
{
    fails 64 "$CDBENCH" run --algo qqqqqqqq "${quick[@]}"
    says qqqqqqqq
}

test_an_unknown_key_names_the_valid_ones()
{
    fails 64 "$CDBENCH" run --algo rapid:resolution=5 "${quick[@]}"
    says variant
    fails 64 "$CDBENCH" run --algo rapid --set nonsense=1 "${quick[@]}"
    says nonsense
}

test_a_value_out_of_range_names_the_range()
{
    fails 64 "$CDBENCH" run --algo image_cd:resolution=1 "${quick[@]}"
    says 'resolution.*[0-9]+'
    fails 64 "$CDBENCH" run --algo image_cd:variant=wrong "${quick[@]}"
    says printed
    fails 64 "$CDBENCH" run --algo image_cd:resolution=many "${quick[@]}"
    fails 64 "$CDBENCH" run --algo image_cd:resolution "${quick[@]}"
    fails 64 "$CDBENCH" run --algo image_cd: "${quick[@]}"
}

test_what_follows_a_paper_leaves_nothing_of_ours_to_be_set()
{
    local specification key
    for specification in image_cd:variant=printed:axes=2 image_cd:variant=mended:layers=peel image_cd:variant=printed:erratum=e1 \
        hps:variant=mended:erratum=e1 sphere_obb:variant=printed:traversal=sized sphere_obb:variant=mended:leaf=2; do
        fails 64 "$CDBENCH" run --algo $specification "${quick[@]}"
        key=${specification##*:}
        says "setting ${key%=*} belongs to variant=corrected"
    done
    fails 64 "$CDBENCH" run --algo image_cd_culled:variant=printed "${quick[@]}"
    says 'image_cd_culled: its setting edges belongs to variant=corrected; use image_cd:variant=printed'
    fails 64 "$CDBENCH" run --algo sphere_obb_sized:variant=mended "${quick[@]}"
    fails 64 "$CDBENCH" run --algo rapid:deform=refit "${quick[@]}"
    says 'rapid: setting deform=refit: this algorithm cannot refit; use deform=auto'
    succeeds "$CDBENCH" run --algo rapid:deform=rebuild "${quick[@]}"
}

test_set_reaches_every_algorithm_that_has_the_key()
{
    succeeds "$CDBENCH" run --algo brute --algo rapid --set variant=printed "${quick[@]}" --csv out.csv
    equal 'variants' 'printed' "$(column out.csv variant | tail -n 1)"
}

test_wrong_options_are_usage_errors()
{
    fails 64 "$CDBENCH" run --algo brute
    says scene
    fails 64 "$CDBENCH" run --scene $small
    says algo
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --query everything
    says contacts
    fails 64 "$CDBENCH" run --algo brute --scene $small --frames 0
    fails 64 "$CDBENCH" run --algo brute --scene $small --frames -3
    fails 64 "$CDBENCH" run --algo brute --scene $small --frames ten
    fails 64 "$CDBENCH" run --algo brute --scene $small --frames 99999999999999999999
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --threads 0
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --repeat 0
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --budget soon
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --seed -1
    local seed=9223372036854775808 # is negative as a signed integer, which JSON's are
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --seed $seed
    fails 64 "$CDBENCH" verify --algo brute --scene $small --seed $seed
    fails 64 "$CDBENCH" info $small,motion=pair --seed $seed
    fails 64 "$CDBENCH" export --scene $small --out folder --seed $seed
    succeeds "$CDBENCH" info $small,motion=pair:steps=2 --seed 9223372036854774784 --json
    prints '"seed": 9223372036854774784'
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --framse 3
    says frames
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" --csv
    fails 64 "$CDBENCH" run --algo brute "${quick[@]}" operand
    fails 64 "$CDBENCH" list nonsense
    fails 64 "$CDBENCH" info
    fails 64 "$CDBENCH" export --scene $small
}

test_a_wrong_scene_specification_is_a_usage_error()
{
    fails 64 "$CDBENCH" run --algo brute --scene sphere:triangels=100
    says triangles
    fails 64 "$CDBENCH" run --algo brute --scene sphere:triangles=0
    fails 64 "$CDBENCH" run --algo brute --scene sphere:triangles=1e99
    fails 64 "$CDBENCH" run --algo brute --scene $small,motion=tumbel
    says tumble
    fails 64 "$CDBENCH" run --algo brute --scene $small,motion=tumble:q=3
    fails 64 "$CDBENCH" run --algo brute --scene $small,nonsense=1
    fails 64 "$CDBENCH" run --algo brute --scene ''
}

test_an_export_refuses_a_folder_with_the_files_of_others()
{
    mkdir mine
    echo mine >mine/mesh-1.obj
    fails 64 "$CDBENCH" export --scene $small --frames 2 --out mine
    says 'mine/mesh-1.obj'
    equal 'what is in the folder' mesh-1.obj "$(ls mine)"
}

test_the_seed_is_said_to_be_that_of_the_motion()
{
    local command
    for command in run verify; do
        succeeds "$CDBENCH" $command --help
        prints 'seed of the motion'
    done
}

# ---- content: 65 -------------------------------------------------------------------------------------------

test_bad_obj_files_name_the_line()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n' >nan.obj
    fails 65 "$CDBENCH" info nan.obj
    says 'nan.obj:3'
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n' >range.obj
    fails 65 "$CDBENCH" info range.obj
    says 'range.obj:4'
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n' >negative.obj
    fails 65 "$CDBENCH" info negative.obj
    says 'negative.obj:4'
    printf 'v 0 0 0\nv 1 0\n' >short.obj
    fails 65 "$CDBENCH" info short.obj
    says 'short.obj:2'
    printf 'v 0 0 0\nv 1 0 0\nv 0 1e400 0\nf 1 2 3\n' >huge.obj
    fails 65 "$CDBENCH" info huge.obj
    says 'huge.obj:3'
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n' >zero.obj
    fails 65 "$CDBENCH" info zero.obj
    says 'zero.obj:4'
}

test_files_without_triangles_are_bad_content()
{
    : >empty.obj
    fails 65 "$CDBENCH" info empty.obj
    says empty.obj
    printf 'v 0 0 0\n' >points.obj
    fails 65 "$CDBENCH" info points.obj
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n' >two.obj
    fails 65 "$CDBENCH" info two.obj
    says 'no face has three corners'
    : >empty.ply
    fails 65 "$CDBENCH" info empty.ply
    : >empty.stl
    fails 65 "$CDBENCH" info empty.stl
}

test_hostile_files_are_refused_in_bounded_memory()
{
    local file
    printf 'ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n' >claim.ply
    printf 'property float z\nelement face 4000000000\nproperty list uchar int vertex_indices\nend_header\n' >>claim.ply
    { head -c 80 /dev/zero; printf '\377\377\377\377'; head -c 100 /dev/zero; } >claim.stl
    printf 'OFF\n2000000000 2000000000 0\n0 0 0\n' >claim.off
    { printf 'glTF\002\000\000\000\377\377\377\377\377\377\377\377JSON'; head -c 40 /dev/zero; } >claim.glb
    head -c 5000 "$root/scenes/bunny.obj" | head -c -3 >truncated.obj
    printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n' >truncated.ply
    printf 'element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n' >>truncated.ply
    head -c 3000 /dev/urandom >noise.obj
    head -c 3000 /dev/urandom >noise.ply
    head -c 3000 /dev/urandom >noise.glb
    head -c 3000 /dev/urandom >noise.unknown
    head -c 3000 /dev/zero >zeros.obj
    for file in claim.* truncated.* noise.* zeros.*; do
        if [[ $CDBENCH == */release/* ]]; then
            fails 65 bash -c 'ulimit -v 3000000; exec "$@"' limited "$CDBENCH" info "$file"
        else
            fails 65 "$CDBENCH" info "$file"
        fi
        says "$file"
    done
}

test_not_a_number_in_other_formats_is_bad_content()
{
    printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n' >nan.off
    fails 65 "$CDBENCH" info nan.off
    printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n' >range.ply
    printf 'element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n' >>range.ply
    fails 65 "$CDBENCH" info range.ply
}

test_bad_scene_files_name_the_line()
{
    printf 'meshes:\n  - generator: sphere:triangles=100\nmotion:\n  name: pair\nnonsense: 3\n' >scene.yaml
    fails 65 "$CDBENCH" run --algo brute --scene ./scene.yaml
    says 'scene.yaml:5:.*nonsense'
    printf 'meshes:\n  - generator: sphere:triangles=100\nmotion:\n  name: pear\n' >name.yaml
    run "$CDBENCH" run --algo brute --scene ./name.yaml
    [ $code -eq 65 ] || wrong "exit code $code instead of 65"
    says 'pair'
    printf '{{{{' >broken.yaml
    fails 65 "$CDBENCH" run --algo brute --scene ./broken.yaml
    : >empty.yaml
    fails 65 "$CDBENCH" run --algo brute --scene ./empty.yaml
}

test_bad_exported_folders_are_bad_content()
{
    succeeds "$CDBENCH" export --scene $small --frames 3 --out folder
    cp -r folder cut
    head -c -20 folder/frames.csv >cut/frames.csv
    fails 65 "$CDBENCH" run --algo brute --scene ./cut
    says frames.csv
    cp -r folder skewed
    awk -F, -v OFS=, 'NR == 2 { $4 = 1.1 } { print }' folder/frames.csv >skewed/frames.csv
    fails 65 "$CDBENCH" run --algo brute --scene ./skewed
    says frames.csv
    cp -r folder headless
    tail -n +2 folder/frames.csv >headless/frames.csv
    fails 65 "$CDBENCH" run --algo brute --scene ./headless
    cp -r folder meshless
    rm meshless/mesh-0.obj
    run "$CDBENCH" run --algo brute --scene ./meshless
    [ $code -eq 65 ] || [ $code -eq 74 ] || wrong "exit code $code for a folder without its mesh"
}

# ---- input and output: 74 ----------------------------------------------------------------------------------

test_missing_files_and_directories_are_io_errors()
{
    fails 74 "$CDBENCH" info missing.obj
    says missing.obj
    fails 74 "$CDBENCH" run --algo brute --scene missing.obj
    says missing.obj
    fails 74 "$CDBENCH" run --algo brute --scene ./missing.yaml
    ln -s nowhere.obj dangling.obj
    fails 74 "$CDBENCH" info dangling.obj
    mkdir folder.obj
    fails 74 "$CDBENCH" info folder.obj
    fails 74 "$CDBENCH" run --algo brute --scene ./folder.obj
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
    fails 74 "$CDBENCH" run --algo brute "${quick[@]}" --csv no/such/folder.csv
    fails 74 "$CDBENCH" run --algo brute "${quick[@]}" --answers no/such/answers.csv
    mkdir taken
    fails 74 "$CDBENCH" run --algo brute "${quick[@]}" --csv taken
    fails 74 "$CDBENCH" run --algo brute "${quick[@]}" --csv /dev/full
    : >file
    fails 74 "$CDBENCH" export --scene $small --out file/folder
}

test_a_full_disk_is_an_error_and_leaves_no_short_file()
{
    mkdir disk
    mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null || skip 'only root can mount a small disk' || return
    full_disk=$PWD/disk
    echo old >disk/answers.csv
    fails 74 "$CDBENCH" run --algo brute --scene sphere:triangles=400 --repeat 1 --quiet --query contacts \
        --answers disk/answers.csv
    equal 'the old file and the one after the failure' old "$(cat disk/answers.csv)"
    fails 74 "$CDBENCH" export --scene bunny.obj --out disk/scene
    equal 'files on the full disk' answers.csv "$(cd disk && find . -type f -printf '%f\n')"
    umount disk && full_disk=
}

test_a_file_size_limit_is_an_error_and_leaves_no_short_file()
{
    fails 74 bash -c 'ulimit -f 64; exec "$@"' limited "$CDBENCH" export --scene bunny.obj --frames 5 --out out
    equal 'files left behind' '' "$(find . -type f -size +0)"
}

test_a_run_leaves_a_folder_of_whole_files()
{
    succeeds "$CDBENCH" run --algo brute --algo null "${quick[@]}"
    local folder
    folder=$(echo results/local/*)
    [ -s "$folder/summary.csv" ] || wrong 'no summary.csv'
    [ -s "$folder/frames.csv" ] || wrong 'no frames.csv'
    [ -s "$folder/run.json" ] || wrong 'no run.json'
    equal 'what is in the folder' 'frames.csv run.json summary.csv' "$(find "$folder" -type f -printf '%f\n' | sort | paste -sd ' ')"
    grep -q "$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null)" "$folder/run.json" || wrong 'no revision in run.json'
}

test_ctrl_c_keeps_what_is_finished()
{
    # Job control gives the program a default SIGINT handler, which a background process would not have.
    set -m
    "$CDBENCH" run --algo brute --algo rapid --scene $small --scene sphere:triangles=2000 --frames 400 \
        --repeat 100000 --budget 600s --quiet --csv kept.csv >out 2>err </dev/null &
    local process=$!
    set +m
    watched=$process await exists 'kept.csv.tmp-*'
    sleep 1 # whatever it has reached by then
    local start=$SECONDS
    kill -INT $process
    wait $process
    code=$?
    [ $((SECONDS - start)) -le 60 ] || wrong 'went on after Ctrl-C' # it takes two seconds at most on an idle machine
    last_command='run, and Ctrl-C while it works'
    [ $code -eq 130 ] || wrong "exit code $code instead of 130"
    equal 'unfinished files' '' "$(find . -name '*.tmp*')"
    [ ! -e kept.csv ] || [ "$(head -c 4 kept.csv)" = algo ] || wrong 'the CSV is not whole'
}

# interrupted SIGNAL COMMAND...: the same as signalled, and expects that this ends the command.
interrupted()
{
    signalled "$@"
    [ $code -eq 130 ] || wrong "exit code $code instead of 130"
}

test_a_signal_ends_what_keeps_nothing_at_once()
{
    local signal
    for signal in INT TERM HUP QUIT; do
        interrupted $signal "$CDBENCH" export --scene 'box,steps=100000000' --out out
        equal 'what is said' 'cdbench: interrupted' "$(cat "$scratch/err")"
    done
    interrupted TERM "$CDBENCH" run --algo brute --scene 'box,steps=100000000' --csv out.csv
    equal 'files left behind' '' "$(find . -type f)"
}

test_a_signal_that_comes_before_the_handlers_waits_for_them()
{
    # Blocked here, delivered when the program is ready for it.
    run env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh "$CDBENCH" export --scene 'box,steps=100000000' --out out
    [ $code -eq 130 ] || wrong "exit code $code instead of 130"
}

test_ctrl_c_while_the_second_scene_is_loaded_keeps_the_first()
{
    : >"$scratch/out" # not what an earlier test left
    set -m
    "$CDBENCH" run --algo brute --scene $small --frames 5 --repeat 1 --scene 'box,steps=100000000' --csv out.csv \
        --no-results >"$scratch/out" 2>"$scratch/err" </dev/null &
    local process=$!
    set +m
    await grep -q brute "$scratch/out"
    kill -TERM $process
    wait $process
    code=$?
    [ $code -eq 130 ] || wrong "exit code $code instead of 130"
    says '^cdbench: stopping; once more ends now$'
    says '^cdbench: interrupted; 1 of 2 results were finished and are kept$'
    equal 'rows' 1 "$(column out.csv algo | wc -l)"
}

test_threads_that_the_system_does_not_start_are_an_error()
{
    # Stacks of a pebibyte.
    run sh -c 'ulimit -s 1099511627776 && exec "$@"' sh "$CDBENCH" run --algo rapid:schedule=dynamic "${quick[@]}" --threads 3
    [ $code -eq 4 ] || wrong "exit code $code instead of 4"
    says 'only 1 of 3 threads start .*; use --threads 1'
}

test_a_hangup_that_is_ignored_stays_so()
{
    trap '' HUP
    signalled HUP "$CDBENCH" info 'box,steps=2000000'
    trap - HUP
    [ $code -eq 0 ] || wrong "exit code $code instead of 0"
}

# ---- environment: 4, wrong answers: 2 ----------------------------------------------------------------------

test_without_opengl_image_cd_says_what_is_missing()
{
    fails 4 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" run --algo image_cd "${quick[@]}"
    says image_cd
}

test_devices_that_draw_are_listed_and_can_be_asked_for()
{
    succeeds env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" list gpus
    prints '^  none; on Debian'
    succeeds "$CDBENCH" list gpus
    prints '^  0  .*, driver .*: .*'
    fails 4 "$CDBENCH" run --algo image_cd "${quick[@]}" --set gpu=15
    says ' image_cd:gpu=15: there is no device 15: there are [0-9]+,'
    fails 64 "$CDBENCH" run --algo image_cd "${quick[@]}" --set gpu=fast
    says 'must be auto\|software or an integer from 0 to 15'
    run "$CDBENCH" run --algo image_cd,image_cd_culled --scene $small --frames 2 --repeat 1 --no-results --set gpu=software
    equal 'warnings of a software renderer' 1 "$(grep -c 'is a software renderer' "$scratch/err")"
}

test_without_opengl_the_rest_works()
{
    succeeds env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" run --algo rapid "${quick[@]}"
}

test_what_cannot_run_here_does_not_discard_the_others()
{
    fails 4 env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" run --algo image_cd --algo rapid "${quick[@]}" --csv out.csv
    equal 'the rows' 'image_cd unavailable NA NA NA NA NA|rapid exact' \
        "$(column out.csv algo verdict fps digest misses struct_bytes peak_rss_kb | sed 's/^\(rapid exact\).*/\1/' | paste -sd '|')"
    run env __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$CDBENCH" run --algo image_cd --algo rapid --scene $small --frames 5 --repeat 1
    says 'warning: image_cd is left out'
    prints 'image_cd +unavailable'
    prints 'rapid +exact'
}

test_more_pairs_than_memory_holds_end_in_one_line()
{
    fails 4 "$CDBENCH" run --algo rapid:broad=none --scene sphere:triangles=12,motion=random:bodies=200000 --frames 1 --repeat 1 \
        --quiet --no-verify --no-results
    says 'out of memory'
}

test_a_wrong_exact_algorithm_gets_no_time_and_exit_code_2()
{
    run "$CDBENCH" run --algo broken --algo brute "${quick[@]}" --csv out.csv
    [ $code -eq 2 ] || wrong "exit code $code instead of 2"
    equal 'the rows' 'broken wrong NA NA NA|brute exact' \
        "$(column out.csv algo verdict frame_ms_median fps cpu_ms_median | sed 's/^\(brute exact\).*/\1/' | paste -sd '|')"
    run "$CDBENCH" verify --algo broken:fault=extra --scene $small --frames 10
    [ $code -eq 2 ] || wrong "exit code $code instead of 2"
}

test_nothing_is_exact_about_regions()
{
    mkdir regions
    echo 'frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz' >regions/frames.csv
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

test_raw_times_are_joined_with_the_summary()
{
    succeeds "$CDBENCH" run --algo null --algo brute --algo rapid "${quick[@]}"
    local folder
    folder=$(echo results/local/*)
    equal 'header of frames.csv' cell,sample,frame,wall_ns "$(head -n 1 "$folder/frames.csv")"
    equal 'numbers of cells' "$(column "$folder/summary.csv" cell fps | awk '$2 != "NA" { print $1 }')" \
        "$(tail -n +2 "$folder/frames.csv" | cut -d, -f1 | uniq)"
    needs gnuplot || return
    succeeds "$CDBENCH" plot "$folder"
    prints "Picture: $folder/frames.svg"
    grep -q '>brute<' "$folder/frames.svg" || wrong 'brute is not named in the picture'
    grep -q '>rapid<' "$folder/frames.svg" || wrong 'rapid is not named in the picture'
}

test_a_summary_is_drawn_with_its_intervals()
{
    needs gnuplot || return
    succeeds "$CDBENCH" run --algo brute --algo rapid --algo rapid:variant=printed "${quick[@]}" --csv out.csv
    succeeds "$CDBENCH" plot out.csv
    grep -q '>rapid variant=printed' out.svg || wrong 'what differs is not in the name'
    grep -q '>time per frame (ms)<' out.svg || wrong 'the axis has no title'
    ! grep -q '>rapid<' out.svg || wrong 'two series have one name'
    succeeds "$CDBENCH" plot out.csv --out out.png
    [ "$(head -c 4 out.png | tail -c 3)" = PNG ] || wrong 'out.png is no PNG'
}

# The name of a folder does not make it a table.
test_a_run_in_a_folder_with_the_name_of_a_table_is_drawn()
{
    needs gnuplot || return
    succeeds "$CDBENCH" run --algo rapid "${quick[@]}"
    mv results/local/* x.csv
    succeeds "$CDBENCH" plot x.csv
    prints '^Picture: x.csv/frames.svg$'
    [ -s x.csv/frames.svg ] || wrong 'no picture'
}

# Five samples give less than 95 %.
test_weak_intervals_are_not_drawn()
{
    needs gnuplot || return
    local confidence
    for confidence in 0.9375 0.96; do
        printf 'algo,settings,scene,scene_hash,fps,fps_low,fps_high,fps_confidence\n%s\n%s\n' "rapid,-,box,h,10,5,20,$confidence" \
            "brute,-,box,h,1,0.5,2,$confidence" >weak.csv
        succeeds "$CDBENCH" plot weak.csv --out "$confidence.svg"
    done
    # The whiskers are the only difference.
    [ "$(wc -c <0.9375.svg)" -lt "$(wc -c <0.96.svg)" ] || wrong 'an interval of less than 95 % is drawn'
}

test_what_cannot_be_plotted_is_one_line()
{
    fails 64 "$CDBENCH" plot
    fails 64 "$CDBENCH" plot a b
    fails 74 "$CDBENCH" plot missing
    says 'give the folder of a run'
    printf 'a,b\n1,2\n' >other.csv
    fails 65 "$CDBENCH" plot other.csv
    says 'has no column algo; give the folder of a run or its summary.csv'
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,NA\n' >none.csv
    fails 65 "$CDBENCH" plot none.csv
    says 'holds no times'
    needs gnuplot || return
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,10\n' >one.csv
    fails 64 "$CDBENCH" plot one.csv --out one.gif
    says 'has to end in .svg or .png'
    [ -z "$(ls -- *.svg *.gif 2>/dev/null)" ] || wrong 'something half-written is left'
    succeeds "$CDBENCH" plot one.csv
}

test_a_scene_does_not_pay_for_the_memory_of_another()
{
    [[ $CDBENCH == */release/* ]] || return 0
    [ -w /proc/self/clear_refs ] || skip 'the kernel forgets no peak here' || return
    succeeds "$CDBENCH" run --algo null --scene sphere:triangles=200000 --scene box --frames 2 --repeat 1 --quiet --no-verify \
        --csv out.csv
    local large small_one
    { read -r large; read -r small_one; } < <(column out.csv peak_rss_kb)
    [ "$small_one" -lt $((large - 5000)) ] || wrong "peaks of $large and $small_one kB"
}

test_a_wrong_scene_is_found_before_the_work()
{
    fails 74 "$CDBENCH" run --algo brute --scene $small --scene missing.obj --quiet
    says missing.obj
    [ ! -e results ] || wrong 'something was measured'
}

test_without_verification_the_verdict_says_so()
{
    succeeds "$CDBENCH" run --algo brute "${quick[@]}" --no-verify --csv out.csv
    equal verdict unverified "$(column out.csv verdict)"
}

# ---- what is printed and written ---------------------------------------------------------------------------

test_csv_goes_to_stdout()
{
    succeeds "$CDBENCH" run --algo brute "${quick[@]}" --csv -
    equal 'lines of CSV' 2 "$(wc -l <"$scratch/out")"
    local name
    for name in algo settings variant query scene scene_hash frames bodies triangles hit_frames digest verdict misses \
        false_hits create_ms frame_ms_median frame_ms_mad frame_ms_p95 frame_ms_max cpu_ms_median fps threads seed \
        peak_rss_kb struct_bytes box_tests triangle_tests node_visits; do
        case ,$(head -n 1 "$scratch/out"), in
        *,$name,*) ;;
        *) wrong "no column $name" ;;
        esac
    done
}

test_json_is_one_document()
{
    needs python3 || return
    local arguments
    for arguments in 'list algos' 'list scenes' 'list gpus' "info bunny.obj" \
        "run --algo brute ${quick[*]}" "verify --algo brute --scene $small --frames 5 --quiet"; do
        # shellcheck disable=SC2086 # split on purpose
        succeeds "$CDBENCH" $arguments --json
        python3 -m json.tool <"$scratch/out" >/dev/null 2>&1 || wrong "not JSON: $(head -c 100 "$scratch/out")"
    done
}

test_names_that_are_not_utf_8_do_not_empty_the_json()
{
    write_triangle $'b\xff.obj'
    succeeds "$CDBENCH" info --json $'b\xff.obj'
    prints '"name": "b\\\\xff\.obj"'
    succeeds "$CDBENCH" info --json $'./b\xff.obj,motion=pair:steps=2'
    prints '"frames": 2'
    succeeds "$CDBENCH" verify --algo brute --scene $'./b\xff.obj,motion=pair:steps=2' --json
    prints '"scene": "\./b\\\\xff\.obj'
    CDBENCH_SCENES=$PWD succeeds "$CDBENCH" list scenes --json
    prints '"name": "b\\\\xff\.obj"'
}

test_hidden_algorithms_and_rare_settings_are_listed_with_all_only()
{
    succeeds "$CDBENCH" list algos
    prints rapid
    ! grep -qE '^ *(null|broken)' "$scratch/out" || wrong 'null or broken is listed'
    ! grep -qE '^ *(height|leaf_weight|height_weight|group)=' "$scratch/out" || wrong 'a rare setting is listed'
    succeeds "$CDBENCH" list algos --all
    prints broken
    prints '^ *height_weight=0'
    prints '^ *group=16'
}

test_info_knows_the_bunny()
{
    succeeds "$CDBENCH" info bunny.obj
    prints 3674
    prints '[Cc]losed'
    prints '[Mm]anifold'
}

test_answers_are_sorted_and_follow_the_query()
{
    succeeds "$CDBENCH" run --algo rapid --query contacts "${quick[@]}" --answers contacts.csv
    equal header frame,a,ta,b,tb "$(head -n 1 contacts.csv)"
    tail -n +2 contacts.csv >body.csv
    [ -s body.csv ] || wrong 'no contact'
    sort -t, -n -k1,1 -k2,2 -k3,3 -k4,4 -k5,5 -c body.csv 2>/dev/null || wrong 'not sorted'
    succeeds "$CDBENCH" run --algo brute --query contacts "${quick[@]}" --answers brute.csv
    equal contacts "$(md5sum <contacts.csv)" "$(md5sum <brute.csv)"
    succeeds "$CDBENCH" run --algo rapid "${quick[@]}" --answers pairs.csv
    equal header frame,a,b "$(head -n 1 pairs.csv)"
}

test_output_to_a_pipe_that_closes_does_not_crash()
{
    last_command='list algos | head'
    "$CDBENCH" list algos --all 2>err | head -n 1 >/dev/null
    code=${PIPESTATUS[0]}
    [ "$code" -eq 0 ] || wrong "exit code $code"
}

test_a_reader_that_leaves_costs_no_files()
{
    last_command='run and verify into a closed pipe'
    mkfifo closed
    { :; } <closed &
    { sleep 0.2; "$CDBENCH" run --algo brute --scene $small --frames 10 --repeat 1 --csv out.csv --results res 2>err; } >closed
    code=$?
    [ $code -eq 0 ] || wrong "exit code $code of run"
    equal 'rows of the CSV' 2 "$(wc -l <out.csv)"
    equal 'what is in the folder' 'frames.csv run.json summary.csv' \
        "$(find res -type f -printf '%f\n' | sort | paste -sd ' ')"
    equal 'unfinished files' '' "$(find . -name '*.tmp*')"
    { :; } <closed &
    { sleep 0.2; "$CDBENCH" verify --algo brute --scene $small --frames 10 --answers - --query contacts 2>err; } >closed
    code=$?
    [ $code -eq 0 ] || wrong "exit code $code of verify"
}

# ---- reproducible ------------------------------------------------------------------------------------------

exact_columns=(scene_hash digest hit_frames)
exact_counters=(pair_tests node_visits box_tests triangle_tests)

test_answers_and_counters_are_equal_at_every_level_of_the_processor()
{
    local level query
    for level in 2 3 4; do
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

test_two_runs_agree_at_any_number_of_threads()
{
    local scene='gear:triangles=60:teeth=5,motion=random:bodies=6:fill=0.4:steps=10' query threads
    for query in any pairs contacts; do
        for threads in 1 1 2; do
            succeeds "$CDBENCH" run --algo brute --algo rapid --set schedule=dynamic --scene "$scene" --repeat 1 --quiet --query $query \
                --threads $threads --csv $threads.csv
            column $threads.csv algo "${exact_columns[@]}" >>$query.txt
            # After the first hit of a frame, `any` leaves out what other threads have not started yet.
            [ $query = any ] || column $threads.csv algo "${exact_counters[@]}" >>$query.txt
        done
        equal "rows of $query" $([ $query = any ] && echo 2 || echo 4) "$(sort -u $query.txt | wc -l)"
        equal "digests of $query" 1 "$(column 1.csv digest | sort -u | wc -l)"
        [ "$(column 1.csv hit_frames | head -n 1)" -gt 0 ] || wrong "no answers to $query that could differ"
    done
}

test_the_seed_changes_the_scene_and_nothing_else_does()
{
    local scene='sphere:triangles=60,motion=random:bodies=5:steps=10'
    succeeds "$CDBENCH" run --algo brute --scene "$scene" --seed 7 --repeat 1 --quiet --csv a.csv
    succeeds "$CDBENCH" run --algo brute --scene "$scene" --seed 7 --repeat 1 --quiet --csv b.csv
    succeeds "$CDBENCH" run --algo brute --scene "$scene" --seed 8 --repeat 1 --quiet --csv c.csv
    equal 'hashes of one seed' "$(column a.csv scene_hash)" "$(column b.csv scene_hash)"
    [ "$(column a.csv scene_hash)" != "$(column c.csv scene_hash)" ] || wrong 'another seed, the same hash'
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

test_a_name_is_looked_up_here_and_then_on_the_scene_path()
{
    write_triangle own.obj
    succeeds "$CDBENCH" info own.obj
    mkdir library
    mv own.obj library
    fails 74 "$CDBENCH" info own.obj
    CDBENCH_SCENES=$PWD/library succeeds "$CDBENCH" info own.obj
}

test_components_are_listed_largest_first()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 1 2 3\nf 4 5 6\nf 4 5 7\n' >two.obj
    succeeds "$CDBENCH" info two.obj
    equal 'components' '1 2' "$(awk '/component +triangles/ { getline; print $1, $2 }' "$scratch/out")"
}

test_files_of_curved_surfaces_are_told_from_meshes()
{
    echo 'ISO-10303-21;' >part.step
    fails 65 "$CDBENCH" info part.step
    says 'tessellate it first'
}

test_a_closed_mesh_that_is_not_oriented_is_called_so()
{
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n' >mixed.obj
    run "$CDBENCH" run --algo image_cd --scene mixed.obj --frames 2 --repeat 1 --no-results
    says 'closed, but its triangles are not oriented alike'
}

test_meshes_that_mislead_are_told_once()
{
    succeeds "$CDBENCH" info bunny.obj
    ! grep -q advice "$scratch/out" || wrong 'advice on the bunny'
    succeeds "$CDBENCH" info fan:triangles=2000
    prints '2000 \(0 without area, 2000 slivers\)'
    prints 'advice .*2000 of 2000 triangles are slivers, more than 100 times as long as high'
    prints 'advice .*in one plane'
    printf 'v 1e6 0 0\nv 1000001 0 0\nv 1e6 1 0\nv 1e6 0 1\nf 1 2 3\nf 1 2 4\nf 1 1 2\n' >far.obj
    succeeds "$CDBENCH" info far.obj --json
    prints '1 of 3 triangles have no area'
    prints 'coordinates reach 1e\+06, and triangles measure about 0\.577; single precision.*by up to 0\.06'
    prints 'it is not closed'
    run "$CDBENCH" run --algo brute --scene far.obj --scene far.obj,motion=still --frames 2 --repeat 1 --no-results
    equal 'warnings of triangles without area, of coordinates and of solids' '1 1 0' \
        "$(for words in 'no area' 'single precision' 'not closed'; do grep -c "far.obj: .*$words" "$scratch/err"; done | paste -sd ' ')"
}

run_tests
