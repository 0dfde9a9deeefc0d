/// Parameters of what a specification names: `key=value:key=value` behind a generator, regions or the drill.
#ifndef CD_SCENES_PARAMETERS_H
#define CD_SCENES_PARAMETERS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What values a parameter takes.
enum cd_parameter_kind {
    CD_PARAMETER_COUNT,  ///< a whole number in [least, most]
    CD_PARAMETER_REAL,   ///< a number in [least, most]
    CD_PARAMETER_SEED,   ///< any 64-bit number
    CD_PARAMETER_CHOICE, ///< one of `choices`
};

/// A parameter with its default, replaced by what the user gave.
struct cd_parameter {
    const char *key;
    enum cd_parameter_kind kind;
    double least, most;
    const char *const *choices; ///< ended by NULL; `count` is the index of the chosen one
    uint64_t count;             ///< value of COUNT, SEED and CHOICE
    double real;                ///< value of REAL
    bool given;                 ///< by the user
};

/// Reads `key=value:key=value` into the parameters; an empty text leaves the defaults. CD_USAGE names
/// `generator` and the valid keys, the valid values of a key, or a key that is given twice.
enum cd_code cd_read_parameters(const char *generator, const char *arguments, struct cd_parameter *parameters,
                                size_t count, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
