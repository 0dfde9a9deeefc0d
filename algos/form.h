/// The forms of an author's algorithm. A form is the set of its paper's errata that it leaves in: `printed` leaves in
/// all, `corrected` none, `repaired` those that are not mere slips (docs/claims.md). The errata and their numbers
/// stand in the paper's file, papers/<key>.yaml.
#ifndef CD_ALGOS_FORM_H
#define CD_ALGOS_FORM_H

#include "base/parameters.h"

/// The setting `variant` of an algorithm with these errata, such as "E1|E2|E3". A form, an erratum that alone is left
/// in, or the union of several: variant=E1+E3.
#define CD_PARAM_FORM(errata, brings)                                                                        \
    {                                                                                                        \
        "variant", CD_KIND_WORDS, "corrected", 0, 0, "corrected|repaired|printed|" errata,                   \
            "every erratum of the paper corrected; its slips repaired and nothing else; to the letter; or "  \
            "only these errata left in, joined by +",                                                        \
            brings, false                                                                                    \
    }

/// Errata as bits: CD_ERRATUM(3) is E3.
#define CD_ERRATUM(number) (1U << (number))

/// The errata that the form in the setting `variant` leaves in; `repaired` are those of the form of that name.
unsigned cd_form_errata(const struct cd_settings *settings, unsigned repaired);

#endif
