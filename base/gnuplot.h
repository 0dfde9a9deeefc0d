/// Runs the program gnuplot: commands go in, one picture comes out.
#ifndef CD_BASE_GNUPLOT_H
#define CD_BASE_GNUPLOT_H

#include "base/status.h"

#include <stdio.h>

/// Checks before the work whether pictures can be drawn; fails as cd_gnuplot_draw does.
enum cd_code cd_gnuplot_require(struct cd_status *status);

/// A temporary file for commands, open for writing and reading; NULL, with CD_IO, when it cannot be created.
FILE *cd_gnuplot_open(struct cd_status *status);

/// Runs the commands, which must set a terminal and no output, and lets gnuplot write the picture to the file
/// behind `picture`, whose buffer is empty. Closes `commands`. No shell, start-up file or user's setting
/// takes part. CD_ENVIRONMENT when gnuplot is missing, with what to install, or fails; CD_INTERRUPTED after a
/// deferred Ctrl-C (base/interrupt.h). gnuplot has ended when this returns.
enum cd_code cd_gnuplot_draw(FILE *commands, FILE *picture, struct cd_status *status);

#endif
