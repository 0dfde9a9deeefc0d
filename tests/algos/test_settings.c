// Settings as users type them, and the selection of algorithms by name.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "algos/form.h"
#include "base/parameters.h"
#include "tests/test.h"

static const struct cd_param some_params[] = {
    CD_PARAM_CHOICE("variant", "corrected", "printed|corrected", "which"),
    CD_PARAM_INT("resolution", "512", 16, 4096, "pixels"),
    CD_PARAM_REAL("margin", "0.5", 0, 1, "share"),
    CD_PARAM_END,
};

static struct cd_settings *make(void)
{
    const struct cd_param *tables[] = {some_params, NULL};
    return cd_settings_create(tables, 2);
}

TEST(settings_start_at_their_defaults)
{
    struct cd_settings *settings = make();
    assert_string_equal(cd_setting_choice(settings, "variant"), "corrected");
    assert_int_equal(cd_setting_int(settings, "resolution"), 512);
    assert_true(cd_setting_real(settings, "margin") == 0.5);
    char text[100];
    assert_string_equal(cd_settings_text(settings, false, text, sizeof text), "");
    assert_string_equal(cd_settings_text(settings, true, text, sizeof text),
                        "variant=corrected:resolution=512:margin=0.5");
    cd_settings_destroy(settings);
}

TEST(an_unknown_key_names_the_valid_ones)
{
    struct cd_settings *settings = make();
    struct cd_status status;
    assert_int_equal(cd_settings_set(settings, "image_cd", "resolutoin", "64", &status), CD_USAGE);
    assert_non_null(strstr(status.text, "variant, resolution, margin"));
    cd_settings_destroy(settings);
}

TEST(a_value_out_of_range_names_the_range)
{
    struct cd_settings *settings = make();
    struct cd_status status;
    const char *const wrong[][2] = {{"resolution", "8"},      {"resolution", "1e3"}, {"resolution", ""},
                                    {"resolution", "99999"},  {"margin", "nan"},     {"margin", "1.5"},
                                    {"variant", "printed|c"}, {"variant", ""},       {"variant", "print"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        *status.text = '\0';
        test_row("%s=%s", wrong[i][0], wrong[i][1]);
        assert_int_equal(cd_settings_set(settings, "x", wrong[i][0], wrong[i][1], &status), CD_USAGE);
        assert_non_null(strstr(status.text, "must be"));
    }
    assert_int_equal(cd_setting_int(settings, "resolution"), 512);
    cd_settings_destroy(settings);
}

static void assert_cannot_run(const char *specification, uint32_t dimensions, enum cd_query query,
                              const char *text)
{
    struct cd_scene scene = {.name = "things", .dimensions = dimensions, .frame_count = 1, .deforms = true};
    struct cd_context context = {.threads = 1};
    struct cd_instance *instance = NULL;
    struct cd_status status = {0};
    if (cd_instance_open(specification, &scene, query, &context, &instance, &status) != CD_USAGE ||
        strcmp(status.text, text) != 0)
        fail_msg("%s: %s", specification, status.text);
    assert_null(instance);
}

TEST(what_cannot_run_is_refused_with_advice)
{
    static const struct {
        const char *specification;
        uint32_t dimensions; ///< of regions; 0 for bodies
        const char *text;
    } refused[] = {
        {"brut", 0, "unknown algorithm 'brut'; did you mean 'brute'?"},
        {"xyzzyxyzzy", 0, "unknown algorithm 'xyzzyxyzzy'; `cdbench list algos` shows all"},
        {"image_cd_culled:variant=printed", 0,
         "image_cd_culled: setting variant=printed is now a matter of image_cd"},
        {"image_cd:layers=peel", 0, "image_cd: setting layers=peel is now a matter of image_cd_culled"},
        {"image_cd:many=twopass:criterion=count", 0,
         "image_cd: setting criterion=count is of pairs; take many=pairwise"},
        {"image_cd:near=box:criterion=count", 0,
         "image_cd: setting near=box is of criterion=mark; take near=before"},
        {"image_cd:variant=E6:axes=2", 0, "image_cd: setting axes=2 is now a matter of image_cd_culled"},
        {"none", 0,
         "none is a broad phase, and things is a scene of bodies; use the setting broad=none of an algorithm "
         "for pairs"},
        {"brute", 2, "brute takes bodies, and things is a scene of regions"},
        {"region_sort", 0, "region_sort takes regions, and things is a scene of bodies"},
        {"rapid:deform=refit", 0,
         "rapid: setting deform=refit: this algorithm cannot refit; use deform=auto"},
        {"hps:variant=E2:levels=27", 2,
         "hps: keys of coordinates of 1.0 (erratum E2) do not fit 64 bits with levels=27; take levels=26 or "
         "fewer"},
        {"hps:erratum=e4", 2,
         "hps: setting erratum=e4 is now variant=, with the errata that are left in, such as variant=E3"},
        {"hps:split=cubes:levels=20", 3,
         "hps: keys of cells of three axes (split=cubes) do not fit 64 bits with levels=20; take levels=19 "
         "or fewer"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_cannot_run(refused[i].specification, refused[i].dimensions, CD_QUERY_PAIRS, refused[i].text);
    assert_cannot_run("image_cd", 0, CD_QUERY_CONTACTS,
                      "image_cd does not answer the query contacts; it offers: any, bodies, pairs");
}

TEST(the_registry_is_in_order_and_complete)
{
    const struct cd_algo *algo;
    const char *last = "";
    for (size_t i = 0; (algo = cd_algo_at(i)); i++) {
        test_row("%s", algo->name);
        assert_true(strcmp(last, algo->name) < 0);
        last = algo->name;
        assert_non_null(algo->title);
        assert_non_null(algo->source);
        assert_ptr_equal(cd_algo_find(algo->name), algo);
    }
}

static const struct cd_param fine_params[] = {
    CD_PARAM_INT("levels", "4", 1, 9, "how deep"),
    CD_PARAM_END,
};

static const struct cd_param *bring(const char *word)
{
    return !strcmp(word, "fine") ? fine_params : NULL;
}

static const struct cd_param bringing_params[] = {
    {"kind", CD_KIND_CHOICE, "none", 0, 0, "none|fine", "which", bring},
    CD_PARAM_INT("size", "1", 1, 9, "how large"),
    CD_PARAM_END,
};

TEST(a_choice_brings_its_own_settings)
{
    const struct cd_param *tables[] = {bringing_params};
    struct cd_settings *settings = cd_settings_create(tables, 1);
    char text[100];
    assert_false(cd_settings_has(settings, "levels"));
    assert_int_equal(cd_settings_apply(settings, "x", "levels=7:size=2:kind=fine", NULL), CD_OK);
    assert_string_equal(cd_settings_text(settings, true, text, sizeof text), "kind=fine:size=2:levels=7");
    struct cd_settings *copy = cd_settings_copy(settings);
    assert_int_equal(cd_settings_set(copy, "x", "kind", "none", NULL), CD_OK);
    assert_false(cd_settings_has(copy, "levels"));
    assert_int_equal(cd_setting_int(settings, "levels"), 7);
    assert_int_equal(cd_settings_set(copy, "x", "levels", "1", NULL), CD_USAGE);
    cd_settings_destroy(copy);
    cd_settings_destroy(settings);
}

/// A form leaves in the errata before it; several are united.
TEST(a_form_is_a_set_of_errata)
{
    static const struct cd_param params[] = {CD_PARAM_FORM("E2|E10|", "E1|", NULL), CD_PARAM_END};
    static const struct {
        const char *variant;
        unsigned errata;
    } rows[] = {
        {"corrected", 0},         {"repaired", 1 << 2 | 1 << 10}, {"printed", 1 << 1 | 1 << 2 | 1 << 10},
        {"E1", 1 << 1},           {"E10+E1", 1 << 1 | 1 << 10},   {"repaired+E1", 1 << 1 | 1 << 2 | 1 << 10},
        {"corrected+E2", 1 << 2},
    };
    const struct cd_param *tables[] = {params};
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status status;
    assert_int_equal(cd_form_errata(settings), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s", rows[i].variant);
        assert_int_equal(cd_settings_set(settings, "x", "variant", rows[i].variant, NULL), CD_OK);
        assert_int_equal(cd_form_errata(settings), rows[i].errata);
        assert_string_equal(cd_setting_choice(settings, "variant"), rows[i].variant);
    }
    static const char *const wrong[] = {"E3", "E1+", "+E1", "E1+E3", "", "e1", "E1 + E2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        test_row("%s", wrong[i]);
        assert_int_equal(cd_settings_set(settings, "x", "variant", wrong[i], &status), CD_USAGE);
        assert_non_null(strstr(
            status.text, "must be one of corrected|E2|E10|repaired|E1|printed, or several joined by +"));
    }
    cd_settings_destroy(settings);
}

TEST(settings_of_version_1_are_translated_or_refused_with_the_present_one)
{
    static const struct {
        const char *former, *now; ///< or what the refusal says
        bool refused;
    } rows[] = {
        {"image_cd:variant=mended", "variant=repaired", false},
        {"hps:variant=mended:list=linked:levels=3", "variant=repaired:levels=3:list=regions", false},
        {"hps:update=rebuild:split=cubes", "split=cubes", false},
        {"region_grid:update=incremental:cells=0", "", false},
        {"region_grid:cells=4", "region_grid: setting cells=4 is now gone; it follows from the regions",
         true},
        {"hps_join:levels=-1:space=100", "setting space=100 is now gone", true},
        {"aabb:split=penalty:lambda=1:leaf=3", "leaf=3", false},
        {"aabb:split=median", "aabb: setting split=median is now gone; box:queue=0 has it", true},
        {"hps:list=array", "hps: setting list=array is now gone, since the paper has none; take list=spaces",
         true},
        {"hps:prune=full",
         "hps: setting prune=full is now gone, since the paper has none; take prune=printed", true},
        {"hps:levels=3:split=direct",
         "hps: setting split=direct is now gone, since the paper has none; take split=planes", true},
        {"hps:erratum=none:levels=3", "levels=3", false},
        {"hps:erratum=none", "", false},
        {"image_cd:erratum=e4", "near=box", false},
        {"image_cd:erratum=e3",
         "image_cd: setting erratum=e3 is now variant=, with the errata that are left in, such as variant=E3",
         true},
        {"sphere_obb:variant=printed:leaf=2", "leaf=2", false},
        {"sphere_obb_sized:variant=printed:traversal=sized:boxes=tight:leaf=2", "leaf=2", false},
        {"sphere_obb:boxes=covariance:leaf=2", "leaf=2", false},
        {"sphere_obb:leaf=2:boxes=tight",
         "sphere_obb: setting boxes=tight is now another algorithm, sphere_obb_sized", true},
        {"sphere_obb:traversal=larger", "is now another algorithm, sphere_obb_sized:traversal=larger", true},
        {"sphere_obb_sized:traversal=single", "must be one of sized|larger", true},
        {"obb8:broad=octree:pairs=leaves:update=rebuild:depth=4", "broad=octree:depth=4", false},
        {"obb8:pairs=boxes:broad=octree",
         "obb8: setting pairs=boxes is now another broad phase, octree_boxes", true},
        {"octree_sphere_obb:update=incremental", "is now another broad phase, octree_boxes", true},
        {"octree_sphere_obb:pairs=leaves:capacity=8", "capacity=8", false},
        {"octree_sphere_obb_sized:pairs=boxes:update=incremental:depth=4", "depth=4", false},
        {"octree:pairs=boxes", "is now another broad phase, octree_boxes", true},
        {"obb8:broad=tree:update=rebuild", "broad=tree:update=rebuild", false},
        {"hps:match=found", "hps: setting match=found is now gone; papers/shi2000.yaml says how", true},
        {"saabb_depth:variant=corrected:queue=0:lambda=2", "lambda=2", false},
        {"saabb_depth:queue=65536", "saabb_depth: setting queue=65536 is now gone; saabb has it", true},
        {"saabb_depth:variant=printed", "saabb_depth: setting variant=printed is now gone; its forms", true},
        {"saabb:height=0:leaf_weight=1:height_weight=0:leaf=2", "leaf=2", false},
        {"icollide_aabb:height=3", "setting height=3 is now gone; take leaf", true},
        {"pcda:ring_seed=1:ring=natural", "ring=natural", false},
        {"pcda:ring_seed=2", "setting ring_seed=2 is now gone", true},
        {"aabb:queue=0:leaves=boxes", "leaves=boxes", false},
        {"aabb:queue=7", "aabb: setting queue=7 is now gone; box has it", true},
        {"icollide_aabb:leaves=boxes", "now gone; use aabb:broad=sap:leaves=boxes", true},
        {"rapid:variant=mended", "rapid: setting variant=mended: must be one of", true},
        {"aabb:erratum=none", "aabb: there is no setting 'erratum'", true},
        {"image_cd:variant=", "must be one of", true},
        // what was in one algorithm and is in two
        {"image_cd:edges=outlines:faces=twice:culling=none:axes=1:group=all:tiles=auto:resolution=64",
         "resolution=64", false},
        {"image_cd:readback=auto", "", false},
        {"image_cd:readback=compute", "image_cd: setting readback=compute is now readback=pixels", true},
        {"image_cd:edges=once", "image_cd: setting edges=once is now a matter of image_cd_culled", true},
        {"image_cd:faces=once", "image_cd: setting faces=once is now a matter of image_cd_culled", true},
        {"image_cd:culling=columns", "is now a matter of image_cd_culled", true},
        {"image_cd:group=16", "image_cd_culled", true},
        {"image_cd:tiles=2", "image_cd_culled", true},
        {"image_cd_culled:variant=corrected:near=before:marks=set:roles=both:counts=fresh:path=vbo:many="
         "pairwise:"
         "edges=once:faces=once:culling=columns:tiles=4:group=16:resolution=64",
         "resolution=64", false},
        {"image_cd_culled:many=twopass", "image_cd_culled: setting many=twopass is now a matter of image_cd",
         true},
        {"image_cd_culled:culling=none", "is now gone; leave it out", true},
        {"image_cd_culled:readback=pixels:axes=2", "axes=2", false},
        {"image_cd_culled:readback=query", "is now gone; leave it out", true},
        {"image_cd:readback=query", "is now gone; readback=pixels", true},
        {"image_cd:layers=nearfar:resolution=64", "resolution=64", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_status status;
        char text[300];
        test_row("%s", rows[i].former);
        enum cd_code code = cd_algo_select(rows[i].former, &algo, &settings, &status);
        assert_int_equal(code, rows[i].refused ? CD_USAGE : CD_OK);
        if (code)
            assert_non_null(strstr(status.text, rows[i].now));
        else
            assert_string_equal(cd_settings_text(settings, false, text, sizeof text), rows[i].now);
        cd_settings_destroy(settings);
    }
}

TEST(a_setting_that_another_choice_brings_is_told_where_it_belongs)
{
    const struct cd_param *tables[] = {bringing_params};
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status status;
    assert_int_equal(cd_settings_set(settings, "x", "levels", "7", &status), CD_USAGE);
    assert_string_equal(status.text, "x: setting levels belongs to kind=fine; add that or leave it out");
    assert_int_equal(cd_settings_set(settings, "x", "level", "7", &status), CD_USAGE);
    assert_string_equal(status.text, "x: there is no setting 'level'; valid: kind, size");
    assert_int_equal(cd_settings_set(settings, "x", "kind", "fine", &status), CD_OK);
    assert_int_equal(cd_settings_set(settings, "x", "level", "7", &status), CD_USAGE);
    assert_string_equal(status.text,
                        "x: there is no setting 'level'; did you mean levels? valid: kind, size, levels");
    cd_settings_destroy(settings);
}

TEST(what_is_worked_out_is_known_from_what_was_given)
{
    static const struct cd_param params[] = {
        CD_PARAM_INT("bodies", "<one per mesh>", 2, 9, "how many"),
        CD_PARAM_SEED("seed", "of everything"),
        CD_PARAM_END,
    };
    const struct cd_param *tables[] = {params};
    struct cd_settings *settings = cd_settings_create(tables, 1);
    struct cd_status status;
    char text[60];
    assert_null(cd_param_fault(&params[0]));
    assert_string_equal(cd_params_text(params, text, sizeof text), "bodies=<one per mesh> seed=1");
    assert_false(cd_setting_is_given(settings, "bodies"));
    assert_int_equal(cd_setting_int(settings, "bodies"), 0);
    assert_int_equal(cd_settings_apply(settings, "x", "bodies=2:seed=9223372036854775807", &status), CD_OK);
    assert_true(cd_setting_is_given(settings, "bodies"));
    assert_int_equal(cd_setting_int(settings, "bodies"), 2);
    assert_true(cd_setting_int(settings, "seed") == INT64_MAX);
    assert_int_equal(cd_settings_set(settings, "x", "seed", "9223372036854775808", &status), CD_USAGE);
    assert_int_equal(cd_settings_set(settings, "x", "bodies", "<one per mesh>", &status), CD_USAGE);
    cd_settings_destroy(settings);
}

TEST(a_setting_given_twice_is_refused)
{
    struct cd_settings *settings = make();
    struct cd_status status;
    assert_int_equal(cd_settings_apply(settings, "x", "resolution=64:variant=printed:resolution=32", &status),
                     CD_USAGE);
    assert_string_equal(status.text, "x: setting resolution is given twice");
    assert_int_equal(cd_settings_apply(settings, "x", "variant=printed:resolution=32", &status), CD_OK);
    assert_int_equal(cd_settings_apply(settings, "x", "", &status), CD_USAGE);
    cd_settings_destroy(settings);
}

TEST(a_faulty_parameter_is_named)
{
    const struct cd_param faulty[] = {
        CD_PARAM_INT("levels", "10", 1, 9, "default out of range"),
        CD_PARAM_INT("Levels", "1", 1, 9, "capital letter"),
        CD_PARAM_INT("levels", NULL, 1, 9, "no default"),
        CD_PARAM_INT("levels", "1", 1, 9, NULL),
        CD_PARAM_CHOICE("kind", "a", NULL, "no choices"),
        CD_PARAM_CHOICE("kind", "c", "a|b", "default is none of them"),
        CD_PARAM_CHOICE("kind", "<by size>", "a|b", "a choice is never worked out"),
    };
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        test_row("row %zu", i);
        assert_non_null(cd_param_fault(&faulty[i]));
    }
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++) {
        test_row("%s", algo->name);
        for (const struct cd_param *param = algo->params; param && param->name; param++)
            assert_null(cd_param_fault(param));
    }
}
