#include "base/terminal.h"

#include "base/text.h"

#include <errno.h>
#include <limits.h>
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

/// Prints words, with the blanks between them, in lines that end before `width`, each but the first from column `indent`
/// on. The cursor is at `column`. Ends the line.
static void print_words(FILE *stream, const char *text, int column, int indent, int width)
{
    for (bool first = true; text[strspn(text, " ")]; first = false) {
        int blanks = (int)strspn(text, " "), bytes = (int)strcspn(text + blanks, " ");
        int length = (int)cd_count_characters(text + blanks, (size_t)bytes);
        if (!first && column + blanks + length > width) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
            text += blanks;
            blanks = 0;
        }
        fprintf(stream, "%.*s", blanks + bytes, text);
        column += blanks + length;
        text += blanks + bytes;
    }
    fputc('\n', stream);
}

void cd_print_wrapped(FILE *stream, const char *text, int column, int indent, int width)
{
    if (column > indent)
        fputc('\n', stream);
    fprintf(stream, "%*s", column > indent ? indent : indent - column, "");
    print_words(stream, text, indent, indent, width);
}

void cd_print_line(FILE *stream, int indent, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    CD_ASSERT(vasprintf(&text, format, arguments) >= 0);
    va_end(arguments);
    int columns = known_columns(stream);
    print_words(stream, text, 0, indent, columns ? columns : INT_MAX);
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
