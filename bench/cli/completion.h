/// Completion of command lines in shells, made from what `--help` is made from and the names there are.
#ifndef CD_BENCH_CLI_COMPLETION_H
#define CD_BENCH_CLI_COMPLETION_H

#include "base/status.h"

#include <stdbool.h>
#include <stdio.h>

/// Prints the file that bash or zsh reads to complete `cdbench`; zsh runs the function of bash. It holds the names of algorithms, scenes and papers
/// that this program finds now. CD_IO when it finds no papers.
enum cd_code cd_print_completion(bool zsh, FILE *stream, struct cd_status *status);

#endif
