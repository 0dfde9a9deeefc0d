/// Writes HTML. Texts that others wrote (papers, results, packs, names of folders) reach a page only through `%s`,
/// which escapes them. Only the format contains markup, and it is a constant.
///
///     cd_html(stream, "<p>%s: %zu claims</p>\n", paper->title, paper->claim_count);
#ifndef CD_BENCH_PAGES_HTML_H
#define CD_BENCH_PAGES_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Writes the format unchanged except for `%s`, an escaped text (nothing for NULL), `%zu`, `%d`, `%g`, a number of six
/// digits, and `%%`.
void cd_html(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Writes the attribute ` lang="zh"` for a quotation in Chinese; writes nothing for other texts.
void cd_html_language(FILE *stream, const char *text);

/// Begins a table with a caption, in a box of its own that scrolls when it is too wide. Writes the heads of its first
/// columns, up to NULL; more may follow. cd_html_table_body ends the heads, cd_html_table_end the table. The reader can
/// sort and filter the rows of a `sortable` table.
void cd_html_table(FILE *stream, const char *caption, bool sortable, const char *const *heads);
void cd_html_table_body(FILE *stream);
void cd_html_table_end(FILE *stream);

#endif
