#!/bin/bash
# Of the release build only: sanitizers replace malloc and report crashes themselves.
# `cdbench verify --suite` from outside: a plug-in that conforms, and plug-ins with one fault each.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

for name in touch faulty ending; do
    cc -std=gnu17 -O2 -shared -fPIC -I. "tests/plugins/$name.c" -o "$scratch/$name.so" -lm || exit 1
done
suite=(verify --suite --plugin "$scratch/touch.so" --plugin "$scratch/faulty.so" --plugin "$scratch/ending.so" --quiet)
touching=(--row 2 --query pairs)
nested=(--row 5 --query pairs)

# finds CODE OPTIONS...: a suite with this exit code, and nothing on stderr.
finds()
{
    local expected=$1
    shift
    run "$CDBENCH" "${suite[@]}" "$@"
    [ $code -eq "$expected" ] || wrong "exit code $code instead of $expected"
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
}

test_a_plugin_that_is_right_conforms()
{
    ! left_to_test_all || return # another test has the same table, with a fault in one row
    succeeds "$CDBENCH" "${suite[@]}" --algo touch
    prints '^touch$'
    prints '^  nested bodies  +ok +ok +ok +ok$'
    prints '^  a thousand bodies  +- +- +ok +ok$'
    prints '^([0-9]+) of \1 conform$'
    ! grep -q regions "$scratch/out" || wrong 'scenes of regions in the table of an algorithm for bodies'
}

test_a_crash_costs_a_row_and_names_scene_and_frame()
{
    run "$CDBENCH" "${suite[@]}" --algo faulty:fault=crash --algo region_sweep
    equal 'exit code' 2 "$code"
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
    prints 'pairs of conformance/nested.yaml: faulty:fault=crash, 1 thread: crashed \(SIGABRT\) in frame 3$'
    prints '^  nested bodies  +FAILS +FAILS +FAILS +FAILS$'
    prints '^  slivers  +ok +ok +ok +ok$'
    prints '^112 of 116 conform$'
    prints '^region_sweep$'
    prints '^  regions that move  +ok +ok +ok +-$'
    run "$CDBENCH" "${suite[@]}" --row 8 --query any --algo ending
    equal 'exit code of a row' 2 "$code"
    prints 'any of conformance/equal.yaml: ending, 1 thread: called exit\(3\) in frame 0'
}

test_what_does_not_end_is_told_of_like_a_crash()
{
    finds 2 "${nested[@]}" --algo faulty:fault=loop --limit 1s
    prints 'faulty:fault=loop, 1 thread: ran out of time \(1 s\) in frame 3'
    finds 2 "${nested[@]}" --algo ending:by=pause --limit 500ms
    prints 'ending:by=pause, 1 thread: ran out of time \(0.5 s\) in frame 0'
}

test_spheres_a_tenth_too_small_are_found()
{
    finds 2 "${touching[@]}" --algo faulty:fault=small
    prints 'faulty:fault=small, 1 thread: frame 2 is wrong, the first of [0-9]+$'
}

test_memory_from_malloc_in_a_timed_call_is_found()
{
    finds 1 "${touching[@]}" --algo faulty:fault=allocate
    prints 'faulty:fault=allocate, 1 thread: allocates memory 18 times in the timed calls of a pass'
}

test_what_needs_nothing_may_lack_nothing()
{
    finds 2 "${touching[@]}" --algo faulty:fault=lack
    prints '  pairs of .*: there is no crystal ball here; its record says that it needs nothing$'
    prints '^0 of 1 conform$'
    fails 64 "$CDBENCH" "${suite[@]}" --row 2 --query contacts --algo region_sort
    says 'region_sort is asked nothing'
}

test_answers_that_change_are_found()
{
    finds 2 "${touching[@]}" --algo faulty:fault=unsteady
}

test_every_word_of_a_choice_is_tried_unless_one_was_given()
{
    succeeds "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo faulty --set fault=none
    prints '^1 of 1 conform'
    finds 2 "${touching[@]}" --algo faulty
    prints 'faulty:fault=small'
}

test_errors_of_approximate_algorithms_are_counted()
{
    succeeds "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo null
    prints '13/18 wrong'
}

test_what_is_refused_is_said_once()
{
    succeeds "$CDBENCH" "${suite[@]}" --algo closest
    prints '^  slivers  +refused'
    prints '^  convex bodies  +ok'
    prints 'conform; [0-9]+ refused: .*convex'
}

test_json_has_a_cell_for_each_row()
{
    succeeds "$CDBENCH" "${suite[@]}" --algo region_brute --json --
    prints '"query": "bodies"'
    prints '"verdict": "ok"'
    ! grep -q '"query": "contacts"' "$scratch/out" || wrong 'regions have no contacts'
    succeeds "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo touch --json
    equal 'cells of a row' 1 "$(grep -c '"verdict": "ok"' "$scratch/out")"
}

test_an_interrupt_ends_the_row_and_all()
{
    : >"$scratch/out"
    "$CDBENCH" "${suite[@]}" --algo faulty:fault=loop >"$scratch/out" 2>"$scratch/err" &
    local process=$!
    await grep -q coincident "$scratch/out"
    kill -TERM $process
    wait $process
    equal 'exit code' 130 $?
    ! pgrep -f "$scratch/faulty.so" >/dev/null || wrong 'the row goes on'
}

test_wrong_usage_is_one_line()
{
    fails 64 "$CDBENCH" verify --suite
    says algo
    fails 64 "$CDBENCH" verify --suite --algo rapid --scene box
    says 'leave --scene out'
    local option
    for option in '--row 3' '--answers -' '--threads 2' '--frames 3' '--seed 1' '--query pairs'; do
        fails 64 "$CDBENCH" verify --suite --algo rapid $option
        says "leave ${option% *} out"
    done
    fails 64 "$CDBENCH" verify --suite --algo rapid --set nonsense=1
}

run_tests
