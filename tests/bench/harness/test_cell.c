/// What a cell comes to: rates, times of frames, and its row of summary.csv.
#include "bench/harness/measure.h"
#include "bench/harness/probe.h"
#include "tests/bench/cells.h"
#include "tests/random_numbers.h"

#include <jansson.h>

TEST(rates_and_frame_times_come_from_the_samples)
{
    static const bool first[] = {true, false}, none[] = {false, false};
    struct cd_cell cell = make_cell("obb8", CD_VERDICT_APPROXIMATE);
    assert_near(cell.frame.median, 5500011, 0);
    assert_near(cell.pass.median, 9000051, 0);
    assert_near(cell.cpu.median, 5000001, 0);
    assert_near(cell.interval.high, 12000091, 0);
    assert_near(cd_cell_fps(&cell), 2e9 / 9000051, 1e-9);
    assert_ptr_equal(cd_cell_basis(&cell), cell.timed.pass_ns);
    cell.by_cpu = true;
    cd_cell_summarise(&cell);
    assert_near(cell.interval.high, 9000009, 0);
    assert_near(cd_cell_fps(&cell), 2e9 / 5000001, 1e-9);
    assert_ptr_equal(cd_cell_basis(&cell), cell.timed.cpu_ns);
    assert_near(cd_cell_frame_ns(&cell, first, true), 3000009, 0.001);
    assert_near(cd_cell_frame_ns(&cell, first, false), 8000003, 0.001);
    assert_near(cd_cell_frame_ns(&cell, none, false), 6000002, 0.001);
    assert_true(isnan(cd_cell_frame_ns(&cell, none, true)) && isnan(cd_cell_frame_ns(&cell, NULL, true)));
    cell.timed.samples = 0;
    assert_true(isnan(cd_cell_frame_ns(&cell, first, true)));
    cd_cell_release(&cell);
}

TEST(a_row_has_every_number_in_its_column_and_unit)
{
    static const char expected[] =
        "algo=obb8 settings=leaf=4 variant=own query=contacts scene=bunny scene_hash=ab12 frames=2 "
        "bodies=3 triangles=400 hit_frames=8 digest=cd34 verdict=approximate misses=12 false_hits=13 "
        "create_ms=1234.567891 frame_ms_median=5.500011 frame_ms_mad=2.499997 frame_ms_p95=11.000007 "
        "frame_ms_max=11.000007 cpu_ms_median=5.000001 fps=222.221 threads=6 seed=7 pair_tests=1000 "
        "message_bytes=1017 counters=exact fps_low=166.665 fps_high=333.331 fps_confidence=0.9375 "
        "pass_ms_median=9.000051 pass_ms_mad=2.999949 samples=5 peak_rss_kb=20 struct_bytes=19 "
        "timed_allocations=21 truth=mixed truth_hit_frames=10 truth_pairs=11 clear_pairs=89 "
        "wrong_frames=14 first_wrong_frame=15 contacts_missing=16 contacts_false=17 "
        "contacts_repeated=18 records=9 unstable_frame=NA environment=llvmpipe regions=5 clock=wall "
        "others=0.123 stolen=0.045 throttled=22 switches=1.3 cell=23 ";
    struct cd_cell cell = make_cell("obb8", CD_VERDICT_APPROXIMATE);
    struct cd_table *table = cd_cell_table();
    const char *at = expected;
    cd_cell_add_row(table, &cell, 23);
    for (size_t i = 0; i < table->column_count; i++) {
        char text[100];
        const char *name = table->columns[i].name;
        int length = snprintf(text, sizeof text, "%s=%s ", name, cd_table_show(table, 0, name));
        if (strncmp(at, text, (size_t)length))
            fail_msg("%s is not the beginning of \"%s\"", text, at);
        at += length;
        if (!strcmp(name, "pair_tests"))
            i += 16; // counters between the first and the last one
    }
    assert_string_equal(at, "");
    cd_table_destroy(table);
    cd_cell_release(&cell);
}

TEST(columns_of_summary_have_the_types_and_units_of_the_schema)
{
    static const char *const types[] = {"integer", "number", "string"};
    json_t *tables = json_load_file("schemas/tables.json", 0, NULL), *known = NULL;
    assert_int_equal(json_unpack(tables, "{s:{s:{s:o}}}", "$defs", "summary", "properties", &known), 0);
    struct cd_table *table = cd_cell_table();
    assert_int_equal(json_object_size(known), table->column_count);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct cd_column *column = &table->columns[i];
        const char *type = NULL, *unit = NULL;
        if (json_unpack(json_object_get(known, column->name), "{s:[s*], s?s}", "type", &type, "unit", &unit))
            fail_msg("the schema has no type of %s", column->name);
        if (strcmp(type, types[column->type]))
            fail_msg("%s: %s in the schema", column->name, type);
        if (column->type == CD_TYPE_REAL && strcmp(unit ? unit : "", column->unit ? column->unit : ""))
            fail_msg("%s: the unit in the schema is %s", column->name, unit ? unit : "none");
    }
    cd_table_destroy(table);
    json_decref(tables);
}

TEST(what_is_unknown_undefined_or_withheld_is_not_in_the_row)
{
    static const char *const columns[] = {"others",  "stolen",       "switches",          "digest",
                                          "misses",  "truth_pairs",  "create_ms",         "fps",
                                          "samples", "struct_bytes", "first_wrong_frame", "contacts_false"};
    static const struct {
        enum cd_verdict verdict;
        bool answered, judged, unknown, unseen, unstable;
        enum cd_query query;
        const char *known; ///< of the columns
    } cases[] = {
        {CD_VERDICT_EXACT, true, true, false, false, false, CD_QUERY_CONTACTS, "yyyyyyyyyyyy"},
        {CD_VERDICT_EXACT, true, true, true, true, false, CD_QUERY_PAIRS, "yyyy.yyyy.y."},
        {CD_VERDICT_UNVERIFIED, true, false, false, false, false, CD_QUERY_PAIRS, "yyyy..yyyy.."},
        {CD_VERDICT_WRONG, true, true, false, false, false, CD_QUERY_PAIRS, "...yyy...yy."},
        {CD_VERDICT_APPROXIMATE, true, true, false, false, true, CD_QUERY_PAIRS, "...yyy...yy."},
        {CD_VERDICT_UNAVAILABLE, false, false, false, false, false, CD_QUERY_PAIRS, "............"},
        {CD_VERDICT_FAILED, false, false, false, false, false, CD_QUERY_PAIRS, "............"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s, known are %s", cd_verdict_name(cases[i].verdict), cases[i].known);
        struct cd_cell cell = make_cell("obb8", CD_VERDICT_APPROXIMATE);
        struct cd_table *table = cd_cell_table();
        cell.verdict = cases[i].verdict;
        cell.query = cases[i].query;
        cell.answered = cases[i].answered;
        cell.judged = cases[i].judged;
        cell.judgement.errors_unknown = cases[i].unknown;
        cell.memory_unseen = cases[i].unseen;
        cell.timed.unstable = cases[i].unstable;
        cell.timed.samples = cd_cell_is_void(&cell) ? 0 : 5;
        cd_cell_summarise(&cell);
        cd_cell_add_row(table, &cell, 1);
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
            assert_int_equal(cd_table_has(table, 0, columns[k]), cases[i].known[k] == 'y');
        assert_int_equal(cd_table_has(table, 0, "unstable_frame"), cases[i].unstable);
        assert_int_equal(cd_cell_has_times(&cell), cases[i].known[0] == 'y');
        cd_table_destroy(table);
        cd_cell_release(&cell);
    }
}

TEST(counters_are_scheduled_where_the_query_says_so_or_passes_differ)
{
    for (int i = 0; i < 4; i++) {
        struct cd_cell cell = make_cell("obb8", CD_VERDICT_APPROXIMATE);
        struct cd_table *table = cd_cell_table();
        cell.description.scheduled = CD_QUERY_BIT(i & 1 ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS);
        cell.timed.counters_differ = i & 2;
        cd_cell_add_row(table, &cell, 1);
        assert_string_equal(cd_table_text(table, 0, "counters"), i ? "scheduled" : "exact");
        cd_table_destroy(table);
        cd_cell_release(&cell);
    }
}

TEST(a_cell_without_times_says_why)
{
    char text[300];
    struct cd_cell cell = make_cell("obb8", CD_VERDICT_APPROXIMATE);
    assert_string_equal(cd_cell_fault(&cell, text, sizeof text),
                        "claims to be exact and is wrong in 14 of 24 frames, "
                        "first in frame 15; `cdbench verify` shows them");
    cell.timed.unstable = true;
    cell.timed.unstable_frame = 25;
    assert_non_null(
        strstr(cd_cell_fault(&cell, text, sizeof text), "differently from the first one in frame 25,"));
    cell.lacking = cd_duplicate("no GPU");
    assert_string_equal(cd_cell_fault(&cell, text, sizeof text), "no GPU");
    cd_cell_release(&cell);
}

TEST(a_cell_is_finished_when_it_can_be_reported)
{
    static const struct {
        enum cd_verdict verdict;
        bool answered, unstable;
        uint64_t samples;
        bool finished;
    } cases[] = {
        {CD_VERDICT_EXACT, true, false, 1, true},        {CD_VERDICT_EXACT, true, false, 0, false},
        {CD_VERDICT_EXACT, false, false, 1, false},      {CD_VERDICT_APPROXIMATE, true, true, 0, true},
        {CD_VERDICT_WRONG, true, false, 0, true},        {CD_VERDICT_WRONG, false, false, 0, false},
        {CD_VERDICT_UNAVAILABLE, false, false, 0, true}, {CD_VERDICT_FAILED, false, false, 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %s", i, cd_verdict_name(cases[i].verdict));
        struct cd_cell cell = {.verdict = cases[i].verdict, .answered = cases[i].answered};
        cell.timed.samples = cases[i].samples;
        cell.timed.unstable = cases[i].unstable;
        assert_int_equal(cd_cell_is_finished(&cell), cases[i].finished);
    }
}

TEST(the_time_for_samples_is_as_documented)
{
    static const struct {
        uint64_t repeat;
        double budget;
        uint64_t min, max;
        double enough, most;
    } cases[] = {
        {0, 0, 7, 100, 1, 10}, {5, 0, 5, 5, 1, CD_NO_TIME_LIMIT}, {5, 3, 5, 5, 1, 3}, {0, 4, 7, 1000, 4, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%d samples, %g s", (int)cases[i].repeat, cases[i].budget);
        struct cd_timing_plan plan = cd_plan_timing(CD_QUERY_BODIES, 3, cases[i].repeat, cases[i].budget);
        assert_int_equal(plan.query, CD_QUERY_BODIES);
        assert_int_equal(plan.threads, 3);
        assert_int_equal(plan.min_samples, cases[i].min);
        assert_int_equal(plan.max_samples, cases[i].max);
        assert_near(plan.enough_seconds, cases[i].enough, 0);
        assert_near(plan.budget_seconds, cases[i].most, 0);
    }
}

TEST(durations_are_shown_in_their_unit)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{0.714, "0.71 s"}, {89, "89 s"},     {90, "2 min"},     {240, "4 min"},  {5399, "90 min"},
                 {5400, "1.5 h"},   {11160, "3.1 h"}, {35999, "10.0 h"}, {36000, "10 h"}, {72000, "20 h"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        cd_show_duration(cases[i].seconds, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}
