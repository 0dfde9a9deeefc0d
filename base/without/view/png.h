/// In the place of libpng's header where there is none, or where it is not wanted: it has no version.
#ifndef CD_BASE_WITHOUT_VIEW_PNG_H
#define CD_BASE_WITHOUT_VIEW_PNG_H

#include <stddef.h>

static inline const char *png_get_libpng_ver(const void *png)
{
    (void)png;
    return NULL;
}

#endif
