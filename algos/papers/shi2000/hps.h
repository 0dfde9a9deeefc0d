/// The routing space RS and the spaces that it is divided into, the codes of regions, the list, and algorithm HPS, the
/// search for the regions that one region r* intersects. Shi Yang, Ling Yunxiang, Jin Shiyao, Hu Huaping: Region
/// Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software, 2000.
//
// The paper                                             here
//   section 2.1, a space that is divided m times        hps_divide
//   section 2.2, rules of s                             child
//   section 2.2, formula (1)                            formula_1
//   section 2.2, formula (2)                            formula_2
//   section 2.2, the ascending list of spaces           hps_list
//   section 2.3, the code of a region                   hps_code
//   section 2.3, formula (3)                            formula_3
//   section 2.4, figure 4, the record of a region       hps_region
//   section 2.4, l(k)                                   level_of
//   section 2.4, formula (4)                            formula_4
//   section 2.4, formula (5)                            formula_5
//   section 2.4, HPS, steps 1 to 8                      hps_search
/// A space that is divided m times has spaces of the levels 0 .. m. With m = 3, keys in base 5 are
///
///     1000            the whole space, level 0
///     1300            its lower right quarter, level 1
///     1310, 1320...   the children of that, level 2
///
/// Ascending keys are the quadtree's preorder: a space is followed by everything in it.
///
/// "Three dimensions have similar coding and storage" (section 2.5): a space of three axes is divided in eight, and
/// keys are numbers in base 9. Children 1 to 4 are those of the plane in the lower half along z, 5 to 8 those in the
/// upper half.
#ifndef CD_ALGOS_PAPERS_SHI2000_HPS_H
#define CD_ALGOS_PAPERS_SHI2000_HPS_H

#include "algos/algo.h"
#include "algos/form.h"
#include "algos/regions/region_set.h"

/// The deepest divisions whose keys fit 64 bits, of spaces of two axes and of three.
#define HPS_LEVELS_MAX      27
#define HPS_CUBE_LEVELS_MAX 19

/// An axis that does not exist: regions are the point 0 along it.
#define HPS_NO_AXIS UINT32_MAX

/// A routing space of two axes, or of three, of a scene. Along each, [origin, origin + side] is [0, 1].
struct hps_rs {
    uint32_t axis[3];           ///< of the scene
    int64_t origin[3], side[3]; ///< in the coordinates of a region set
    unsigned axes, form;
    int m;                              ///< how often it is divided
    uint64_t power[HPS_LEVELS_MAX + 2]; ///< 5^0 .. 5^(m+1); of 9 for three axes
};

/// Figure 4: a region of the list. Its description is that of extent `id` of its side; bits j and j + 1 of its ends are
/// 0 along an axis that does not exist.
struct hps_region {
    uint32_t id;                                ///< R_id
    int8_t l;                                   ///< the level of its space; -1 only with E2
    uint8_t a_j, b_j, c_j, d_j, e_j, f_j;       ///< bit j of x1, x2, y1, y2; of z1, z2
    uint8_t a_j1, b_j1, c_j1, d_j1, e_j1, f_j1; ///< bit j + 1
    const struct hps_region *ptr; ///< the next of the same space, or NULL; always NULL with list=regions
};

/// Divides a space of so many axes m times; where it lies is left as it is.
static inline void hps_divide(struct hps_rs *rs, unsigned axes, int m, unsigned form)
{
    rs->axes = axes;
    rs->m = m;
    rs->form = form;
    rs->power[0] = 1;
    for (int i = 0; i <= m; i++) // 5, or 9; the last one of the deepest division is unused
        rs->power[i + 1] = rs->power[i] * ((1u << axes) + 1);
}

// ---- section 2.2: keys --------------------------------------------------------------------------------------

/// The number s of a child: 1 lower left, 2 upper left, 3 lower right, 4 upper right.
static inline unsigned child(unsigned x, unsigned y, unsigned z)
{
    return 4 * z + 2 * x + y + 1;
}

/// Formula (1): the key k = k' + s * 5^(m-l) of child s, on level l, of the space k'.
static inline uint64_t formula_1(const struct hps_rs *rs, uint64_t parent, unsigned s, int l)
{
    return parent + s * rs->power[rs->m - l];
}

/// Formula (2): the key of the space on level l that the digits s_0 .. s_l name, where s_0 is 1.
static inline uint64_t formula_2(const struct hps_rs *rs, const unsigned s[], int l)
{
    uint64_t k = 0;
    for (int i = 0; i <= l; i++)
        k += s[i] * rs->power[rs->m - i];
    return k;
}

/// Digit s_i of a key; 0 below the level of its space.
static inline unsigned hps_digit(const struct hps_rs *rs, uint64_t k, int i)
{
    return (unsigned)(k / rs->power[rs->m - i] % rs->power[1]);
}

/// l(k): m less the number of zeros at the end of a key; -1 of key 0.
static inline int level_of(const struct hps_rs *rs, uint64_t k)
{
    int l = k ? rs->m : -1;
    while (l > 0 && !hps_digit(rs, k, l))
        l--;
    return l;
}

// ---- section 2.3: codes of regions --------------------------------------------------------------------------

/// Formula (3): the key of the smallest space that covers a region, by the bits before j of its lower left end. Ends
/// are fractions in units of 2^-(m+2).
static inline uint64_t formula_3(const struct hps_rs *rs, uint32_t x1, uint32_t y1, uint32_t z1, int j)
{
    unsigned s[HPS_LEVELS_MAX + 1];
    for (int i = 0; i < j; i++) {
        int place = rs->m + 2 - i;
        s[i] = child(x1 >> place & 1, y1 >> place & 1, z1 >> place & 1); // 2 a_i + c_i + 1
    }
    return formula_2(rs, s, j - 1);
}

/// A coordinate as a fraction of [0, 1] in units of 2^-(m+2), rounded down, so that bits j and j + 1 exist on every
/// level (E12). Coordinates outside count as the nearest ones inside, and 1.0 as the last one below it (E2). The
/// function is monotone, so that regions that share a point share a fraction.
uint32_t hps_fraction(const struct hps_rs *rs, unsigned axis, int32_t coordinate);

/// Codes extent `i` of a side, without `ptr`; returns its key.
uint64_t hps_code(const struct hps_rs *rs, const struct cd_region_columns *side, uint32_t i,
                  struct hps_region *region);

/// The tables (called by tests only): which of the calibration points 1 to 4, the centres of the four children, a region
/// covers, as bits 1 << 1 to 1 << 4.
unsigned hps_calibration_points(const struct hps_region *region);

// ---- section 2.4: what keys say -----------------------------------------------------------------------------

/// Formula (4): whether the space k, on level l, covers the space k' >= k. Printed with <=, by which the next sibling
/// counts as covered, too.
static inline bool formula_4(const struct hps_rs *rs, uint64_t k, int l, uint64_t other)
{
    if (has(rs->form, E1))
        return other - k <= rs->power[rs->m - l];
    return other - k < rs->power[rs->m - l];
}

/// Formula (5): the key k + 5^(m-l(k)) of the next sibling. After a fourth child it is the parent's next sibling, after
/// the last space it is outside the routing space.
static inline uint64_t formula_5(const struct hps_rs *rs, uint64_t k, int l)
{
    return k + rs->power[rs->m - l];
}

// ---- section 2.4: the list ----------------------------------------------------------------------------------

/// A space of the list.
struct hps_space {
    uint64_t k;
    int l;
    const struct hps_region *regions; ///< the first of its regions
    const struct hps_space *next;     ///< the space with the next larger key, or NULL
};

struct hps_key {
    uint64_t k;
    uint32_t id;
};

/// Spaces in ascending order of their keys, each with its regions; in memory they are in this order, too. It is made
/// anew for every frame. Figure 3 is lost. The list has the spaces on which regions lie, since NEXT returns a region of
/// the next space that it finds. By the other interpretation (`list=regions`) it has regions in ascending order: each of
/// them has a space of its own here.
struct hps_list {
    const struct hps_rs *rs;
    const struct hps_space *first; ///< or NULL
    uint32_t count;                ///< regions
    struct hps_space *spaces;
    struct hps_region *regions;
    struct hps_key *keys, *spare; ///< to sort by
};

/// An empty list with room for `capacity` regions in a routing space, which must outlive it.
void hps_list_create(struct hps_list *list, const struct hps_rs *rs, uint32_t capacity);
void hps_list_destroy(struct hps_list *list);

/// Codes the regions of one side and puts them into the list. `of_regions`: each has a space of its own.
void hps_list_build(struct hps_list *list, const struct cd_region_columns *side, bool of_regions);

// ---- section 2.4: algorithm HPS -----------------------------------------------------------------------------

/// One search. The caller fills in the members down to `user`; the rest belongs to the search.
struct hps_search {
    const struct hps_list *list;
    const struct cd_region_columns *side; ///< r* is extent `extent` of this side
    uint32_t extent;
    bool prunes; ///< by bits j and j + 1; false: steps 5 to 7 go on to MATCH at once (section 3.2)
    struct cd_counters *counters;
    bool (*match)(void *user, const struct hps_region *r); ///< MATCH(r*, r): whether they intersect
    void (*add)(void *user, const struct hps_region *r);   ///< adds r to R'
    void *user;

    uint64_t k; ///< the space that the search has come to, l(k), and its place in the list: NULL past the end
    int l;
    const struct hps_space *space;
    const struct hps_region *r; ///< the region of this space that it has come to
};

/// Searches. Ours: false when the search was given up, since it made more steps than any search that makes progress can,
/// and so would never have ended. A search without errata always ends.
bool hps_search(struct hps_search *search);

#endif
