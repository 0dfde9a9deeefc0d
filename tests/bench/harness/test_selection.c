/// The algorithms that a command line names, and their settings.
#include "bench/harness/selection.h"
#include "tests/opened.h"
#include "tests/test.h"

struct chosen {
    struct cd_selection selection;
    struct cd_texts algos, sets;
    struct cd_status status;
    enum cd_code code;
};

/// Selects what `--algo` and `--set` name; NULL ends either.
static struct chosen choose(const char *const *algos, const char *const *sets)
{
    static const struct cd_texts no_plugins;
    struct chosen chosen = {.code = CD_OK};
    for (; *algos; algos++)
        cd_texts_add(&chosen.algos, *algos);
    for (; *sets; sets++)
        cd_texts_add(&chosen.sets, *sets);
    chosen.code =
        cd_select_algos(&no_plugins, &chosen.algos, &chosen.sets, &chosen.selection, &chosen.status);
    return chosen;
}

static void release(struct chosen *chosen)
{
    cd_selection_release(&chosen->selection);
    cd_texts_release(&chosen->algos);
    cd_texts_release(&chosen->sets);
}

static const struct cd_choice *find(const struct chosen *chosen, const char *typed)
{
    for (size_t i = 0; i < chosen->selection.choice_count; i++)
        if (!strcmp(chosen->selection.choices[i].typed, typed))
            return &chosen->selection.choices[i];
    return NULL;
}

TEST(algorithms_are_chosen_in_the_order_of_the_line)
{
    struct chosen chosen =
        choose((const char *[]){"rapid,brute:broad=sap", "rapid", NULL}, (const char *[]){NULL});
    static const char *const typed[] = {"rapid", "brute:broad=sap", "rapid"};
    assert_int_equal(chosen.code, CD_OK);
    assert_int_equal(chosen.selection.choice_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(chosen.selection.choices[i].typed, typed[i]);
        assert_false(chosen.selection.choices[i].by_all);
        assert_int_equal(chosen.selection.choices[i].description.quality, CD_QUALITY_EXACT);
    }
    assert_true(cd_setting_is(chosen.selection.choices[1].settings, "broad", "sap"));
    release(&chosen);
}

TEST(all_adds_every_algorithm_once_and_a_name_makes_it_meant)
{
    struct cd_texts names = {0};
    cd_algo_names(&names);
    struct chosen chosen = choose((const char *[]){"rapid,all,brute", NULL}, (const char *[]){NULL});
    assert_int_equal(chosen.code, CD_OK);
    assert_int_equal(chosen.selection.choice_count + chosen.selection.refused.count, names.count);
    assert_false(find(&chosen, "rapid")->by_all);
    assert_false(find(&chosen, "brute")->by_all);
    assert_true(find(&chosen, "obb8")->by_all);
    // What does not take the kind of scene is meant only where it is named.
    struct cd_scene *scene = loaded("sphere:triangles=12");
    const struct cd_choice *regions = find(&chosen, "hps");
    assert_false(cd_choice_is_meant(regions, scene, CD_QUERY_PAIRS));
    assert_true(cd_choice_is_meant(find(&chosen, "obb8"), scene, CD_QUERY_CONTACTS));
    scene->dimensions = 2;
    assert_true(cd_choice_is_meant(regions, scene, CD_QUERY_PAIRS));
    assert_false(cd_choice_is_meant(regions, scene, CD_QUERY_CONTACTS));
    assert_false(cd_choice_is_meant(find(&chosen, "obb8"), scene, CD_QUERY_PAIRS));
    assert_true(cd_choice_is_meant(find(&chosen, "brute"), scene, CD_QUERY_PAIRS));
    scene->dimensions = 0;
    cd_scene_destroy(scene);
    cd_texts_release(&names);
    release(&chosen);
}

TEST(sets_are_for_all_that_have_the_key_but_do_not_name_it)
{
    static const char *const algos[] = {"brute", "rapid:broad=grid", "null", NULL};
    struct chosen chosen = choose(algos, (const char *[]){"broad=sap", "schedule=steal", NULL});
    assert_int_equal(chosen.code, CD_OK);
    assert_true(cd_setting_is(chosen.selection.choices[0].settings, "broad", "sap"));
    assert_true(cd_setting_is(chosen.selection.choices[1].settings, "broad", "grid"));
    assert_true(cd_setting_is(chosen.selection.choices[1].settings, "schedule", "steal"));
    assert_int_equal(cd_selection_add(&chosen.selection, "obb8", &chosen.sets, NULL), CD_OK);
    assert_int_equal(chosen.selection.choice_count, 4);
    assert_true(cd_setting_is(find(&chosen, "obb8")->settings, "broad", "sap"));
    assert_int_equal(find(&chosen, "obb8")->description.quality, CD_QUALITY_EXACT);
    release(&chosen);
}

TEST(what_is_wrong_on_the_line_is_told)
{
    static const struct {
        const char *algo, *set, *text;
    } cases[] = {{NULL, NULL, "no algorithm; name one by --algo"},
                 {"brute,nobody", NULL, "nobody"},
                 {"brute", "broad", "--set broad: write key=value"},
                 {"brute", "=sap", "--set =sap: write key=value"},
                 {"brute", "broad=none at all", "none at all"},
                 {"brute,rapid", "roundness=1",
                  "--set roundness: no algorithm named here has that setting; valid are: "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].text);
        struct chosen chosen =
            choose((const char *[]){cases[i].algo, NULL}, (const char *[]){cases[i].set, NULL});
        assert_int_equal(chosen.code, CD_USAGE);
        if (!strstr(chosen.status.text, cases[i].text))
            fail_msg("\"%s\" is not in \"%s\"", cases[i].text, chosen.status.text);
        const char *key = strstr(chosen.status.text, "broad, ");
        assert_true(i < 5 || (key && !strstr(key + 1, "broad"))); // each key once
        release(&chosen);
    }
}

TEST(several_are_named_by_a_comma_all_or_a_second_option)
{
    static const struct {
        const char *algos[2], *scenes[2];
        bool several;
    } cases[] = {{{"brute"}, {"a.obj"}, false},
                 {{"brute,rapid"}, {"a.obj"}, true},
                 {{"all"}, {"a.obj"}, true},
                 {{"brute", "rapid"}, {"a.obj"}, true},
                 {{"brute"}, {"a.obj", "b.obj"}, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %s", i, cases[i].algos[0]);
        struct cd_selection_values values = CD_SELECTION_VALUES;
        for (int k = 0; k < 2; k++) {
            if (cases[i].algos[k])
                cd_texts_add(&values.algos, cases[i].algos[k]);
            if (cases[i].scenes[k])
                cd_texts_add(&values.scenes, cases[i].scenes[k]);
        }
        assert_int_equal(cd_names_several(&values), cases[i].several);
        cd_texts_release(&values.algos);
        cd_texts_release(&values.scenes);
    }
}

TEST(scenes_are_loaded_when_they_are_selected_and_again_when_they_are_fetched)
{
    struct cd_selection_values values = CD_SELECTION_VALUES;
    struct cd_selection selection = {0};
    struct cd_status status;
    cd_texts_add(&values.algos, "brute");
    assert_int_equal(cd_select(&values, &selection, &status), CD_USAGE);
    assert_non_null(strstr(status.text, "no scene; name one by --scene"));
    cd_selection_release(&selection);
    values.frames = (struct cd_number){.given = true, .value = 3};
    values.seed = (struct cd_number){.given = true, .value = 9};
    cd_texts_add(&values.scenes, "sphere:triangles=12,motion=tumble");
    cd_texts_add(&values.scenes, "sphere:triangles=20");
    assert_int_equal(cd_select(&values, &selection, &status), CD_OK);
    assert_int_equal(selection.scene_count, 2);
    for (size_t i = 0; i < 2; i++) {
        struct cd_scene *scene, *first = selection.first;
        assert_int_equal(cd_selection_load(&selection, i, &scene, &status), CD_OK);
        assert_true(i || (scene == first && !selection.first));
        assert_int_equal(scene->frame_count, 3);
        assert_int_equal(scene->seed, 9);
        cd_scene_destroy(scene);
    }
    cd_selection_release(&selection);
    cd_texts_add(&values.scenes, "nothing.obj");
    assert_int_equal(cd_select(&values, &selection, &status), CD_IO);
    cd_selection_release(&selection);
    cd_texts_release(&values.algos);
    cd_texts_release(&values.scenes);
}
