/// What other programs, and a CPU quota, do to this one while something is timed.
#ifndef CD_BASE_NEIGHBOURS_H
#define CD_BASE_NEIGHBOURS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

/// With more processors than this kept busy by others, times say as much of them as of what was timed: on a
/// quiet machine it is a few hundredths, beside one busy program 1.
#define CD_BUSY_PROCESSORS 0.25

struct cd_neighbours {
    double others;   ///< processors that others kept busy, on average; NAN: too short to tell, or unknown
    double stolen;   ///< of these, taken away by the hypervisor
    double switches; ///< involuntary context switches of this process and its children, per second
    uint64_t
        throttled; ///< periods in which the CPU quota stopped this process; UINT64_MAX: unknown (base/neighbours.h)
};

/// Readings of the system's counters.
struct cd_neighbour_watch {
    uint64_t wall_ns;
    double busy, stolen, own; ///< seconds of processor time: of all, stolen, of this process and its children
    double switches;
    uint64_t throttled;
};

void cd_neighbours_begin(struct cd_neighbour_watch *watch);

/// What others did since the beginning of the watch.
struct cd_neighbours cd_neighbours_end(const struct cd_neighbour_watch *watch);

/// Whether the CPU quota stopped this process, and a warning of it: where, how often, and the ending of "period".
bool cd_is_throttled(struct cd_neighbours neighbours);
#define CD_THROTTLED_FORMAT                                                                                  \
    "%s: a CPU quota stopped the program in %" PRIu64                                                        \
    " period%s while it was timed, so that its times decide nothing; "                                       \
    "raise the quota (cpu.max of the control group, `docker run --cpus`) or use fewer threads"

/// Whether times that were taken beside these neighbours decide nothing.
bool cd_is_busy(struct cd_neighbours neighbours);

// The processor time that control groups (cgroup v1 and v2) leave to this process, as in a container or a CI service.
// The kernel stops a process whose group has used up its quota until the next period begins, 100 ms by default.

struct cd_quota {
    double
        processors; ///< that may be busy on average, by the tightest of all groups; INFINITY without a quota
    uint64_t throttled; ///< periods in which a group was stopped, of all groups so far; UINT64_MAX: unknown
};

/// Reads /proc and the groups of this process below /sys/fs/cgroup, up to the root. What is missing or no number sets no
/// limit. `root` comes before every path: "" for this machine, another folder in tests.
struct cd_quota cd_quota_read(const char *root);

#endif
