/// HPS as in the paper. Checks keys, codes and skip rules with the paper's own examples, and every erratum on its own
/// against the corrected algorithm. What every matcher must do is in test_regions.
#include "tests/handmade_regions.h"
#include "tests/judged.h"
#include "tests/test.h"

#include "algos/regions/hps/walk.h"

/// A number whose decimal digits are read as digits in base 5.
static uint64_t base_5(uint64_t digits)
{
    return digits ? 5 * base_5(digits / 10) + digits % 10 : 0;
}

// ---- keys -------------------------------------------------------------------------------------------------

TEST(keys_of_children_follow_formula_1)
{
    assert_int_equal(cell_key_root(3), base_5(1000));
    assert_int_equal(cell_key_child(base_5(1000), 0, 3, 3), base_5(1300));
    assert_int_equal(cell_key_child(base_5(1300), 1, 3, 3), base_5(1330));
    assert_int_equal(cell_key_child(base_5(1440), 2, 4, 3), base_5(1444));
    assert_int_equal(cell_key_digit(base_5(1342), 1, 3), 3);
    assert_int_equal(cell_key_digit(base_5(1342), 3, 3), 2);
}

TEST(levels_are_told_by_the_zeros_at_the_end)
{
    assert_int_equal(cell_key_level(base_5(1000), 3), 0);
    assert_int_equal(cell_key_level(base_5(1400), 3), 1);
    assert_int_equal(cell_key_level(base_5(1440), 3), 2);
    assert_int_equal(cell_key_level(base_5(1444), 3), 3);
    assert_int_equal(cell_key_level(cell_key_root(CELL_LEVELS_MAX), CELL_LEVELS_MAX), 0);
}

TEST(the_next_sibling_of_a_fourth_child_is_its_parents)
{
    assert_int_equal(cell_key_next(base_5(1110), 2, 3), base_5(1120));
    assert_int_equal(cell_key_next(base_5(1140), 2, 3), base_5(1200));
    assert_int_equal(cell_key_next(base_5(1144), 3, 3), base_5(1200));
    assert_int_equal(cell_key_next(base_5(1444), 3, 3), base_5(2000)); // outside
}

TEST(a_cell_covers_what_lies_in_it_and_not_its_next_sibling)
{
    assert_true(cell_key_covers(base_5(1100), 1, base_5(1100), 3));
    assert_true(cell_key_covers(base_5(1100), 1, base_5(1144), 3));
    assert_false(cell_key_covers(base_5(1100), 1, base_5(1200), 3));
    assert_true(cell_key_covers_printed(base_5(1100), 1, base_5(1200), 3)); // E1
    assert_true(cell_key_covers(base_5(1000), 0, base_5(1444), 3));
}

static void note_preorder(uint64_t key, int level, unsigned m, uint64_t *last, unsigned *count)
{
    assert_true(key > *last);
    assert_int_equal(cell_key_level(key, m), level);
    *last = key;
    ++*count;
    for (unsigned s = 1; s <= 4 && level < (int)m; s++)
        note_preorder(cell_key_child(key, level, s, m), level + 1, m, last, count);
}

TEST(ascending_keys_are_the_preorder)
{
    uint64_t last = 0;
    unsigned count = 0;
    note_preorder(cell_key_root(5), 0, 5, &last, &count);
    assert_int_equal(count, (1024 * 4 - 1) / 3);
}

TEST(keys_of_27_levels_fit_64_bits)
{
    uint64_t key = cell_key_root(CELL_LEVELS_MAX), before = key;
    for (int level = 0; level < CELL_LEVELS_MAX; level++, before = key) {
        key = cell_key_child(key, level, 4, CELL_LEVELS_MAX);
        assert_true(key > before);
    }
    assert_int_equal(cell_key_next(key, CELL_LEVELS_MAX, CELL_LEVELS_MAX),
                     2 * cell_key_root(CELL_LEVELS_MAX));
}

// ---- codes ------------------------------------------------------------------------------------------------

/// The code of [x1, x2] x [y1, y2], given in 32nds, with m = 3.
static struct cell_code code_32(uint32_t x1, uint32_t x2, uint32_t y1, uint32_t y2)
{
    const uint32_t ends[3][2] = {{x1, x2}, {y1, y2}, {0, 0}};
    return cell_code_of(ends, 3);
}

TEST(regions_have_the_codes_of_figure_2)
{
    struct cell_code r1 = code_32(10, 25, 10, 27), r2 = code_32(4, 12, 10, 20);
    struct cell_code r3 = code_32(25, 29, 1, 3), r4 = code_32(20, 26, 9, 12);
    assert_int_equal(r1.key, base_5(1000)); // j = 1
    assert_int_equal(r2.key, base_5(1000)); // j = 1
    assert_int_equal(r3.level, 2);          // j = 3
    assert_int_equal(r3.key, base_5(1330));
    assert_int_equal(r4.level, 1); // j = 2
    assert_int_equal(r4.key, base_5(1300));
}

TEST(codes_agree_with_formula_3_bit_by_bit)
{
    struct cd_random random = handmade_random();
    for (int trial = 0; trial < 20000; trial++) {
        unsigned m = (unsigned)cd_random_below(&random, CELL_LEVELS_MAX + 1);
        uint64_t end = UINT64_C(1) << (m + 2), size = 1 + cd_random_below(&random, end);
        uint32_t ends[3][2] = {{0}, {0}, {0}};
        for (int k = 0; k < 2; k++) {
            ends[k][0] = (uint32_t)cd_random_below(&random, end);
            uint64_t high = ends[k][0] + cd_random_below(&random, size);
            ends[k][1] = (uint32_t)(high < end ? high : end - 1);
        }
        uint64_t key = cell_key_root(m);
        unsigned j = 1;
        for (; j <= m; j++) {
            unsigned shift = m + 2 - j;
            if ((ends[0][0] ^ ends[0][1]) >> shift & 1 || (ends[1][0] ^ ends[1][1]) >> shift & 1)
                break;
            key += (2 * (ends[0][0] >> shift & 1) + (ends[1][0] >> shift & 1) + 1) * cell_powers_of_5[m - j];
        }
        struct cell_code code = cell_code_of(ends, m);
        assert_int_equal(code.key, key);
        assert_int_equal(code.level, (int)j - 1);
        assert_int_equal(code.a, ends[0][0] >> (m + 1 - j) & 3);
        assert_int_equal(code.d, ends[1][1] >> (m + 1 - j) & 3);
    }
}

TEST(a_coordinate_of_one_gives_key_0_unless_clamped)
{
    struct cell_code code = code_32(20, 32, 20, 24); // E2
    assert_int_equal(code.key, 0);
    assert_int_equal(code.level, -1);
    assert_int_equal(code_32(20, 31, 20, 24).key, base_5(1400));
}

// ---- skip rules -------------------------------------------------------------------------------------------

TEST(bits_0101_and_1111_prune_seven_grandchildren)
{
    // Bits j are 0, 1, 0, 1 and bits j + 1 all 1.
    struct cell_code r1 = code_32(10, 25, 10, 27);
    const unsigned pruned[] = {11, 12, 13, 21, 22, 31, 33};
    size_t next = 0;
    for (unsigned s = 1; s <= 4; s++) {
        assert_false(hps_skip_child(&r1, s));
        for (unsigned t = 1; t <= 4; t++) {
            bool expected = next < 7 && pruned[next] == 10 * s + t;
            next += expected;
            assert_int_equal(hps_skip_grandchild(&r1, s, t), expected);
            assert_int_equal(hps_patches_miss(hps_patch_of(&r1), hps_patch_of_grandchild(s, t)), expected);
        }
    }
    assert_int_equal(next, 7);
}

TEST(no_rule_skips_a_field_of_the_grid_that_a_region_meets)
{
    for (uint8_t bits = 0; bits < 255; bits++) {
        struct cell_code r = {.a = bits & 3, .b = bits >> 2 & 3, .c = bits >> 4 & 3, .d = bits >> 6};
        if (r.a > r.b || r.c > r.d)
            continue;
        for (unsigned s = 1; s <= 4; s++)
            for (unsigned t = 1; t <= 4; t++) {
                struct hps_patch field = hps_patch_of_grandchild(s, t);
                bool meets = !hps_patches_miss(hps_patch_of(&r), field);
                if (hps_skip_child(&r, s) || hps_skip_grandchild(&r, s, t))
                    assert_false(meets);
                if (hps_patches_miss(hps_patch_of(&r), hps_patch_of_child(s)))
                    assert_false(meets);
            }
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

/// MATCH: how the search goes on does not depend on it.
static void match_nothing(void *user, uint32_t entry)
{
    (void)user;
    (void)entry;
}

/// Whether the search of the only region that asks comes to its end.
static bool search_ends(const struct cd_scene *scene, unsigned rule, int levels)
{
    struct cd_region_set set;
    struct hps_list list;
    struct cd_counters counters = {0};
    struct cell_space space = {.axes = {0, 1}, .m = (unsigned)levels};
    struct cd_cursor *cursor = cd_cursor_open(scene);
    cd_region_set_create(&set, scene, false);
    cd_region_set_fill(&set, next(cursor), 1);
    cell_space_fit(&space, &set, 16, 1);
    hps_list_create(&list, false, (uint32_t)set.all.capacity);
    hps_list_build(&list, &space, &set.sides[CD_REGION_PUBLISH]);
    struct hps_walk walk = {.list = &list,
                            .rules.errata = rule,
                            .query = cell_space_code(&space, &set.sides[CD_REGION_SUBSCRIBE], 0),
                            .counters = &counters,
                            .match = match_nothing};
    bool ends = hps_walk(&walk);
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
        int most = dimensions == 2 ? CELL_LEVELS_MAX : CELL_CUBE_LEVELS_MAX;
        for (int levels = 0; levels <= most; levels++) {
            char text[100];
            snprintf(text, sizeof text, "hps:split=%s:prune=full:levels=%d",
                     dimensions == 2 ? "planes" : "cubes", levels);
            test_row("%s", text);
            assert_int_equal(judged(scene, text, CD_QUERY_PAIRS).wrong_frames, 0);
        }
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
