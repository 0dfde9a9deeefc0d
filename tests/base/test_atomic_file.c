/// Output files appear whole or not at all.
#include "base/atomic_file.h"
#include "base/memory.h"
#include "tests/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/cdbench-atomic-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][200];
    static unsigned turn;
    char *text = path[turn++ % 4];
    snprintf(text, sizeof path[0], "%s/%s", folder, name);
    return text;
}

static int entries(void)
{
    int count = 0;
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(listing);
    return count;
}

static void assert_content(const char *path, const char *expected)
{
    char text[100] = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t read = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_int_equal(read, strlen(expected));
    assert_string_equal(text, expected);
}

static void write_file(const char *path, const char *text)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(path, &output, &status), CD_OK);
    fputs(text, cd_output_stream(output));
    assert_int_equal(cd_output_commit(output, &status), CD_OK);
}

TEST(a_file_appears_only_when_committed)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(in_folder("late"), &output, &status), CD_OK);
    fputs("whole\n", cd_output_stream(output));
    assert_int_equal(access(in_folder("late"), F_OK), -1);
    assert_int_equal(cd_output_commit(output, &status), CD_OK);
    assert_content(in_folder("late"), "whole\n");
    assert_int_equal(entries(), 1);
    unlink(in_folder("late"));
}

TEST(an_aborted_file_leaves_the_old_one)
{
    write_file(in_folder("kept"), "old");
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(in_folder("kept"), &output, &status), CD_OK);
    fputs("new", cd_output_stream(output));
    cd_output_abort(output);
    assert_content(in_folder("kept"), "old");
    assert_int_equal(entries(), 1);
    unlink(in_folder("kept"));
}

TEST(a_size_limit_is_an_error_and_leaves_nothing)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(in_folder("large"), &output, &status), CD_OK);
    struct rlimit old, low;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    low = old;
    low.rlim_cur = 4096;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    for (int i = 0; i < 10000; i++)
        fputs("0123456789", cd_output_stream(output));
    enum cd_code code = cd_output_commit(output, &status);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(code, CD_IO);
    assert_non_null(strstr(status.text, "large: cannot write"));
    assert_int_equal(entries(), 0);
}

TEST(a_full_device_is_an_error_and_stays_a_device)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open("/dev/full", &output, &status), CD_OK);
    fputs("x", cd_output_stream(output));
    assert_int_equal(cd_output_commit(output, &status), CD_IO);
    assert_string_equal(status.text, "/dev/full: cannot write: No space left on device");
    struct stat information;
    assert_int_equal(stat("/dev/full", &information), 0);
    assert_true(S_ISCHR(information.st_mode));
}

/// A stream that has failed no longer says why.
TEST(an_earlier_failure_is_told_by_its_reason)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open("/dev/full", &output, &status), CD_OK);
    fputs("x", cd_output_stream(output));
    assert_int_equal(fflush(cd_output_stream(output)), EOF);
    assert_int_equal(cd_output_commit(output, &status), CD_IO);
    assert_string_equal(status.text, "/dev/full: cannot write: No space left on device");
}

TEST(a_link_stays_a_link)
{
    write_file(in_folder("target"), "old");
    assert_int_equal(symlink("target", in_folder("link")), 0);
    write_file(in_folder("link"), "new");
    struct stat information;
    assert_int_equal(lstat(in_folder("link"), &information), 0);
    assert_true(S_ISLNK(information.st_mode));
    assert_content(in_folder("target"), "new");
    unlink(in_folder("link"));
    unlink(in_folder("target"));
}

TEST(an_exit_leaves_no_unfinished_file)
{
    struct cd_output *mine;
    struct cd_status status;
    assert_int_equal(cd_output_open(in_folder("mine"), &mine, &status), CD_OK);
    pid_t child = fork();
    if (!child) {
        struct cd_output *output;
        cd_output_open(in_folder("childs"), &output, NULL);
        cd_outputs_settle();
        _exit(0);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(entries(), 1); // the parent's own file is left alone
    assert_int_equal(cd_output_commit(mine, &status), CD_OK);
    unlink(in_folder("mine"));
    assert_int_equal(entries(), 0);
}

/// What is in place after a child wrote "kept", kept it, wrote more, finished or not, and settled.
static void assert_settled(bool finishes, const char *expected)
{
    pid_t child = fork();
    if (!child) {
        struct cd_output *output;
        cd_output_open(in_folder("kept"), &output, NULL);
        fputs("kept", cd_output_stream(output));
        cd_output_keep(output, NULL);
        fputs(" and more", cd_output_stream(output));
        fflush(cd_output_stream(output));
        if (finishes)
            cd_output_finish(output, NULL);
        cd_outputs_settle();
        _exit(0);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(entries(), 1);
    assert_content(in_folder("kept"), expected);
    unlink(in_folder("kept"));
}

TEST(what_is_kept_survives_an_early_end)
{
    assert_settled(false, "kept");
    assert_settled(true, "kept and more");
}

TEST(a_private_file_is_the_users_alone_and_replaces_a_link)
{
    struct cd_output *output;
    struct stat information;
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY);
    write_file(in_folder("precious"), "mine");
    assert_int_equal(symlink("precious", in_folder("private")), 0);
    mode_t usual = umask(0);
    assert_int_equal(cd_output_open_private(descriptor, in_folder("private"), &output, NULL), CD_OK);
    close(descriptor);
    umask(usual);
    fputs("new", cd_output_stream(output));
    assert_int_equal(cd_output_commit(output, NULL), CD_OK);
    assert_content(in_folder("precious"), "mine");
    assert_content(in_folder("private"), "new");
    assert_int_equal(lstat(in_folder("private"), &information), 0);
    assert_int_equal(information.st_mode, S_IFREG | 0600);
    assert_int_equal(entries(), 2);
    unlink(in_folder("private"));
    unlink(in_folder("precious"));
}

TEST(an_exit_leaves_no_unfinished_private_file)
{
    int result, descriptor = open(folder, O_RDONLY | O_DIRECTORY);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct cd_output *output;
        cd_output_open_private(descriptor, in_folder("private"), &output, NULL);
        cd_outputs_settle();
        _exit(entries());
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    close(descriptor);
}

TEST(a_missing_folder_is_named)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(in_folder("no/file"), &output, &status), CD_IO);
    assert_non_null(strstr(status.text, "no/file: cannot write: No such file"));
    assert_int_equal(cd_output_open(folder, &output, &status), CD_IO);
    assert_int_equal(cd_output_open("", &output, &status), CD_USAGE);
}

TEST(an_option_names_a_file_the_standard_output_or_none)
{
    struct cd_output *output;
    assert_int_equal(cd_output_open_option(NULL, &output, NULL), CD_OK);
    assert_null(output);
    assert_int_equal(cd_output_open_option("-", &output, NULL), CD_OK);
    assert_ptr_equal(cd_output_stream(output), stdout);
    assert_int_equal(cd_output_keep(output, NULL), CD_OK);
    assert_int_equal(cd_output_commit(output, NULL), CD_OK);
    assert_true(fflush(stdout) == 0 && fileno(stdout) == STDOUT_FILENO); // is open still
    assert_int_equal(cd_output_open_option(in_folder("named"), &output, NULL), CD_OK);
    cd_output_abort(output);
    assert_int_equal(entries(), 0);
}

TEST(folders_are_made_where_they_are_missing)
{
    size_t made;
    struct cd_status status;
    assert_int_equal(cd_make_folder(in_folder("a"), &made, &status), CD_OK);
    assert_int_equal(made, strlen(in_folder("a")));
    assert_int_equal(cd_make_folder(in_folder("a/b/./c/"), &made, &status), CD_OK);
    assert_int_equal(made, strlen(in_folder("a/b")));
    cd_unmake_folder(in_folder("a/b/./c/"), made);
    assert_int_equal(rmdir(in_folder("a")), 0);
    assert_int_equal(cd_make_folder(in_folder("a/b/c/"), &made, &status), CD_OK);
    assert_int_equal(cd_make_folder(in_folder("a/b/c"), &made, &status), CD_OK);
    assert_int_equal(made, 0);
    cd_unmake_folder(in_folder("a/b/c"), made);
    write_file(in_folder("a/file"), "");
    assert_int_equal(cd_make_folder(in_folder("a/file/d"), &made, &status), CD_IO);
    assert_non_null(strstr(status.text, "a/file: cannot create the folder"));
    unlink(in_folder("a/file"));
    rmdir(in_folder("a/b/c"));
    rmdir(in_folder("a/b"));
    rmdir(in_folder("a"));
    assert_int_equal(entries(), 0);
}

void test_tear_down(void)
{
    assert_int_equal(rmdir(folder), 0);
}

void test_set_up(void)
{
    assert_non_null(mkdtemp(folder));
}
