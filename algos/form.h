/// The forms of an author's algorithm. A form is the set of its paper's errata that it leaves in: `printed` leaves in
/// all, `corrected` none, `repaired` those that are not mere slips (docs/claims.md). The errata and their numbers
/// stand in the paper's file, papers/<key>.yaml.
#ifndef CD_ALGOS_FORM_H
#define CD_ALGOS_FORM_H

#include "base/parameters.h"

/// The setting `variant` of an algorithm: a form, an erratum that alone is left in, or the union of several, such as
/// variant=E1+E3. A form leaves in the errata that stand before it: `errors`, such as "E2|E6|", or "" for none, are
/// those that `repaired` leaves in, and `slips` those that only `printed` does.
#define CD_PARAM_FORM(errors, slips, brings)                                                                 \
    {                                                                                                        \
        "variant", CD_KIND_WORDS, "corrected", 0, 0, "corrected|" errors "repaired|" slips "printed",        \
            "the paper's algorithm with every erratum corrected; with its slips repaired and nothing else; " \
            "to the letter; or with only these errata left in, joined by +",                                 \
            brings                                                                                           \
    }

/// Errata as bits: E3 is CD_ERRATUM(3).
#define CD_ERRATUM(number) (1U << (number))
enum { E1 = 2, E2 = 4, E3 = 8, E4 = 16, E5 = 32, E6 = 64, E9 = 512, E11 = 2048, E12 = 4096 };

/// Whether a form leaves an erratum in.
static inline bool has(unsigned form, unsigned erratum)
{
    return form & erratum;
}

/// The errata that the form in the setting `variant` leaves in.
unsigned cd_form_errata(const struct cd_settings *settings);

#endif
