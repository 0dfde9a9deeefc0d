/// Which algorithm's code is running, so that a message about a crash, a hang or a lack of memory can name it.
/// One thread, the one that calls algorithms, writes; any thread, and a process that shares the memory, may read.
#ifndef CD_BASE_ACTIVITY_H
#define CD_BASE_ACTIVITY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The frame of an activity that works on none, such as preprocessing.
#define CD_NO_FRAME UINT64_MAX

/// All zero while nothing has run.
struct cd_activity {
    const char *_Atomic who, *_Atomic scene; ///< `who` is NULL while no algorithm's code runs
    _Atomic uint64_t not_frame;              ///< the complement of the frame: 0 for CD_NO_FRAME
    _Atomic uint64_t ended;                  ///< how many activities have
};

/// Keeps this process's activity in memory that another process can read, for as long as this process exists.
void cd_activity_share(struct cd_activity *place);

/// Notes that code of `who` (an algorithm, or a plug-in's file) runs from now on, for `scene` (NULL for none)
/// and `frame`. Both texts must outlive the activity.
void cd_activity_begin(const char *who, const char *scene, uint64_t frame);
/// Notes that it has returned. If it has forked and comes back in both processes, the copy ends here.
void cd_activity_end(void);

/// Ends a process that is such a copy. Called where a thread that has no activity of its own comes back.
void cd_activity_leave_copy(void);

/// Writes "NAME on SCENE in frame N", as far as it is known, into `text`, cut at `bytes`. Returns false, with an empty
/// text, when no algorithm's code is running. Allocates nothing.
bool cd_activity_text(char *text, size_t bytes);

#endif
