// What reaches a page: our own markup, texts that are only texts, and only the drawing of a picture.
#include "bench/pages/html.h"
#include "bench/pages/svg.h"
#include "tests/test.h"

static char *result;
static size_t bytes;

static FILE *begin(void)
{
    free(result);
    return open_memstream(&result, &bytes);
}

static void tell(FILE *stream, const void *user, size_t series, size_t point)
{
    cd_html(stream, "%s%zu of %zu", (const char *)user, point, series);
}

static void embed(const char *svg)
{
    FILE *stream = begin();
    cd_svg_embed(stream, svg, 7, "a \"picture\"", tell, "<point>");
    fclose(stream);
}

TEST(texts_are_escaped_and_numbers_are_short)
{
    FILE *stream = begin();
    cd_html(stream, "<p title=\"%s\">%s 100%%, %zu, %d, %g</p>", "\" onload='x", "<b>&\n", (size_t)3, -4,
            0.1234567);
    fclose(stream);
    assert_string_equal(result,
                        "<p title=\"&#34; onload=&#39;x\">&#60;b&#62;&#38;  100%, 3, -4, 0.123457</p>");
}

TEST(quotations_in_chinese_say_so)
{
    FILE *stream = begin();
    cd_html_language(stream, "树更快");
    cd_html_language(stream, "grüße - déjà");
    cd_html_language(stream, NULL);
    fclose(stream);
    assert_string_equal(result, " lang=\"zh\"");
}

TEST(a_drawing_is_kept_and_its_names_are_its_own)
{
    embed("<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 30 20\" "
          "xmlns=\"http://www.w3.org/2000/svg\"><title>G</title>"
          "<circle id='dot' r='1'/><polygon fill = 'url(#pat)' points = '1,2'/><use xlink:href='#dot'/>"
          "<text>a &lt; b</text></svg>");
    assert_string_equal(result, "<svg viewBox=\"0 0 30 20\" role=\"img\" aria-label=\"a &#34;picture&#34;\">"
                                "<circle id='p7-dot' r='1'/><polygon fill='url(#p7-pat)' points='1,2'/>"
                                "<use xlink:href='#p7-dot'/><text>a &lt; b</text></svg>\n");
}

TEST(a_point_tells_what_is_there)
{
    embed("<svg viewBox=\"0 0 30 20\"><g onmousemove=\"gnuplot_svg.showHypertext(evt,'tip 3 17')\" "
          "onmouseout=\"x\">"
          "<title> </title><use opacity='0.00'/></g></svg>");
    assert_non_null(
        strstr(result, "<g class=\"tip\"><title>&#60;point&#62;17 of 3</title><use opacity='0.00'/></g>"));
}

TEST(nothing_else_of_a_picture_is_kept)
{
    embed("<svg viewBox=\"0 0 30 20\"><script>alert(1)</script><g onload=\"alert(2)\"><a "
          "xlink:href=\"https://x\">y</a>"
          "<use xlink:href=\"https://x#a\" fill=\"url(https://x)\"/><image "
          "href=\"x\"/><style>*{}</style><foreignObject>");
    assert_string_equal(strchr(result, '>'), "><g><use/></svg>\n");
    embed("no picture");
    assert_string_equal(result, "");
    embed("<svg viewBox=\"0 0 30 20\"><g id='");
    assert_string_equal(strchr(result, '>'), "></svg>\n");
}
