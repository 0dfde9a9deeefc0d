#include "bench/pages/html.h"

#include "base/quote.h"
#include "base/status.h"

#include <stdarg.h>
#include <string.h>

void cd_html(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (const char *at; (at = strchr(format, '%')); format = at + 1) {
        fwrite(format, 1, (size_t)(at - format), stream);
        const char *text;
        switch (*++at) {
        case 's':
            if ((text = va_arg(arguments, const char *)))
                cd_write_quoted(stream, CD_QUOTE_HTML, text);
            break;
        case 'z':
            at++;
            fprintf(stream, "%zu", va_arg(arguments, size_t));
            break;
        case 'd':
            fprintf(stream, "%d", va_arg(arguments, int));
            break;
        case 'g':
            fprintf(stream, "%.6g", va_arg(arguments, double));
            break;
        case '%':
            fputc('%', stream);
            break;
        default:
            CD_UNREACHABLE("a conversion that cd_html has");
        }
    }
    va_end(arguments);
    fputs(format, stream);
}

void cd_html_language(FILE *stream, const char *text)
{
    // Leading bytes of U+4E00 to U+9FFF in UTF-8.
    if (text && strpbrk(text, "\xe4\xe5\xe6\xe7\xe8\xe9"))
        fputs(" lang=\"zh\"", stream);
}

// ---- tables -----------------------------------------------------------------------------------------------

void cd_html_table(FILE *stream, const char *caption, bool sortable, const char *const *heads)
{
    cd_html(stream, "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Table: %s\">\n",
            caption);
    fputs(sortable ? "<table class=\"sortable\">\n" : "<table>\n", stream);
    cd_html(stream, "<caption><span>%s</span></caption>\n<thead><tr>", caption);
    for (size_t i = 0; heads[i]; i++)
        cd_html(stream, "<th scope=\"col\">%s</th>", heads[i]);
}

void cd_html_table_body(FILE *stream)
{
    fputs("</tr></thead>\n<tbody>\n", stream);
}

void cd_html_table_end(FILE *stream)
{
    fputs("</tbody>\n</table>\n</div>\n", stream);
}
