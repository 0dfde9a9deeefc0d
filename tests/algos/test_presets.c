/// Named compositions: every preset conforms, on several threads; every interpretation of zhao2009's colours; what a name
/// means: a paper's algorithm, or ours; labels; and what variants declare.
#include "tests/conformance.h"
#include "tests/effort.h"
#include "tests/opened.h"
#include "tests/test.h"

#include "bench/conformance/conformance.h"

/// Tries a specification alone, with all of its queries on up to three threads, on a scene that may not be of the table.
static void check(const char *specification, const char *words)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    struct cd_status status = {0};
    struct cd_description description;
    struct cd_truths truths = {.scene = loaded(words), .threads = 2};
    if (cd_algo_select(specification, &algo, &settings, &status))
        fail_msg("%s", status.text);
    if (cd_settings_has(settings, "resolution"))
        assert_int_equal(cd_settings_set(settings, algo->name, "resolution", "64", NULL), CD_OK);
    cd_describe(algo, settings, &description);
    struct cd_conformance_scene row = {.title = words, .words = words};
    bool scheduled = cd_settings_has(settings, "schedule") && !cd_setting_is_given(settings, "schedule");
    row.traits = truths.scene->dimensions ? CD_ROW_OF_REGIONS : 0;
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++) {
        struct cd_conformance_scene alone = {words, words, row.traits | CD_ROW_OF_MANY};
        struct cd_conformance_trial trial = {.row = &alone,
                                             .truths = &truths,
                                             .algo = algo,
                                             .settings = settings,
                                             .query = query,
                                             .threads = scheduled ? 3 : 4,
                                             .schedules = 4};
        if (!cd_conformance_asks(&row, &description, query))
            continue;
        enum cd_code code = cd_conformance_try(&trial, &status);
        if (code && !conformance_may_refuse(algo, truths.scene, code, &status))
            fail_msg("%s on %s: %s", specification, words, status.text);
    }
    cd_settings_destroy(settings);
    cd_truths_release(&truths);
    cd_scene_destroy((struct cd_scene *)(uintptr_t)truths.scene);
}

static void test_a_preset_conforms(void **state)
{
    static const char *const scenes[] = {
        "gear:triangles=20+torus:triangles=20+comb:triangles=20+sphere:triangles=20,"
        "motion=random:bodies=8:fill=0.3,steps=4",
        "convex:triangles=20+box:triangles=12+sphere:triangles=20+convex:triangles=20:stretch=6,"
        "motion=random:bodies=8:fill=0.3,steps=4",
        "conformance/come-and-go.yaml", "conformance/deforming",
        "regions:n=120:space=6:size=1:touch=closed:extents=3:steps=4:move=0.5"};
    bool one = strstr(*state, "ring=") || test_is_short();
    for (size_t i = 0; i < (one ? 1 : sizeof scenes / sizeof *scenes); i++)
        check(*state, scenes[i]);
}

void test_list(void)
{
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        test_add(preset->name, test_a_preset_conforms, preset->name);
    test_add("two passes", test_a_preset_conforms, "image_cd:many=twopass");
    test_add("image_cd_culled", test_a_preset_conforms, "image_cd_culled");
    for (int n = 0; n < 36; n += test_is_short() ? 7 : 1) {
        static const char *const rings[] = {"natural", "shuffled"}, *const tasks[] = {"half", "all"};
        static const char *const rounds[] = {"1", "2", "six"}, *const maps[] = {"mod", "greedy",
                                                                                "thread_per_colour"};
        static char texts[36][120];
        snprintf(texts[n], sizeof texts[n], "pcda:ring=%s:map=%s:rounds=%s:tasks=%s:leaf_rule=%s",
                 rings[n & 1], maps[n / 4 % 3], rounds[n / 12], tasks[n >> 1 & 1], n % 5 ? "both" : "one");
        test_add(texts[n], test_a_preset_conforms, texts[n]);
    }
}

TEST(what_a_paper_names_is_what_it_describes_and_ours_has_other_names)
{
    static const char *const all[][2] = {
        {"rapid", "variant=corrected"},
        {"image_cd", "variant=corrected:criterion=mark:near=before:marks=set:roles=both:counts=fresh:"
                     "view=fitted:readback=pixels:many=pairwise"},
        {"hps", "variant=corrected:list=spaces:prune=printed:split=planes"},
        {"saabb", "variant=corrected:queue=65536:split=penalty:broad=auto:schedule=serial"},
        {"scda", "variant=corrected:queue=65536:broad=none:schedule=serial"},
        {"pcda",
         "variant=corrected:queue=65536:leaf_rule=both:broad=none:schedule=colour:map=thread_per_colour"},
        {"icollide_aabb", "queue=65536:split=penalty:broad=sap:schedule=serial"},
        {"sphere_obb", "traversal=classified:spheres=yes:missing=zero:extra=uneven:split=mean:leaf=1"},
        {"octree_sphere_obb", "traversal=classified:broad=octree:capacity=32:depth=8"},
        // ours
        {"image_cd_culled", "layers=nearfar:axes=1:view=fitted"},
        {"saabb_depth", "threshold=1:broad=auto:schedule=serial"},
        {"sphere_obb_sized", "traversal=sized:boxes=tight:broad=auto"},
        {"octree_sphere_obb_sized", "traversal=sized:boxes=tight:broad=octree_boxes:capacity=32:depth=8"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        char values[600], text[610], words[200], wanted[100];
        assert_int_equal(cd_algo_select(all[i][0], &algo, &settings, NULL), CD_OK);
        snprintf(text, sizeof text, ":%s:", cd_settings_text(settings, true, values, sizeof values));
        snprintf(words, sizeof words, "%s", all[i][1]);
        for (char *rest = words, *word; (word = strsep(&rest, ":"));) {
            snprintf(wanted, sizeof wanted, ":%s:", word);
            if (!strstr(text, wanted))
                fail_msg("%s: %s is not in %s", all[i][0], word, text);
        }
        cd_settings_destroy(settings);
    }
}

TEST(labels_say_what_differs_from_the_preset)
{
    static const char *const all[][2] = {
        {"saabb_depth", "saabb_depth"},
        {"saabb_depth:queue=0", "saabb_depth"}, // in version 1 a preset of saabb
        {"icollide_aabb:queue=0", "icollide_aabb:queue=0"},
        {"saabb_depth:leaf=2", "saabb_depth:leaf=2"},
        {"saabb:queue=0", "saabb:queue=0"},
        {"octree_sphere_obb_sized:broad=sap", "octree_sphere_obb_sized:broad=sap"},
        // version 1 had three forms of it, all of them the same algorithm
        {"sphere_obb:variant=printed", "sphere_obb"},
        {"sphere_obb:variant=mended", "sphere_obb"},
        {"sphere_obb:variant=corrected:leaf=2", "sphere_obb:leaf=2"},
        {"image_cd_culled:faces=once:axes=2", "image_cd_culled:axes=2"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        test_row("%s", all[i][0]);
        assert_int_equal(cd_algo_select(all[i][0], &algo, &settings, NULL), CD_OK);
        char *label = cd_settings_label(algo->name, settings);
        assert_string_equal(label, all[i][1]);
        cd_free(label);
        cd_settings_destroy(settings);
    }
}

TEST(variants_declare_what_they_are_worth)
{
    static const struct {
        const char *specification;
        enum cd_quality quality;
        enum cd_meaning meaning;
    } all[] = {
        {"image_cd_culled", CD_QUALITY_APPROXIMATE, CD_MEANING_SOLID},
        {"image_cd", CD_QUALITY_APPROXIMATE, CD_MEANING_SOLID},
        {"image_cd:variant=repaired", CD_QUALITY_PRINTED, CD_MEANING_SOLID},
        {"image_cd:variant=printed", CD_QUALITY_PRINTED, CD_MEANING_SOLID},
        {"image_cd:variant=E1+E3", CD_QUALITY_PRINTED, CD_MEANING_SOLID},
        {"image_cd:criterion=count:variant=E1+E3", CD_QUALITY_APPROXIMATE, CD_MEANING_SOLID},
        {"image_cd:criterion=count:variant=printed", CD_QUALITY_PRINTED, CD_MEANING_SOLID},
        {"image_cd:near=box:marks=add:roles=one:counts=kept", CD_QUALITY_APPROXIMATE, CD_MEANING_SOLID},
        {"image_cd:many=twopass", CD_QUALITY_APPROXIMATE, CD_MEANING_SOLID},
        {"closest", CD_QUALITY_EXACT, CD_MEANING_SOLID},
        {"icollide", CD_QUALITY_EXACT, CD_MEANING_SOLID},
        {"saabb", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"saabb:variant=E9", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"saabb:variant=repaired:edge=half:origin=corner", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"saabb:variant=printed", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"hps", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"hps:variant=repaired", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"hps:variant=printed", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"hps:variant=E1+E4", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
        {"hps_join", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"clustering", CD_QUALITY_APPROXIMATE, CD_MEANING_SURFACE},
        {"sphere_obb", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"sphere_obb_sized", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"rapid", CD_QUALITY_EXACT, CD_MEANING_SURFACE},
        {"rapid:variant=printed", CD_QUALITY_PRINTED, CD_MEANING_SURFACE},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_description description;
        test_row("%s", all[i].specification);
        assert_int_equal(cd_algo_select(all[i].specification, &algo, &settings, NULL), CD_OK);
        cd_describe(algo, settings, &description);
        assert_int_equal(description.quality, all[i].quality);
        assert_int_equal(description.meaning, all[i].meaning);
        assert_int_equal(algo->needs == CD_NEED_OPENGL, !strncmp(all[i].specification, "image_cd", 8));
        cd_settings_destroy(settings);
    }
}
