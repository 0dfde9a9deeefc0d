#include "bench/cache_folder.h"

#include <stdio.h>
#include <stdlib.h>

bool cd_cache_folder(char *folder, size_t bytes)
{
    const char *chosen = getenv("CDBENCH_CACHE"), *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;
    if (chosen && *chosen)
        length = snprintf(folder, bytes, "%s", chosen);
    else if (base && *base == '/') // the standard has relative ones ignored
        length = snprintf(folder, bytes, "%s/cdbench", base);
    else if (home && *home)
        length = snprintf(folder, bytes, "%s/.cache/cdbench", home);
    else
        return false;
    return length > 0 && (size_t)length < bytes;
}
