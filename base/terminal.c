#include "base/terminal.h"

#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MIN_COLUMNS = 40, USUAL_COLUMNS = 100, MAX_COLUMNS = 1000 };

/// Returns the number of columns that the user or the terminal gives; 0 if neither does.
static int known_columns(FILE *stream)
{
    struct winsize size = {0};
    const char *variable = getenv("COLUMNS");
    int descriptor = fileno(stream); // -1 for a stream in memory
    uint64_t columns;
    if (!variable || !cd_parse_unsigned(variable, &columns) || !columns)
        columns = isatty(descriptor) && !ioctl(descriptor, TIOCGWINSZ, &size) ? size.ws_col : 0;
    if (!columns)
        return 0;
    return columns < MIN_COLUMNS ? MIN_COLUMNS : columns > MAX_COLUMNS ? MAX_COLUMNS : (int)columns;
}

int cd_terminal_columns(FILE *stream)
{
    int columns = known_columns(stream);
    return columns ? columns : USUAL_COLUMNS;
}

int cd_terminal_width(FILE *stream)
{
    int columns = cd_terminal_columns(stream);
    return columns < USUAL_COLUMNS ? columns : USUAL_COLUMNS;
}

void cd_print_wrapped(FILE *stream, const char *text, int column, int indent, int width)
{
    if (column > indent) {
        fputc('\n', stream);
        column = 0;
    }
    fprintf(stream, "%*s", indent - column, "");
    column = indent;
    while (*text) {
        int length = (int)strcspn(text, " ");
        bool first = column == indent;
        if (!first && column + 1 + length > width) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        column += fprintf(stream, "%s%.*s", first ? "" : " ", length, text);
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', stream);
}

void cd_print_line(FILE *stream, int indent, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments), columns = known_columns(stream);
    va_end(arguments);
    CD_ASSERT(length >= 0);
    const char *rest = text;
    int room = columns;
    while (columns && (int)cd_count_characters(rest, strlen(rest)) > room) {
        const char *end = rest + strspn(rest, " ");
        end += strcspn(end, " "); // at least one word
        for (const char *next = end; *next && next - rest <= room; next += strcspn(next, " ")) {
            end = next;
            next += strspn(next, " ");
        }
        if (!*end)
            break;
        fprintf(stream, "%.*s\n%*s", (int)(end - rest), rest, indent, "");
        rest = end + strspn(end, " ");
        room = columns - indent;
    }
    fprintf(stream, "%s\n", rest);
    free(text);
}

bool cd_wants_colour(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if ((no_colour && *no_colour) || !terminal || !strcmp(terminal, "dumb"))
        return false;
    return isatty(fileno(stream));
}

/// A stream remembers that a write failed but not why. The pipe itself knows whether it still has a reader.
static bool reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && output.revents & (POLLERR | POLLHUP);
}

bool cd_is_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

enum cd_code cd_flush_stdout(struct cd_status *status)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return CD_OK;
    int reason = errno;
    if (reason == EPIPE || reader_is_gone())
        return CD_OK;
    return cd_fail(status, CD_IO, "cannot write to the standard output: %s",
                   reason ? strerror(reason) : "write error");
}
