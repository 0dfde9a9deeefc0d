#include "bench/expect/expected.h"

#include "base/text.h"
#include "bench/record/results.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

json_t *cd_expected_create(void)
{
    return json_pack("{s:{}, s:{}}", "cells", "scenes");
}

bool cd_expect_leaves_out(const struct cd_texts *algos, const char *name)
{
    for (size_t i = 0; i < algos->count; i++)
        if (!strcmp(algos->items[i], name))
            return false;
    return algos->count > 0;
}

void cd_expect_say(struct cd_expect_plan *plan, size_t *finding, const char *format, ...)
{
    char line[1500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    plan->say(plan->user, line);
    ++*finding;
}

static json_t *cells_of(const json_t *expected)
{
    return json_object_get(expected, "cells");
}

/// The OpenGL renderer that drew a cell, or "".
static const char *environment_of(const json_t *cell)
{
    const char *text = json_string_value(json_object_get(cell, "environment"));
    return text ? text : "";
}

static bool is_made(const json_t *cell)
{
    return !json_object_get(cell, "reason");
}

// ---- the file ---------------------------------------------------------------------------------------------

/// Texts are texts, and everything else is a count.
static enum cd_code check_cell(const char *file, const char *name, json_t *cell, struct cd_status *status)
{
    const char *key;
    json_t *value;
    if (!json_is_object(cell))
        return cd_fail(status, CD_DATA, "%s: %s: is no object with counts", file, name);
    json_object_foreach(cell, key, value)
    {
        if (!strcmp(key, "digest") || !strcmp(key, "environment")) {
            if (!json_is_string(value))
                return cd_fail(status, CD_DATA, "%s: %s: %s is no text", file, name, key);
        } else if (!json_is_integer(value) || json_integer_value(value) < 0) {
            return cd_fail(status, CD_DATA, "%s: %s: %s is no count, a whole number from 0 on", file, name,
                           key);
        }
    }
    return CD_OK;
}

static enum cd_code check_document(const char *file, const json_t *expected, struct cd_status *status)
{
    const char *name;
    json_t *cell;
    if (!json_is_object(cells_of(expected)) || !json_is_object(json_object_get(expected, "scenes")))
        return cd_fail(status, CD_DATA, "%s: has no cells and scenes: these are no expected answers", file);
    json_object_foreach(cells_of(expected), name, cell)
    {
        if (check_cell(file, name, cell, status))
            return CD_DATA;
    }
    return CD_OK;
}

enum cd_code cd_expected_read(const char *file, const char *write, json_t **expected,
                              struct cd_status *status)
{
    if (access(file, F_OK))
        return cd_fail(status, CD_IO, "%s: %s; %s makes it, and --check names another file", file,
                       strerror(errno), write);
    enum cd_code code = cd_json_read(file, expected, status);
    if (!code)
        code = check_document(file, *expected, status);
    if (!code)
        return CD_OK;
    json_decref(*expected);
    *expected = NULL;
    return code;
}

static const char *algo_of(const char *name, char algo[300])
{
    snprintf(algo, 300, "%.*s", (int)strcspn(name, ": "), name);
    return algo;
}

enum cd_code cd_expected_write(struct cd_output *output, json_t *now, const json_t *before,
                               const struct cd_texts *algos, struct cd_status *status)
{
    const char *name;
    char algo[300];
    json_t *cell;
    void *next;
    json_object_foreach(cells_of(before), name, cell)
    {
        if (cd_expect_leaves_out(algos, algo_of(name, algo)))
            json_object_set(cells_of(now), name, cell);
    }
    json_object_foreach_safe(cells_of(now), next, name, cell)
    {
        json_t *kept = json_object_get(cells_of(before), name);
        if (!strcmp(environment_of(cell), CD_EXPECT_UNAVAILABLE) && kept)
            json_object_set(cells_of(now), name, kept);
        else if (!is_made(cell))
            json_object_del(cells_of(now), name);
    }
    json_dumpf(now, cd_output_stream(output), JSON_INDENT(1) | JSON_SORT_KEYS);
    fputc('\n', cd_output_stream(output));
    return cd_output_commit(output, status);
}

// ---- comparing --------------------------------------------------------------------------------------------

struct comparison {
    struct cd_expect_plan *plan;
    const json_t *now, *expected;
    const char *file;
};

/// The members that are compared: the answers, then the counters. The number of threads belongs to the counters.
static const char *const members[] = {
    "hit_frames",
    "records",
    "digest",
    "threads",
#define COUNTER(name, what) #name,
#include "algos/counters.def"
#undef COUNTER
};

enum { ANSWERS = 3, MEMBERS = sizeof members / sizeof *members };

/// The value of a member as text; "0" when there is none. The text of a number is in `buffer`.
static const char *show(const json_t *cell, const char *key, char buffer[24])
{
    const json_t *value = json_object_get(cell, key);
    snprintf(buffer, 24, "%lld", (long long)json_integer_value(value));
    return json_is_string(value) ? json_string_value(value) : buffer;
}

/// Compares the members that some cell is known to expect.
static void compare_cell(const struct comparison *comparison, const char *name, const json_t *now,
                         const json_t *expected, const json_t *known)
{
    char line[400] = "", buffers[2][24];
    for (size_t i = 0; i < MEMBERS; i++) {
        const char *value = show(now, members[i], buffers[0]);
        const char *other = show(expected, members[i], buffers[1]);
        if (!strcmp(value, other) || !json_object_get(known, members[i]))
            continue;
        if (i < ANSWERS)
            cd_append(line, sizeof line, "%s%s %.40s, expected %.40s", *line ? "; " : "", members[i], value,
                      other);
        else
            cd_expect_say(comparison->plan, &comparison->plan->findings.counters,
                          "%s: %s %.40s, expected %.40s", name, members[i], value, other);
    }
    if (*line)
        cd_expect_say(comparison->plan, &comparison->plan->findings.answers, "%s: %s", name, line);
}

static const char *scene_of(const char *name, char scene[1000])
{
    const char *on = strstr(name, " on "), *end = strrchr(name, ',');
    snprintf(scene, 1000, "%.*s", on && end > on + 4 ? (int)(end - on - 4) : 0, on ? on + 4 : "");
    return scene;
}

/// Whether any cell is on this scene. A new scene has no expected cells.
static bool has_cells_on(json_t *cells, const char *scene)
{
    const char *name;
    char text[1000];
    json_t *cell;
    json_object_foreach(cells, name, cell)
    {
        if (!strcmp(scene_of(name, text), scene))
            return true;
    }
    return false;
}

/// Reports the scenes that differ from the expected ones, and returns them. The caller owns the result.
static json_t *compare_scenes(const struct comparison *comparison)
{
    const char *scene;
    json_t *hash, *changed = json_object();
    json_object_foreach(json_object_get(comparison->now, "scenes"), scene, hash)
    {
        const json_t *other = json_object_get(json_object_get(comparison->expected, "scenes"), scene);
        if (other ? json_equal(hash, other) : !has_cells_on(cells_of(comparison->expected), scene))
            continue;
        json_object_set(changed, scene, hash);
        cd_expect_say(comparison->plan, &comparison->plan->findings.rows,
                      "%s: the scene itself changed: hash %s, expected %.60s", scene, json_string_value(hash),
                      json_is_string(other) ? json_string_value(other) : "none");
    }
    return changed;
}

/// The members of all cells, each once. The caller owns the result.
static json_t *members_of(const json_t *expected)
{
    const char *name;
    json_t *cell, *all = json_object();
    json_object_foreach(cells_of(expected), name, cell)
    {
        json_object_update(all, cell);
    }
    return all;
}

static bool is_compared(const char *key)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (!strcmp(members[i], key))
            return true;
    return !strcmp(key, "environment");
}

/// Reports each member that only one side knows, once.
static void compare_members(const struct comparison *comparison, const json_t *now, json_t *expected)
{
    const char *key;
    json_t *value;
    for (size_t i = 0; i < MEMBERS; i++)
        if (json_object_get(now, members[i]) && !json_object_get(expected, members[i]))
            cd_expect_say(comparison->plan, &comparison->plan->findings.rows,
                          "%.100s has no %s; if that is right, %s adds it", comparison->file, members[i],
                          comparison->plan->rewrite);
    json_object_foreach(expected, key, value)
    {
        if (!is_compared(key))
            cd_expect_say(comparison->plan, &comparison->plan->findings.rows,
                          "%.100s has lines of %.60s, which nothing counts; %s removes them",
                          comparison->file, key, comparison->plan->rewrite);
    }
}

static void compare_cells(const struct comparison *comparison, json_t *changed_scenes, const json_t *known)
{
    struct cd_expect_findings *findings = &comparison->plan->findings;
    const char *name;
    char text[1000];
    json_t *cell;
    json_object_foreach(cells_of(comparison->now), name, cell)
    {
        const json_t *expected = json_object_get(cells_of(comparison->expected), name);
        if (!expected || json_object_get(changed_scenes, scene_of(name, text)))
            continue;
        bool same = !strcmp(environment_of(cell), environment_of(expected));
        findings->unmade += !is_made(cell);
        findings->compared += is_made(cell) && same;
        findings->unchecked += is_made(cell) && !same;
        if (is_made(cell) && same)
            compare_cell(comparison, name, cell, expected, known);
    }
    json_object_foreach(cells_of(comparison->expected), name, cell)
    {
        findings->expected += !cd_expect_leaves_out(comparison->plan->algos, algo_of(name, text));
    }
}

/// A cell that cannot be made here may be missing in the file of another machine.
static bool is_new(const struct comparison *comparison, const char *name, const json_t *cell)
{
    return is_made(cell) && !json_object_get(cells_of(comparison->expected), name);
}

static bool is_gone(const struct comparison *comparison, const char *name, const json_t *cell)
{
    char algo[300];
    (void)cell;
    for (size_t i = 0; i < comparison->plan->mute.count; i++)
        if (!strcmp(comparison->plan->mute.items[i], algo_of(name, algo)))
            return false;
    return !json_object_get(cells_of(comparison->now), name);
}

static bool is_refused(const struct comparison *comparison, const char *name, const json_t *cell)
{
    return !strcmp(environment_of(cell), CD_EXPECT_REFUSED) &&
           json_object_get(cells_of(comparison->expected), name);
}

/// The names of some of the cells by their algorithms. The caller owns the result.
static json_t *group(const struct comparison *comparison, json_t *cells,
                     bool (*belongs)(const struct comparison *, const char *name, const json_t *cell))
{
    const char *name;
    char algo[300];
    json_t *cell, *groups = json_object();
    json_object_foreach(cells, name, cell)
    {
        if (!belongs(comparison, name, cell) ||
            cd_expect_leaves_out(comparison->plan->algos, algo_of(name, algo)))
            continue;
        if (!json_object_get(groups, algo))
            json_object_set_new(groups, algo, json_array());
        json_array_append_new(json_object_get(groups, algo), json_string(name));
    }
    return groups;
}

/// Reports groups of cells, a line for each algorithm, with the reason of the first cell if it has one. The format gets
/// the file and the command that writes it. Releases the groups.
static void report_groups(const struct comparison *comparison, json_t *groups, const char *format)
{
    struct cd_expect_plan *plan = comparison->plan;
    const char *algo;
    char text[700];
    json_t *names;
    snprintf(text, sizeof text, format, comparison->file, plan->rewrite);
    json_object_foreach(groups, algo, names)
    {
        const char *first = json_string_value(json_array_get(names, 0));
        const json_t *cell = json_object_get(cells_of(comparison->now), first);
        const char *reason = json_string_value(json_object_get(cell, "reason"));
        cd_expect_say(plan, &plan->findings.rows, "%s: %zu of its rows %s; the first: %s%s%s", algo,
                      json_array_size(names), text, first, reason ? ": " : "", reason ? reason : "");
        plan->findings.rows += json_array_size(names) - 1;
    }
    json_decref(groups);
}

void cd_expect_compare(struct cd_expect_plan *plan, const json_t *now, const json_t *expected,
                       const char *file)
{
    struct comparison comparison = {plan, now, expected, file};
    json_t *of_now = members_of(now), *known = members_of(expected);
    compare_members(&comparison, of_now, known);
    json_t *changed = compare_scenes(&comparison);
    compare_cells(&comparison, changed, known);
    report_groups(&comparison, group(&comparison, cells_of(now), is_new),
                  "are not in %.100s; if they are right, %.500s adds them");
    report_groups(&comparison, group(&comparison, cells_of(now), is_refused),
                  "of %.100s are refused; if that is right, %.500s removes them");
    report_groups(&comparison, group(&comparison, cells_of(expected), is_gone),
                  "of %.100s are of no algorithm, setting or scene that there is; %.500s removes them");
    json_decref(changed);
    json_decref(known);
    json_decref(of_now);
}
