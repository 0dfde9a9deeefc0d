// One colour, symbol and dash for each algorithm, in every figure.
#include "base/memory.h"
#include "bench/plot/plot.h"

#include <string.h>

/// The colours of Okabe and Ito (2008), which colour-blind readers can tell apart, except for their yellow, which is
/// hard to see on white paper; and four dark colours of Tol (2021), which differ from these.
enum {
    BLUE = 0x0072b2,
    RED = 0xd55e00,
    GREEN = 0x009e73,
    PINK = 0xcc79a7,
    ORANGE = 0xe69f00,
    SKY = 0x56b4e9,
    BLACK = 0x000000,
    WINE = 0x882255,
    OLIVE = 0x999933,
    BROWN = 0x8c510a,
    GREY = 0x7f7f7f,
};
enum { CIRCLE = 7, SQUARE = 5, TRIANGLE = 9, DIAMOND = 13, DOWN = 11, PENTAGON = 15 };

static const int shapes[] = {CIRCLE, SQUARE, TRIANGLE, DIAMOND, DOWN, PENTAGON};
static const char solid[] = "solid", dashed[] = "(14,5)", dotted[] = "(4,4)", mixed[] = "(14,4,3,4)";
static const char *const dashes[] = {solid, dashed, dotted, mixed};

/// The looks in the order of the palette.
static const struct cd_look palette[] = {
    {BLUE, CIRCLE, solid},     {RED, SQUARE, dashed},   {GREEN, TRIANGLE, dotted}, {PINK, DIAMOND, mixed},
    {ORANGE, DOWN, solid},     {SKY, PENTAGON, dashed}, {BLACK, CIRCLE, dotted},   {WINE, SQUARE, mixed},
    {OLIVE, TRIANGLE, dashed}, {BROWN, DIAMOND, solid}, {GREY, DOWN, dotted},
};

/// Algorithms that figures show together have different looks.
static const struct {
    const char *name;
    struct cd_look look;
} table[] = {
    // Bodies.
    {"obb8", {BLUE, CIRCLE, solid}},
    {"rapid", {RED, SQUARE, dashed}},
    {"image_cd", {GREEN, TRIANGLE, solid}},
    {"image_cd_culled", {ORANGE, DOWN, dashed}},
    {"brute", {BLACK, DIAMOND, solid}},
    {"bcda", {BLACK, DIAMOND, solid}},
    {"saabb", {PINK, DIAMOND, solid}},
    {"scda", {PINK, DIAMOND, solid}},
    {"pcda", {WINE, DOWN, dashed}},
    {"saabb_depth", {BROWN, DIAMOND, dotted}},
    {"sphere", {ORANGE, PENTAGON, solid}},
    {"aabb", {SKY, TRIANGLE, dotted}},
    {"icollide_aabb", {SKY, TRIANGLE, dotted}},
    {"closest", {GREY, SQUARE, solid}},
    {"icollide", {GREY, SQUARE, solid}},
    {"sphere_obb", {GREEN, PENTAGON, solid}},
    {"octree_sphere_obb", {GREEN, PENTAGON, solid}},
    {"sphere_obb_sized", {OLIVE, CIRCLE, mixed}},
    {"octree_sphere_obb_sized", {OLIVE, CIRCLE, mixed}},
    {"broken", {WINE, SQUARE, dotted}},
    {"candidates", {GREY, CIRCLE, dashed}},
    {"null", {GREY, DIAMOND, dotted}},
    // Broad phases.
    {"none", {BLACK, CIRCLE, dotted}},
    {"sap", {ORANGE, SQUARE, dashed}},
    {"grid", {PINK, TRIANGLE, mixed}},
    {"octree", {GREEN, DIAMOND, solid}},
    {"tree", {SKY, DOWN, solid}},
    // Regions.
    {"hps", {RED, CIRCLE, dashed}},
    {"hps_join", {BLUE, SQUARE, solid}},
    {"region_sweep", {GREEN, TRIANGLE, dotted}},
    {"region_sort", {PINK, DIAMOND, mixed}},
    {"region_grid", {ORANGE, DOWN, solid}},
    {"region_itree", {SKY, PENTAGON, dashed}},
    {"region_brute", {BLACK, SQUARE, dotted}},
    // Other people's programs.
    {"fcl", {GREEN, DIAMOND, dashed}},
    {"bullet", {PINK, DOWN, dotted}},
    {"ode", {BLACK, PENTAGON, mixed}},
    {"cgal", {WINE, TRIANGLE, solid}},
    {"embree", {BROWN, SQUARE, mixed}},
    {"libccd", {OLIVE, PENTAGON, dashed}},
    {"boost", {GREY, DOWN, solid}},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/// The part of a specification that decides how a series looks.
struct key {
    const char *text;
    size_t bytes;
};

static const struct cd_look *find_look(struct key key)
{
    for (size_t i = 0; i < COUNT(table); i++)
        if (strlen(table[i].name) == key.bytes && !strncmp(table[i].name, key.text, key.bytes))
            return &table[i].look;
    return NULL;
}

/// The name, or the longest part of it before a `_` that has a look: obb8_plain is a series of obb8, fcl_broad is by
/// FCL.
static struct key key_of_name(const char *name)
{
    struct key whole = {name, name ? strcspn(name, ":") : 0}, key = whole;
    for (; key.bytes; key.bytes--)
        if ((key.bytes == whole.bytes || name[key.bytes] == '_') && find_look(key))
            return key;
    return whole;
}

const struct cd_look *cd_look_of(const char *name)
{
    return find_look(key_of_name(name));
}

static struct key broad_phase_of(const char *algo)
{
    static const char setting[] = ":broad=";
    const char *at = algo ? strstr(algo, setting) : NULL;
    return key_of_name(at ? at + sizeof setting - 1 : NULL);
}

static bool are_same(struct key a, struct key b)
{
    return a.bytes == b.bytes && !strncmp(a.text ? a.text : "", b.text ? b.text : "", a.bytes);
}

/// Whether there are several series and all of them have the same key.
static bool are_alike(const struct cd_plot_series *series, size_t count, struct key (*key_of)(const char *))
{
    for (size_t i = 1; i < count; i++)
        if (!are_same(key_of(series[0].algo), key_of(series[i].algo)))
            return false;
    return count > 1;
}

/// The number of keys before `last` that are equal to it.
static size_t count_same(const struct key *keys, size_t last)
{
    size_t same = 0;
    for (size_t i = 0; i < last; i++)
        same += are_same(keys[i], keys[last]);
    return same;
}

/// Moves a colour alternately towards black and towards white, further each time.
static unsigned shade(unsigned colour, size_t times)
{
    unsigned shaded = 0, target = times % 2 ? 0 : 255, share = 55 + 15 * ((unsigned)(times - 1) / 2);
    for (unsigned shift = 0; shift < 24; shift += 8) {
        unsigned value = colour >> shift & 255;
        shaded |= (value * (100 - share) + target * share) / 100 << shift;
    }
    return shaded;
}

/// The look of another series with the same key.
static struct cd_look varied(struct cd_look look, size_t times)
{
    size_t shape = 0, dash = 0;
    while (shapes[shape] != look.shape)
        shape++;
    while (dashes[dash] != look.dash)
        dash++;
    return (struct cd_look){shade(look.colour, times), shapes[(shape + times) % COUNT(shapes)],
                            dashes[(dash + times) % COUNT(dashes)]};
}

/// The first look of the palette whose colour none of these series has. After its end, the palette starts again with
/// shades of its colours.
static struct cd_look unused_look(const struct cd_plot_series *series, const bool *chosen, size_t count)
{
    for (size_t i = 0;; i++) {
        struct cd_look look = palette[i % COUNT(palette)];
        bool used = false;
        if (i >= COUNT(palette))
            look = varied(look, i / COUNT(palette));
        for (size_t k = 0; k < count && !used; k++)
            used = chosen[k] && series[k].look.colour == look.colour;
        if (!used)
            return look;
    }
}

void cd_choose_looks(struct cd_plot_series *series, size_t count)
{
    bool *chosen = cd_allocate(count, sizeof *chosen);
    struct key *keys = cd_allocate(count, sizeof *keys);
    bool one = are_alike(series, count, key_of_name);
    bool by_order = one && are_alike(series, count, broad_phase_of);
    for (size_t i = 0; i < count && !by_order; i++) {
        struct key broad = broad_phase_of(series[i].algo);
        keys[i] = one ? broad : key_of_name(series[i].algo);
        // A second series of an algorithm looks like its broad phase, if no earlier series has that colour.
        const struct cd_look *look = find_look(broad);
        bool own = look && count_same(keys, i);
        for (size_t k = 0; k < i && own; k++)
            own = series[k].look.colour != look->colour;
        if (own)
            keys[i] = broad;
        // Readers cannot tell more than three shades of one colour apart.
        size_t before = count_same(keys, i);
        look = find_look(keys[i]);
        chosen[i] = look && before < 3;
        if (chosen[i])
            series[i].look = before ? varied(*look, before) : *look;
    }
    for (size_t i = 0; i < count; i++)
        if (!chosen[i]) {
            series[i].look = unused_look(series, chosen, count);
            chosen[i] = true;
        }
    cd_free(chosen);
    cd_free(keys);
}
