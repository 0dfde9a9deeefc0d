/// The end of what goes to standard output.
#ifndef CD_BASE_STANDARD_OUTPUT_H
#define CD_BASE_STANDARD_OUTPUT_H

#include "base/status.h"

/// Writes what is still buffered. CD_IO when anything so far never reached its file; a reader that has seen
/// enough, as `head` in a pipeline, is no error.
enum cd_code cd_flush_stdout(struct cd_status *status);

#endif
