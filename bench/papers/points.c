#include "bench/papers/points.h"

#include "base/text.h"

#include <string.h>

size_t cd_point_count(const struct cd_experiment *experiment, enum cd_size size)
{
    size_t count = 1;
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (__builtin_mul_overflow(count, experiment->variables[i].values[size].count, &count))
            return SIZE_MAX;
    return count;
}

void cd_point_values(const struct cd_experiment *experiment, enum cd_size size, size_t point,
                     const char **values)
{
    for (size_t i = experiment->variable_count; i-- > 0;) {
        const struct cd_words *words = &experiment->variables[i].values[size];
        values[i] = words->items[point % words->count];
        point /= words->count;
    }
}

bool cd_point_is_beyond(const struct cd_experiment *experiment, const struct cd_series *series,
                        const char *const *values)
{
    for (size_t k = 0; k < series->max.count; k++)
        for (size_t i = 0; i < experiment->variable_count; i++) {
            double value, max;
            if (!strcmp(series->max.items[k].column, experiment->variables[i].name) &&
                cd_parse_real(values[i], &value) && cd_parse_real(series->max.items[k].value, &max) &&
                value > max)
                return true;
        }
    return false;
}
