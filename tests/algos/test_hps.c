/// HPS as in the paper: its formulas, its tables and its worked example, and every erratum on its own against the
/// corrected algorithm. Also clustering, the rival that the paper names. What every matcher must do is in test_regions.
#include "tests/handmade_regions.h"
#include "tests/judged.h"
#include "tests/test.h"

#include "algos/papers/shi2000/hps.h"

/// A number whose decimal digits are read as digits in base 5.
static uint64_t base_5(uint64_t digits)
{
    return digits ? 5 * base_5(digits / 10) + digits % 10 : 0;
}

/// A routing space of two axes in which a coordinate x is the fraction x * 2^-(m+2).
static struct hps_rs space_of(int m, unsigned form)
{
    struct hps_rs rs = {.axis = {0, 1, HPS_NO_AXIS}, .side = {INT64_C(4) << m, INT64_C(4) << m, 1}};
    hps_divide(&rs, 2, m, form);
    return rs;
}

// ---- section 2.2 and section 2.4: keys ---------------------------------------------------------------------

TEST(keys_of_children_follow_formula_1)
{
    struct hps_rs rs = space_of(3, 0);
    assert_int_equal(child(0, 0, 0), 1); // lower left
    assert_int_equal(child(0, 1, 0), 2); // upper left
    assert_int_equal(child(1, 0, 0), 3); // lower right
    assert_int_equal(child(1, 1, 0), 4); // upper right
    assert_int_equal(rs.power[3], base_5(1000));
    assert_int_equal(formula_1(&rs, base_5(1000), 3, 1), base_5(1300));
    assert_int_equal(formula_1(&rs, base_5(1300), 3, 2), base_5(1330));
    assert_int_equal(formula_1(&rs, base_5(1440), 4, 3), base_5(1444));
}

TEST(digits_make_the_key_of_formula_2)
{
    struct hps_rs rs = space_of(3, 0);
    const unsigned s[] = {1, 3, 4, 2};
    assert_int_equal(formula_2(&rs, s, 0), base_5(1000));
    assert_int_equal(formula_2(&rs, s, 2), base_5(1340));
    assert_int_equal(formula_2(&rs, s, 3), base_5(1342));
    for (int i = 0; i <= 3; i++)
        assert_int_equal(hps_digit(&rs, base_5(1342), i), s[i]);
}

TEST(levels_are_told_by_the_zeros_at_the_end)
{
    struct hps_rs rs = space_of(3, 0), deep = space_of(HPS_LEVELS_MAX, 0);
    assert_int_equal(level_of(&rs, base_5(1000)), 0);
    assert_int_equal(level_of(&rs, base_5(1400)), 1);
    assert_int_equal(level_of(&rs, base_5(1440)), 2);
    assert_int_equal(level_of(&rs, base_5(1444)), 3);
    assert_int_equal(level_of(&rs, 0), -1);
    assert_int_equal(level_of(&deep, deep.power[HPS_LEVELS_MAX]), 0);
}

TEST(the_next_sibling_of_a_fourth_child_is_its_parents)
{
    struct hps_rs rs = space_of(3, 0);
    assert_int_equal(formula_5(&rs, base_5(1110), 2), base_5(1120));
    assert_int_equal(formula_5(&rs, base_5(1140), 2), base_5(1200));
    assert_int_equal(formula_5(&rs, base_5(1144), 3), base_5(1200));
    assert_int_equal(formula_5(&rs, base_5(1444), 3), base_5(2000)); // outside
}

TEST(a_space_covers_what_lies_in_it_and_not_its_next_sibling)
{
    struct hps_rs rs = space_of(3, 0), printed = space_of(3, E1);
    assert_true(formula_4(&rs, base_5(1100), 1, base_5(1100)));
    assert_true(formula_4(&rs, base_5(1100), 1, base_5(1144)));
    assert_false(formula_4(&rs, base_5(1100), 1, base_5(1200)));
    assert_true(formula_4(&printed, base_5(1100), 1, base_5(1200)));
    assert_true(formula_4(&rs, base_5(1000), 0, base_5(1444)));
}

static void note_preorder(const struct hps_rs *rs, uint64_t key, int level, uint64_t *last, unsigned *count)
{
    assert_true(key > *last);
    assert_int_equal(level_of(rs, key), level);
    *last = key;
    ++*count;
    for (unsigned s = 1; s < rs->power[1] && level < rs->m; s++)
        note_preorder(rs, formula_1(rs, key, s, level + 1), level + 1, last, count);
}

TEST(ascending_keys_are_the_preorder)
{
    struct hps_rs rs = space_of(5, 0);
    for (unsigned axes = 2; axes <= 3; axes++) {
        uint64_t last = 0;
        unsigned count = 0;
        hps_divide(&rs, axes, axes == 2 ? 5 : 3, 0);
        note_preorder(&rs, rs.power[rs.m], 0, &last, &count);
        assert_int_equal(count, axes == 2 ? (1024 * 4 - 1) / 3 : (512 * 8 - 1) / 7);
    }
}

TEST(the_deepest_keys_fit_64_bits)
{
    struct hps_rs rs = space_of(0, 0);
    for (unsigned axes = 2; axes <= 3; axes++) {
        int m = axes == 2 ? HPS_LEVELS_MAX : HPS_CUBE_LEVELS_MAX;
        hps_divide(&rs, axes, m, 0);
        uint64_t key = rs.power[m], before = key;
        for (int level = 1; level <= m; level++, before = key) {
            key = formula_1(&rs, key, 1u << axes, level);
            assert_true(key > before);
        }
        assert_int_equal(formula_5(&rs, key, m), 2 * rs.power[m]);
    }
}

// ---- section 2.3: codes -------------------------------------------------------------------------------------

/// The code of [x1, x2] x [y1, y2], given in units of 2^-(m+2).
static uint64_t code_of(const struct hps_rs *rs, int64_t x1, int64_t x2, int64_t y1, int64_t y2,
                        struct hps_region *region)
{
    int32_t low[] = {(int32_t)x1, (int32_t)y1}, high[] = {(int32_t)x2, (int32_t)y2};
    struct cd_region_columns side = {
        .dimensions = 2, .count = 1, .low = {&low[0], &low[1]}, .high = {&high[0], &high[1]}};
    return hps_code(rs, &side, 0, region);
}

TEST(regions_have_the_codes_of_figure_2)
{
    struct hps_rs rs = space_of(3, 0);
    struct hps_region region;
    assert_int_equal(code_of(&rs, 10, 25, 10, 27, &region), base_5(1000)); // r1
    assert_int_equal(region.l, 0);                                         // j = 1
    assert_int_equal(code_of(&rs, 4, 12, 10, 20, &region), base_5(1000));  // r2
    assert_int_equal(region.l, 0);                                         // j = 1
    assert_int_equal(code_of(&rs, 25, 29, 1, 3, &region), base_5(1330));   // r3
    assert_int_equal(region.l, 2);                                         // j = 3
    assert_int_equal(code_of(&rs, 20, 26, 9, 12, &region), base_5(1300));  // r4
    assert_int_equal(region.l, 1);                                         // j = 2
}

static unsigned bit(uint32_t fraction, int i, int m)
{
    return fraction >> (m + 2 - i) & 1;
}

TEST(codes_agree_with_formula_3_bit_by_bit)
{
    struct cd_random random = handmade_random();
    for (int trial = 0; trial < 20000; trial++) {
        int m = (int)cd_random_below(&random, HPS_LEVELS_MAX + 1);
        struct hps_rs rs = space_of(m, 0);
        struct hps_region region;
        uint64_t end = UINT64_C(1) << (m + 2), size = 1 + cd_random_below(&random, end);
        uint32_t ends[2][2];
        for (int k = 0; k < 2; k++) {
            ends[k][0] = (uint32_t)cd_random_below(&random, end);
            uint64_t high = ends[k][0] + cd_random_below(&random, size);
            ends[k][1] = (uint32_t)(high < end ? high : end - 1);
        }
        uint64_t key = rs.power[m];
        int j = 1;
        for (; j <= m; j++) {
            if (bit(ends[0][0] ^ ends[0][1], j, m) || bit(ends[1][0] ^ ends[1][1], j, m))
                break;
            key += (2 * bit(ends[0][0], j, m) + bit(ends[1][0], j, m) + 1) * rs.power[m - j];
        }
        assert_int_equal(code_of(&rs, ends[0][0], ends[0][1], ends[1][0], ends[1][1], &region), key);
        assert_int_equal(region.l, j - 1);
        assert_int_equal(region.a_j, bit(ends[0][0], j, m));
        assert_int_equal(region.b_j1, bit(ends[0][1], j + 1, m));
        assert_int_equal(region.c_j1, bit(ends[1][0], j + 1, m));
        assert_int_equal(region.d_j, bit(ends[1][1], j, m));
    }
}

TEST(a_coordinate_of_one_gives_key_0_unless_clamped)
{
    struct hps_rs printed = space_of(3, E2), corrected = space_of(3, 0);
    struct hps_region region;
    assert_int_equal(code_of(&printed, 20, 32, 20, 24, &region), 0);
    assert_int_equal(region.l, -1);
    assert_int_equal(code_of(&corrected, 20, 32, 20, 24, &region), base_5(1400));
}

TEST(fractions_of_m_bits_lack_the_last_two)
{
    struct hps_rs printed = space_of(3, E12), corrected = space_of(3, 0);
    struct hps_region with, without;
    assert_int_equal(code_of(&corrected, 13, 15, 3, 3, &with), code_of(&printed, 13, 15, 3, 3, &without));
    assert_int_equal(with.l, 3);
    assert_true(with.a_j == 0 && with.a_j1 == 1 && with.b_j == 1 && with.b_j1 == 1 && with.c_j == 1);
    assert_true(!without.a_j && !without.a_j1 && !without.b_j && !without.b_j1 && !without.c_j);
}

// ---- section 2.3: the tables --------------------------------------------------------------------------------

enum { POINT_1 = 1 << 1, POINT_2 = 1 << 2, POINT_3 = 1 << 3, POINT_4 = 1 << 4 };

TEST(the_tables_say_which_calibration_points_a_region_covers)
{
    // Of the space's side, in 32nds: its quarters begin at 0, 8, 16 and 24, the centres of its halves are at 8 and 24.
    static const struct {
        int x1, x2, y1, y2;
        unsigned points;
    } rows[] = {
        {10, 25, 10, 27, POINT_4}, // r1: of x {3, 4}, of y {2, 4}
        {4, 12, 10, 20, 0},        // r2: of x {1, 2}, of y none
        {4, 12, 4, 27, POINT_1 | POINT_2},
        {20, 26, 4, 27, POINT_3 | POINT_4},
        {4, 27, 4, 12, POINT_1 | POINT_3},
        {4, 27, 20, 27, POINT_2 | POINT_4},
        {4, 27, 4, 27, POINT_1 | POINT_2 | POINT_3 | POINT_4},
        {4, 20, 4, 20, POINT_1},
        {10, 20, 4, 27, 0},
        {1, 3, 4, 27, 0},
        {26, 30, 4, 27, 0},
    };
    struct hps_rs rs = space_of(3, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hps_region region;
        test_row("%zu", i);
        assert_int_equal(code_of(&rs, rows[i].x1, rows[i].x2, rows[i].y1, rows[i].y2, &region), base_5(1000));
        assert_int_equal(hps_calibration_points(&region), rows[i].points);
    }
}

// ---- searches -----------------------------------------------------------------------------------------------

/// What a search calls MATCH for, in its order.
struct called {
    uint32_t count, ids[64];
};

static bool note_call(void *user, const struct hps_region *r)
{
    struct called *called = user;
    assert_true(called->count < 64);
    called->ids[called->count++] = r->id;
    return false;
}

/// The worked example: of the grandchildren of the whole space, r1 prunes seven, which its bits 0101 and 1111 say it
/// misses.
TEST(r1_is_tested_with_what_nine_grandchildren_have)
{
    int32_t low[2][16 + CD_REGION_SLACK], high[2][16 + CD_REGION_SLACK];
    struct cd_region_columns side = {
        .dimensions = 2, .count = 16, .low = {low[0], low[1]}, .high = {high[0], high[1]}};
    for (int32_t i = 0; i < 16; i++) // over the middle of each, in the order of their keys
        for (int k = 0; k < 2; k++) {
            int32_t corner = k ? 16 * (i >> 2 & 1) + 8 * (i & 1) : 16 * (i >> 3) + 8 * (i >> 1 & 1);
            low[k][i] = corner + 3;
            high[k][i] = corner + 5;
        }
    int32_t r1_low[] = {10, 10}, r1_high[] = {25, 27};
    struct cd_region_columns r1 = {
        .dimensions = 2, .count = 1, .low = {&r1_low[0], &r1_low[1]}, .high = {&r1_high[0], &r1_high[1]}};
    struct hps_rs rs = space_of(3, 0);
    struct hps_list list;
    hps_list_create(&list, &rs, 16);
    for (int of_regions = 0; of_regions < 2; of_regions++)
        for (int asks_for_all = 0; asks_for_all < 2; asks_for_all++) {
            struct called called = {0};
            struct cd_counters counters = {0};
            hps_list_build(&list, &side, of_regions);
            assert_int_equal(list.first->k, base_5(1110));
            struct hps_search search = {.list = &list, .side = &r1, .prunes = !asks_for_all};
            search.counters = &counters;
            search.match = note_call;
            search.user = &called;
            assert_true(hps_search(&search));
            static const uint32_t left[] = {3,  6,  7,  9, 11,
                                            12, 13, 14, 15}; // not 11, 12, 13, 21, 22, 31 and 33
            assert_int_equal(called.count, asks_for_all ? 16 : 9);
            for (uint32_t i = 0; i < called.count; i++)
                assert_int_equal(called.ids[i], asks_for_all ? i : left[i]);
            assert_int_equal(counters.matches, called.count);
        }
    hps_list_destroy(&list);
}

static bool mark_tested(void *user, const struct hps_region *r)
{
    ((bool *)user)[r->id] = true;
    return false;
}

/// Every region of a coarse grid in turn against all others: what is left out does not intersect r*.
TEST(no_rule_leaves_out_a_region_that_intersects)
{
    enum { REGIONS = 10 * 10 * 10 };
    static int32_t low[3][REGIONS + CD_REGION_SLACK], high[3][REGIONS + CD_REGION_SLACK];
    static uint32_t ids[REGIONS + CD_REGION_SLACK];
    struct cd_region_columns side = {.dimensions = 3, .count = REGIONS, .names = ids};
    for (int k = 0; k < 3; k++) {
        side.low[k] = low[k];
        side.high[k] = high[k];
    }
    for (int32_t i = 0; i < REGIONS; i++)
        for (int32_t k = 0, rest = i; k < 3; k++, rest /= 10) {
            // The ten intervals of four quarters.
            static const int32_t intervals[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                                     {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
            low[k][i] = intervals[rest % 10][0];
            high[k][i] = intervals[rest % 10][1];
        }
    for (unsigned axes = 2; axes <= 3; axes++)
        for (int m = 0; m <= 2; m++) {
            struct hps_rs rs = {.axis = {0, 1, axes == 3 ? 2 : HPS_NO_AXIS}, .side = {4, 4, 4}};
            struct hps_list list;
            hps_divide(&rs, axes, m, 0);
            hps_list_create(&list, &rs, REGIONS);
            hps_list_build(&list, &side, false);
            for (uint32_t i = 0; i < REGIONS; i += axes == 3 ? 7 : 1) {
                static bool tested[REGIONS];
                struct cd_counters counters = {0};
                struct hps_search search = {.list = &list, .side = &side, .extent = i, .prunes = true};
                search.counters = &counters;
                search.match = mark_tested;
                search.user = tested;
                memset(tested, 0, sizeof tested);
                assert_true(hps_search(&search));
                for (uint32_t r = 0; r < REGIONS; r++) {
                    bool meet = true;
                    for (unsigned k = 0; k < axes; k++)
                        meet &= low[k][i] <= high[k][r] && low[k][r] <= high[k][i];
                    assert_true(tested[r] || !meet);
                }
            }
            hps_list_destroy(&list);
        }
}

// ---- errata -----------------------------------------------------------------------------------------------

/// What an erratum does.
enum effect {
    MISSES,  ///< it overlooks pairs that the corrected algorithm finds
    TESTS,   ///< it makes a test that the corrected algorithm saves
    ENDLESS, ///< its search never ends
};

/// A region that asks, and up to two regions of a list: x1, x2, y1, y2 in sixteenths of the space.
static const struct erratum {
    const char *title;
    int asks[4], listed[2][4];
    int number;
    int levels;
    enum effect effect;
} errata[] = {
    {"a_next_sibling_is_not_covered", {10, 10, 10, 14}, {{14, 16, 6, 6}, {8, 10, 12, 16}}, 1, 2, MISSES},
    {"a_coordinate_may_be_one", {1, 2, 14, 15}, {{1, 2, 15, 16}}, 2, 3, MISSES},
    // The one that asks meets child 1, and of its grandchildren only the fourth; that of the list lies in the first.
    {"grandchildren_are_guarded_by_what_lies_deeper", {6, 10, 6, 10}, {{1, 2, 1, 2}}, 4, 3, TESTS},
    {"bit_j_minus_1_says_nothing", {8, 12, 10, 14}, {{8, 8, 10, 10}}, 5, 3, MISSES},
    {"step_3_does_not_see_the_end_of_the_list", {1, 2, 1, 2}, {{14, 15, 14, 15}}, 9, 3, ENDLESS},
    // That of the list lies in the ancestor cell, and misses the first grandchild of child 1.
    {"grandchildren_in_step_6_are_guarded_by_the_query", {1, 2, 1, 2}, {{6, 10, 6, 10}}, 11, 3, TESTS},
    {"without_bits_beyond_m_deepest_cells_have_no_halves", {0, 1, 0, 1}, {{2, 3, 0, 1}}, 12, 2, TESTS},
};

static struct cd_scene *scene_of(const struct erratum *row)
{
    struct handmade *made = handmade_regions_begin(2, CD_TOUCH_CLOSED);
    for (uint32_t i = 0; i < 3; i++) {
        const int *ends = i ? row->listed[i - 1] : row->asks;
        const int64_t low[] = {ends[0], ends[2]}, high[] = {ends[1], ends[3]};
        if (i < 2 || high[0])
            handmade_region(made, 0, i, i ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE, low, high);
    }
    return handmade_end(made, 1);
}

/// Whether the search of the only region that asks comes to its end.
static bool search_ends(const struct cd_scene *scene, unsigned form, int levels)
{
    struct called called = {0};
    struct cd_region_set set;
    struct hps_list list;
    struct cd_counters counters = {0};
    struct hps_rs rs = {.axis = {0, 1, HPS_NO_AXIS},
                        .origin = {cd_region_stored(0), cd_region_stored(0)},
                        .side = {16, 16, 1}};
    struct cd_cursor *cursor = cd_cursor_open(scene);
    cd_region_set_create(&set, scene);
    cd_region_set_fill(&set, next(cursor), 1);
    hps_divide(&rs, 2, levels, form);
    hps_list_create(&list, &rs, (uint32_t)set.all.capacity);
    hps_list_build(&list, &set.sides[CD_REGION_PUBLISH], false);
    struct hps_search search = {.list = &list, .side = &set.sides[CD_REGION_SUBSCRIBE], .prunes = true};
    search.counters = &counters;
    search.match = note_call;
    search.user = &called;
    bool ends = hps_search(&search);
    hps_list_destroy(&list);
    cd_region_set_destroy(&set);
    cd_cursor_close(cursor);
    return ends;
}

static void test_an_erratum_has_its_effect(void **state)
{
    const struct erratum *row = *state;
    struct cd_scene *scene = scene_of(row);
    char text[100];
    snprintf(text, sizeof text, "hps:levels=%d:space=16", row->levels);
    struct cd_judgement corrected = judged(scene, text, CD_QUERY_PAIRS);
    assert_int_equal(corrected.wrong_frames, 0);
    assert_true(search_ends(scene, 0, row->levels));
    assert_int_equal(search_ends(scene, CD_ERRATUM(row->number), row->levels), row->effect != ENDLESS);
    if (row->effect != ENDLESS) {
        snprintf(text, sizeof text, "hps:levels=%d:space=16:variant=E%d", row->levels, row->number);
        struct cd_judgement kept = judged(scene, text, CD_QUERY_PAIRS);
        assert_int_equal(kept.false_hits, 0);
        assert_int_equal(kept.misses > 0, row->effect == MISSES);
        if (row->effect == TESTS) {
            assert_int_equal(corrected.counters.matches, 0);
            assert_int_equal(kept.counters.matches, 1);
        }
    }
    cd_scene_destroy(scene);
}

void test_list(void)
{
    for (size_t i = 0; i < sizeof errata / sizeof *errata; i++)
        test_add(errata[i].title, test_an_erratum_has_its_effect, &errata[i]);
}

TEST(every_number_of_levels_is_right)
{
    struct cd_random random = handmade_random();
    for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
        struct handmade *made = handmade_regions_begin(dimensions, CD_TOUCH_CLOSED);
        handmade_random_regions(made, &random, 0, 300, 3, HANDMADE_EXTREME);
        struct cd_scene *scene = handmade_end(made, 1);
        int most = dimensions == 2 ? HPS_LEVELS_MAX : HPS_CUBE_LEVELS_MAX;
        for (int levels = 0; levels <= most; levels++) {
            char text[100];
            snprintf(text, sizeof text, "hps:split=%s:levels=%d", dimensions == 2 ? "planes" : "cubes",
                     levels);
            test_row("%s", text);
            assert_int_equal(judged(scene, text, CD_QUERY_PAIRS).wrong_frames, 0);
        }
        cd_scene_destroy(scene);
    }
}

/// What is in the list decides how many of its elements a search passes, and nothing else.
TEST(lists_of_spaces_and_of_regions_give_the_same_answers_and_calls)
{
    static const char *const scenes[] = {"regions:n=600:size=32:space=1024:touch=closed",
                                         "regions:n=400:alpha=2:d=3:extents=2:steps=3:move=0.5"};
    static const char *const forms[] = {"corrected", "repaired", "printed", "E1",      "E2",
                                        "E4",        "E5",       "E9",      "E1+E5+E9"};
    static const char *const splits[] = {"planes", "axes", "cubes"};
    for (size_t i = 0; i < 9 * 3 * 2; i++) {
        struct cd_scene *scene = loaded(scenes[i % 2]);
        struct cd_judgement of[2];
        for (int regions = 0; regions < 2; regions++) {
            char text[200];
            snprintf(text, sizeof text, "hps:variant=%s:split=%s:list=%s:space=%d", forms[i / 6],
                     splits[i / 2 % 3], regions ? "regions" : "spaces", i % 2 ? 0 : 1024);
            of[regions] = judged(scene, text, CD_QUERY_PAIRS);
        }
        assert_int_equal(of[0].records, of[1].records);
        assert_int_equal(of[0].misses, of[1].misses);
        assert_int_equal(of[0].counters.matches, of[1].counters.matches);
        assert_int_equal(of[0].counters.overlaps, of[1].counters.overlaps);
        assert_int_equal(of[0].counters.candidates, of[1].counters.candidates);
        assert_true(of[0].counters.list_hops <= of[1].counters.list_hops);
        cd_scene_destroy(scene);
    }
}

// ---- clustering ---------------------------------------------------------------------------------------------

TEST(clusters_leave_fewer_matches_and_relate_what_is_not_related)
{
    struct cd_scene *scene = loaded("regions:n=2000:size=20:space=1024");
    uint64_t pairs = 1000 * 1000, before = 0;
    for (int regions = 1; regions <= 64; regions *= 4) {
        char text[50];
        snprintf(text, sizeof text, "clustering:regions=%d", regions);
        struct cd_judgement found = judged(scene, text, CD_QUERY_PAIRS);
        assert_int_equal(found.misses, 0);
        assert_true(found.false_hits > before);
        assert_true(found.counters.matches * (uint64_t)(regions * regions) <= 2 * pairs);
        before = found.false_hits;
    }
    struct cd_judgement all = judged(scene, "clustering:regions=1000", CD_QUERY_PAIRS);
    assert_int_equal(all.records, pairs);
    assert_int_equal(all.counters.matches, 1);
    cd_scene_destroy(scene);
}

/// Of 4000 regions, all are aggregated in the first frame, and in the second one the clusters of those that changed.
TEST(a_region_that_changes_takes_its_clusters_along)
{
    static const struct {
        const char *scene;
        uint64_t least, most;
    } rows[] = {
        {"regions:n=4000:size=20:space=1024:steps=2:move=0", 4000, 4000},
        {"regions:n=4000:size=20:space=1024:steps=2:move=0.002", 4000 + 8 * 8, 4000 + 8 * 2 * 40},
        {"regions:n=4000:size=20:space=1024:steps=2:move=1", 2 * 4000 - 100, 2 * 4000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cd_scene *scene = loaded(rows[i].scene);
        struct cd_judgement kept = judged(scene, "clustering", CD_QUERY_PAIRS);
        struct cd_judgement anew = judged(scene, "clustering:update=rebuild", CD_QUERY_PAIRS);
        assert_in_range(kept.counters.list_hops, rows[i].least, rows[i].most);
        assert_int_equal(anew.counters.list_hops, 2 * 4000);
        assert_int_equal(kept.misses, 0);
        cd_scene_destroy(scene);
    }
}

/// Of 16 regions a side, four are a cluster. Four clusters of a side are 16 tests a frame, and 16 clusters are 256.
TEST(a_grid_is_laid_anew_for_more_than_twice_as_many_regions)
{
    static const struct {
        uint32_t then;
        uint64_t matches;
    } rows[] = {{16, 16 + 16}, {32, 16 + 16}, {64, 16 + 256}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct handmade *made = handmade_regions_begin(2, CD_TOUCH_CLOSED);
        for (uint32_t frame = 0; frame < 2; frame++)
            for (uint32_t k = 0, n = frame ? rows[i].then : 16; k < 2 * n; k++) {
                int64_t place = k / 2 * (64 / n), low[] = {10 * (place % 8), 10 * (place / 8)};
                handmade_region(made, frame, k, k % 2 ? CD_REGION_SUBSCRIBE : CD_REGION_PUBLISH, low,
                                (int64_t[]){low[0] + 4, low[1] + 4});
            }
        struct cd_scene *scene = handmade_end(made, 2);
        struct cd_judgement found = judged(scene, "clustering:regions=4", CD_QUERY_PAIRS);
        assert_int_equal(found.counters.matches, rows[i].matches);
        assert_int_equal(found.misses, 0);
        cd_scene_destroy(scene);
    }
}

/// A region of several extents is in one cluster and is reported once.
TEST(clusters_of_regions_with_several_extents_overlook_nothing)
{
    static const char *const scenes[] = {
        "regions:n=300:size=30:space=1024:extents=3:steps=6:move=0.3",
        "regions:n=300:size=200:space=1024:d=8:extents=2:steps=4:move=0.3:touch=closed",
        "regions:n=300:size=3:space=1024:d=1:steps=4:move=0.3"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (int rebuilds = 0; rebuilds < 2; rebuilds++) {
            struct cd_scene *scene = loaded(scenes[i]);
            struct cd_judgement found =
                judged(scene, rebuilds ? "clustering:regions=4:update=rebuild" : "clustering:regions=4",
                       CD_QUERY_PAIRS);
            assert_int_equal(found.misses, 0);
            assert_int_equal(found.records, found.truth_pairs + found.false_hits);
            cd_scene_destroy(scene);
        }
}

/// MATCH calls in frames whose regions are those of these numbers.
static uint64_t calls_in(const struct cd_random numbers[], uint64_t frames)
{
    struct handmade *made = handmade_regions_begin(4, CD_TOUCH_CLOSED);
    for (uint64_t frame = 0; frame < frames; frame++) {
        struct cd_random random = numbers[frame];
        handmade_random_regions(made, &random, frame, 12, 1, HANDMADE_LONG);
    }
    struct cd_scene *scene = handmade_end(made, frames);
    uint64_t calls = judged(scene, "hps:split=planes", CD_QUERY_PAIRS).counters.matches;
    cd_scene_destroy(scene);
    return calls;
}

TEST(candidates_of_one_frame_are_none_of_the_next)
{
    struct cd_random random = handmade_random(), numbers[100];
    uint64_t alone = 0;
    for (int i = 0; i < 100; i++) {
        numbers[i] = random;
        for (int k = 0; k < 500; k++)
            cd_random_below(&random, 2);
        alone += calls_in(&numbers[i], 1);
    }
    assert_true(alone > 0);
    assert_int_equal(calls_in(numbers, 100), alone);
}
