/// Parameters of algorithms, mesh generators, motions and scenes, and their values: declared in a table,
/// typed by users as `key=value`.
///
///     static const struct cd_param image_cd_params[] = {
///         CD_PARAM_CHOICE("layers", "nearfar", "nearfar|peel", "which edges of a pixel are tested"),
///         CD_PARAM_INT("resolution", "256", 16, 4096, "pixels along each side of the view"),
///         CD_PARAM_END,
///     };
#ifndef CD_BASE_PARAMETERS_H
#define CD_BASE_PARAMETERS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cd_param_kind {
    CD_KIND_INT,
    CD_KIND_REAL,
    CD_KIND_CHOICE,
    CD_KIND_WORDS, ///< a choice of one or several words, joined by "+"
};

/// One parameter. A choice lists its words between bars.
struct cd_param {
    const char *name;
    enum cd_param_kind kind;
    /// As typed. For what is worked out where the user gives nothing: how lists show it in angle brackets,
    /// such as "<one per mesh>"; the value is then 0.
    const char *default_text;
    double min, max;     ///< inclusive range of numbers
    const char *choices; ///< of a whole number: words that may stand instead, for -1, -2 and so on
    const char *help;
    /// Of a choice: the table of parameters that are there only while `word` is chosen, or NULL. May be NULL.
    const struct cd_param *(*brings)(const char *word);
};

/// A default that code also reckons with, as text: with `#define SIZE 20`, CD_PARAM_TEXT(SIZE) is "20".
#define CD_PARAM_TEXT(...)    CD_PARAM_TEXT_OF(__VA_ARGS__)
#define CD_PARAM_TEXT_OF(...) #__VA_ARGS__

#define CD_PARAM_INT(name, default_text, min, max, help)                                                     \
    {                                                                                                        \
        name, CD_KIND_INT, default_text, min, max, NULL, help, NULL                                          \
    }
#define CD_PARAM_REAL(name, default_text, min, max, help)                                                    \
    {                                                                                                        \
        name, CD_KIND_REAL, default_text, min, max, NULL, help, NULL                                         \
    }
#define CD_PARAM_SEED(name, help) CD_PARAM_INT(name, "1", 0, 0x1p63, help)
#define CD_PARAM_CHOICE(name, default_text, choices, help)                                                   \
    {                                                                                                        \
        name, CD_KIND_CHOICE, default_text, 0, 0, choices, help, NULL                                        \
    }
#define CD_PARAM_END CD_PARAM_INT(NULL, NULL, 0, 0, NULL)

/// The values of all parameters of one instance; opaque.
struct cd_settings;

/// True when values are words from a list.
static inline bool cd_param_is_choice(const struct cd_param *param)
{
    return param->kind == CD_KIND_CHOICE || param->kind == CD_KIND_WORDS;
}

/// What is wrong with a parameter's record (no name, a default outside its own range...), or NULL.
const char *cd_param_fault(const struct cd_param *param);

/// The defaults of one or more tables, each ended by CD_PARAM_END and living as long as the settings. Records
/// are without fault and no two of them have one name (asserted).
struct cd_settings *cd_settings_create(const struct cd_param *const *tables, size_t table_count);
struct cd_settings *cd_settings_copy(const struct cd_settings *settings);
void cd_settings_destroy(struct cd_settings *settings);

/// Sets one value from text; CD_USAGE names the valid keys, words or range. `owner` is the name to blame. A
/// choice that brings parameters replaces those that its last word brought, so it is to be set before them.
enum cd_code cd_settings_set(struct cd_settings *settings, const char *owner, const char *key,
                             const char *value, struct cd_status *status);

/// Sets "key=value:key=value...", in any order; CD_USAGE as above.
enum cd_code cd_settings_apply(struct cd_settings *settings, const char *owner, const char *text,
                               struct cd_status *status);

/// Makes the settings of tables from "NAME" or "NAME:key=value:key=value..."; CD_USAGE as above, `*settings`
/// being NULL then.
enum cd_code cd_settings_read(const char *owner, const char *text, const struct cd_param *const *tables,
                              size_t table_count, struct cd_settings **settings, struct cd_status *status);

/// True when there is a parameter of this name.
bool cd_settings_has(const struct cd_settings *settings, const char *key);

/// True when the user gave a value, be it the default.
bool cd_setting_is_given(const struct cd_settings *settings, const char *key);

/// The value of a parameter that is in the table (asserted), as declared there.
int64_t cd_setting_int(const struct cd_settings *settings, const char *key);
double cd_setting_real(const struct cd_settings *settings, const char *key);
const char *cd_setting_choice(const struct cd_settings *settings, const char *key);
bool cd_setting_is(const struct cd_settings *settings, const char *key, const char *word);

/// The place of a choice's word among its words, from 0 on: for enumerations that have them in that order.
unsigned cd_setting_place(const struct cd_settings *settings, const char *key);

/// Of a choice of several words: a bit for each that was chosen, at its place among all words.
uint64_t cd_setting_words(const struct cd_settings *settings, const char *key);

/// Walks the parameters in order: the i-th, with its value as text; NULL past the end.
const struct cd_param *cd_settings_at(const struct cd_settings *settings, size_t i, const char **value);

/// Takes the present values for those of a preset of this name, which lives as long as they do: texts and
/// labels of the settings then leave these out, as they leave out defaults.
void cd_settings_start_from(struct cd_settings *settings, const char *preset);

/// Writes `key=value:key=value...` of the values that differ from the preset's or their defaults (or of all)
/// into `text`, cut at `bytes`; returns `text`.
char *cd_settings_text(const struct cd_settings *settings, bool all, char *text, size_t bytes);

/// Writes `key=value key=value...` of a table for people into `text`: the defaults, of choices all words. Cut
/// at `bytes`; returns `text`.
char *cd_params_text(const struct cd_param *params, char *text, size_t bytes);

/// How messages and tables call an algorithm: the preset or else `name`, and behind a colon the settings that
/// differ from the preset's or their defaults. The caller's to free.
char *cd_settings_label(const char *name, const struct cd_settings *settings);

#ifdef __cplusplus
}
#endif
#endif
