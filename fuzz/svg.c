/// Pictures that are put into pages. Whatever they contain, a page gets no script, no handler and no external link.
#include "bench/pages/svg.h"
#include "fuzz/fuzz.h"

static void tell(FILE *stream, const void *user, size_t series, size_t point)
{
    (void)user;
    fprintf(stream, "%zu %zu", series, point);
}

static bool is_in_tag(const char *page, const char *place)
{
    char quote = 0;
    bool tag = false;
    for (; page < place; page++)
        if (quote)
            quote = *page == quote ? 0 : quote;
        else if (*page == '<' || *page == '>')
            tag = *page == '<';
        else if (tag && (*page == '"' || *page == '\''))
            quote = *page;
    return tag && !quote;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *svg = fuzz_text(data, size), *page = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&page, &bytes);
    cd_svg_embed(stream, svg, 7, "a picture", tell, NULL);
    fclose(stream);
    CD_ASSERT(!strstr(page, "<script") && !strstr(page, "<image") && !strstr(page, "<a"));
    for (const char *at = page; (at = strstr(at, " xlink:href=")); at++)
        CD_ASSERT(at[13] == '#' || !is_in_tag(page, at));
    free(page);
    free(svg);
    return 0;
}
