#include "base/stack.h"

#include <pthread.h>
#include <sys/resource.h>

/// What Linux gives by default, and the least with which everything runs.
#define USUAL_BYTES ((rlim_t)8 << 20)
#define LEAST_BYTES ((rlim_t)1 << 20)

enum cd_code cd_stack_claim(struct cd_status *status)
{
    struct rlimit limit;
    pthread_attr_t attributes;
    CD_ASSERT(!getrlimit(RLIMIT_STACK, &limit));
    if (limit.rlim_cur >= USUAL_BYTES)
        return CD_OK;
    if (limit.rlim_max < LEAST_BYTES)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "the stack may have %llu KiB only, and needs 1024 KiB; raise the hard limit (ulimit -s) or "
            "start from a shell that has not lowered it",
            (unsigned long long)limit.rlim_max >> 10);
    limit.rlim_cur = limit.rlim_max < USUAL_BYTES ? limit.rlim_max : USUAL_BYTES;
    CD_ASSERT(!setrlimit(RLIMIT_STACK, &limit));
    // Threads have the limit of the program's start; their stacks are not bound by the hard limit.
    CD_ASSERT(!pthread_getattr_default_np(&attributes));
    CD_ASSERT(!pthread_attr_setstacksize(&attributes, USUAL_BYTES));
    CD_ASSERT(!pthread_setattr_default_np(&attributes));
    pthread_attr_destroy(&attributes);
    return CD_OK;
}
