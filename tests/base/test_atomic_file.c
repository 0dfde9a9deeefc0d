/// Output files appear whole or not at all.
#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "tests/scratch_folder.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/// Every test has a folder of its own.
void test_after(void)
{
    test_tear_down();
    test_set_up();
}

static void assert_content(const char *name, const char *expected)
{
    char *text = scratch_read(name);
    assert_string_equal(text, expected);
    free(text);
}

static struct cd_output *opened(const char *path)
{
    struct cd_output *output;
    assert_int_equal(cd_output_open(path, &output, NULL), CD_OK);
    return output;
}

static void write_file(const char *path, const char *text)
{
    struct cd_output *output = opened(path);
    fputs(text, cd_output_stream(output));
    assert_int_equal(cd_output_commit(output, NULL), CD_OK);
}

/// Runs a function in a child process.
static void run_apart(void (*function)(void))
{
    int result;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        function();
        cd_outputs_settle();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
}

TEST(a_file_appears_only_when_committed)
{
    const char *path = scratch_path("late");
    struct cd_output *output = opened(path);
    fputs("whole\n", cd_output_stream(output));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(cd_output_commit(output, NULL), CD_OK);
    output = opened(path);
    fputs("new", cd_output_stream(output));
    cd_output_abort(output);
    assert_content("late", "whole\n");
    assert_int_equal(scratch_entries(scratch), 1);
}

TEST(a_size_limit_is_an_error_and_leaves_nothing)
{
    struct cd_output *output = opened(scratch_path("large"));
    struct cd_status status;
    rlim_t usual = scratch_limit(4096);
    for (int i = 0; i < 10000; i++)
        fputs("0123456789", cd_output_stream(output));
    enum cd_code code = cd_output_commit(output, &status);
    scratch_limit(usual);
    assert_int_equal(code, CD_IO);
    assert_non_null(strstr(status.text, "large: cannot write"));
    assert_int_equal(scratch_entries(scratch), 0);
}

TEST(a_full_device_is_an_error_and_stays_a_device)
{
    for (int early = 0; early < 2; early++) { // a stream that has failed no longer says why
        struct cd_output *output = opened("/dev/full");
        struct cd_status status;
        struct stat information;
        fputs("x", cd_output_stream(output));
        assert_true(!early || fflush(cd_output_stream(output)) == EOF);
        assert_int_equal(cd_output_commit(output, &status), CD_IO);
        assert_string_equal(status.text, "/dev/full: cannot write: No space left on device");
        assert_int_equal(stat("/dev/full", &information), 0);
        assert_true(S_ISCHR(information.st_mode));
    }
}

TEST(a_link_stays_a_link)
{
    write_file(scratch_path("target"), "old");
    assert_int_equal(symlink("target", scratch_path("link")), 0);
    write_file(scratch_path("link"), "new");
    struct stat information;
    assert_int_equal(lstat(scratch_path("link"), &information), 0);
    assert_true(S_ISLNK(information.st_mode));
    assert_content("target", "new");
}

static void leave_unfinished(void)
{
    struct cd_output *output;
    int descriptor = open(scratch, O_RDONLY | O_DIRECTORY);
    cd_output_open(scratch_path("childs"), &output, NULL);
    cd_output_open_private(descriptor, scratch_path("private"), &output, NULL);
    if (scratch_entries(scratch) != 3)
        _exit(1);
}

TEST(an_exit_leaves_no_unfinished_file)
{
    struct cd_output *mine = opened(scratch_path("mine"));
    run_apart(leave_unfinished);
    assert_int_equal(scratch_entries(scratch), 1); // the parent's own file is left alone
    assert_int_equal(cd_output_commit(mine, NULL), CD_OK);
}

static bool finishes;

static void keep_and_write_more(void)
{
    struct cd_output *output = opened(scratch_path("kept"));
    fputs("kept", cd_output_stream(output));
    cd_output_keep(output, NULL);
    fputs(" and more", cd_output_stream(output));
    fflush(cd_output_stream(output));
    if (finishes)
        cd_output_finish(output, NULL);
}

TEST(what_is_kept_survives_an_early_end)
{
    for (int i = 0; i < 2; i++) {
        finishes = i;
        run_apart(keep_and_write_more);
        assert_int_equal(scratch_entries(scratch), 1);
        assert_content("kept", finishes ? "kept and more" : "kept");
        unlink(scratch_path("kept"));
    }
}

TEST(a_private_file_is_the_users_alone_and_replaces_a_link)
{
    struct cd_output *output;
    struct stat information;
    int descriptor = open(scratch, O_RDONLY | O_DIRECTORY);
    write_file(scratch_path("precious"), "mine");
    assert_int_equal(symlink("precious", scratch_path("private")), 0);
    mode_t usual = umask(0);
    assert_int_equal(cd_output_open_private(descriptor, scratch_path("private"), &output, NULL), CD_OK);
    close(descriptor);
    umask(usual);
    fputs("new", cd_output_stream(output));
    assert_int_equal(cd_output_commit(output, NULL), CD_OK);
    assert_content("precious", "mine");
    assert_content("private", "new");
    assert_int_equal(lstat(scratch_path("private"), &information), 0);
    assert_int_equal(information.st_mode, S_IFREG | 0600);
    assert_int_equal(scratch_entries(scratch), 2);
}

TEST(a_missing_folder_is_named)
{
    struct cd_output *output;
    struct cd_status status;
    assert_int_equal(cd_output_open(scratch_path("no/file"), &output, &status), CD_IO);
    assert_non_null(strstr(status.text, "no/file: cannot write: No such file"));
    assert_int_equal(cd_output_open(scratch, &output, &status), CD_IO);
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
    assert_int_equal(cd_output_open_option(scratch_path("named"), &output, NULL), CD_OK);
    cd_output_abort(output);
    assert_int_equal(scratch_entries(scratch), 0);
}

TEST(folders_are_made_where_they_are_missing)
{
    size_t made;
    struct cd_status status;
    assert_int_equal(cd_make_folder(scratch_path("a"), &made, &status), CD_OK);
    assert_int_equal(made, strlen(scratch_path("a")));
    assert_int_equal(cd_make_folder(scratch_path("a/b/./c/"), &made, &status), CD_OK);
    assert_int_equal(made, strlen(scratch_path("a/b")));
    cd_unmake_folder(scratch_path("a/b/./c/"), made);
    assert_int_equal(rmdir(scratch_path("a")), 0);
    assert_int_equal(cd_make_folder(scratch_path("a/b/c/"), &made, &status), CD_OK);
    assert_int_equal(cd_make_folder(scratch_path("a/b/c"), &made, &status), CD_OK);
    assert_int_equal(made, 0);
    cd_unmake_folder(scratch_path("a/b/c"), made);
    write_file(scratch_path("a/file"), "");
    assert_int_equal(cd_make_folder(scratch_path("a/file/d"), &made, &status), CD_IO);
    assert_non_null(strstr(status.text, "a/file: cannot create the folder"));
}
