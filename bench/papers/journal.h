/// The finished groups of an experiment that is under way, one folder each, which appear whole or not at all.
/// A group is found again by what it measured and by the program that measured it: another build has other
/// times.
#ifndef CD_BENCH_PAPERS_JOURNAL_H
#define CD_BENCH_PAPERS_JOURNAL_H

#include "bench/papers/group_run.h"

struct cd_journal {
    const struct cd_experiment *experiment;
    char folder[PATH_MAX]; ///< `.groups`
    struct cd_hash build;  ///< of the files of what measures: the running program, and the experiment's own
    int lock;              ///< the experiment's folder, open and locked; or -1
};

/// A journal in the folder of an experiment, which exists. Nothing is written yet. CD_IO when another process
/// has it open: neither would know what the other removes. To be closed.
enum cd_code cd_journal_open(const char *folder, const struct cd_experiment *experiment,
                             struct cd_journal *journal, struct cd_status *status);

/// Lets others at it; what was kept stays.
void cd_journal_close(struct cd_journal *journal);

/// How many groups it holds.
size_t cd_journal_count(const struct cd_journal *journal);

/// Removes it with all it holds, should it be there.
void cd_journal_remove(const struct cd_journal *journal);

/// Makes its folder.
enum cd_code cd_journal_begin(const struct cd_journal *journal, struct cd_status *status);

/// Puts a finished group on disk.
enum cd_code cd_journal_keep(const struct cd_journal *journal, const struct cd_group *group,
                             const struct cd_group_rows *rows, struct cd_status *status);

/// Reads a group; false when there is none, or none that can be used.
bool cd_journal_find(const struct cd_journal *journal, const struct cd_group *group,
                     struct cd_group_rows *rows);

#endif
