#include "scenes/generators/generator.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint32_t cd_nearest_count(double value, uint32_t min)
{
    double nearest = nearbyint(value);
    return nearest > min ? (uint32_t)nearest : min;
}

void cd_choose_grid(double triangles, double ratio, uint32_t min_rows, uint32_t min_columns, uint32_t *rows,
                    uint32_t *columns)
{
    double even = sqrt(triangles / 2 / ratio), best = INFINITY;
    uint32_t from = cd_nearest_count(0.8 * even, min_columns), to = cd_nearest_count(1.25 * even, from);
    for (uint32_t c = from; c <= to; c++) {
        uint32_t r = cd_nearest_count(triangles / 2 / c, min_rows);
        double missed = fabs(2.0 * r * c - triangles) + fabs(c - even) / (even + 1); // evenness breaks ties
        if (missed < best) {
            best = missed;
            *rows = r;
            *columns = c;
        }
    }
}

// ---- the generators ---------------------------------------------------------------------------------------

#define GENERATOR(name) extern const struct cd_generator cd_generator_##name;
#include "scenes/generators/list.def"
#undef GENERATOR

const struct cd_generator *const cd_generators[] = {
#define GENERATOR(name) &cd_generator_##name,
#include "scenes/generators/list.def"
#undef GENERATOR
    NULL,
};

const struct cd_param cd_generator_common_params[] = {
    CD_PARAM_REAL("scale", "1", 0x1p-30, 0x1p30, "a power of two that the size is multiplied by"),
    CD_PARAM_END,
};

const struct cd_generator *cd_generator_of(const char *specification)
{
    size_t length = strcspn(specification, ":");
    for (const struct cd_generator *const *generator = cd_generators; *generator; generator++)
        if (strlen((*generator)->name) == length && !strncmp((*generator)->name, specification, length))
            return *generator;
    return NULL;
}

/// Multiplies by a power of two, which changes the size of a mesh and nothing else, to the last bit.
static enum cd_code scale(const struct cd_generator *generator, const struct cd_settings *settings,
                          struct cd_builder *builder, struct cd_status *status)
{
    double factor = cd_setting_real(settings, "scale");
    int exponent;
    if (frexp(factor, &exponent) != 0.5)
        return cd_fail(status, CD_USAGE, "%s: scale=%.10g: give a power of two from 2^-30 to 2^30",
                       generator->name, factor);
    for (uint32_t i = 0; i < builder->vertex_count; i++)
        builder->vertices[i] = cd_scale(builder->vertices[i], factor);
    return CD_OK;
}

static enum cd_code generate(const struct cd_generator *generator, const struct cd_settings *settings,
                             const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    struct cd_builder builder = {0};
    enum cd_code code = generator->check ? generator->check(settings, status) : CD_OK;
    if (code)
        return code;
    generator->generate(settings, &builder);
    code = scale(generator, settings, &builder, status);
    if (!code)
        return cd_build_finish(&builder, specification, mesh, status);
    cd_build_abandon(&builder);
    return code;
}

enum cd_code cd_mesh_generate(const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { COUNT = sizeof cd_generators / sizeof *cd_generators - 1 };
    const struct cd_generator *generator = cd_generator_of(specification);
    if (!generator) {
        char name[80];
        const char *names[COUNT];
        for (size_t i = 0; i < COUNT; i++)
            names[i] = cd_generators[i]->name;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(specification, ":"), specification);
        return cd_fail(status, CD_USAGE, "\"%s\" is no generator%s", name,
                       cd_name_hint(name, names, COUNT).text);
    }
    const struct cd_param *tables[] = {generator->params, cd_generator_common_params};
    struct cd_settings *settings;
    enum cd_code code = cd_settings_read(generator->name, specification, tables, 2, &settings, status);
    if (!code)
        code = generate(generator, settings, specification, mesh, status);
    cd_settings_destroy(settings);
    return code;
}
