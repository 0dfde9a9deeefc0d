/// Completion of command lines in shells, made from the data behind `--help` and from the names that exist.
#ifndef CD_BENCH_CLI_COMPLETION_H
#define CD_BENCH_CLI_COMPLETION_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

/// Prints the file that bash or zsh reads to complete `cdbench`; zsh runs bash's function. The file contains the names
/// of the algorithms, scenes and papers that this program finds now. CD_IO when it finds no papers.
enum cd_code cd_print_completion(bool zsh, FILE *stream, struct cd_status *status);

#endif
