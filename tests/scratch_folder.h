/// A folder for the files of one test program, which is removed afterwards.
#ifndef CD_TESTS_SCRATCH_FOLDER_H
#define CD_TESTS_SCRATCH_FOLDER_H

#include "base/folder.h"
#include "tests/test.h"

#include <dirent.h>
#include <ftw.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char scratch[64];

void test_set_up(void)
{
    strcpy(scratch, "/tmp/cdbench-test-XXXXXX");
    assert_non_null(mkdtemp(scratch));
}

static inline int scratch_remove_one(const char *path, const struct stat *information, int kind,
                                     struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
}

void test_tear_down(void)
{
    assert_int_equal(nftw(scratch, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

/// The path of a name in the folder, in one of eight buffers that take turns.
static inline const char *scratch_path(const char *name)
{
    static char paths[8][200];
    static unsigned turn;
    char *path = paths[turn++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch, name);
    return path;
}

/// Writes a file. Creates its folders if they are missing.
static inline const char *scratch_write_bytes(const char *name, const void *bytes, size_t count)
{
    const char *path = scratch_path(name);
    char folder[200];
    strcpy(folder, path);
    *strrchr(folder, '/') = 0;
    assert_int_equal(cd_make_folder(folder, NULL, NULL), CD_OK);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline const char *scratch_write(const char *name, const char *text)
{
    return scratch_write_bytes(name, text, strlen(text));
}

/// The text of a file in the folder. The caller frees it.
static inline char *scratch_read(const char *name)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(scratch_path(name), "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    return text;
}

/// How often a text has a part.
static inline int count_parts(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

/// Limits the size of files that are written, which has the same effect as a full disk. Returns the limit before.
static inline rlim_t scratch_limit(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return before;
}

/// The number of files and folders in a folder.
static inline int scratch_entries(const char *path)
{
    int count = 0;
    DIR *listing = opendir(path);
    if (!listing)
        return -1;
    for (struct dirent *entry; (entry = readdir(listing));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(listing);
    return count;
}

#endif
