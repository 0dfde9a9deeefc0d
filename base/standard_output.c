#include "base/standard_output.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// A stream remembers that a write failed but not why; the pipe itself knows whether anybody still reads.
static bool reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && output.revents & (POLLERR | POLLHUP);
}

enum cd_code cd_flush_stdout(struct cd_status *status)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return CD_OK;
    int reason = errno;
    if (reason == EPIPE || reader_is_gone())
        return CD_OK;
    return cd_fail(status, CD_IO, "cannot write to the standard output: %s",
                   reason ? strerror(reason) : "write error");
}
