/// Loaded before the program (LD_PRELOAD). Replaces Assimp's reader and does what READER_DOES names: what a file might
/// do if its author had found a security hole. The message with which it fails says what the system let it do.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct aiScene;

static char message[200];

static void note(const char *what, int result)
{
    if (result >= 0)
        snprintf(message + strlen(message), sizeof message - strlen(message), " %s", what);
}

static void try_everything(void)
{
    strcpy(message, "it could:");
    note("write", open("written", O_WRONLY | O_CREAT, 0600));
    note("truncate", open("precious", O_RDWR | O_TRUNC));
    note("unlink", unlink("precious"));
    note("rename", rename("precious", "gone"));
    note("chmod", chmod("precious", 0777));
    note("link", symlink("precious", "link"));
    note("folder", mkdir("folder", 0700));
    note("socket", socket(AF_INET, SOCK_STREAM, 0));
    note("local-socket", socket(AF_UNIX, SOCK_STREAM, 0));
    note("speak", (int)write(STDERR_FILENO, "hear me\n", 8));
    note("kill", kill(getppid(), 0));
    note("signal-by-pipe", fcntl(STDERR_FILENO, F_SETOWN, getppid()));
    note("fork", fork());
    note("spawn", -posix_spawn(&(pid_t){0}, "/bin/true", NULL, NULL, (char *[]){"true", NULL}, environ));
    note("exec", execl("/bin/true", "true", (char *)NULL));
}

const struct aiScene *aiImportFile(const char *path, unsigned flags)
{
    const char *does = getenv("READER_DOES");
    (void)path, (void)flags;
    if (!strcmp(does, "crash"))
        raise(SIGSEGV);
    else if (!strcmp(does, "abort"))
        abort();
    else if (!strcmp(does, "exit"))
        exit(0);
    else if (!strcmp(does, "eat"))
        for (void *block = ""; block;)
            block = malloc(1 << 20);
    else
        try_everything();
    return NULL;
}

const char *aiGetErrorString(void)
{
    return message;
}
