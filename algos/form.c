#include "algos/form.h"

#include <stdlib.h>
#include <string.h>

unsigned cd_form_errata(const struct cd_settings *settings)
{
    const struct cd_param *param;
    size_t i = 0;
    while ((param = cd_settings_at(settings, i, NULL)) && strcmp(param->name, "variant") != 0)
        i++;
    CD_ASSERT(param);
    uint64_t chosen = cd_setting_words(settings, "variant");
    unsigned errata = 0, before = 0;
    int place = 0;
    for (const char *word = param->choices; word; place++) {
        bool is_erratum = *word == 'E';
        unsigned own = is_erratum ? CD_ERRATUM(atoi(word + 1)) : before;
        before |= is_erratum ? own : 0;
        errata |= chosen >> place & 1 ? own : 0;
        word = strchr(word, '|');
        word = word ? word + 1 : NULL;
    }
    return errata;
}
