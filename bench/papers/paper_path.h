/// Where papers' files are found.
#ifndef CD_BENCH_PAPERS_PAPER_PATH_H
#define CD_BENCH_PAPERS_PAPER_PATH_H

#include "base/status.h"

#include <stddef.h>

/// Finds papers by key: $CDBENCH_PAPERS, `papers/` beside the working directory or the program's source tree,
/// and PREFIX/share/cdbench/papers. `keys` gets all of them, sorted; to be freed by cd_papers_release.
struct cd_paper_list {
    size_t count;
    char **keys, **paths;
};
enum cd_code cd_papers_find(struct cd_paper_list *list, struct cd_status *status);
void cd_papers_release(struct cd_paper_list *list);

#endif
