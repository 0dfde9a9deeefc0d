/// The processor time that control groups (cgroup v1 and v2) leave to this process, as in a container or a CI service.
/// The kernel stops a process whose group has used up its quota until the next period begins, 100 ms by default.
#ifndef CD_BASE_QUOTA_H
#define CD_BASE_QUOTA_H

#include <stdint.h>

struct cd_quota {
    double
        processors; ///< that may be busy on average, by the tightest of all groups; INFINITY without a quota
    uint64_t throttled; ///< periods in which a group was stopped, of all groups so far; UINT64_MAX: unknown
};

/// Reads /proc and the groups of this process up to the root. What is missing or no number sets no limit. `root` comes
/// before every path: "" for this machine, another folder in tests.
struct cd_quota cd_quota_read(const char *root);

#endif
