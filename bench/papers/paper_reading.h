/// What experiments and claims in the file of a paper have in common: names that one part uses of another.
/// What is wrong is kept by base/yaml.h.
#ifndef CD_BENCH_PAPERS_PAPER_READING_H
#define CD_BENCH_PAPERS_PAPER_READING_H

#include "base/yaml.h"
#include "bench/papers/paper.h"

/// A name of letters, digits, _ and -, as files and folders are called.
const char *cd_paper_id(const struct cd_yaml_node *node, const char *key);
/// A list of texts; none where there is no list.
struct cd_words cd_paper_words(const struct cd_yaml_node *node, const char *key);
/// An id of a series of the experiment; NULL where there is none.
const char *cd_paper_series(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment);
/// A column that rows of the experiment have; NULL where there is none.
const char *cd_paper_column(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment);
/// Conditions on rows of the experiment: their columns exist and their variables take those values.
struct cd_conditions cd_paper_where(const struct cd_yaml_node *node, const char *key,
                                    const struct cd_experiment *experiment);
/// Entries of a list differ in the text of a key; `absent` is that of entries without it.
void cd_paper_refuse_twice(const struct cd_yaml_node *node, const char *list, const char *key,
                           const char *absent);

/// Reads the claims of the file into the paper, whose experiments are there.
void cd_paper_read_claims(const struct cd_yaml_node *top, struct cd_paper *paper);

#endif
