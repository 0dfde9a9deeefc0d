// What the steps of a test of two Sphere-OBB trees with given settings cost, each in a loop of its own, for
// cost_model.c. The functions are those of algos/mesh/sphere_obb/search.c themselves, with what they are given when
// pairs of bodies are searched for a first contact. Walks are recorded once, in the order of the walk: groups of up to
// eight pairs of nodes, with as many lanes in use as there were then, and pairs of leaves. Then each step is replayed
// over all walks. The trees are as warm as they get by going through some megabytes of groups again and again: mostly
// in the second-level cache, as within a frame.
#ifndef CD_EXPERIMENTS_SPHERE_OBB_UNITS_H
#define CD_EXPERIMENTS_SPHERE_OBB_UNITS_H

#include "algos/driver/select.h"
#include "algos/mesh/sphere_obb/tree.h"
#include "base/clock.h"
#include "base/memory.h"

// A copy of the search whose steps can be called, and that notes what it tests. What it offers to others has names that
// differ from the library's.
struct task;
struct walk;
static void own_note_spheres(const struct task *tasks, unsigned wanted);
static void own_note_boxes(const struct walk *walk, const struct task *tasks, unsigned wanted, unsigned left);
#define SOBB_NOTE_SPHERES  own_note_spheres
#define SOBB_NOTE_BOXES    own_note_boxes
#define sobb_test          measured_sobb_test
#define sobb_place         measured_sobb_place
#define sobb_scratch_bytes measured_sobb_scratch_bytes
#include "algos/mesh/sphere_obb/search.c"
#undef sobb_test
#undef sobb_place
#undef sobb_scratch_bytes

enum cost { SPHERES, BOXES, TRIANGLES, PAIRS, COSTS };

/// What one test costs, and on what it was measured.
struct units {
    double ns[COSTS];
    double hit_shares[PAIRS]; ///< how many of the samples meet
    double lanes[PAIRS];      ///< how many are tested at a time, on average
};

/// What is tested at once: for volumes the wanted ones of eight pairs of nodes, for triangles one pair of leaves.
struct own_group {
    unsigned wanted;
    struct task tasks[LANES];
};

struct own_groups {
    size_t count, capacity;
    struct own_group *items;
};

/// A pair of bodies that is tested, and which groups belong to it: from end[] of the pair before to its own end[].
struct own_walk {
    struct cd_placed body[2];
    struct cd_pose pose[2];
    struct cd_world_sphere placement[2];
    struct walk walk;
    size_t end[PAIRS];
};

struct own_units {
    const struct cd_algo *algo; ///< NULL where an algorithm has other tests
    struct cd_settings *settings;
    bool spheres;
    struct own_walk *walks;
    uint32_t walk_count;
    struct own_groups groups[PAIRS];
    struct cd_worker worker;
    uint32_t tree_count;
    struct sobb_tree **trees;
    struct units units;
};

/// Begins units of an algorithm, for `most` walks; there are none where it is not sphere_obb.
static enum cd_code own_begin(struct own_units *own, const char *specification, uint32_t max,
                              struct cd_status *status)
{
    const struct cd_algo *algo;
    enum cd_code code = cd_algo_select(specification, &algo, &own->settings, status);
    if (code || strcmp(algo->name, "sphere_obb"))
        return code;
    own->algo = algo;
    own->spheres =
        !cd_settings_has(own->settings, "spheres") || cd_setting_is(own->settings, "spheres", "yes");
    own->walks = cd_allocate(max, sizeof *own->walks);
    own->worker.query = CD_QUERY_PAIRS;
    own->worker.scratch = cd_allocate(STACK, sizeof(struct task));
    return CD_OK;
}

static void own_end(struct own_units *own)
{
    for (uint32_t i = 0; i < own->tree_count; i++)
        sobb_destroy(own->trees[i]);
    for (int k = 0; k < PAIRS; k++)
        cd_free(own->groups[k].items);
    cd_free(own->trees);
    cd_free(own->walks);
    cd_free(own->worker.scratch);
    cd_settings_destroy(own->settings);
}

/// Adds the trees of a scene's meshes; returns the place of the first tree.
static uint32_t own_add_trees(struct own_units *own, const struct cd_scene *scene)
{
    uint32_t first = own->tree_count;
    own->trees = cd_reallocate(own->trees, first, first + scene->mesh_count, sizeof(struct sobb_tree *));
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        struct cd_shape shape = {scene->meshes[i], scene->meshes[i]->vertices};
        void *model = NULL;
        own->algo->prepare(own->settings, &shape, NULL, &model, NULL);
        own->trees[own->tree_count++] = model;
    }
    return first;
}

static struct own_groups *noting; ///< where the search notes what it tests

static void own_note(enum cost cost, const struct task *tasks, uint32_t count, unsigned wanted)
{
    struct own_groups *groups = &noting[cost];
    groups->items = cd_grow(groups->items, groups->count, &groups->capacity, sizeof *groups->items);
    struct own_group *group = &groups->items[groups->count++];
    group->wanted = wanted;
    memcpy(group->tasks, tasks, count * sizeof *tasks);
}

static void own_note_spheres(const struct task *tasks, unsigned wanted)
{
    own_note(SPHERES, tasks, LANES, wanted);
}

/// Also notes the pairs of leaves that a test of boxes leads to.
static void own_note_boxes(const struct walk *walk, const struct task *tasks, unsigned wanted, unsigned left)
{
    own_note(BOXES, tasks, LANES, wanted);
    for (; left; left &= left - 1) {
        const struct task *task = &tasks[__builtin_ctz(left)];
        if (sobb_is_leaf(walk->tree[0], task->a) && sobb_is_leaf(walk->tree[1], task->b))
            own_note(TRIANGLES, task, 1, 1);
    }
}

/// Searches, and notes what is tested.
static void own_record(struct own_units *own, const struct cd_placed *a, const struct cd_placed *b)
{
    const struct sobb_tree *tree = a->model;
    bool classified = tree->options.traversal == SOBB_CLASSIFIED;
    struct sobb_class *class = classified ? sobb_classify(a->model, b->model) : NULL;
    noting = own->groups;
    measured_sobb_test(a, b, class, NULL, &own->worker);
    if (class)
        sobb_class_destroy(class);
}

/// Adds a pair of bodies of a scene whose trees begin at `first`; of deformed ones there are no trees here.
static void own_add_walk(struct own_units *own, uint32_t first, const struct cd_scene *scene,
                         const struct cd_body *const bodies[2])
{
    struct own_walk *added = &own->walks[own->walk_count];
    if (bodies[0]->version || bodies[1]->version)
        return;
    for (int k = 0; k < 2; k++) {
        const struct cd_body *body = bodies[(bodies[0]->id > bodies[1]->id) ^ k];
        const struct cd_mesh *mesh = scene->meshes[body->mesh];
        added->pose[k] = body->pose;
        added->body[k] = (struct cd_placed){.id = body->id,
                                            .vertex_count = mesh->vertex_count,
                                            .triangle_count = mesh->triangle_count,
                                            .model = own->trees[first + body->mesh],
                                            .vertices = mesh->vertices,
                                            .triangles = mesh->triangles,
                                            .pose = &added->pose[k],
                                            .placement = &added->placement[k]};
        measured_sobb_place(&added->body[k]);
    }
    if (begin(&added->walk, &added->body[0], &added->body[1], &own->worker))
        own_record(own, &added->body[0], &added->body[1]);
    for (int k = 0; k < PAIRS; k++)
        added->end[k] = own->groups[k].count;
    own->walk_count++;
}

/// Does one group again; adds to `hits` how many of its pairs meet.
static inline __attribute__((always_inline)) void own_replay(struct walk *walk, const struct own_group *group,
                                                             enum cost cost, unsigned *hits)
{
    float distance[LANES];
    if (cost == TRIANGLES) {
        walk->hit = false;
        test_leaves(walk, group->tasks[0].a, group->tasks[0].b);
        *hits += walk->hit;
    } else if (cost == BOXES) {
        *hits += (unsigned)__builtin_popcount(boxes_meet(walk, group->tasks, group->wanted, distance));
    } else {
        *hits += (unsigned)__builtin_popcount(spheres_meet(walk, group->tasks) & group->wanted);
    }
}

static inline __attribute__((always_inline)) unsigned own_replay_all(struct own_units *own, enum cost cost)
{
    const struct own_group *groups = own->groups[cost].items;
    unsigned hits = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < own->walk_count; i++) {
        struct walk *walk = &own->walks[i].walk;
        walk->leaf[0] = walk->leaf[1] = UINT32_MAX;
        for (; at < own->walks[i].end[cost]; at++)
            own_replay(walk, &groups[at], cost, &hits);
    }
    return hits;
}

/// What a pair of bodies takes before nodes are tested: the spheres of the roots and, where these meet, the
/// mapping from one body's space to the other's.
static unsigned own_set_up_all(struct own_units *own)
{
    struct walk walk;
    unsigned related = 0;
    for (uint32_t i = 0; i < own->walk_count; i++) {
        const struct cd_placed *a = &own->walks[i].body[0], *b = &own->walks[i].body[1];
        if (own->spheres && cd_world_spheres_apart(a->placement, b->placement))
            continue;
        related += begin(&walk, a, b, &own->worker);
    }
    return related;
}

/// Times a step over all walks, in ns per test, or per pair of bodies.
static double own_time(struct own_units *own, enum cost cost, double *kept)
{
    unsigned tests = 0, hits = 0;
    for (size_t i = 0; cost < PAIRS && i < own->groups[cost].count; i++)
        tests += (unsigned)__builtin_popcount(own->groups[cost].items[i].wanted);
    uint64_t start = cd_clock_cpu();
    if (cost == SPHERES)
        hits = own_replay_all(own, SPHERES);
    else if (cost == BOXES)
        hits = own_replay_all(own, BOXES);
    else if (cost == TRIANGLES)
        hits = own_replay_all(own, TRIANGLES);
    else
        hits = own_set_up_all(own), tests = own->walk_count;
    double ns = (double)(cd_clock_cpu() - start);
    *kept += hits;
    if (cost < PAIRS) {
        own->units.hit_shares[cost] = tests ? (double)hits / tests : 0;
        own->units.lanes[cost] = tests ? (double)tests / (double)own->groups[cost].count : 0;
    }
    return tests ? ns / tests : 0;
}

#endif
