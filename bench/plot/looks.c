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

/// Algorithms that figures show together have different looks. A name with a setting is for specifications that have
/// this setting.
static const struct {
    const char *name;
    struct cd_look look;
} table[] = {
    // Bodies.
    {"obb8", {BLUE, CIRCLE, solid}},
    {"rapid", {RED, SQUARE, dashed}},
    {"image_cd", {GREEN, TRIANGLE, solid}},
    {"image_cd_culled", {ORANGE, DOWN, dashed}},
    {"brute", {BLACK, DOWN, solid}},
    {"bcda", {BLACK, DOWN, solid}},
    {"saabb", {PINK, DIAMOND, solid}},
    {"scda", {PINK, DIAMOND, solid}},
    {"pcda", {WINE, DOWN, dashed}},
    {"saabb_depth", {BROWN, DIAMOND, dotted}},
    {"sphere", {ORANGE, PENTAGON, solid}},
    {"aabb", {SKY, TRIANGLE, dotted}},
    {"box", {SKY, SQUARE, dashed}},
    {"icollide_aabb", {SKY, TRIANGLE, dotted}},
    {"closest", {GREY, SQUARE, solid}},
    {"icollide", {GREY, SQUARE, solid}},
    {"sphere_obb", {GREEN, PENTAGON, solid}},
    {"octree_sphere_obb", {GREEN, PENTAGON, solid}},
    {"sphere_obb_sized", {OLIVE, CIRCLE, mixed}},
    {"sphere_obb_sized:traversal=larger", {BROWN, TRIANGLE, dotted}},
    {"octree_sphere_obb_sized", {OLIVE, CIRCLE, mixed}},
    {"broken", {WINE, SQUARE, dotted}},
    {"candidates", {GREY, CIRCLE, dashed}},
    {"null", {GREY, DIAMOND, dotted}},
    // Broad phases.
    {"none", {BLACK, CIRCLE, dotted}},
    {"sap", {OLIVE, SQUARE, dashed}},
    {"grid", {PINK, TRIANGLE, mixed}},
    {"octree", {BROWN, DIAMOND, solid}},
    {"octree_boxes", {WINE, DIAMOND, dashed}},
    {"tree", {SKY, DOWN, solid}},
    // Regions.
    {"hps", {RED, CIRCLE, dashed}},
    {"hps_join", {BLUE, SQUARE, solid}},
    {"region_sweep", {GREEN, TRIANGLE, dotted}},
    {"region_sort", {PINK, DIAMOND, mixed}},
    {"region_grid", {ORANGE, DOWN, solid}},
    {"region_itree", {SKY, PENTAGON, dashed}},
    {"region_brute", {BLACK, SQUARE, dotted}},
    {"clustering", {OLIVE, DIAMOND, dashed}},
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

/// A name with a setting that the specification has; otherwise its name, or the longest part of the name before a `_`
/// that has a look: obb8_plain is a series of obb8, fcl_broad is by FCL.
static struct key key_of_name(const char *name)
{
    struct key whole = {name, name ? strcspn(name, ":") : 0}, key = whole;
    for (size_t i = 0; i < COUNT(table) && name; i++) {
        const char *setting = strchr(table[i].name, ':');
        if (setting && !strncmp(table[i].name, name, whole.bytes + 1) && strstr(name, setting))
            return (struct key){table[i].name, strlen(table[i].name)};
    }
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

/// The number of series with this key.
static size_t count_of(const struct cd_plot_series *series, size_t count, struct key key)
{
    size_t same = 0;
    for (size_t i = 0; i < count; i++)
        same += are_same(key_of_name(series[i].algo), key);
    return same;
}

/// Whether the series with this key are there to compare broad phases: each has one with a look, and there are three,
/// or two if there are no other series.
static bool differ_by_broad_phase(const struct cd_plot_series *series, size_t count, struct key key)
{
    size_t different = 0;
    for (size_t i = 0; i < count; i++) {
        struct key broad = broad_phase_of(series[i].algo);
        if (!are_same(key_of_name(series[i].algo), key))
            continue;
        if (!find_look(broad))
            return false;
        bool known = false;
        for (size_t k = 0; k < i && !known; k++)
            known =
                are_same(key_of_name(series[k].algo), key) && are_same(broad_phase_of(series[k].algo), broad);
        different += !known;
    }
    return different >= (count_of(series, count, key) == count ? 2 : 3);
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

/// The look of another series with the same key; the same look for 0 times.
static struct cd_look varied(struct cd_look look, size_t times)
{
    if (!times)
        return look;
    size_t shape = 0, dash = 0;
    while (shapes[shape] != look.shape)
        shape++;
    while (dashes[dash] != look.dash)
        dash++;
    return (struct cd_look){shade(look.colour, times), shapes[(shape + times) % COUNT(shapes)],
                            dashes[(dash + times) % COUNT(dashes)]};
}

/// A series whose look is being chosen.
struct choice {
    struct key key;
    bool chosen;
};

/// Readers cannot tell more than three shades of one colour apart.
enum { SHADES = 3 };

/// Gives a series this look, unless it has one or another series has the colour.
static void try_look(struct cd_plot_series *series, struct choice *choices, size_t count, size_t at,
                     struct cd_look look)
{
    for (size_t i = 0; i < count; i++)
        if (choices[i].chosen && (i == at || series[i].look.colour == look.colour))
            return;
    series[at].look = look;
    choices[at].chosen = true;
}

void cd_choose_looks(struct cd_plot_series *series, size_t count)
{
    struct choice *choices = cd_allocate(count, sizeof *choices);
    bool one = count > 1 && count_of(series, count, key_of_name(series[0].algo)) == count;
    // First each algorithm in each of its forms, then further series of the same form. If there is one algorithm only,
    // colours show its settings.
    for (size_t i = 0; i < count; i++) {
        struct key key = key_of_name(series[i].algo);
        bool by_broad = differ_by_broad_phase(series, count, key);
        choices[i].key = by_broad ? broad_phase_of(series[i].algo) : one ? (struct key){NULL, 0} : key;
        const struct cd_look *look = find_look(choices[i].key);
        const char *form = look && !by_broad && series[i].algo ? series[i].algo : "";
        if (look)
            try_look(series, choices, count, i,
                     varied(*look, strstr(form, ":variant=repaired")  ? 1
                                   : strstr(form, ":variant=printed") ? 2
                                                                      : 0));
    }
    for (size_t i = 0; i < count; i++) {
        const struct cd_look *look = find_look(choices[i].key),
                             *broad = find_look(broad_phase_of(series[i].algo));
        if (look && broad)
            try_look(series, choices, count, i, *broad);
        for (size_t times = 0; look && times < SHADES; times++)
            try_look(series, choices, count, i, varied(*look, times));
    }
    // After its end, the palette starts again with shades of its colours.
    for (size_t at = 0; at < count; at++)
        for (size_t i = 0; !choices[at].chosen; i++)
            try_look(series, choices, count, at, varied(palette[i % COUNT(palette)], i / COUNT(palette)));
    cd_free(choices);
}
