#include "base/terminal.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cd_terminal_width(FILE *stream)
{
    struct winsize size;
    int descriptor = fileno(stream);
    if (!isatty(descriptor) || ioctl(descriptor, TIOCGWINSZ, &size) || size.ws_col >= 100 || !size.ws_col)
        return 100;
    return size.ws_col < 60 ? 60 : size.ws_col;
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
