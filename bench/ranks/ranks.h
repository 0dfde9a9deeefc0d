/// Ranks: the processes that `mpirun` starts as one program. Rank 0 leads: it reads the command line, measures, prints
/// and records. The others follow: they wait for commands about instances whose schedule deals pairs to ranks. Only
/// `make mpi` compiles this folder, with CD_MPI defined.
///
/// Whatever ends rank 0 makes `mpirun` end the others. This includes signals and failing MPI calls.
#ifndef CD_BENCH_RANKS_RANKS_H
#define CD_BENCH_RANKS_RANKS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Starts MPI; called first in `main`. Returns true in rank 0.
bool cd_ranks_start(int *argc, char ***argv);

/// Ends MPI. In rank 0 it also ends the followers.
void cd_ranks_finish(void);

/// Called in the other ranks: does what rank 0 asks for, until rank 0 ends.
void cd_ranks_follow(void);

unsigned cd_ranks_number(void); ///< of this rank
unsigned cd_ranks_count(void);
unsigned cd_ranks_here(void); ///< on this host

/// The name of the MPI library, in words.
const char *cd_ranks_library(void);

// ---- for schedules --------------------------------------------------------------------------------------------

/// What a message is about.
enum cd_order {
    CD_ORDER_CREATE,
    CD_ORDER_RESET,
    CD_ORDER_UPDATE,
    CD_ORDER_QUERY,
    CD_ORDER_DESTROY,
    CD_ORDER_ECHO, ///< send the message back, to measure how long that takes
    CD_ORDER_END,
};

/// Bytes to be sent, or bytes that were received.
struct cd_message {
    size_t used, capacity;
    char *bytes;
    size_t read; ///< how many bytes have been taken out
};

void cd_message_put(struct cd_message *message, const void *data, size_t bytes);
/// Copies the next bytes out of a message; NULL for `data` skips them. Returns where they are.
const void *cd_message_take(struct cd_message *message, void *data, size_t bytes);
void cd_message_release(struct cd_message *message);

/// Begins a command about an instance for the ranks 0 .. members-1.
void cd_order_begin(struct cd_message *message, enum cd_order command, uint32_t instance, unsigned members);

/// Sends a command down a binomial tree; called by rank 0. The message may be changed afterwards.
void cd_order_send(const struct cd_message *message, unsigned members);

/// Called in the other ranks: receives the next command and passes it on to the ranks below in the tree.
void cd_order_receive(struct cd_message *message);

/// Send an answer to rank 0; receive one answer from each of the ranks 1 .. members-1, in any order.
void cd_answer_send(struct cd_message *message);
void cd_answer_receive(struct cd_message *message);

/// Makes rank 0 end the program with this code and line while it waits for a message. Called from any thread of the
/// other ranks.
void cd_failure_send(const struct cd_status *failure);

/// The number that all ranks share. Rank 0 sets it. Each rank may add to it and gets the value before the addition.
void cd_shared_set(uint64_t value);
uint64_t cd_shared_add(uint64_t value);

#endif
