#include "bench/cli/command.h"

#include "base/text.h"

#include <string.h>

static const struct cd_command *const commands[] = {
#define COMMAND(name) &cd_command_##name,
#include "bench/cli/commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const char cd_first_commands[] =
    "  cdbench run --algo image_cd --scene bunny.obj\n"
    "  cdbench run --algo obb8 --algo brute --scene torus:triangles=800 --query contacts\n"
    "  cdbench help run\n";

const char cd_exit_codes[] =
    "0 fine, 1 slower, other counters, or a verdict that --fail-on names, 2 wrong answer,\n"
    "3 cannot be decided, 4 the machine lacks something, 64 wrong argument, 65 bad data, 74 cannot read\n"
    "or write, 130 interrupted.\n";

const struct cd_command *cd_command_at(size_t i)
{
    return i < COMMANDS ? commands[i] : NULL;
}

const struct cd_command *cd_command_find(const char *name, struct cd_status *status)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
        if (!strcmp(names[i], name))
            return commands[i];
    }
    const char *nearest = cd_nearest_name(name, names, COMMANDS);
    if (nearest)
        cd_fail(status, CD_USAGE, "unknown command '%s'; did you mean '%s'?", name, nearest);
    else
        cd_fail(status, CD_USAGE, "unknown command '%s'; `cdbench help` lists them", name);
    return NULL;
}

void cd_print_overview(FILE *stream)
{
    fputs("cdbench: a laboratory for collision detection: exact answers first, then times.\n"
          "\n"
          "usage: cdbench COMMAND [OPTIONS]\n"
          "\n",
          stream);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stream, "  %-10s %s\n", commands[i]->name, commands[i]->title);
    fprintf(stream, "\nStart with:\n%s\nExit codes: %s", cd_first_commands, cd_exit_codes);
}

enum cd_code cd_fail_without_choices(const struct cd_scene *scene, enum cd_query query,
                                     struct cd_status *status)
{
    return cd_fail(status, CD_USAGE, "no algorithm answers the query %s for %s", cd_query_name(query),
                   scene->name);
}
