#include "bench/ranks/ranks.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/thread_state.h"

#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// A rank that waits first looks for messages all the time (until LOOK_NS), then yields the processor between looks
/// (until YIELD_NS), and later sleeps between them.
#define LOOK_NS  20000
#define YIELD_NS 2000000
#define SLEEP_NS 200000

/// MPI counts in int, so longer messages go in parts of this size. The last part is shorter.
#define PART_BYTES ((size_t)1 << 20)

enum { ORDER_TAG = 1, ANSWER_TAG, FAILURE_TAG };

static int rank, count, here;
static MPI_Comm everyone;
static MPI_Win window;
static uint64_t *shared;                                    ///< in rank 0
static pthread_mutex_t calling = PTHREAD_MUTEX_INITIALIZER; ///< threads of a rank call MPI one at a time

bool cd_ranks_start(int *argc, char ***argv)
{
    int provided;
    MPI_Comm host;
    // mpirun gives rank 0 a terminal for its output even if that ends in a file, and logs are without colours.
    setenv("NO_COLOR", "1", 0);
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
    CD_ASSERT(provided >= MPI_THREAD_SERIALIZED);
    MPI_Comm_dup(MPI_COMM_WORLD, &everyone);
    MPI_Comm_rank(everyone, &rank);
    MPI_Comm_size(everyone, &count);
    MPI_Comm_split_type(everyone, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &here);
    MPI_Comm_free(&host);
    MPI_Win_allocate(rank ? 0 : sizeof *shared, sizeof *shared, MPI_INFO_NULL, everyone, (void *)&shared,
                     &window);
    MPI_Win_lock_all(0, window);
    cd_thread_restore(); // libraries that MPI has loaded may have changed it
    return !rank;
}

void cd_ranks_finish(void)
{
    struct cd_message message = {0};
    if (!rank) {
        cd_order_begin(&message, CD_ORDER_END, 0, (unsigned)count);
        cd_order_send(&message, (unsigned)count);
        cd_message_release(&message);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Comm_free(&everyone);
    MPI_Finalize();
}

unsigned cd_ranks_number(void)
{
    return (unsigned)rank;
}

unsigned cd_ranks_count(void)
{
    return (unsigned)count;
}

unsigned cd_ranks_here(void)
{
    return (unsigned)here;
}

const char *cd_ranks_library(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    return text;
}

// ---- waiting ----------------------------------------------------------------------------------------------

/// Ends the program with the failure of a rank that cannot go on.
static void hear_failures(void)
{
    struct cd_status failure;
    char line[sizeof failure.text + 32];
    MPI_Message found;
    MPI_Status status;
    int there;
    MPI_Improbe(MPI_ANY_SOURCE, FAILURE_TAG, everyone, &there, &found, &status);
    if (!there)
        return;
    MPI_Mrecv(&failure, sizeof failure, MPI_BYTE, &found, &status);
    snprintf(line, sizeof line, "rank %d: %s", status.MPI_SOURCE, failure.text);
    cd_interrupt_end(failure.code, line);
}

/// Lets others run between two looks. The longer the wait has lasted, the more time they get.
static void pause_wait(uint64_t begin)
{
    uint64_t waited = cd_clock_wall() - begin;
    if (waited < LOOK_NS)
        return;
    if (!rank)
        hear_failures();
    if (waited < YIELD_NS)
        sched_yield();
    else
        nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}

static void send_part(const char *bytes, size_t count_of_bytes, int to, int tag)
{
    MPI_Request request;
    int done = 0;
    MPI_Isend(bytes, (int)count_of_bytes, MPI_BYTE, to, tag, everyone, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    for (uint64_t begin = cd_clock_wall(); !done; MPI_Test(&request, &done, MPI_STATUS_IGNORE))
        pause_wait(begin);
}

/// Sends a message. The caller may change the message afterwards.
static void send(const struct cd_message *message, int to, int tag)
{
    size_t at = 0;
    for (; message->used - at >= PART_BYTES; at += PART_BYTES)
        send_part(message->bytes + at, PART_BYTES, to, tag);
    send_part(message->bytes + at, message->used - at, to, tag);
}

static void make_room(struct cd_message *message, size_t bytes)
{
    size_t wanted = message->used + bytes;
    if (wanted <= message->capacity)
        return;
    message->capacity = wanted + wanted / 4;
    message->bytes = cd_reallocate(message->bytes, message->used, message->capacity, 1);
}

/// Receives the next part of a message and returns its length. `*from` becomes the rank that sent the part.
static size_t receive_part(struct cd_message *message, int *from, int tag)
{
    MPI_Message found;
    MPI_Status status;
    int there, bytes;
    MPI_Improbe(*from, tag, everyone, &there, &found, &status);
    for (uint64_t begin = cd_clock_wall(); !there; MPI_Improbe(*from, tag, everyone, &there, &found, &status))
        pause_wait(begin);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    make_room(message, (size_t)bytes);
    MPI_Mrecv(message->bytes + message->used, bytes, MPI_BYTE, &found, &status);
    message->used += (size_t)bytes;
    *from = status.MPI_SOURCE;
    return (size_t)bytes;
}

/// Receives the next message with this tag from any rank.
static void receive(int tag, struct cd_message *message)
{
    int from = MPI_ANY_SOURCE;
    message->used = message->read = 0;
    while (receive_part(message, &from, tag) == PART_BYTES)
        ;
}

// ---- messages ---------------------------------------------------------------------------------------------

void cd_message_put(struct cd_message *message, const void *data, size_t bytes)
{
    make_room(message, bytes);
    if (bytes)
        memcpy(message->bytes + message->used, data, bytes);
    message->used += bytes;
}

const void *cd_message_take(struct cd_message *message, void *data, size_t bytes)
{
    const char *from = message->bytes + message->read;
    CD_ASSERT(bytes <= message->used - message->read);
    if (data && bytes)
        memcpy(data, from, bytes);
    message->read += bytes;
    return from;
}

void cd_message_release(struct cd_message *message)
{
    cd_free(message->bytes);
    *message = (struct cd_message){0};
}

void cd_order_begin(struct cd_message *message, enum cd_order command, uint32_t instance, unsigned members)
{
    uint32_t head[4] = {(uint32_t)command, instance, members, 0}; // so that what follows is aligned
    message->used = message->read = 0;
    cd_message_put(message, head, sizeof head);
}

/// Sends a command to the ranks below this one in the tree. Rank r is below rank r without its highest bit.
void cd_order_send(const struct cd_message *message, unsigned members)
{
    for (unsigned bit = 1; bit < members; bit <<= 1)
        if (bit > (unsigned)rank && (unsigned)rank + bit < members)
            send(message, rank + (int)bit, ORDER_TAG);
}

void cd_order_receive(struct cd_message *message)
{
    uint32_t head[4];
    receive(ORDER_TAG, message);
    memcpy(head, message->bytes, sizeof head);
    cd_order_send(message, head[2]);
}

void cd_answer_send(struct cd_message *message)
{
    send(message, 0, ANSWER_TAG);
}

void cd_answer_receive(struct cd_message *message)
{
    receive(ANSWER_TAG, message);
}

void cd_failure_send(const struct cd_status *failure)
{
    pthread_mutex_lock(&calling);
    MPI_Send(failure, sizeof *failure, MPI_BYTE, 0, FAILURE_TAG, everyone);
    pthread_mutex_unlock(&calling);
}

void cd_shared_set(uint64_t value)
{
    uint64_t before;
    MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, 0, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
}

uint64_t cd_shared_add(uint64_t value)
{
    uint64_t before;
    pthread_mutex_lock(&calling);
    MPI_Fetch_and_op(&value, &before, MPI_UINT64_T, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    pthread_mutex_unlock(&calling);
    return before;
}
