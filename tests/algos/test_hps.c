/// HPS as in the paper. Checks keys, codes and skip rules with the paper's own examples; every erratum on its own
/// against the corrected algorithm; and the answers of the paper's search and of the join against looking at every
/// pair.
#include "scenes/cursor.h"
#include "tests/region_frames.h"
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

TEST(a_point_has_the_code_of_a_deepest_cell)
{
    struct cell_code r = code_32(16, 16, 31, 31);
    assert_int_equal(r.level, 3);
    assert_int_equal(r.key, base_5(1422));
    assert_int_equal(r.a, 0);
    assert_int_equal(r.d, 3);
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

/// One r* and a list, in sixteenths of the space.
struct case_of {
    struct region_frame frame;
    uint32_t next_id;
};

static struct case_of *case_begin(int x1, int x2, int y1, int y2)
{
    struct case_of *made = test_malloc(sizeof *made);
    region_frame_begin(&made->frame, 2, CD_TOUCH_CLOSED);
    region_frame_put(&made->frame, 0, CD_REGION_SUBSCRIBE, x1, x2, y1, y2);
    made->next_id = 1;
    return made;
}

static void case_list(struct case_of *made, int x1, int x2, int y1, int y2)
{
    region_frame_put(&made->frame, made->next_id++, CD_REGION_PUBLISH, x1, x2, y1, y2);
}

/// What the corrected algorithm finds, or the algorithm with an erratum.
static uint64_t case_found(const struct case_of *made, const char *erratum, int levels,
                           struct cd_counters *counters)
{
    char text[100];
    snprintf(text, sizeof text, "erratum=%s:levels=%d:space=16", erratum, levels);
    return region_answer_of(&made->frame, "hps", text, counters).count;
}

/// The corrected algorithm finds all pairs; with the erratum, it finds fewer.
static void expect_missed(struct case_of *made, const char *erratum, int levels)
{
    uint64_t all = region_frame_truth(&made->frame).count;
    assert_int_equal(case_found(made, "none", levels, NULL), all);
    assert_true(case_found(made, erratum, levels, NULL) < all);
    test_free(made);
}

/// The input of MATCH: a list of publish regions, and a region that asks.
struct asking {
    const struct cd_region_set *set;
    const struct hps_list *list;
    uint32_t query;
};

static bool match_exactly(void *user, uint32_t entry)
{
    const struct asking *asking = user;
    return cd_region_set_match(asking->set, asking->list->entries[entry].extent, asking->query);
}

/// The number of searches that never end with an erratum. Without it, all searches end.
static uint64_t endless_searches(const struct case_of *made, unsigned errata, int levels)
{
    struct cd_region_set set;
    struct hps_list list;
    struct cd_counters counters = {0};
    struct cell_space space = {.axes = {0, 1}, .m = (unsigned)levels};
    uint64_t endless = 0;
    cd_region_set_create(&set, &made->frame.scene, false);
    cd_region_set_fill(&set, &made->frame.frame, 1);
    cell_space_fit(&space, &set, 16, 1);
    hps_list_create(&list, true, (uint32_t)set.all.capacity);
    hps_list_build(&list, &space, &set.sides[CD_REGION_PUBLISH]);
    for (uint32_t query = 0; query < set.sides[CD_REGION_SUBSCRIBE].count; query++) {
        struct asking asking = {&set, &list, query};
        struct hps_walk walk = {.list = &list,
                                .rules.errata = errata,
                                .query = cell_space_code(&space, &set.sides[CD_REGION_SUBSCRIBE], query),
                                .counters = &counters,
                                .match = match_exactly,
                                .user = &asking};
        endless += !hps_walk(&walk);
    }
    hps_list_destroy(&list);
    cd_region_set_destroy(&set);
    return endless;
}

static void expect_endless(struct case_of *made, unsigned erratum, int levels)
{
    assert_int_equal(endless_searches(made, 0, levels), 0);
    assert_int_equal(endless_searches(made, erratum, levels), 1);
    test_free(made);
}

TEST(e1_a_next_sibling_is_not_covered)
{
    struct case_of *made = case_begin(10, 10, 10, 14);
    case_list(made, 14, 16, 6, 6);
    case_list(made, 8, 10, 12, 16);
    assert_int_equal(region_frame_truth(&made->frame).count, 1);
    expect_missed(made, "e1", 2);
}

TEST(e2_a_coordinate_may_be_one)
{
    struct case_of *made = case_begin(1, 2, 14, 15);
    case_list(made, 1, 2, 15, 16);
    expect_missed(made, "e2", 3);
}

TEST(e3_a_test_that_fails_is_not_the_end)
{
    struct case_of *made = case_begin(4, 10, 4, 10);
    case_list(made, 2, 10, 11, 12); // straddles the middle as well, and misses
    case_list(made, 6, 9, 6, 9);
    expect_missed(made, "e3", 3);
}

TEST(e4_the_guard_of_grandchildren_looks_at_what_lies_deeper)
{
    // r* meets child 1, and of its grandchildren only the fourth; the region of the list lies in the first.
    struct case_of *made = case_begin(6, 10, 6, 10);
    case_list(made, 1, 2, 1, 2);
    struct cd_counters corrected, printed;
    case_found(made, "none", 3, &corrected);
    case_found(made, "e4", 3, &printed);
    assert_int_equal(corrected.matches, 0);
    assert_int_equal(printed.matches, 1);
    test_free(made);
}

TEST(e5_bit_j_minus_1_says_nothing)
{
    struct case_of *made = case_begin(8, 12, 10, 14);
    case_list(made, 8, 8, 10, 10);
    expect_missed(made, "e5", 3);
}

TEST(e6_children_2_to_4_have_rules_of_their_own)
{
    // r* reaches the first grandchild of child 4; its lower left end lies in the last one of child 1.
    struct case_of *made = case_begin(6, 10, 6, 10);
    case_list(made, 9, 9, 9, 9);
    expect_missed(made, "e6", 3);
}

TEST(e7_children_do_not_lie_before_their_parent)
{
    struct case_of *made = case_begin(9, 12, 4, 12); // the right half alone
    case_list(made, 1, 2, 1, 2);
    expect_endless(made, HPS_E7, 3);
}

TEST(e8_next_by_key_alone_forgets_or_repeats_regions_of_a_cell)
{
    struct case_of *made = case_begin(4, 10, 4, 10);
    case_list(made, 6, 9, 6, 9);
    case_list(made, 7, 9, 7, 9);
    assert_int_equal(endless_searches(made, HPS_E8, 3), 0);
    assert_int_equal(endless_searches(made, HPS_E8_LOOP, 3), 1);
    expect_missed(made, "e8", 3);
}

TEST(e9_step_3_does_not_see_the_end_of_the_list)
{
    struct case_of *made = case_begin(1, 2, 1, 2);
    case_list(made, 14, 15, 14, 15);
    expect_endless(made, HPS_E9, 3);
}

TEST(e10_a_jump_has_to_take_the_region_along)
{
    struct case_of *made = case_begin(13, 14, 13, 14);
    case_list(made, 1, 2, 1, 2);
    case_list(made, 13, 14, 13, 14);
    expect_missed(made, "e10", 3);
}

TEST(e11_the_guard_of_grandchildren_in_step_6_is_that_of_the_query)
{
    struct case_of *made = case_begin(1, 2, 1, 2);
    case_list(made, 6, 10, 6, 10); // in the ancestor cell, and misses the first grandchild of child 1
    struct cd_counters corrected, printed;
    case_found(made, "none", 3, &corrected);
    case_found(made, "e11", 3, &printed);
    assert_int_equal(corrected.matches, 0);
    assert_int_equal(printed.matches, 1);
    test_free(made);
}

TEST(e12_without_bits_beyond_m_deepest_cells_have_no_halves)
{
    struct case_of *made = case_begin(0, 1, 0, 1);
    case_list(made, 2, 3, 0, 1); // the same cell of level 2, its right half
    struct cd_counters corrected, printed;
    case_found(made, "none", 2, &corrected);
    case_found(made, "e12", 2, &printed);
    assert_int_equal(corrected.matches, 0);
    assert_int_equal(printed.matches, 1);
    test_free(made);
}

TEST(the_printed_algorithm_finds_little_and_reports_nothing_false)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    uint64_t truth = 0, mended = 0, printed = 0;
    for (int trial = 0; trial < 20; trial++) {
        region_frame_begin(made, 2, CD_TOUCH_CLOSED);
        region_frame_random(made, &random, 200, 64);
        uint64_t all = region_frame_truth(made).count;
        uint64_t some = region_answer_of(made, "hps", "variant=mended:levels=4:space=64", NULL).count;
        uint64_t few = region_answer_of(made, "hps", "variant=printed:levels=4:space=64", NULL).count;
        assert_true(some <= all && few <= all);
        truth += all, mended += some, printed += few;
    }
    assert_true(mended < truth);
    assert_true(printed < mended);
    test_free(made);
}

TEST(only_the_corrected_search_without_an_erratum_claims_to_be_exact)
{
    static const char *const printed[] = {"hps:variant=mended", "hps:variant=printed", "hps:erratum=e1",
                                          "hps:erratum=e4"},
                             *const exact[] = {"hps", "hps:variant=corrected", "hps_join"};
    for (size_t i = 0; i < sizeof printed / sizeof *printed + sizeof exact / sizeof *exact; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_status status = {0};
        struct cd_description description;
        bool kept = i < sizeof printed / sizeof *printed;
        const char *name = kept ? printed[i] : exact[i - sizeof printed / sizeof *printed];
        assert_int_equal(cd_algo_select(name, &algo, &settings, &status), CD_OK);
        cd_describe(algo, settings, &description);
        assert_int_equal(description.quality, kept ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT);
        cd_settings_destroy(settings);
    }
}

TEST(what_the_list_is_made_of_changes_no_answer_of_any_variant)
{
    static const char *const variants[] = {"corrected", "mended", "printed"}, *const lists[] = {
                                                                                  "list=array",
                                                                                  "list=linked"};
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    for (int trial = 0; trial < 30; trial++) {
        region_frame_begin(made, 2, CD_TOUCH_CLOSED);
        region_frame_random(made, &random, 200, 64);
        for (size_t v = 0; v < 3; v++) {
            struct cd_answer answers[2];
            for (size_t i = 0; i < 2; i++) {
                char text[100];
                snprintf(text, sizeof text, "variant=%s:levels=4:space=64:%s", variants[v], lists[i]);
                answers[i] = region_answer_of(made, "hps", text, NULL);
                assert_int_equal(answers[i].count, answers[0].count);
                assert_true(cd_hash_equal(answers[i].digest, answers[0].digest));
            }
        }
    }
    test_free(made);
}

// ---- answers ----------------------------------------------------------------------------------------------

/// An algorithm and its settings.
struct way {
    const char *algo, *settings;
};

static const struct way exact_ways[] = {
    {"hps_join", ""},
    {"hps", ""},
    {"hps", "prune=none"},
    {"hps", "prune=full"},
    {"hps", "list=linked"},
    {"hps", "prune=full:list=linked"},
    {"hps", "split=planes"},
    {"hps", "split=axes:prune=full"},
    {"hps", "split=cubes"},
    {"hps", "split=cubes:prune=full:list=array"},
    {"hps", "split=cubes:prune=none"},
};
#define EXACT_WAYS (sizeof exact_ways / sizeof *exact_ways)

static void expect_answer(const struct region_frame *made, const char *algo, const char *text,
                          struct cd_answer truth)
{
    struct cd_answer answer = region_answer_of(made, algo, text, NULL);
    if (answer.count != truth.count || !cd_hash_equal(answer.digest, truth.digest))
        fail_msg("%s:%s in %u dimensions: %llu pairs instead of %llu", algo, text, made->scene.dimensions,
                 (unsigned long long)answer.count, (unsigned long long)truth.count);
}

TEST(ten_million_random_pairs_are_answered_as_by_brute_force)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    uint64_t pairs = 0;
    while (pairs < 10000000) {
        uint32_t dimensions = 1 + (uint32_t)cd_random_below(&random, CD_REGION_DIMENSIONS);
        region_frame_begin(made, dimensions,
                           cd_random_below(&random, 2) ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN);
        int64_t reach = INT64_C(1) << cd_random_below(&random, 12);
        region_frame_random(made, &random, 320, reach + 4);
        pairs += (uint64_t)made->frame.region_count * made->frame.region_count / 4;
        struct cd_answer truth = region_frame_truth(made);
        char text[160];
        const struct way *way = &exact_ways[cd_random_below(&random, EXACT_WAYS)];
        snprintf(text, sizeof text, "%s%slevels=%d:space=%lld", way->settings, *way->settings ? ":" : "",
                 (int)cd_random_below(&random, 7),
                 cd_random_below(&random, 2)
                     ? 0LL
                     : (long long)(1 + cd_random_below(&random, (uint64_t)reach + 4)));
        expect_answer(made, way->algo, text, truth);
    }
    test_free(made);
}

TEST(no_level_and_27_levels_are_right_as_well)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    region_frame_begin(made, 2, CD_TOUCH_CLOSED);
    region_frame_random(made, &random, 500, INT64_C(1) << 31);
    struct cd_answer truth = region_frame_truth(made);
    for (int levels = 0; levels <= CELL_LEVELS_MAX; levels += 3) {
        char text[100];
        snprintf(text, sizeof text, "prune=full:levels=%d", levels);
        expect_answer(made, "hps", text, truth);
    }
    region_frame_begin(made, 3, CD_TOUCH_CLOSED);
    region_frame_random(made, &random, 500, INT64_C(1) << 31);
    truth = region_frame_truth(made);
    for (int levels = 0; levels <= CELL_CUBE_LEVELS_MAX; levels++) {
        char text[100];
        snprintf(text, sizeof text, "split=cubes:prune=full:levels=%d", levels);
        expect_answer(made, "hps", text, truth);
    }
    test_free(made);
}

TEST(a_plane_searched_in_cubes_costs_the_same_tests)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    region_frame_begin(made, 2, CD_TOUCH_CLOSED);
    region_frame_random(made, &random, 800, 1000);
    static const char *const prunes[] = {"none", "printed", "full"};
    for (int i = 0; i < 3; i++) {
        struct cd_counters plane, cube;
        char text[100];
        snprintf(text, sizeof text, "prune=%s:levels=4", prunes[i]);
        struct cd_answer expected = region_answer_of(made, "hps", text, &plane);
        snprintf(text, sizeof text, "prune=%s:levels=4:split=cubes", prunes[i]);
        struct cd_answer answer = region_answer_of(made, "hps", text, &cube);
        assert_true(answer.count == expected.count && cd_hash_equal(answer.digest, expected.digest));
        assert_int_equal(cube.matches, plane.matches);
    }
    test_free(made);
}

/// Makes some regions appear, vanish, move or change their extents.
static void make_next_frame(struct region_frame *made, struct cd_random *random, int64_t reach)
{
    static struct cd_region old[REGION_FRAME_MAX];
    uint32_t count = made->frame.region_count;
    memcpy(old, made->regions, sizeof old);
    made->frame.region_count = made->frame.changed_count = 0;
    made->frame.index++;
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && old[end].id == old[i].id;)
            end++;
        uint64_t fate = cd_random_below(random, 8);
        if (fate == 0)
            continue; // it goes
        for (uint32_t k = i; k < end - (fate == 1 && end > i + 1); k++) {
            struct cd_region *region = region_frame_add(made, old[k].id, old[k].kind);
            *region = old[k];
            int32_t step = fate < 3 ? (int32_t)cd_random_below(random, 4) : 0;
            region->low[0] += step, region->high[0] += step;
        }
        if (fate < 3)
            made->changed[made->frame.changed_count++] = old[i].id;
        if (fate == 7 && (end == count || old[end].id > old[i].id + 1) && made->frame.region_count < 1000)
            *region_frame_add(made, old[i].id + 1, old[i].kind) =
                (struct cd_region){.id = old[i].id + 1,
                                   .kind = old[i].kind,
                                   .low = {old[i].low[0] / 2, 0, 0, 0},
                                   .high = {(int32_t)(reach / 2 + 1), 3, 3, 3}};
    }
}

TEST(an_order_that_is_updated_answers_as_one_that_is_made)
{
    static const struct way ways[] = {{"hps", "list=array"},
                                      {"hps", "list=linked"},
                                      {"hps", "split=axes"},
                                      {"hps_join", "update=incremental"}};
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    for (int way = 0; way < 4; way++) {
        struct cd_context context = {.threads = 1};
        region_frame_begin(made, 2, CD_TOUCH_HALF_OPEN);
        region_frame_random(made, &random, 500, 100);
        struct cd_instance *instance =
            region_instance(&made->scene, ways[way].algo, ways[way].settings, CD_QUERY_PAIRS, &context);
        for (int frame = 0; frame < 30; frame++) {
            struct cd_answer truth = region_frame_truth(made);
            struct cd_answer answer = region_instance_answer(instance, made, CD_QUERY_PAIRS, 1);
            assert_int_equal(answer.count, truth.count);
            assert_true(cd_hash_equal(answer.digest, truth.digest));
            make_next_frame(made, &random, 100);
        }
        cd_instance_destroy(instance);
    }
    test_free(made);
}

TEST(threads_and_queries_change_no_answer)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    region_frame_begin(made, 3, CD_TOUCH_CLOSED);
    region_frame_random(made, &random, 600, 50);
    for (const struct way *way = exact_ways; way < exact_ways + EXACT_WAYS; way++)
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
            struct cd_answer answers[3];
            for (unsigned threads = 1; threads <= 3; threads++) {
                struct cd_context context = {.threads = threads};
                struct cd_instance *instance =
                    region_instance(&made->scene, way->algo, way->settings, query, &context);
                answers[threads - 1] = region_instance_answer(instance, made, query, threads);
                assert_true(cd_hash_equal(answers[threads - 1].digest, answers[0].digest));
                cd_instance_destroy(instance);
            }
            struct cd_context context = {.threads = 1};
            struct cd_instance *brute = region_instance(&made->scene, "region_brute", "", query, &context);
            struct cd_answer truth = region_instance_answer(brute, made, query, 1);
            assert_int_equal(answers[0].count, truth.count);
            assert_true(cd_hash_equal(answers[0].digest, truth.digest));
            cd_instance_destroy(brute);
        }
    test_free(made);
}

/// Runs one algorithm over all frames of a scene. The counters of all its threads go to `total`.
static struct cd_hash answer_scene(const struct cd_scene *scene, const char *algo_name, const char *text,
                                   unsigned threads, struct cd_counters *total)
{
    struct cd_context context = {.threads = threads};
    struct cd_instance *instance = region_instance(scene, algo_name, text, CD_QUERY_PAIRS, &context);
    struct cd_sink *sinks = cd_instance_workers(instance)[0].sink;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    struct cd_status status = {0};
    struct cd_hash digest = {0, 0};
    const struct cd_frame *frame;
    while (!cd_cursor_next(cursor, &frame, &status) && frame) {
        for (unsigned i = 0; i < threads; i++)
            cd_sink_begin(&sinks[i], CD_QUERY_PAIRS, CD_SINK_DIGEST, frame->index);
        assert_int_equal(cd_instance_update(instance, frame, &status), CD_OK);
        assert_int_equal(cd_instance_query(instance, &status), CD_OK);
        digest = cd_hash_sum(digest, cd_sinks_merge(sinks, threads).digest);
    }
    *total = (struct cd_counters){0};
    for (unsigned i = 0; i < threads; i++) {
        total->matches += cd_instance_workers(instance)[i].counters.matches;
        total->overlaps += cd_instance_workers(instance)[i].counters.overlaps;
        total->cells += cd_instance_workers(instance)[i].counters.cells;
    }
    cd_cursor_close(cursor);
    cd_instance_destroy(instance);
    return digest;
}

TEST(a_join_shared_by_threads_does_the_same_work)
{
    static const char *const scenes[] = {
        "regions:n=5000:alpha=0.1:space=100000:steps=2",
        "regions:n=5000:alpha=30:space=100000:touch=closed:steps=2",
        "regions:n=5000:alpha=3:sizes=clustered:extents=2:space=10000",
        "regions:n=5000:alpha=3:sizes=huge:d=3:space=10000",
        "regions:n=5000:alpha=3:sizes=lognormal:d=1:space=1000000",
        "regions:n=5000:alpha=300:space=100000:steps=2:seed=2",
        "regions:n=5000:alpha=100:touch=closed:d=1:space=100000",
        "regions:n=4000:alpha=200:d=4:extents=2:space=1000",
        "regions:n=4000:alpha=20:sizes=huge:extents=3:touch=closed:space=5000",
        "regions:n=4000:alpha=50:publish=0.02:space=100000",
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        struct cd_scene_options options = {0};
        struct cd_scene *scene;
        struct cd_status status = {0};
        assert_int_equal(cd_scene_load(scenes[i], &options, &scene, &status), CD_OK);
        struct cd_counters brute, first, counters;
        struct cd_hash truth = answer_scene(scene, "region_brute", "", 1, &brute);
        for (unsigned threads = 1; threads <= 4; threads++) {
            const char *way = threads == 4 ? "update=incremental" : "";
            assert_true(cd_hash_equal(answer_scene(scene, "hps_join", way, threads, &counters), truth));
            if (threads == 1)
                first = counters;
            assert_int_equal(counters.matches, first.matches);
            assert_int_equal(counters.overlaps, first.overlaps);
            assert_int_equal(counters.cells, first.cells);
            assert_true(counters.matches < brute.matches);
        }
        cd_scene_destroy(scene);
    }
}

TEST(regions_that_crowd_in_one_deepest_cell_are_filed_there)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    for (uint32_t dimensions = 1; dimensions <= CD_REGION_DIMENSIONS; dimensions++) {
        region_frame_begin(made, dimensions, CD_TOUCH_CLOSED);
        for (uint32_t i = 0; i < 900; i++) {
            struct cd_region *region =
                region_frame_add(made, i, i % 2 ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE);
            for (uint32_t k = 0; k < dimensions; k++) {
                region->low[k] = (int32_t)cd_random_below(&random, 300);
                region->high[k] = region->low[k] + 10;
            }
        }
        struct cd_region *far = region_frame_add(made, 5000, CD_REGION_PUBLISH);
        for (uint32_t k = 0; k < dimensions; k++)
            far->low[k] = far->high[k] = cd_region_stored(CD_REGION_MAX);
        struct cd_counters counters;
        struct cd_answer truth = region_frame_truth(made);
        expect_answer(made, "hps_join", "", truth);
        region_answer_of(made, "hps_join", "", &counters);
        assert_true(counters.matches < 900 * 900 / 8);
    }
    test_free(made);
}

TEST(pruning_saves_tests_and_more_of_it_more)
{
    struct cd_random random = handmade_random();
    struct region_frame *made = test_malloc(sizeof *made);
    region_frame_begin(made, 2, CD_TOUCH_CLOSED);
    for (uint32_t i = 0; i < 1000; i++) {
        int64_t x = (int64_t)cd_random_below(&random, 1004), y = (int64_t)cd_random_below(&random, 1004);
        region_frame_put(made, i, i % 2 ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE, x, x + 20, y, y + 20);
    }
    struct cd_counters none, printed, full;
    region_answer_of(made, "hps", "levels=4:space=1024:prune=none", &none);
    region_answer_of(made, "hps", "levels=4:space=1024:prune=printed", &printed);
    region_answer_of(made, "hps", "levels=4:space=1024:prune=full", &full);
    assert_true(printed.matches < none.matches);
    assert_true(full.matches < printed.matches);
    test_free(made);
}
