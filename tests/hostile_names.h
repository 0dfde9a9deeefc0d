/// Names that somebody may give a mesh, a title or a field. They contain commands, control characters and bytes that
/// are not UTF-8. They are in tests/data/hostile_names.txt, one per line with bytes as \NNN, for tests in C and in
/// shell.
#ifndef CD_TESTS_HOSTILE_NAMES_H
#define CD_TESTS_HOSTILE_NAMES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTILE_NAME_BYTES 400

/// The file of the names; call it from the root of the repository.
static inline FILE *hostile_names_open(void)
{
    return fopen("tests/data/hostile_names.txt", "r");
}

/// Reads the next name; false after the last.
static inline bool hostile_names_next(FILE *file, char name[HOSTILE_NAME_BYTES])
{
    char line[HOSTILE_NAME_BYTES];
    if (!fgets(line, sizeof line, file))
        return false;
    line[strcspn(line, "\n")] = 0;
    for (const char *from = line; *from; name++) {
        char digits[4] = "";
        if (*from == '\\')
            memcpy(digits, from + 1, 3);
        *name = *digits ? (char)strtol(digits, NULL, 8) : *from;
        from += *digits ? 4 : 1;
    }
    *name = 0;
    return true;
}

#endif
