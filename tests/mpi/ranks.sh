#!/bin/bash
# cdbench-mpi, started by mpirun on this machine. Any number of ranks gives the same answers and counts as one process.
# shellcheck disable=SC2016,SC2053,SC2054 # what another shell expands, patterns of codes, and commas in arrays
cd "$(dirname "$0")/../.." || exit 1
CDBENCH=$PWD/build/mpi/cdbench
. tests/shell.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
# hwloc would look for graphics cards on display :0, which may belong to another test and disappear.
export HWLOC_COMPONENTS=-gl
export OMPI_MCA_btl=^tcp # one machine may lack a network
# The seconds that mpirun gives ranks to end.
export OMPI_MCA_odls_base_sigkill_timeout=0

# ranks N COMMAND...: runs it without mpirun's own messages, between rows of dashes (Open MPI 5 has no --quiet).
ranks()
{
    mpirun --oversubscribe --bind-to none -n "$@" 2>"$scratch/raw"
    local code=$?
    sed '/^----*$/,/^----*$/d' "$scratch/raw" >&2
    return $code
}

# What has to be the same: answers and counters, except those of messages.
facts()
{
    column "$1" digest records hit_frames pair_tests candidates node_visits box_tests sphere_tests triangle_tests verdict
}

# same_answers ALGO ARGUMENT...: for each number of ranks, and of threads in them, with both schedules.
same_answers()
{
    local algo=$1 n expected
    shift
    succeeds "$CDBENCH" run --quiet --no-results --repeat 1 --csv one.csv --algo "$algo:schedule=serial" "$@"
    expected=$(facts one.csv)
    for n in 1 2 3 4 7; do
        succeeds ranks $n "$CDBENCH" run --quiet --no-results --repeat 1 --csv many.csv --threads $((1 + n % 2)) \
            --algo "$algo:schedule=mpi_dynamic" --algo "$algo:schedule=mpi_colour" "$@"
        equal "$algo with $n ranks" "$(facts many.csv)" "$expected"$'\n'"$expected"
        [ "$n" = 1 ] || [ "$(column many.csv messages | sort -n | head -n 1)" -gt 0 ] || wrong 'no messages'
    done
}

test_contacts_and_pairs_are_the_same_and_those_of_bodies_that_deform()
{
    same_answers saabb --scene torus:triangles=200,motion=overlap --frames 3 --query contacts
    same_answers obb8:broad=sap --scene sphere:triangles=60,motion=brownian:bodies=60 --frames 5
    same_answers aabb --scene "$root/scenes/conformance/deforming" --query contacts
}

test_the_first_hit_is_found()
{
    local query n
    for query in any bodies; do
        succeeds "$CDBENCH" run --quiet --no-results --repeat 1 --csv one.csv --algo rapid --frames 4 --query $query \
            --scene sphere:triangles=60,motion=overlap
        for n in 2 3; do
            succeeds ranks $n "$CDBENCH" run --quiet --no-results --repeat 1 --csv many.csv --frames 4 --query $query \
                --algo rapid:schedule=mpi_dynamic --scene sphere:triangles=60,motion=overlap
            equal "$query of $n ranks" "$(column many.csv digest verdict)" "$(column one.csv digest verdict)"
        done
    done
}

test_a_part_of_the_ranks_can_take_turns_with_all()
{
    succeeds ranks 3 "$CDBENCH" run --quiet --no-results --csv rows.csv --repeat 2 --frames 3 \
        --algo obb8:schedule=mpi_dynamic:ranks=1,obb8:schedule=mpi_dynamic:ranks=2,obb8:schedule=mpi_dynamic \
        --scene sphere:triangles=60,motion=overlap
    equal digests "$(column rows.csv digest | sort -u | wc -l)" 1
    equal 'messages of one rank' "$(column rows.csv messages | head -n 1)" 0
}

# mpirun gives rank 0 a terminal even if its output ends in a file.
test_a_log_has_no_codes_for_terminals()
{
    export TERM=xterm
    exits 0 ranks 2 "$CDBENCH" run --no-results --repeat 1 --frames 3 --scene bunny.obj --algo obb8:schedule=mpi_dynamic
    prints '^obb8'
    ! grep -q $'\033' "$scratch/out" "$scratch/err" || wrong 'there are escape codes'
}

test_slurm_starts_ranks()
{
    { sinfo -h -o %T | grep -q '^idle' && srun --mpi=list 2>&1 | grep -q pmix; } 2>/dev/null || skip 'no Slurm that is idle and knows PMIx' || return
    succeeds srun --quiet -n 2 --mpi=pmix "$CDBENCH" run --quiet --no-results --repeat 1 --frames 3 --scene bunny.obj --algo obb8:schedule=mpi_dynamic --json
    grep -q '"count": 2' "$scratch/out" || wrong 'there are not two ranks'
    ! grep -q $'\033' "$scratch/out" "$scratch/err" || wrong 'there are escape codes'
}

test_what_ranks_cannot_do_is_said_in_one_line()
{
    refuses 64 'ranks=3: there are 2' ranks 2 "$CDBENCH" run --quiet --no-results --algo obb8:schedule=mpi_dynamic:ranks=3 --scene bunny.obj
    refuses 64 'keeps data of every pair' ranks 2 "$CDBENCH" run --quiet --no-results --algo closest:schedule=mpi_dynamic --scene sphere
    fails 64 ranks 3 "$CDBENCH" no-such-command
}

test_a_full_disk_leaves_nothing_half_written()
{
    fails 74 ranks 3 "$CDBENCH" run --quiet --no-results --csv /dev/full --repeat 1 --frames 3 \
        --algo obb8:schedule=mpi_dynamic --scene sphere:triangles=60,motion=overlap
}

# Starts a run of two scenes in the background; the second never ends. Waits until the first one is kept.
start_long_run()
{
    # Rank 0 needs some milliseconds to end; a busy machine may take longer.
    OMPI_MCA_odls_base_sigkill_timeout=2 mpirun --oversubscribe --bind-to none -n 3 \
        "$CDBENCH" run --quiet --results results --repeat 1 --no-verify \
        --algo brute:broad=none:schedule=mpi_dynamic \
        --scene sphere:triangles=60,motion=overlap:steps=2 \
        --scene sphere:triangles=2000,motion=random:bodies=20:steps=10000 >out 2>err &
    process=$!
    until [ -n "$(find results -name '*.csv' -size +0 2>/dev/null)" ]; do
        kill -0 $process || return
        sleep 0.1
    done
    children=$(pgrep -P $process)
}

# The process of the rank $1.
process_of()
{
    local child
    for child in $children; do
        grep -qzx "OMPI_COMM_WORLD_RANK=$1" "/proc/$child/environ" && echo "$child"
    done
}

# ended CODE: expects that the run ended with such a code, and that what was finished is kept whole.
ended()
{
    local child
    wait "$process"
    code=$?
    sed -i '/^----*$/,/^----*$/d' err
    cp err "$scratch/err"
    [[ $code == $1 ]] || wrong "exit code $code instead of $1"
    equal 'rows kept' "$(wc -l results/*/summary.csv | awk '{ print $1 }')" 2
    [ -z "$(find results -name '.*')" ] || wrong "half-written: $(find results -name '.*')"
    for child in $children; do
        await has_ended "$child"
    done
}

# Expects that it said so in one line.
told()
{
    [ "$(wc -l <err)" -eq 1 ] || wrong "$(wc -l <err) lines on stderr instead of one"
    says "^cdbench: interrupted; what was finished is kept in $(echo results/*)\$"
}

# Open MPI 5 does not pass on what ranks say after Ctrl-C.
test_an_interrupted_run_ends_in_order()
{
    start_long_run
    kill -INT "$process"
    ended '[1-9]*' # which is mpirun's
    [ ! -s err ] || told
}

test_rank_0_that_is_asked_to_end_ends_all()
{
    start_long_run
    kill -TERM "$(process_of 0)"
    ended 130
    told
}

test_a_rank_that_dies_ends_all()
{
    start_long_run
    kill -KILL "$(process_of 2)"
    ended 137
    told
}

test_a_rank_without_memory_ends_all()
{
    local run=(run --quiet --no-results --repeat 1 --no-verify --algo rapid:schedule=mpi_dynamic
        --scene sphere:triangles=500000,motion=random:bodies=2:steps=1)
    fails 4 ranks 2 bash -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || ulimit -d 150000; exec "$@"' bash "$CDBENCH" "${run[@]}"
    says '^cdbench: rank 1: out of memory: .*rapid:schedule=mpi_dynamic'
}

test_answers_longer_than_a_part_of_a_message_are_whole()
{
    local run=(run --quiet --no-results --repeat 1 --query contacts --store
        --scene sphere:triangles=20000,motion=still:bodies=3:d=0)
    succeeds "$CDBENCH" "${run[@]}" --csv one.csv --algo saabb
    succeeds ranks 2 "$CDBENCH" "${run[@]}" --csv many.csv --algo saabb:schedule=mpi_colour
    equal digests "$(facts many.csv)" "$(facts one.csv)"
    [ "$(column many.csv message_bytes)" -gt $((1 << 20)) ] || wrong 'short answers'
}

test_regions_of_ranks_are_those_of_one_process()
{
    local n division digests
    succeeds "$CDBENCH" run --quiet --no-results --no-verify --repeat 1 --csv one.csv --algo hps_join \
        --scene regions:n=20000:alpha=3 --frames 1
    for n in 1 2 3 4 7; do
        for division in keys slabs; do
            succeeds ranks $n "$root/build/mpi/experiments/mpi_regions" --regions 20000 --alpha 3 --digest \
                --division $division --parts $((1 + n % 3))
            equal "digest of $n ranks by $division" "$(column "$scratch/out" digest)" "$(column one.csv digest)"
        done
    done
    # Moves are sent to the ranks that need to know about them.
    succeeds "$CDBENCH" run --quiet --no-results --no-verify --repeat 1 --answers pairs --algo hps_join \
        --scene regions:n=2000:alpha=3:steps=6
    digests=$(tail -n +2 pairs | cut -d, -f1 | sort -n | uniq -c | awk '{ print $1 }' | paste -sd ' ')
    for n in 1 4 7; do
        for division in keys slabs; do
            succeeds ranks $n "$root/build/mpi/experiments/mpi_regions" --regions 2000 --alpha 3 --frames 6 --division $division
            equal "pairs of $n ranks by $division" "$(column "$scratch/out" pairs | paste -sd ' ')" "$digests"
        done
    done
}

run_tests
