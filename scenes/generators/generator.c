#include "scenes/generators/generator.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
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
    CD_PARAM_REAL("scale", "1", 0x1p-10, 0x1p10, "a power of two that the size is multiplied by"),
    CD_PARAM_END,
};

/// The generator whose name is the part of a specification before a colon, or NULL.
static const struct cd_generator *find(const char *specification)
{
    size_t length = strcspn(specification, ":");
    for (const struct cd_generator *const *generator = cd_generators; *generator; generator++)
        if (strlen((*generator)->name) == length && !strncmp((*generator)->name, specification, length))
            return *generator;
    return NULL;
}

bool cd_names_generator(const char *name)
{
    return find(name) != NULL;
}

/// Names the nearest generator, or all of them.
static enum cd_code unknown_name(const char *name, struct cd_status *status)
{
    const char *names[sizeof cd_generators / sizeof *cd_generators];
    char all[300] = "";
    size_t count = 0;
    for (const struct cd_generator *const *g = cd_generators; *g; g++) {
        names[count++] = (*g)->name;
        strncat(all, all[0] ? ", " : "", sizeof all - strlen(all) - 1);
        strncat(all, (*g)->name, sizeof all - strlen(all) - 1);
    }
    const char *nearest = cd_nearest_name(name, names, count);
    if (nearest)
        return cd_fail(status, CD_USAGE, "\"%s\" is no generator; did you mean %s? (there are %s)", name,
                       nearest, all);
    return cd_fail(status, CD_USAGE, "\"%s\" is no generator; there are %s", name, all);
}

/// Multiplies by a power of two, which changes the size of a mesh and nothing else, to the last bit.
static enum cd_code scale(const struct cd_generator *generator, const struct cd_settings *settings,
                          struct cd_builder *builder, struct cd_status *status)
{
    double factor = cd_setting_real(settings, "scale");
    int exponent;
    if (frexp(factor, &exponent) != 0.5)
        return cd_fail(status, CD_USAGE, "%s: scale=%.10g: give a power of two from 1/1024 to 1024",
                       generator->name, factor);
    for (uint32_t i = 0; i < builder->vertex_count; i++)
        builder->vertices[i] = cd_scale(builder->vertices[i], factor);
    return CD_OK;
}

static enum cd_code generate(const struct cd_generator *generator, const struct cd_settings *settings,
                             const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    struct cd_builder builder = {0};
    enum cd_code code = generator->generate(settings, &builder, status);
    if (!code)
        code = scale(generator, settings, &builder, status);
    if (!code)
        return cd_build_finish(&builder, specification, mesh, status);
    cd_build_abandon(&builder);
    return code;
}

enum cd_code cd_mesh_generate(const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    size_t length = strcspn(specification, ":");
    const struct cd_generator *generator = find(specification);
    if (!generator) {
        char *name = cd_duplicate(specification);
        name[length] = 0;
        enum cd_code code = unknown_name(name, status);
        cd_free(name);
        return code;
    }
    const char *arguments = specification + length + (specification[length] == ':');
    if (specification[length] && !*arguments)
        return cd_fail(status, CD_USAGE, "%s: nothing behind the colon; write key=value", generator->name);
    const struct cd_param *tables[] = {generator->params, cd_generator_common_params};
    struct cd_settings *settings = cd_settings_create(tables, 2);
    enum cd_code code = *arguments ? cd_settings_apply(settings, generator->name, arguments, status) : CD_OK;
    if (!code)
        code = generate(generator, settings, specification, mesh, status);
    cd_settings_destroy(settings);
    return code;
}
