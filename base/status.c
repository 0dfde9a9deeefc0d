#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum cd_code cd_fail(struct cd_status *status, enum cd_code code, const char *format, ...)
{
    if (!status)
        return code;
    status->code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(status->text, sizeof status->text, format, arguments);
    va_end(arguments);
    return code;
}

void cd_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "cdbench: internal error: %s does not hold (%s:%d); please report this\n", condition,
            file, line);
    abort();
}
