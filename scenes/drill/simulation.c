#include "scenes/drill/drill.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/// The strength that a flame gains per second if nothing hits it. Below the least strength it goes out, and after some
/// seconds it comes back with a little more.
#define RECOVERY  0.15
#define MIN       0.15
#define REKINDLED 0.3
#define OUT_MIN   2.0
#define OUT_MAX   5.0

/// The seconds that all water on a fire needs to put it out, if every droplet hits and no flame recovers.
#define ENDURANCE 3.0

/// Droplets leave a nozzle of this radius. Their velocities differ from the jet's by up to this spread.
#define NOZZLE 0.06
#define SPREAD 0.4

/// A droplet moves about this far between two tests for a hit, which is less than the thickness of a wall.
#define LOOK 0.08

/// No ring is farther out from a flame's root, and no tip higher.
#define FLAME_ROOM   0.75
#define FLAME_HEIGHT 2.3

static const uint64_t water_seed = UINT64_C(0x7761746572); // a different sequence from that of the places

// ---- the fixed parts --------------------------------------------------------------------------------------

static uint32_t fire_of(const struct cd_drill_plan *plan, uint32_t firefighter)
{
    return (uint32_t)((uint64_t)firefighter * plan->fires / plan->firefighters);
}

static void light(struct cd_drill *drill, struct cd_random *random)
{
    const struct cd_drill_plan *plan = &drill->plan;
    for (uint32_t i = 0; i < drill->house.bays; i++)
        drill->fire_of_bay[i] = CD_NOWHERE;
    for (uint32_t fire = 0; fire < plan->fires; fire++) {
        uint32_t bay = cd_house_bay_of_fire(&drill->house, fire, plan->fires);
        struct cd_vec3 hearth = cd_house_hearth(&drill->house, bay, fire % 2);
        drill->fire_of_bay[bay] = fire;
        drill->fire_boxes[fire] = cd_aabb_empty();
        for (uint32_t i = 0; i < plan->flames; i++) {
            struct cd_flame *flame = &drill->flames[fire * plan->flames + i];
            cd_flame_choose(flame, hearth, i, random);
            struct cd_vec3 room = cd_vec(FLAME_ROOM, 0, FLAME_ROOM), top = cd_vec(0, FLAME_HEIGHT, 0);
            cd_aabb_add(&drill->fire_boxes[fire], cd_sub(flame->root, room));
            cd_aabb_add(&drill->fire_boxes[fire], cd_add(cd_add(flame->root, room), top));
        }
    }
}

static void line_up(struct cd_drill *drill, struct cd_random *random)
{
    const struct cd_drill_plan *plan = &drill->plan;
    for (uint32_t first = 0, group; first < plan->firefighters; first += group) {
        uint32_t fire = fire_of(plan, first);
        for (group = 1; first + group < plan->firefighters && fire_of(plan, first + group) == fire;)
            group++;
        uint32_t bay = cd_house_bay_of_fire(&drill->house, fire, plan->fires);
        struct cd_vec3 hearth = cd_house_hearth(&drill->house, bay, fire % 2);
        double walk_turn = cd_random_unit(random);
        for (uint32_t rank = 0; rank < group; rank++)
            cd_firefighter_choose(&drill->firefighters[first + rank], plan, hearth, rank, group, walk_turn,
                                  random);
        drill->losses[fire] = plan->flames / (ENDURANCE * plan->droplets * group);
    }
}

static enum cd_code count_droplets(struct cd_drill *drill, struct cd_status *status)
{
    const struct cd_drill_plan *plan = &drill->plan;
    double max = 0, fastest = 0, others = CD_DRILL_FIRST + plan->firefighters + drill->flame_count;
    for (uint32_t i = 0; i < plan->firefighters; i++) {
        double seconds = cd_firefighter_reach(&drill->firefighters[i]) + 4.0 / plan->rate;
        max += ceil(seconds * plan->droplets) + 1;
        fastest = fmax(fastest, drill->firefighters[i].speed);
    }
    if (max + others > CD_BODY_LIMIT)
        return cd_fail(status, CD_USAGE,
                       "drill: firefighters=%" PRIu32 " with droplets=%" PRIu32
                       ": up to %.0f bodies at once, more than the %u of a scene; give fewer",
                       plan->firefighters, plan->droplets, max + others, CD_BODY_LIMIT);
    drill->max_droplets = (uint32_t)max;
    drill->steps_per_frame = (uint32_t)ceil(1.2 * fastest / plan->rate / LOOK);
    return CD_OK;
}

enum cd_code cd_drill_create(const struct cd_drill_plan *plan, struct cd_drill **result,
                             struct cd_status *status)
{
    struct cd_drill *drill = cd_allocate(1, sizeof *drill);
    drill->plan = *plan;
    drill->house = cd_house_for(plan->fires);
    drill->flame_count = plan->fires * plan->flames;
    struct cd_random random = cd_random_seed(plan->seed);
    light(drill, &random);
    line_up(drill, &random);
    enum cd_code code = count_droplets(drill, status);
    if (code) {
        cd_free(drill);
        drill = NULL;
    }
    *result = drill;
    return code;
}

// ---- the state --------------------------------------------------------------------------------------------

struct cd_drill_state *cd_drill_state_create(const struct cd_drill *drill)
{
    struct cd_drill_state *state = cd_allocate(1, sizeof *state);
    state->random = cd_random_seed(drill->plan.seed ^ water_seed);
    state->droplets = cd_allocate(drill->max_droplets, sizeof *state->droplets);
    for (uint32_t i = 0; i < drill->flame_count; i++)
        state->burning[i] = (struct cd_flame_state){.burns = true, .strength = 1};
    return state;
}

struct cd_drill_state *cd_drill_state_copy(const struct cd_drill *drill, const struct cd_drill_state *from)
{
    struct cd_drill_state *copy = cd_allocate(1, sizeof *copy);
    *copy = *from;
    copy->droplets = cd_allocate(drill->max_droplets, sizeof *copy->droplets);
    memcpy(copy->droplets, from->droplets, from->droplet_end * sizeof *copy->droplets);
    return copy;
}

void cd_drill_state_destroy(struct cd_drill_state *state)
{
    cd_free(state->droplets);
    cd_free(state);
}

static void burn(const struct cd_drill *drill, struct cd_drill_state *state, double time)
{
    for (uint32_t i = 0; i < drill->flame_count; i++) {
        struct cd_flame_state *burning = &state->burning[i];
        if (burning->burns) {
            double lost = burning->hits * drill->losses[i / drill->plan.flames];
            burning->strength = fmin(burning->strength - lost + RECOVERY / drill->plan.rate, 1);
            burning->burns = burning->strength >= MIN;
            if (!burning->burns)
                burning->lit = time + cd_random_between(&state->random, OUT_MIN, OUT_MAX);
        } else if (time >= burning->lit) {
            burning->burns = true;
            burning->strength = REKINDLED;
        }
        burning->hits = 0;
        if (burning->burns)
            cd_flame_shape(&drill->flames[i], time, burning->strength, &burning->shape);
    }
}

/// What is at a point.
enum { NOTHING = -2, SOLID = -1 }; // or the number of a flame

static int64_t what_is_at(const struct cd_drill *drill, const struct cd_drill_state *state, struct cd_vec3 p)
{
    if (p.y <= 0 || cd_house_holds(&drill->house, p))
        return SOLID;
    uint32_t bay = cd_house_bay_at(&drill->house, p.x);
    uint32_t fire = bay == CD_NOWHERE ? CD_NOWHERE : drill->fire_of_bay[bay];
    const struct cd_aabb point = {p, p};
    if (fire == CD_NOWHERE || !cd_aabb_overlap(&drill->fire_boxes[fire], &point))
        return NOTHING;
    uint32_t first = fire * drill->plan.flames;
    for (uint32_t i = first; i < first + drill->plan.flames; i++)
        if (state->burning[i].burns && cd_flame_holds(&state->burning[i].shape, p))
            return i;
    return NOTHING;
}

static struct cd_vec3 place_after(const struct cd_droplet *droplet, double age)
{
    struct cd_vec3 p = cd_add(droplet->origin, cd_scale(droplet->velocity, age));
    p.y -= CD_DRILL_GRAVITY / 2 * age * age;
    return p;
}

/// Ends the flight of a droplet that has hit nothing at the age `before` and something at `after`. It ends at the point
/// of impact, so that the two surfaces meet.
static void hit(const struct cd_drill *drill, struct cd_drill_state *state, struct cd_droplet *droplet,
                double before, double after)
{
    for (int i = 0; i < 8; i++) {
        double middle = (before + after) / 2;
        if (what_is_at(drill, state, place_after(droplet, middle)) == NOTHING)
            before = middle;
        else
            after = middle;
    }
    droplet->place = place_after(droplet, after);
    droplet->state = CD_DROPLET_HITS;
    int64_t what = what_is_at(drill, state, droplet->place);
    if (what >= 0)
        state->burning[what].hits++;
}

/// True if a droplet that moves from a to b may hit something on its way.
static bool may_hit(const struct cd_aabb *house, struct cd_vec3 a, struct cd_vec3 b)
{
    return b.y <= 0 || (fmin(a.z, b.z) <= house->high.z && fmax(a.z, b.z) >= house->low.z &&
                        fmin(a.x, b.x) <= house->high.x && fmax(a.x, b.x) >= house->low.x);
}

static void fly(const struct cd_drill *drill, struct cd_drill_state *state, struct cd_droplet *droplet,
                double time, double next_time)
{
    double age = fmax(time - droplet->born, 0), next_age = next_time - droplet->born;
    struct cd_vec3 next_place = place_after(droplet, next_age);
    struct cd_aabb house = cd_house_box(&drill->house);
    if (may_hit(&house, droplet->place, next_place)) {
        double step = (next_age - age) / drill->steps_per_frame, before = age;
        for (uint32_t i = 1; i <= drill->steps_per_frame; i++) {
            double after = i == drill->steps_per_frame ? next_age : age + i * step;
            if (what_is_at(drill, state, place_after(droplet, after)) != NOTHING) {
                hit(drill, state, droplet, before, after);
                return;
            }
            before = after;
        }
    }
    droplet->place = next_place;
}

static struct cd_vec3 random_in_ball(struct cd_random *random, double radius)
{
    struct cd_vec3 v;
    do {
        // In separate statements: the compiler may evaluate arguments in any order.
        v.z = cd_random_between(random, -1, 1);
        v.y = cd_random_between(random, -1, 1);
        v.x = cd_random_between(random, -1, 1);
    } while (cd_dot(v, v) > 1);
    return cd_scale(v, radius);
}

/// Adds a droplet that leaves the nozzle at the time `born`, which is not after `time`, the time of this frame.
static void spray(const struct cd_drill *drill, struct cd_drill_state *state, uint32_t firefighter,
                  double born, double time, uint32_t *slot)
{
    while (*slot < state->droplet_end && state->droplets[*slot].state != CD_DROPLET_FREE)
        ++*slot;
    CD_ASSERT(*slot < drill->max_droplets);
    struct cd_droplet *droplet = &state->droplets[*slot];
    cd_firefighter_jet(&drill->firefighters[firefighter], born, &droplet->origin, &droplet->velocity);
    droplet->origin = cd_add(droplet->origin, random_in_ball(&state->random, NOZZLE));
    droplet->velocity = cd_add(droplet->velocity, random_in_ball(&state->random, SPREAD));
    droplet->born = born;
    droplet->place = place_after(droplet, time - born);
    droplet->number = state->droplet_number++;
    droplet->state = CD_DROPLET_FLIES;
    if (*slot == state->droplet_end)
        state->droplet_end++;
}

static void spray_all(const struct cd_drill *drill, struct cd_drill_state *state, double time)
{
    uint32_t slot = 0;
    for (uint32_t i = 0; i < drill->plan.firefighters; i++)
        for (;;) {
            double count = (double)state->sprayed[i] + drill->firefighters[i].next_turn;
            double born = count / drill->plan.droplets;
            if (born > time)
                break;
            spray(drill, state, i, born, time, &slot);
            state->sprayed[i]++;
        }
}

void cd_drill_step(const struct cd_drill *drill, struct cd_drill_state *state)
{
    double rate = drill->plan.rate, time = (double)state->next_frame / rate;
    double time_before = state->next_frame ? (double)(state->next_frame - 1) / rate : 0;
    burn(drill, state, time);
    uint32_t end = 0;
    for (uint32_t i = 0; i < state->droplet_end; i++) {
        struct cd_droplet *droplet = &state->droplets[i];
        if (droplet->state == CD_DROPLET_FLIES)
            fly(drill, state, droplet, time_before, time);
        else if (droplet->state == CD_DROPLET_HITS)
            droplet->state = CD_DROPLET_GONE;
        else
            droplet->state = CD_DROPLET_FREE;
        if (droplet->state != CD_DROPLET_FREE)
            end = i + 1;
    }
    state->droplet_end = end;
    spray_all(drill, state, time);
    state->next_frame++;
}
