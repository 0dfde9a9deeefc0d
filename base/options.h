/// Command-line options, declared in a table that also makes the help:
///
///     struct info_values {
///         bool json;
///         struct cd_number frames;
///     };
///     static const struct cd_option info_options[] = {
///         {"json", CD_OPTION_FLAG, NULL, offsetof(struct info_values, json), 0, 0, "print JSON"},
///         {"frames", CD_OPTION_NUMBER, "N", offsetof(struct info_values, frames), 1, 1e9, "how many"},
///         CD_OPTION_END,
///     };
///
/// Accepted are `--name value`, `--name=value` and `--name` for flags, in any order and mixed with operands;
/// after `--` everything is an operand. Of an option given twice the last value counts, except for lists.
#ifndef CD_BASE_OPTIONS_H
#define CD_BASE_OPTIONS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// What an option's value is, and the type of the member at `offset` that receives it.
enum cd_option_kind {
    CD_OPTION_FLAG,    ///< bool: true when given
    CD_OPTION_TEXT,    ///< const char *: points into argv, NULL when not given
    CD_OPTION_LIST,    ///< struct cd_texts: every value given, in order
    CD_OPTION_NAMED,   ///< struct cd_texts: two words each time, a name and a value, one after the other
    CD_OPTION_NUMBER,  ///< struct cd_number: an unsigned integer in [least, most]
    CD_OPTION_REAL,    ///< double: in [least, most]
    CD_OPTION_SECONDS, ///< double: a duration typed as 10, 10s, 500ms or 2m, in [least, most] seconds
    CD_OPTION_PERCENT, ///< double: a share typed as 2.5 or 2.5%, in [least, most] percent; 2.5 gives 0.025
    CD_OPTION_CHOICE,  ///< int: index of the word among `argument`, which lists them between bars
};

struct cd_option {
    const char *name; ///< without the dashes
    enum cd_option_kind kind;
    const char *argument; ///< how help calls the value; the words of a choice
    size_t offset;        ///< of the member in the command's struct of values
    double min, max;      ///< range of numbers and durations, inclusive
    const char *help; ///< one or more sentences; wrapped where printed. NULL keeps the option out of sight
};

#define CD_OPTION_END                                                                                        \
    {                                                                                                        \
        NULL, CD_OPTION_FLAG, NULL, 0, 0, 0, NULL                                                            \
    }

/// Texts of a list option or operands; the array is freed by `cd_options_release` or `cd_texts_release`, the
/// texts belong to argv. Texts of somebody's own are freed with it by `cd_texts_free`.
struct cd_texts {
    size_t count, capacity;
    const char **items;
};

/// An integer option: `value` keeps what the caller initialised it to unless the option was given.
struct cd_number {
    bool given;
    uint64_t value;
};

/// What a command was called with.
struct cd_call {
    int argc; ///< argv[0] is the command's name
    char **argv;
    void *values; ///< the command's own
    struct cd_texts operands;
};

/// A command of the program, as its help and its messages need it.
struct cd_command {
    const char *name;
    const char *title;               ///< one line, as `help` lists it
    const char *operands;            ///< how the usage line calls them; NULL when there are none
    const struct cd_option *common;  ///< options that commands share, ended likewise; NULL for none. Their
                                     ///< values are the first member of the command's
    const struct cd_option *options; ///< its own, ended by CD_OPTION_END; NULL for none
    bool is_program;   ///< a program of its own: help and messages do not put "cdbench" in front
    const char *notes; ///< below the options: paragraphs, and lines kept by a blank in front; NULL for none

    void *values; ///< the struct that receives the options, with their defaults; NULL for none

    /// Runs with what was given. Returns the exit code; unless it is CD_OK, `status` holds the line for the
    /// user, or an empty text when everything has been said. Data go to stdout; warnings and progress to
    /// stderr.
    enum cd_code (*run)(const struct cd_call *call, struct cd_status *status);
};

/// The i-th option of a command, those shared with other commands first; NULL past the end.
const struct cd_option *cd_option_at(const struct cd_command *command, size_t i);

/// The i-th option that help lists: --help is the last, hidden ones are left out. NULL past the end.
const struct cd_option *cd_option_listed(const struct cd_command *command, size_t i);

/// Sets how help writes the option's value, NULL for a flag. Returns the help text, to be freed by `cd_free`; it lists
/// the words of a choice if they are too long for the line.
char *cd_option_describe(const struct cd_option *option, const char **argument);

/// Reads argv[1] .. argv[argc-1] into `values` (initialised by the caller to the defaults) and the operands
/// (`operands` may be NULL for a command that takes none). CD_USAGE names the nearest option, the valid words
/// or the range. Release `values` and `operands` in either case.
enum cd_code cd_options_parse(const struct cd_command *command, int argc, char **argv, void *values,
                              struct cd_texts *operands, struct cd_status *status);

/// True when `--help` or `-h` occurs as an option (not as another option's value); main then prints the help
/// and the command is not run.
bool cd_options_want_help(const struct cd_command *command, int argc, char **argv);

/// Prints usage, title, options and notes of a command, in at most 80 columns.
void cd_options_print_help(const struct cd_command *command, FILE *stream);

/// Frees the lists in `values`.
void cd_options_release(const struct cd_command *command, void *values);

void cd_texts_add(struct cd_texts *texts, const char *text);
/// Adds a text of somebody's own, as printf writes it.
void cd_texts_print(struct cd_texts *texts, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Adds a copy of a text; false where the text is there already.
bool cd_texts_add_new(struct cd_texts *texts, const char *text);
void cd_texts_release(struct cd_texts *texts);
void cd_texts_free(struct cd_texts *texts);

/// Reads a duration such as 10, 10s, 500ms or 2m in seconds; false when it is not one.
bool cd_parse_seconds(const char *text, double *seconds);

#endif
