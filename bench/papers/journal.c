#include "bench/papers/journal.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static void hash_file(struct cd_hasher *hasher, const char *path)
{
    FILE *file = fopen(path, "r");
    char block[65536];
    for (size_t got = 1; file && got;) {
        got = fread(block, 1, sizeof block, file);
        cd_hasher_add(hasher, block, got);
    }
    if (file)
        fclose(file);
}

/// What measures is part of what is measured; the revision alone would not tell one changed file from
/// another.
static struct cd_hash hash_programs(const struct cd_experiment *experiment)
{
    char path[PATH_MAX];
    struct cd_hasher *hasher = cd_hasher_create();
    hash_file(hasher, "/proc/self/exe");
    if (experiment->program && cd_find_paper_program(experiment->program, path))
        hash_file(hasher, path);
    return cd_hasher_finish(hasher);
}

/// The lock goes away with the process, however that ends. A file system without locks does without.
static enum cd_code lock_folder(const char *folder, int *lock, struct cd_status *status)
{
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0 || !flock(*lock, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
        return CD_OK;
    close(*lock);
    *lock = -1;
    return cd_fail(status, CD_IO,
                   "%s: another run is at work there; wait for its end, or name another folder by --results",
                   folder);
}

enum cd_code cd_journal_open(const char *folder, const struct cd_experiment *experiment,
                             struct cd_journal *journal, struct cd_status *status)
{
    // Room for the name of a group and of its files.
    int length = snprintf(journal->folder, sizeof journal->folder, "%s/.groups", folder);
    if (length < 0 || (size_t)length + 100 > sizeof journal->folder)
        return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", folder);
    enum cd_code code = lock_folder(folder, &journal->lock, status);
    if (!code)
        journal->build = hash_programs(experiment);
    journal->experiment = experiment;
    return code;
}

void cd_journal_close(struct cd_journal *journal)
{
    if (journal->lock >= 0)
        close(journal->lock);
    journal->lock = -1;
}

/// The name of a group's folder.
static char *name_of(const struct cd_journal *journal, const struct cd_group *group, char name[CD_HASH_TEXT])
{
    return cd_hash_text(cd_hash_sum(journal->build, group->hash), name);
}

size_t cd_journal_count(const struct cd_journal *journal)
{
    size_t count = 0;
    DIR *stream = opendir(journal->folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        count += *entry->d_name != '.';
    if (stream)
        closedir(stream);
    return count;
}

static int remove_entry(const char *path, const struct stat *information, int kind, struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
}

void cd_journal_remove(const struct cd_journal *journal)
{
    nftw(journal->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

enum cd_code cd_journal_begin(const struct cd_journal *journal, struct cd_status *status)
{
    return cd_make_folder(journal->folder, NULL, status);
}

/// What a group leaves in its folder.
struct kept {
    const struct cd_experiment *experiment;
    const struct cd_rows *rows;
};

static void write_cells(const void *user, FILE *stream)
{
    cd_table_write(((const struct kept *)user)->rows->cells, stream);
}

static void write_samples(const void *user, FILE *stream)
{
    const struct kept *kept = user;
    cd_rows_write_samples(kept->rows, kept->experiment, stream);
}

enum cd_code cd_journal_keep(const struct cd_journal *journal, const struct cd_group *group,
                             const struct cd_group_rows *rows, struct cd_status *status)
{
    static const struct cd_folder_file files[] = {{"cells.csv", write_cells, false},
                                                  {"samples.csv", write_samples, false}};
    char name[CD_HASH_TEXT];
    struct kept kept = {journal->experiment, &rows->rows};
    return cd_folder_write(journal->folder, name_of(journal, group, name), files, 2, &kept, status);
}

bool cd_journal_find(const struct cd_journal *journal, const struct cd_group *group,
                     struct cd_group_rows *rows)
{
    char name[CD_HASH_TEXT], folder[PATH_MAX + 40];
    snprintf(folder, sizeof folder, "%s/%s", journal->folder, name_of(journal, group, name));
    if (access(folder, F_OK))
        return false;
    bool read = !cd_rows_read(folder, journal->experiment, &rows->rows, NULL);
    size_t count = read ? rows->rows.cells->row_count : 0;
    rows->finished = rows->measured = group->scene ? read && count == group->cell_count : count > 0;
    if (rows->finished)
        return true;
    // Somebody has been at it; the group is measured again.
    cd_group_rows_release(rows);
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    return false;
}
