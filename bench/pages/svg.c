#include "bench/pages/svg.h"

#include "bench/pages/html.h"

#include <stdbool.h>
#include <string.h>

/// The elements and attributes that are kept. Of any other element, neither the tags nor the content are kept.
static const char elements[] =
    " g defs path rect circle use polygon polyline line ellipse pattern text tspan ";
static const char attributes[] =
    " id d x y x1 y1 x2 y2 cx cy r rx ry dx dy width height points transform fill fill-opacity fill-rule "
    "stroke "
    "stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray opacity color font-family "
    "font-size font-style font-weight text-anchor baseline-shift shape-rendering patternUnits xml:space "
    "xlink:href style ";

struct tag {
    const char *name; ///< after < or </
    size_t name_bytes;
    bool closing, empty;
    const char *rest; ///< its attributes
    const char *end;  ///< after >
};

static bool is_listed(const char *list, const char *word, size_t bytes)
{
    for (const char *at = list; bytes && (at = strstr(at, " ")); at++)
        if (!strncmp(at + 1, word, bytes) && at[bytes + 1] == ' ')
            return true;
    return false;
}

/// Reads the tag at `at`. False if the tag does not end.
static bool read_tag(const char *at, struct tag *tag)
{
    char quote = 0;
    tag->closing = at[1] == '/';
    tag->name = at + 1 + tag->closing;
    tag->name_bytes = strcspn(tag->name, " \t\r\n/>");
    tag->rest = tag->name + tag->name_bytes;
    for (at = tag->rest; *at && (quote || *at != '>'); at++)
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
    tag->empty = at[-1] == '/';
    tag->end = at + 1;
    return *at;
}

/// Writes an attribute. Names that it defines or uses within the picture get the picture's number.
static void write_attribute(FILE *stream, const char *name, size_t name_bytes, const char *value,
                            size_t bytes, char quote, size_t number)
{
    bool id = name_bytes == 2 && !strncmp(name, "id", 2),
         link = name_bytes == 10 && !strncmp(name, "xlink:href", 10);
    const char *url = memmem(value, bytes, "url(", 4);
    if (!is_listed(attributes, name, name_bytes) || memchr(value, '<', bytes) || (link && *value != '#') ||
        (url && url[4] != '#'))
        return;
    size_t head = id ? 0 : link ? 1 : url ? (size_t)(url - value) + 5 : bytes;
    fprintf(stream, " %.*s=%c%.*s", (int)name_bytes, name, quote, (int)head, value);
    if (head < bytes)
        fprintf(stream, "p%zu-%.*s", number, (int)(bytes - head), value + head);
    fputc(quote, stream);
}

/// Writes the attributes of a tag, and finds the point whose tip the tag has.
static bool write_attributes(FILE *stream, const struct tag *tag, size_t number, size_t *series,
                             size_t *point)
{
    bool found = false;
    for (const char *at = tag->rest;;) {
        at += strspn(at, " \t\r\n");
        size_t bytes = strcspn(at, "=\"' \t\r\n/>");
        const char *value = at + bytes + strspn(at + bytes, "= \t\r\n");
        char quote = *value++;
        if (!bytes || (quote != '"' && quote != '\''))
            return found;
        const char *end = memchr(value, quote, (size_t)(tag->end - value));
        if (!end)
            return found;
        const char *tip = strstr(value, "'tip ");
        write_attribute(stream, at, bytes, value, (size_t)(end - value), quote, number);
        if (*at == 'o' && tip && tip < end)
            found = sscanf(tip, "'tip %zu %zu'", series, point) == 2;
        at = end + 1;
    }
}

/// The end of an element that is left out.
static const char *skip(const struct tag *tag)
{
    if (tag->closing || tag->empty || *tag->name == '?' || *tag->name == '!')
        return tag->end;
    const char *at = tag->end;
    struct tag other;
    while ((at = strchr(at, '<')) && read_tag(at, &other)) {
        if (other.closing && other.name_bytes == tag->name_bytes &&
            !strncmp(other.name, tag->name, tag->name_bytes))
            return other.end;
        at = other.end;
    }
    return NULL;
}

void cd_svg_embed(FILE *stream, const char *svg, size_t number, const char *label,
                  void (*tell)(FILE *stream, const void *user, size_t series, size_t point), const void *user)
{
    const char *box = strstr(svg, "viewBox=\"");
    int width = 0, height = 0;
    struct tag tag;
    if (!box || sscanf(box, "viewBox=\"0 0 %d %d\"", &width, &height) != 2)
        return;
    cd_html(stream, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", width, height, label);
    const char *next, *at = strchr(box, '>');
    at = at ? at + 1 : NULL;
    while (at && (next = strchr(at, '<')) && read_tag(next, &tag)) {
        size_t series, point;
        fprintf(stream, "%.*s", (int)(next - at), at);
        if (!is_listed(elements, tag.name, tag.name_bytes)) {
            at = skip(&tag);
            continue;
        }
        at = tag.end;
        fprintf(stream, "<%s%.*s", tag.closing ? "/" : "", (int)tag.name_bytes, tag.name);
        bool tip = !tag.closing && write_attributes(stream, &tag, number, &series, &point) && !tag.empty;
        fputs(tip ? " class=\"tip\"><title>" : tag.empty ? "/>" : ">", stream);
        if (tip) {
            tell(stream, user, series, point);
            fputs("</title>", stream);
        }
    }
    fputs("</svg>\n", stream);
}
