#include "bench/papers/warnings.h"

#include "base/memory.h"

#include <string.h>

bool cd_warnings_add(struct cd_warnings *warnings, const char *line)
{
    for (size_t i = 0; i < warnings->lines.count; i++)
        if (!strcmp(warnings->lines.items[i], line))
            return false;
    cd_texts_add(&warnings->lines, cd_duplicate(line));
    return true;
}

void cd_warnings_release(struct cd_warnings *warnings)
{
    for (size_t i = 0; i < warnings->lines.count; i++)
        cd_free((void *)warnings->lines.items[i]);
    cd_texts_release(&warnings->lines);
}
