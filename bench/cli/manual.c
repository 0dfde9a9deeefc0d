#include "bench/cli/command.h"

#include "base/memory.h"
#include "bench/record/build_info.h"

#include <ctype.h>
#include <string.h>

/// Prints text so that troff does not interpret it: no escape, no request at the beginning of a line.
static void print_plain(FILE *stream, const char *text)
{
    static const char special[] = "\\-'`^~";
    static const char *const escapes[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
    for (const char *at = text; *at; at++) {
        const char *found = strchr(special, *at);
        if ((*at == '.' || *at == '\'') && (at == text || at[-1] == '\n'))
            fputs("\\&", stream);
        if (found)
            fputs(escapes[found - special], stream);
        else
            fputc(*at, stream);
    }
}

/// Prints one or more words in a font: 'B' bold, 'I' italic.
static void print_font(FILE *stream, char font, const char *before, const char *text)
{
    fprintf(stream, "\\f%c", font);
    print_plain(stream, before);
    print_plain(stream, text);
    fputs("\\fR", stream);
}

/// Prints lines unchanged.
static void print_lines(FILE *stream, const char *lines)
{
    fputs(".nf\n", stream);
    print_plain(stream, lines);
    fputs(".fi\n", stream);
}

static void print_head(FILE *stream, const char *dash, const char *name, const char *title)
{
    fputs(".TH CDBENCH", stream);
    print_plain(stream, dash);
    for (const char *at = name; *at; at++)
        fputc(toupper((unsigned char)*at), stream);
    fprintf(stream, " 1 \"\" \"cdbench %s\" \"User Commands\"\n.SH NAME\ncdbench", cd_build.version);
    print_plain(stream, dash);
    fprintf(stream, "%s \\- ", name);
    print_plain(stream, title);
    fputs("\n.SH SYNOPSIS\n", stream);
}

static void print_option(FILE *stream, const struct cd_option *option)
{
    const char *argument;
    char *help = cd_option_describe(option, &argument);
    fputs(".TP\n", stream);
    print_font(stream, 'B', "--", option->name);
    if (argument)
        print_font(stream, 'I', " ", argument);
    fputc('\n', stream);
    print_plain(stream, help);
    fputc('\n', stream);
    cd_free(help);
}

void cd_print_manual(const struct cd_command *command, FILE *stream)
{
    print_head(stream, "-", command->name, command->title);
    print_font(stream, 'B', "cdbench ", command->name);
    print_font(stream, 'I', " [options] ", command->operands ? command->operands : "");
    fputs("\n.SH OPTIONS\n", stream);
    const struct cd_option *option;
    for (size_t i = 0; (option = cd_option_listed(command, i)); i++)
        print_option(stream, option);
    if (command->notes) {
        fputs(".SH NOTES\n", stream);
        print_lines(stream, command->notes);
    }
    fputs(".SH SEE ALSO\n.BR cdbench (1)\n", stream);
}

void cd_print_program_manual(FILE *stream)
{
    print_head(stream, "", "", "a laboratory for collision detection: exact answers first, then times");
    fputs("\\fBcdbench\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n", stream);
    const struct cd_command *command;
    for (size_t i = 0; (command = cd_command_at(i)); i++) {
        fprintf(stream, ".TP\n.BR cdbench\\-%s (1)\n", command->name);
        print_plain(stream, command->title);
        fputc('\n', stream);
    }
    fputs(".SH ENVIRONMENT\n", stream);
    static const char *const variables[][2] = {
        {"CDBENCH_SCENES", "folders with meshes and scenes, separated by colons"},
        {"CDBENCH_PAPERS", "folders with papers' files, likewise"},
        {"CDBENCH_CACHE", "where exact answers are kept ($XDG_CACHE_HOME/cdbench)"},
        {"NO_COLOR", "no colours where this is set"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        fprintf(stream, ".TP\n.B %s\n", variables[i][0]);
        print_plain(stream, variables[i][1]);
        fputc('\n', stream);
    }
    fputs(".SH EXIT STATUS\n", stream);
    print_plain(stream, cd_exit_codes + strlen("Exit codes: "));
    fputs("\n.SH EXAMPLES\n", stream);
    print_lines(stream, cd_first_commands);
}
