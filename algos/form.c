#include "algos/form.h"

#include <stdlib.h>
#include <string.h>

unsigned cd_form_errata(const struct cd_settings *settings, unsigned repaired)
{
    enum { CORRECTED, REPAIRED, PRINTED, FIRST };
    const struct cd_param *param;
    size_t i = 0;
    while ((param = cd_settings_at(settings, i, NULL)) && strcmp(param->name, "variant") != 0)
        i++;
    CD_ASSERT(param);
    uint64_t chosen = cd_setting_words(settings, "variant");
    unsigned errata = chosen >> REPAIRED & 1 ? repaired : 0;
    int place = 0;
    for (const char *word = param->choices; word; word = strchr(word, '|'), word += word != NULL, place++)
        if (place >= FIRST && (chosen >> PRINTED & 1 || chosen >> place & 1))
            errata |= CD_ERRATUM(atoi(word + 1)); // behind the E
    return errata;
}
