#include "scenes/generators/generator.h"

#include "geom/double2.h"

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

// ---- sines ------------------------------------------------------------------------------------------------

// The pairs of doubles below have about 100 bits of precision.

/// Sums the power series from the term of power n on: every second power, with alternating signs.
static double series(struct cd_double2 angle, struct cd_double2 term, int n)
{
    struct cd_double2 sum = term,
                      minus_square = cd_double2_product(angle, (struct cd_double2){-angle.high, -angle.low});
    while (fabs(term.high) > 0x1p-110 * fabs(sum.high)) {
        struct cd_double2 a = cd_double2_product(term, minus_square);
        double b = (n + 1) * (n + 2), quotient = a.high / b;
        struct cd_double2 back = cd_two_product(quotient, b);
        term = cd_two_sum_ordered(quotient, ((a.high - back.high) - back.low + a.low) / b);
        sum = cd_double2_sum(sum, term);
        n += 2;
    }
    return sum.high;
}

void cd_precise_sine(double angle, double *sine, double *cosine)
{
    CD_ASSERT(angle >= 0 && angle < 7);
    const double quarter_high = 0x1.921fb54442d18p+0, quarter_low = 0x1.1a62633145c07p-54;
    int quarters = (int)(angle / quarter_high + 0.5);
    struct cd_double2 rest =
        cd_double2_sum((struct cd_double2){angle, 0}, cd_two_product(-quarters, quarter_high));
    rest = cd_double2_sum(rest, cd_two_product(-quarters, quarter_low));
    double s = series(rest, rest, 1), c = series(rest, (struct cd_double2){1, 0}, 0);
    *sine = quarters % 4 == 0 ? s : quarters % 4 == 1 ? c : quarters % 4 == 2 ? -s : -c;
    *cosine = quarters % 4 == 0 ? c : quarters % 4 == 1 ? -s : quarters % 4 == 2 ? -c : s;
}

// ---- the generators ---------------------------------------------------------------------------------------

/// Reads the settings of a generator and checks them. The caller destroys them, after a failure, too.
static enum cd_code read_settings(const char *specification, const struct cd_recipe **found,
                                  struct cd_settings **settings, struct cd_status *status)
{
    enum cd_code code = cd_recipe_read(CD_RECIPE_GENERATOR, specification, found, settings, status);
    const struct cd_recipe *generator = *found;
    if (!code && generator->check)
        code = generator->check(*settings, status);
    double factor = code ? 1 : cd_setting_real(*settings, "scale");
    int exponent;
    if (frexp(factor, &exponent) != 0.5)
        code = cd_fail(status, CD_USAGE, "%s: scale=%.10g: give a power of two from 2^-30 to 2^30",
                       generator->name, factor);
    return code;
}

enum cd_code cd_mesh_check(const char *specification, struct cd_status *status)
{
    const struct cd_recipe *generator;
    struct cd_settings *settings;
    enum cd_code code = read_settings(specification, &generator, &settings, status);
    cd_settings_destroy(settings);
    return code;
}

enum cd_code cd_mesh_generate(const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    const struct cd_recipe *generator;
    struct cd_settings *settings;
    struct cd_builder builder = {0};
    enum cd_code code = read_settings(specification, &generator, &settings, status);
    if (!code) {
        generator->generate(settings, &builder);
        // A power of two changes only the size of a mesh, exactly to the last bit.
        for (uint32_t i = 0; i < builder.vertex_count; i++)
            builder.vertices[i] = cd_scale(builder.vertices[i], cd_setting_real(settings, "scale"));
        code = cd_build_finish(&builder, specification, mesh, status);
    }
    cd_settings_destroy(settings);
    return code;
}
