#include "base/status.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum cd_code cd_fail(struct cd_status *status, enum cd_code code, const char *format, ...)
{
    if (!status)
        return code;
    status->code = code;
    char line[sizeof status->text + 4]; // a text cut within a character is cut again before it
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    cd_escape(line, status->text, sizeof status->text);
    return code;
}

void cd_tell(void (*warn)(void *user, const char *line), void *user, const char *format, ...)
{
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    warn(user, line);
}

void cd_print_warning(const char *line)
{
    fprintf(stderr, "cdbench: warning: %s\n", cd_shown_text(line).text);
}

void cd_hear_warning(void *unused, const char *line)
{
    (void)unused;
    cd_print_warning(line);
}

void cd_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "cdbench: internal error: %s does not hold (%s:%d); please report this\n", condition,
            file, line);
    abort();
}
