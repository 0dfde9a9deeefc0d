#include "bench/oracle/frame.h"

#include "algos/threads.h"
#include "base/memory.h"
#include "base/status.h"
#include "bench/oracle/regions.h"

#include <stdlib.h>
#include <string.h>

struct cd_oracle_trees {
    const struct cd_scene *scene;
    struct cd_half **of_mesh;
};

/// The place of the frame's i-th body. Its contents may serve again in the next frame.
struct slot {
    bool fresh_boxes, needs_boxes;
    uint32_t id;
    uint64_t version;
    struct cd_pose pose;
    struct cd_oracle_body body; ///< has no nodes before the first use
};

/// Two bodies whose boxes overlap, and the result for them. Contacts are kept here only when they are listed.
struct candidate {
    const struct slot *a, *b;
    bool collide;
    const struct cd_oracle_question *question;
    uint64_t frame, contact_count;
    struct cd_hash contact_digest;
    struct cd_records contacts;
};

struct cd_oracle_state {
    const struct cd_oracle_trees *trees;
    struct slot *slots; ///< max_bodies of them
    struct candidate *candidates;
    size_t candidate_count, candidate_capacity;
    struct cd_oracle_regions *regions; ///< of a scene of regions, else NULL
    const struct cd_frame *frame;      ///< the current one, and its question
    const struct cd_oracle_question *question;
    struct cd_oracle_answer answer;
};

struct cd_oracle_trees *cd_oracle_trees_create(const struct cd_scene *scene)
{
    struct cd_oracle_trees *trees = cd_allocate(1, sizeof *trees);
    trees->scene = scene;
    trees->of_mesh = cd_allocate(scene->mesh_count, sizeof(struct cd_half *));
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        trees->of_mesh[i] = cd_halve_mesh(scene->meshes[i]);
    return trees;
}

void cd_oracle_trees_destroy(struct cd_oracle_trees *trees)
{
    if (!trees)
        return;
    for (uint32_t i = 0; i < trees->scene->mesh_count; i++)
        cd_free(trees->of_mesh[i]);
    cd_free(trees->of_mesh);
    cd_free(trees);
}

struct cd_oracle_state *cd_oracle_state_create(const struct cd_oracle_trees *trees)
{
    struct cd_oracle_state *state = cd_allocate(1, sizeof *state);
    state->trees = trees;
    state->slots = cd_allocate(trees->scene->max_bodies, sizeof *state->slots);
    state->regions = trees->scene->dimensions ? cd_oracle_regions_create(trees->scene) : NULL;
    return state;
}

void cd_oracle_state_destroy(struct cd_oracle_state *state)
{
    if (!state)
        return;
    for (uint32_t i = 0; i < state->trees->scene->max_bodies; i++)
        cd_oracle_body_release(&state->slots[i].body);
    cd_free(state->slots);
    cd_free(state->candidates);
    cd_free(state->answer.pairs.items);
    cd_free(state->answer.contacts.items);
    cd_oracle_regions_destroy(state->regions);
    cd_free(state);
}

/// Brings the slot of a live body up to this frame. With the same version it has the same vertices as before, even if it
/// vanished and came back since.
static bool place(void *user, size_t i, unsigned thread)
{
    (void)thread;
    const struct cd_oracle_state *state = user;
    const struct cd_oracle_trees *trees = state->trees;
    struct slot *slot = &state->slots[i];
    const struct cd_body *body = &state->frame->bodies[i];
    const struct cd_half *nodes = trees->of_mesh[body->mesh];
    bool same = slot->body.nodes == nodes && slot->id == body->id && slot->version == body->version &&
                memcmp(&slot->pose, &body->pose, sizeof body->pose) == 0;
    slot->needs_boxes = false;
    if (same)
        return false;
    if (slot->body.nodes != nodes) {
        cd_oracle_body_release(&slot->body);
        cd_oracle_body_init(&slot->body, trees->scene->meshes[body->mesh], nodes);
    }
    slot->id = body->id;
    slot->version = body->version;
    slot->pose = body->pose;
    slot->fresh_boxes = false;
    cd_oracle_body_place(&slot->body, body->vertices, &body->pose);
    return false;
}

/// Orders slots by the lower x of their boxes, along which the sweep goes.
static int compare_slots(const void *a, const void *b)
{
    double x = (*(struct slot *const *)a)->body.box.low.x, y = (*(struct slot *const *)b)->body.box.low.x;
    return (x > y) - (x < y);
}

static void add_candidate(struct cd_oracle_state *state, struct slot *a, struct slot *b)
{
    state->candidates = cd_grow(state->candidates, state->candidate_count, &state->candidate_capacity,
                                sizeof *state->candidates);
    state->candidates[state->candidate_count++] =
        (struct candidate){.a = a->id < b->id ? a : b, .b = a->id < b->id ? b : a};
    a->needs_boxes = b->needs_boxes = true;
}

/// Finds the pairs of bodies whose closed boxes overlap, by a sweep along x.
static void find_candidates(struct cd_oracle_state *state, const struct cd_frame *frame)
{
    uint32_t count = frame->body_count;
    struct slot **sweep = cd_allocate(count, sizeof *sweep);
    for (uint32_t i = 0; i < count; i++)
        sweep[i] = &state->slots[i];
    qsort(sweep, count, sizeof *sweep, compare_slots);
    state->candidate_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct cd_aabb *box = &sweep[i]->body.box;
        for (uint32_t j = i + 1; j < count && sweep[j]->body.box.low.x <= box->high.x; j++)
            if (cd_aabb_overlap(box, &sweep[j]->body.box))
                add_candidate(state, sweep[i], sweep[j]);
    }
    cd_free(sweep);
}

static bool refit(void *user, size_t i, unsigned thread)
{
    (void)thread;
    struct slot *slot = &((struct cd_oracle_state *)user)->slots[i];
    if (slot->needs_boxes && !slot->fresh_boxes) {
        cd_oracle_body_refit(&slot->body);
        slot->fresh_boxes = true;
    }
    return false;
}

static bool take_contact(void *user, uint32_t triangle_a, uint32_t triangle_b)
{
    struct candidate *candidate = user;
    struct cd_record record = {candidate->a->id, triangle_a, candidate->b->id, triangle_b};
    struct cd_hash hash = cd_record_hash(CD_QUERY_CONTACTS, candidate->frame, &record);
    candidate->contact_digest = cd_hash_sum(candidate->contact_digest, hash);
    if (candidate->question->keep_contacts)
        cd_records_add(&candidate->contacts, &record);
    candidate->contact_count++;
    return false;
}

static bool contains(const struct cd_oracle_body *outer, const struct cd_oracle_body *inner)
{
    return outer->mesh->solid && cd_oracle_contains(outer, inner);
}

static bool decide(void *user, size_t i, unsigned thread)
{
    (void)thread;
    const struct cd_oracle_state *state = user;
    struct candidate *candidate = &state->candidates[i];
    candidate->question = state->question;
    candidate->frame = state->frame->index;
    const struct cd_oracle_body *a = &candidate->a->body, *b = &candidate->b->body;
    bool count_contacts = candidate->question->count_contacts;
    candidate->collide = cd_oracle_meet(a, b, count_contacts ? take_contact : NULL, candidate);
    if (!candidate->collide && !count_contacts && candidate->question->meaning == CD_MEANING_SOLID)
        candidate->collide = contains(a, b) || contains(b, a);
    return false;
}

/// Combines the results of the candidates into the answer, in an order that does not depend on threads.
static void gather(struct cd_oracle_state *state)
{
    struct cd_oracle_answer *answer = &state->answer;
    *answer = (struct cd_oracle_answer){.pairs = answer->pairs, .contacts = answer->contacts};
    answer->pairs.count = answer->contacts.count = 0;
    for (size_t i = 0; i < state->candidate_count; i++) {
        struct candidate *candidate = &state->candidates[i];
        if (!candidate->collide)
            continue;
        cd_records_add(&answer->pairs, &(struct cd_record){.a = candidate->a->id, .b = candidate->b->id});
        for (uint64_t k = 0; k < candidate->contacts.count; k++)
            cd_records_add(&answer->contacts, &candidate->contacts.items[k]);
        cd_free(candidate->contacts.items);
        answer->contact_count += candidate->contact_count;
        answer->contact_digest = cd_hash_sum(answer->contact_digest, candidate->contact_digest);
    }
    answer->pair_count = answer->pairs.count;
    cd_records_sort_once(&answer->pairs);
    cd_records_sort_once(&answer->contacts);
}

const struct cd_oracle_answer *cd_oracle_frame(struct cd_oracle_state *state, const struct cd_frame *frame,
                                               const struct cd_oracle_question *question)
{
    unsigned threads = question->threads;
    CD_ASSERT(threads >= 1 && (question->count_contacts || !question->keep_contacts));
    if (state->regions)
        return cd_oracle_regions_frame(state->regions, frame, question);
    CD_ASSERT(frame->body_count <= state->trees->scene->max_bodies);
    state->frame = frame;
    state->question = question;
    cd_run_items(threads, frame->body_count, place, state);
    find_candidates(state, frame);
    cd_run_items(threads, frame->body_count, refit, state);
    cd_run_items(threads, state->candidate_count, decide, state);
    gather(state);
    return &state->answer;
}
