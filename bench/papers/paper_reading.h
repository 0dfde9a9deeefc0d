/// What the parts of reading a paper share: where in the file they are, the paper that is being made, and
/// values of texts. Failures name file and line.
#ifndef CD_BENCH_PAPERS_PAPER_READING_H
#define CD_BENCH_PAPERS_PAPER_READING_H

#include "bench/papers/paper.h"
#include "bench/papers/paper_schema.h"

/// A paper with what holds its texts and arrays.
struct cd_held_paper {
    struct cd_paper paper; // first, so that the one is found from the other
    struct cd_yaml *yaml;
    char *path;
    void **blocks;
    size_t block_count, block_capacity;
};

struct cd_paper_reader {
    struct cd_held_paper *held;
    const struct cd_paper_entry *entry;
    char at[200]; ///< the item that is being read, such as "experiments[0].series[2]"
    struct cd_status *status;
};

/// Zeroed memory that lives as long as the paper.
void *cd_paper_hold(struct cd_paper_reader *reader, size_t count, size_t size);
/// A text that lives as long as the paper; printf's arguments.
const char *cd_paper_text(struct cd_paper_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Goes into an item, as in `at` = "experiments[0]"; returns what `cd_paper_leave` takes to come out again.
size_t cd_paper_enter(struct cd_paper_reader *reader, const char *list, uint32_t item);
void cd_paper_leave(struct cd_paper_reader *reader, size_t outside);

/// CD_DATA about a key of the item that is being read; "" for the item itself.
enum cd_code cd_paper_wrong(struct cd_paper_reader *reader, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Values of texts; NULL leaves `*value` as it is.
enum cd_code cd_paper_flag(struct cd_paper_reader *reader, const char *key, const char *text, bool *value);
enum cd_code cd_paper_number(struct cd_paper_reader *reader, const char *key, const char *text,
                             double *value);
enum cd_code cd_paper_count(struct cd_paper_reader *reader, const char *key, const char *text, uint64_t min,
                            uint64_t max, uint64_t *value);
/// The index of a text among `words`, ended by NULL.
enum cd_code cd_paper_choice(struct cd_paper_reader *reader, const char *key, const char *text,
                             const char *const *words, int *value);
/// Texts of `name=value`.
enum cd_code cd_paper_conditions(struct cd_paper_reader *reader, const char *key,
                                 const struct cd_text_list *list, struct cd_conditions *conditions);
/// A name of letters, digits, _ and -, as files and folders are called.
enum cd_code cd_paper_id(struct cd_paper_reader *reader, const char *key, const char *text);
/// A name that formulas can use: letters, digits and _, no digit first.
enum cd_code cd_paper_name(struct cd_paper_reader *reader, const char *key, const char *text);

/// An id of a series of the experiment; NULL is one too.
enum cd_code cd_paper_series(struct cd_paper_reader *reader, const char *key, const char *id,
                             const struct cd_experiment *experiment);
/// A column that rows of the experiment have; NULL is one too.
enum cd_code cd_paper_column(struct cd_paper_reader *reader, const char *key, const char *name,
                             const struct cd_experiment *experiment);
/// Conditions on rows of the experiment: their columns exist and their variables take those values.
enum cd_code cd_paper_where(struct cd_paper_reader *reader, const char *key, const struct cd_text_list *list,
                            const struct cd_experiment *experiment, struct cd_conditions *conditions);

/// The variable of a name, or NULL.
const struct cd_variable *cd_paper_variable(const struct cd_experiment *experiment, const char *name);

/// The two parts of a paper; experiments come first.
enum cd_code cd_paper_read_experiments(struct cd_paper_reader *reader);
enum cd_code cd_paper_read_claims(struct cd_paper_reader *reader);

#endif
