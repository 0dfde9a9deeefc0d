// Many bodies in one view: Zou, Ding, Zhou, He, Jia 2011, section 2.
//
// In the first pass the bodies come by ascending id, in the second by descending id. The faces of each body are tested
// against the edges that were added before, then the body's own edges are added. A pixel that shows an edge inside the
// body is flagged and its count reset (counts=fresh). After all bodies, each body's edges are drawn once more; an edge
// that is still visible in a flagged pixel belongs to a body of the set, too (roles=both). So each pair is tested in
// both roles, and a pass draws every body's edges twice and its faces once.
#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { QUERY_FLAG, QUERY_EDGES, QUERY_EXITS, QUERY_LAYER, QUERIES };

// A body of the present group. It has in this group those of its regions that are open: a region is open if at least
// one of its bodies is not known to be in the set.
struct image_cd_member {
    struct image_cd_body *body;
    struct image_cd_side side;
    struct cd_aabb box; // of its open regions
    struct image_cd_window window;
    struct image_cd_transform here;  // what shows its open regions alone
    struct image_cd_transform front; // the same, but as deep as the view
    bool in_set;
    bool comes_after, comes_before; // some other member with which it has an open region, in this pass
    bool asked_faces, asked_edges, asked_layer;
};

struct group {
    struct image_cd_many *many;
    struct image_cd_pass pass;
    struct image_cd_region *regions;
    size_t region_count;
    struct image_cd_view view;
    double margin;
    struct image_cd_runs *runs;
};

void image_cd_many_close(struct image_cd_many *many)
{
    if (many->query_capacity)
        glDeleteQueries((GLsizei)many->query_capacity, many->queries);
    cd_free(many->members);
    cd_free(many->queries);
}

// ---- members ----------------------------------------------------------------------------------------------

static struct image_cd_member *member_of(const struct group *group, const struct image_cd_body *body)
{
    return &group->many->members[body->member];
}

static void add_member(struct image_cd_many *many, struct image_cd_body *body)
{
    if (body->member < many->member_count && many->members[body->member].body == body)
        return;
    many->members = cd_grow(many->members, many->member_count, &many->member_capacity, sizeof *many->members);
    body->member = many->member_count;
    many->members[many->member_count++] = (struct image_cd_member){.body = body};
}

static void sort_members(struct image_cd_many *many)
{
    for (size_t i = 1; i < many->member_count; i++) {
        struct image_cd_member member = many->members[i];
        size_t j = i;
        for (; j > 0 && many->members[j - 1].body->id > member.body->id; j--)
            many->members[j] = many->members[j - 1];
        many->members[j] = member;
    }
    for (size_t i = 0; i < many->member_count; i++)
        many->members[i].body->member = i;
}

static void make_queries(struct image_cd_many *many)
{
    size_t needed = many->member_count * QUERIES;
    if (needed <= many->query_capacity)
        return;
    size_t more = needed > 2 * many->query_capacity ? needed : 2 * many->query_capacity;
    many->queries = cd_reallocate(many->queries, many->query_capacity, more, sizeof *many->queries);
    glGenQueries((GLsizei)(more - many->query_capacity), &many->queries[many->query_capacity]);
    many->query_capacity = more;
}

static void gather_members(struct group *group)
{
    struct image_cd_many *many = group->many;
    many->member_count = 0;
    for (size_t i = 0; i < group->region_count; i++) {
        add_member(many, group->regions[i].a);
        add_member(many, group->regions[i].b);
    }
    sort_members(many);
    make_queries(many);
}

// ---- views ------------------------------------------------------------------------------------------------

static void fit_view(struct group *group, const struct image_cd_bodies *bodies)
{
    struct image_cd_many *many = group->many;
    struct cd_aabb shown = many->whole ? image_cd_bodies_box(bodies) : cd_aabb_empty();
    double size = 0;
    for (size_t i = 0; i < group->region_count; i++)
        cd_aabb_join(&shown, &group->regions[i].box);
    for (size_t i = 0; i < many->member_count; i++)
        size = fmax(size, cd_aabb_longest_side(&many->members[i].body->box));
    group->margin = group->pass.rules->clip_faces ? 0 : 2.0 / group->pass.target->resolution;
    group->view = image_cd_view_of(&shown, size, group->pass.rules->axis, group->margin);
    for (size_t i = 0; i < many->member_count; i++)
        many->members[i].side = image_cd_side_of(many->members[i].body, &group->view);
}

// The pixels from `low` to `high` in the view's coordinates, and one more pixel on either side.
static void cover_pixels(double low, double high, int resolution, int *from, int *to)
{
    double first = floor((low + 1) * 0.5 * resolution) - 1, last = ceil((high + 1) * 0.5 * resolution) + 1;
    *from = first > 0 ? (int)fmin(first, resolution) : 0;
    *to = last < resolution ? (int)fmax(last, 0) : resolution;
}

// Pixels, and what selects clusters, for a member's open regions: faces in front of these pixels at any depth of the
// view, edges in the regions only, so that they hide as few others as possible.
static void fit_member(const struct group *group, struct image_cd_member *member)
{
    int resolution = group->pass.target->resolution;
    member->window = (struct image_cd_window){0, 0, resolution, resolution};
    member->here = member->front = member->side.transform;
    if (!group->pass.rules->skip_clusters)
        return;
    struct image_cd_view sub = group->view;
    int pixels[2][2];
    for (int k = 0; k < 3; k++) {
        int world = (sub.axis + 1 + k) % 3;
        double low = (cd_axis(&member->box.low, world) - group->view.centre[k]) / group->view.half[k];
        double high = (cd_axis(&member->box.high, world) - group->view.centre[k]) / group->view.half[k];
        if (k < 2) {
            cover_pixels(low, high, resolution, &pixels[k][0], &pixels[k][1]);
            low = 2.0 * pixels[k][0] / resolution - 1;
            high = 2.0 * pixels[k][1] / resolution - 1;
        }
        double slack = k == 2 ? group->margin : 0;
        sub.centre[k] = group->view.centre[k] + 0.5 * (low + high) * group->view.half[k];
        sub.half[k] = fmax((0.5 * (high - low) + slack), 0x1p-20) * group->view.half[k];
    }
    member->window = (struct image_cd_window){pixels[0][0], pixels[1][0], pixels[0][1] - pixels[0][0],
                                              pixels[1][1] - pixels[1][0]};
    member->here = image_cd_side_of(member->body, &sub).transform;
    sub.centre[2] = group->view.centre[2];
    sub.half[2] = group->view.half[2];
    member->front = image_cd_side_of(member->body, &sub).transform;
}

// What is still to be found out; false for nothing.
static bool open_regions(struct group *group, bool backwards)
{
    struct image_cd_many *many = group->many;
    for (size_t i = 0; i < many->member_count; i++) {
        struct image_cd_member *member = &many->members[i];
        member->box = cd_aabb_empty();
        member->comes_after = member->comes_before = false;
        member->asked_faces = member->asked_edges = member->asked_layer = false;
    }
    bool any = false;
    for (size_t i = 0; i < group->region_count; i++) {
        const struct image_cd_region *region = &group->regions[i];
        struct image_cd_member *a = member_of(group, region->a), *b = member_of(group, region->b);
        if (a->in_set && b->in_set)
            continue;
        any = true;
        cd_aabb_join(&a->box, &region->box);
        cd_aabb_join(&b->box, &region->box);
        (backwards ? b : a)->comes_before = true;
        (backwards ? a : b)->comes_after = true;
    }
    for (size_t i = 0; i < many->member_count; i++)
        if (many->members[i].comes_after || many->members[i].comes_before)
            fit_member(group, &many->members[i]);
    return any;
}

// ---- passes -----------------------------------------------------------------------------------------------

static const GLuint *queries_of(const struct group *group, const struct image_cd_member *member)
{
    return &group->many->queries[(size_t)(member - group->many->members) * QUERIES];
}

static bool select_part(const struct group *group, const struct image_cd_member *member,
                        enum image_cd_part part)
{
    const struct image_cd_transform *transform = part == IMAGE_CD_FACES ? &member->front : &member->here;
    image_cd_select(&member->side, part, group->pass.rules->skip_clusters ? transform : NULL, group->runs);
    return group->runs->count > 0;
}

static void stay_within(const struct image_cd_window *window)
{
    glScissor(window->x, window->y, window->width, window->height);
}

static bool compares_samples(const struct group *group)
{
    return group->pass.rules->readback == IMAGE_CD_READBACK_FACES;
}

// Whether the owners of edges are looked for. Of two bodies they are known.
static bool asks_owners(const struct group *group)
{
    return !group->pass.rules->one_role && group->many->member_count > 2;
}

static void test_faces(const struct group *group, struct image_cd_member *member)
{
    if (!select_part(group, member, IMAGE_CD_FACES))
        return;
    bool samples = compares_samples(group), keep = group->pass.rules->keep_counts;
    int resolution = group->pass.target->resolution;
    const GLuint *queries = queries_of(group, member);
    const GLuint counts[2] = {queries[QUERY_FLAG], queries[QUERY_EXITS]};
    stay_within(&member->window);
    image_cd_count_faces(&group->pass, &member->side, group->runs, counts);
    if (!samples && keep)
        glScissor(0, 0, resolution, resolution);
    // Samples do not tell which edges a body encloses, pixels do not tell what the samples say (E3): both have to agree.
    bool decided = samples && !keep && asks_owners(group);
    bool flags = !decided || image_cd_answer(counts[0]) > image_cd_answer(counts[1]);
    if (!samples || !keep)
        image_cd_flag(&group->pass, flags, queries[samples ? QUERY_EDGES : QUERY_FLAG]);
    member->asked_faces = true;
}

static bool peels(const struct group *group)
{
    return group->pass.rules->layers == IMAGE_CD_LAYERS_PEEL;
}

// `before` is the buffer of the layer before, negative for none.
static void add_edges(const struct group *group, struct image_cd_member *member, GLenum layer, int before)
{
    if (!select_part(group, member, image_cd_edges_of(group->pass.rules)))
        return;
    stay_within(&member->window);
    if (peels(group))
        image_cd_peel_begin(group->pass.target, before, queries_of(group, member)[QUERY_LAYER]);
    image_cd_mark_edges(&group->pass, &member->side, layer, group->runs);
    if (peels(group))
        image_cd_peel_end(group->pass.target, group->pass.worker);
    member->asked_layer = peels(group);
}

static void ask_edges(const struct group *group, struct image_cd_member *member)
{
    if (member->in_set || !select_part(group, member, image_cd_edges_of(group->pass.rules)))
        return;
    stay_within(&member->window);
    image_cd_ask_edges(&group->pass, &member->side, group->runs, queries_of(group, member)[QUERY_EDGES]);
    member->asked_edges = true;
}

static bool shows_hit(const struct group *group, const struct image_cd_member *member)
{
    const GLuint *queries = queries_of(group, member);
    uint64_t samples = image_cd_answer(queries[QUERY_FLAG]);
    return compares_samples(group) ? samples > image_cd_answer(queries[QUERY_EXITS]) : samples > 0;
}

// Collects the results that were asked for; the GL may have worked on all of them meanwhile. False when peeling found
// no edge.
static bool hear_answers(const struct group *group)
{
    struct image_cd_many *many = group->many;
    bool found = false, drew = !peels(group);
    for (size_t i = 0; i < many->member_count; i++) {
        struct image_cd_member *member = &many->members[i];
        bool hit = member->asked_faces && shows_hit(group, member);
        found |= hit;
        if (member->asked_layer)
            drew |= image_cd_answer(queries_of(group, member)[QUERY_LAYER]) > 0;
        member->in_set |= hit;
        if (member->asked_edges)
            member->in_set |= image_cd_answer(queries_of(group, member)[QUERY_EDGES]) > 0;
    }
    if (found && many->member_count == 2 && !group->pass.rules->one_role)
        many->members[0].in_set = many->members[1].in_set = true;
    return drew;
}

// False when there is no layer after this one.
static bool run_pass(const struct group *group, int number, bool backwards)
{
    struct image_cd_many *many = group->many;
    const struct image_cd_rules *rules = group->pass.rules;
    GLenum layer = image_cd_layer(rules, number);
    int before = peels(group) ? image_cd_target_next(group->pass.target, backwards, number == 0) : -1;
    cd_context_phase(group->pass.worker->context, backwards ? "second pass" : "first pass");
    glDisable(GL_SCISSOR_TEST);
    image_cd_clear(layer);
    glEnable(GL_SCISSOR_TEST);
    many->drawn = true;
    many->shown = group->view;
    for (size_t i = 0; i < many->member_count; i++) {
        struct image_cd_member *member = &many->members[backwards ? many->member_count - 1 - i : i];
        if (member->comes_after)
            test_faces(group, member);
        if (member->comes_before)
            add_edges(group, member, layer, before);
    }
    for (size_t i = 0; asks_owners(group) && i < many->member_count; i++)
        if (many->members[i].comes_before)
            ask_edges(group, &many->members[i]);
    bool drew = hear_answers(group);
    cd_context_phase(group->pass.worker->context, NULL);
    return drew && image_cd_layer(rules, number + 1) != GL_NEVER;
}

// ---- groups -----------------------------------------------------------------------------------------------

static bool is_answered(const struct group *group)
{
    if (group->pass.worker->query != CD_QUERY_ANY)
        return false;
    for (size_t i = 0; i < group->many->member_count; i++)
        if (group->many->members[i].in_set)
            return true;
    return false;
}

// True when another pass could add to the set; makes that pass ready.
static bool goes_on(struct group *group, bool backwards)
{
    return !is_answered(group) && !cd_context_stopped(group->pass.worker->context) &&
           open_regions(group, backwards);
}

// Each pass goes its own way through the layers, since the edges of the first and the last body are in one pass only. A
// layer behind another is found for all bodies alike: bodies that were added later are not yet in it.
static void run_layers(struct group *group)
{
    bool left[2] = {true, true};
    for (int number = 0; left[0] || left[1]; number++)
        for (int backwards = 0; backwards < 2; backwards++) {
            if (left[backwards] && !goes_on(group, backwards))
                return;
            left[backwards] = left[backwards] && run_pass(group, number, backwards);
        }
}

static void run_group(struct group *group, const struct image_cd_bodies *bodies)
{
    struct image_cd_many *many = group->many;
    gather_members(group);
    fit_view(group, bodies);
    // For pairs, what other views say about a body says nothing about its neighbours here.
    bool pairs = group->pass.worker->query == CD_QUERY_PAIRS;
    for (size_t i = 0; i < many->member_count && !pairs; i++)
        many->members[i].in_set = many->members[i].body->touched;
    run_layers(group);
    for (size_t i = 0; i < many->member_count; i++)
        many->members[i].body->touched |= many->members[i].in_set;
    for (size_t i = 0; i < group->region_count; i++) {
        struct image_cd_region *region = &group->regions[i];
        region->suspect = member_of(group, region->a)->in_set && member_of(group, region->b)->in_set;
        region->sure = region->suspect && many->member_count == 2;
    }
}

void image_cd_many_find(struct image_cd_many *many, struct image_cd_target *target,
                        const struct image_cd_rules *rules, const struct image_cd_bodies *bodies,
                        struct image_cd_regions *regions, struct image_cd_runs *runs,
                        struct cd_worker *worker)
{
    uint32_t max_bodies = many->whole ? 0 : many->max_bodies;
    many->drawn = false;
    for (size_t start = 0, end = 0;
         !cd_context_stopped(worker->context) && image_cd_regions_next(regions, max_bodies, &start, &end);) {
        struct group group = {.many = many,
                              .pass = {target, rules, image_cd_layout_of(rules, true), worker},
                              .regions = &regions->items[start],
                              .region_count = end - start,
                              .runs = runs};
        run_group(&group, bodies);
        if (is_answered(&group))
            break;
    }
    glDisable(GL_SCISSOR_TEST);
}
