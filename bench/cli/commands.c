#include "bench/cli/command.h"

#include "base/terminal.h"
#include "base/text.h"

#include <string.h>

static const struct cd_command *const commands[] = {
#define COMMAND(name) &cd_command_##name,
#include "bench/cli/commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const char cd_first_commands[] = "  cdbench run --algo image_cd --scene bunny.obj\n"
                                 "  cdbench run --algo obb8,brute --scene torus:triangles=800\n"
                                 "  cdbench help run\n";

const char cd_exit_codes[] =
    "Exit codes: 0 success, 1 slower, changed counters, or a verdict that --fail-on names, 2 wrong "
    "answer, 3 inconclusive, 4 something missing on this machine, 64 wrong argument, 65 bad data, "
    "74 cannot read or write, 130 interrupted.";

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
    fputs("cdbench - a laboratory for collision detection: exact answers first, then times\n"
          "\n"
          "Usage: cdbench COMMAND [OPTIONS]\n"
          "\n",
          stream);
    int width = cd_terminal_width(stream) < 80 ? cd_terminal_width(stream) : 80;
    for (size_t i = 0; i < COMMANDS; i++)
        cd_print_wrapped(stream, commands[i]->title, fprintf(stream, "  %-10s ", commands[i]->name), 13,
                         width);
    fprintf(stream, "\nStart with:\n%s\n", cd_first_commands);
    cd_print_wrapped(stream, cd_exit_codes, 0, 0, width);
}

enum cd_code cd_fail_without_choices(const struct cd_scene *scene, enum cd_query query,
                                     struct cd_status *status)
{
    return cd_fail(status, CD_USAGE, "no algorithm answers the query %s for %s", cd_query_name(query),
                   scene->name);
}
