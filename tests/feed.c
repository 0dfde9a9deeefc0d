/// Feeds a target without libFuzzer: the files that are given, or all that the tree keeps for it.
#include "fuzz/fuzz.h"

#include <glob.h>

static void feed(const char *path)
{
    FILE *file = fopen(path, "r");
    struct stat facts;
    if (!file || fstat(fileno(file), &facts)) {
        perror(path);
        exit(CD_IO);
    }
    size_t size = (size_t)facts.st_size;
    uint8_t *data = malloc(size ? size : 1); // of this size, for the sanitizers
    CD_ASSERT(fread(data, 1, size, file) == size);
    fclose(file);
    fprintf(stderr, "%s\n", path); // the last one is what failed
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv)
{
    glob_t kept = {0};
    char pattern[PATH_MAX];
    const char *slash = strrchr(argv[0], '/');
    snprintf(pattern, sizeof pattern, "fuzz/corpus/%s/*", slash ? slash + 1 : argv[0]);
    if (argc == 1 && glob(pattern, 0, NULL, &kept)) {
        fprintf(stderr, "%s: none is there; run it from the repository's root\n", pattern);
        return CD_IO;
    }
    for (size_t i = 0; i < kept.gl_pathc; i++)
        feed(kept.gl_pathv[i]);
    for (int i = 1; i < argc; i++)
        feed(argv[i]);
    globfree(&kept);
    return CD_OK;
}
