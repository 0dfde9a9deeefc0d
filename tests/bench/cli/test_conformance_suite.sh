#!/bin/bash
# Of the release build only: sanitizers report crashes themselves.
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
    exits "$1" "$CDBENCH" "${suite[@]}" "${@:2}"
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
}

test_a_crash_costs_a_row_and_names_scene_and_frame()
{
    local crash='pairs of conformance/nested.yaml: faulty:fault=crash, 1 thread: crashed \(SIGABRT\) in frame 3$'
    finds 2 "${nested[@]}" --algo faulty:fault=crash,touch
    prints "$crash" '^0 of 1 conform$' '^1 of 1 conform$'
    finds 2 --row 8 --query any --algo ending
    prints 'any of conformance/equal.yaml: ending, 1 thread: called exit\(3\) in frame 0'
    finds 0 --algo region_sweep
    prints '^region_sweep$' '^  regions that move  +ok +ok +ok +-$' '^([0-9]+) of \1 conform$'
    ! left_to_test_all || return
    finds 2 --algo faulty:fault=crash
    prints "$crash" '^  nested bodies  +FAILS +FAILS +FAILS +FAILS$' '^  slivers  +ok +ok +ok +ok$' \
        '^  a thousand bodies  +- +- +ok +ok$' '^116 of 120 conform$'
    ! grep -q regions "$scratch/out" || wrong 'scenes of regions in the table of an algorithm for bodies'
}

test_what_does_not_end_is_told_of_like_a_crash()
{
    finds 2 "${nested[@]}" --algo faulty:fault=loop --limit 1s
    prints 'faulty:fault=loop, 1 thread: ran out of time \(1 s\) in frame 3'
    finds 2 "${nested[@]}" --algo ending:by=pause --limit 500ms
    prints 'ending:by=pause, 1 thread: ran out of time \(0.5 s\) in frame 0'
}

test_each_fault_is_found()
{
    finds 2 "${touching[@]}" --algo faulty:fault=small
    prints 'faulty:fault=small, 1 thread: frame 2 is wrong, the first of [0-9]+$'
    ${CC:-cc} -std=c17 -shared -fPIC -o counted_calls.so "$root/tests/faults/counted_calls.c"
    exits 1 env LD_PRELOAD=./counted_calls.so "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo faulty:fault=allocate
    prints 'faulty:fault=allocate, 1 thread: allocates memory 18 times in the timed calls of a pass'
    finds 2 "${touching[@]}" --algo faulty:fault=lack # which its record has to say
    prints '  pairs of .*: there is no crystal ball here; its record says that it needs nothing$' '^0 of 1 conform$'
    fails 4 "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo ending:by=hunger # which may be short of memory
    prints '  cubes and tips .* not run ' '^0 of 1 conform; 1 not run: .* out of memory: '
    sed '/touch_test(/,/^{/ s/^{$/{ fesetround(FE_UPWARD);\n    if (t)\n        return false;/' "$root/tests/plugins/touch.c" |
        cc -std=gnu17 -shared -fPIC -I"$root" -include fenv.h -x c - -o round.so -lm
    exits 2 "$CDBENCH" verify --suite --plugin ./round.so "${touching[@]}" --algo touch
    prints ': touch, 1 thread: frame [0-9]+ is wrong, the first of [0-9]+; leaves the floating-point state changed \(the rounding mode\)$'
    refuses 64 'region_sort is asked nothing' "$CDBENCH" "${suite[@]}" --row 2 --query contacts --algo region_sort
    finds 2 "${touching[@]}" --algo faulty:fault=unsteady
    finds 0 "${touching[@]}" --algo null # whose errors are counted
    prints '13/18 wrong'
}

test_who_changed_floating_point_before_the_first_call_is_named()
{
    cc -shared -fPIC -x c - -o bend.so -lm <<<'#include <fenv.h>
        __attribute__((constructor)) static void begin(void) { fesetround(FE_UPWARD); }'
    exits 0 env LD_PRELOAD=./bend.so "$CDBENCH" "${suite[@]:0:2}" "${touching[@]}" --algo obb8
    says '^cdbench: warning: a library of the program: changed the floating-point state when it was loaded \(the rounding mode\)'
}

test_every_word_of_a_choice_is_tried_unless_one_was_given()
{
    shows '^1 of 1 conform' "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo faulty --set fault=none
    finds 2 "${touching[@]}" --algo faulty
    prints 'faulty:fault=small'
}

test_what_is_refused_is_said_once()
{
    succeeds "$CDBENCH" "${suite[@]}" --algo closest
    prints '^  slivers  +refused' '^  convex bodies  +ok' 'conform; [0-9]+ refused: .*convex'
}

test_what_the_machine_lacks_is_not_run()
{
    local lacking=(verify --suite --plugin ./needy.so --plugin ./blind.so --quiet)
    local lens='    if (shape->mesh->triangle_count > 50)\n        return cd_fail(status, CD_ENVIRONMENT, "no lens");'
    sed "s/\.params = /.needs = CD_NEED_LIBRARY, &/; s/^    \*model = .*/$lens\n&/; s/= \"touch\"/= \"needy\"/" \
        "$root/tests/plugins/touch.c" >needy.c
    cc -std=gnu17 -shared -fPIC -I"$root" needy.c -o needy.so
    sed 's/triangle_count > 50/triangle_count/; s/= "needy"/= "blind"/' needy.c | cc -std=gnu17 -shared -fPIC -I"$root" -x c - -o blind.so
    fails 4 "$CDBENCH" "${lacking[@]}" --algo needy
    prints '^  convex bodies  +not run ' '^  slivers  +ok ' '^[0-9]+ of 120 conform; [0-9]+ not run: no lens$'
    says '^cdbench: needy: [0-9]+ of 120 rows were not run: no lens$'
    fails 4 "$CDBENCH" "${lacking[@]}" "${touching[@]}" --algo blind,obb8
    prints '^blind$' '^0 of 1 conform; 1 not run: no lens$' '^1 of 1 conform$'
    fails 4 "$CDBENCH" "${lacking[@]}" "${touching[@]}" --algo blind --json
    prints '"verdict": "not run"' '"finding": "no lens"'
    # Of what only `all` names, it costs nothing.
    run "$CDBENCH" "${lacking[@]}" "${touching[@]}" --algo all
    [ "$code" -lt 2 ] || wrong "exit code $code" # 1 if a library allocates
    prints '^0 of 1 conform; 1 not run: no lens$'
    refuses 4 'blind: no lens$' "$CDBENCH" verify --plugin ./blind.so --algo blind --scene box+box --quiet
}

test_json_has_a_cell_for_each_row()
{
    succeeds "$CDBENCH" "${suite[@]}" --algo region_brute --json --
    prints '"query": "bodies"' '"verdict": "ok"'
    ! grep -q '"query": "contacts"' "$scratch/out" || wrong 'regions have no contacts'
    succeeds "$CDBENCH" "${suite[@]}" "${touching[@]}" --algo touch --json
    equal 'cells of a row' 1 "$(grep -c '"verdict": "ok"' "$scratch/out")"
}

test_an_interrupt_ends_the_row_and_all()
{
    begins "$CDBENCH" "${suite[@]}" --algo faulty:fault=loop
    await grep -q coincident "$scratch/out"
    stopped TERM 130
    ! pgrep -f "$scratch/faulty.so" >/dev/null || wrong 'the row goes on'
}

test_wrong_usage_is_one_line()
{
    local option
    refuses 64 algo "$CDBENCH" verify --suite
    for option in '--scene box' '--row 3' '--answers -' '--threads 2' '--frames 3' '--seed 1' '--query pairs'; do
        # shellcheck disable=SC2086 # an option and its value
        refuses 64 "leave ${option% *} out" "$CDBENCH" verify --suite --algo rapid $option
    done
    fails 64 "$CDBENCH" verify --suite --algo rapid --set nonsense=1
}

run_tests
