#include "base/options.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_WIDTH = 80, HELP_NARROW = 60, HELP_INDENT = 26, NAMES_MAX = 64, WORD_MAX = 64 };

const struct cd_option *cd_option_at(const struct cd_command *command, size_t i)
{
    const struct cd_option *option = command->common;
    for (; option && option->name; option++)
        if (!i--)
            return option;
    for (option = command->options; option && option->name; option++)
        if (!i--)
            return option;
    return NULL;
}

const struct cd_option *cd_option_listed(const struct cd_command *command, size_t i)
{
    static const struct cd_option help = {"help", CD_OPTION_FLAG, NULL, 0, 0, 0, "print this help"};
    const struct cd_option *option;
    for (size_t k = 0; (option = cd_option_at(command, k)); k++)
        if (option->help && !i--)
            return option;
    return i ? NULL : &help;
}

char *cd_option_describe(const struct cd_option *option, const char **argument)
{
    const char *words = option->argument;
    *argument = words;
    if (!words || option->kind != CD_OPTION_CHOICE || strlen(option->name) + strlen(words) <= HELP_WIDTH / 2)
        return cd_duplicate(option->help);
    *argument = "WORD";
    size_t bytes = strlen(option->help) + 2 * strlen(words) + 3;
    char *help = cd_allocate(bytes, 1), *end = help + sprintf(help, "%s: ", option->help);
    for (; *words; words++)
        end = stpcpy(end, *words == '|' ? ", " : (const char[]){*words, 0});
    return help;
}

/// Returns the option whose name is the `length` characters at `name`, or NULL.
static const struct cd_option *find_option(const struct cd_command *command, const char *name, size_t length)
{
    const struct cd_option *option;
    for (size_t i = 0; (option = cd_option_at(command, i)); i++)
        if (strlen(option->name) == length && !memcmp(option->name, name, length))
            return option;
    return NULL;
}

/// The beginning of the command line that runs the command.
static const char *in_front_of(const struct cd_command *command)
{
    return command->is_program ? "" : "cdbench ";
}

static enum cd_code fail_unknown(const struct cd_command *command, const char *argument,
                                 struct cd_status *status)
{
    char name[WORD_MAX];
    const char *typed = argument + strspn(argument, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    const char *names[NAMES_MAX];
    size_t count = 0;
    const struct cd_option *option;
    const char *picture = NULL; // what writes a FILE.png, which is --out of other commands
    for (; (option = cd_option_listed(command, count)) && count < NAMES_MAX; count++) {
        names[count] = option->name;
        if (option->argument && !strncmp(option->argument, "FILE.", 5))
            picture = option->name;
    }
    const char *nearest = strcmp(name, "out") ? cd_nearest_name(name, names, count) : picture;
    if (nearest)
        return cd_fail(status, CD_USAGE, "unknown option %s; did you mean --%s?", argument, nearest);
    return cd_fail(status, CD_USAGE, "unknown option %s; see %s%s --help", argument, in_front_of(command),
                   command->name);
}

bool cd_parse_seconds(const char *text, double *seconds)
{
    size_t digits = strspn(text, "0123456789.");
    char number[WORD_MAX];
    if (!digits || digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    double value;
    if (!cd_parse_real(number, &value))
        return false;
    const char *unit = text + digits;
    if (!strcmp(unit, "ms"))
        value /= 1000;
    else if (!strcmp(unit, "m"))
        value *= 60;
    else if (*unit && strcmp(unit, "s"))
        return false;
    *seconds = value;
    return true;
}

void cd_texts_add(struct cd_texts *texts, const char *text)
{
    texts->items = cd_grow(texts->items, texts->count, &texts->capacity, sizeof *texts->items);
    texts->items[texts->count++] = text;
}

void cd_texts_print(struct cd_texts *texts, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    CD_ASSERT(vasprintf(&text, format, arguments) >= 0);
    va_end(arguments);
    cd_texts_add(texts, cd_duplicate(text));
    free(text);
}

bool cd_texts_add_new(struct cd_texts *texts, const char *text)
{
    for (size_t i = 0; i < texts->count; i++)
        if (!strcmp(texts->items[i], text))
            return false;
    cd_texts_print(texts, "%s", text);
    return true;
}

void cd_texts_release(struct cd_texts *texts)
{
    cd_free(texts->items);
    *texts = (struct cd_texts){0};
}

void cd_texts_free(struct cd_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        cd_free((void *)texts->items[i]);
    cd_texts_release(texts);
}

static bool parse_percent(const char *text, double *percent)
{
    char number[WORD_MAX];
    snprintf(number, sizeof number, "%s", text);
    size_t length = strlen(number);
    if (length && number[length - 1] == '%')
        number[length - 1] = '\0';
    return cd_parse_real(number, percent);
}

static enum cd_code set_value(const struct cd_option *option, const char *text, void *values,
                              struct cd_status *status)
{
    void *member = (char *)values + option->offset;
    bool seconds = option->kind == CD_OPTION_SECONDS, percent = option->kind == CD_OPTION_PERCENT;
    uint64_t count;
    double real;
    switch (option->kind) {
    case CD_OPTION_FLAG:
        *(bool *)member = true;
        break;
    case CD_OPTION_TEXT:
        *(const char **)member = text;
        break;
    case CD_OPTION_LIST:
    case CD_OPTION_NAMED:
        cd_texts_add(member, text);
        break;
    case CD_OPTION_NUMBER:
        if (!cd_parse_unsigned(text, &count) || (double)count < option->min || (double)count > option->max)
            return cd_fail(status, CD_USAGE, "--%s %s: not an integer from %.20g to %.20g", option->name,
                           text, option->min, option->max);
        *(struct cd_number *)member = (struct cd_number){true, count};
        break;
    case CD_OPTION_REAL:
    case CD_OPTION_SECONDS:
    case CD_OPTION_PERCENT:
        if (!(seconds   ? cd_parse_seconds
              : percent ? parse_percent
                        : cd_parse_real)(text, &real) ||
            real < option->min || real > option->max)
            return cd_fail(status, CD_USAGE, "--%s %s: not a %s from %g%s to %g%s", option->name, text,
                           seconds   ? "duration"
                           : percent ? "percentage"
                                     : "number",
                           option->min, seconds ? "s" : "", option->max,
                           seconds ? "s; write 500ms, 10s or 2m" : "");
        *(double *)member = percent ? real / 100 : real;
        break;
    case CD_OPTION_CHOICE:
        *(int *)member = cd_word_place(option->argument, text);
        if (*(int *)member < 0)
            return cd_fail(status, CD_USAGE, "--%s %s: not one of %s", option->name, text, option->argument);
        break;
    }
    return CD_OK;
}

/// Handles the option at argv[*i] and moves *i past its value.
static enum cd_code parse_option(const struct cd_command *command, int argc, char **argv, int *i,
                                 void *values, struct cd_status *status)
{
    const char *argument = argv[*i];
    if (strncmp(argument, "--", 2))
        return fail_unknown(command, argument, status);
    const char *name = argument + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct cd_option *option = find_option(command, name, length);
    if (!option)
        return fail_unknown(command, argument, status);
    if (option->kind == CD_OPTION_FLAG) {
        return equals ? cd_fail(status, CD_USAGE, "--%s takes no value", option->name)
                      : set_value(option, NULL, values, status);
    }
    if (equals && option->kind != CD_OPTION_NAMED)
        return set_value(option, equals + 1, values, status);
    int words = option->kind == CD_OPTION_NAMED ? 2 : 1;
    if (equals || *i + words >= argc)
        return cd_fail(status, CD_USAGE, "--%s needs %s: %s", option->name,
                       words == 2 ? "two values" : "a value", option->argument);
    enum cd_code code = CD_OK;
    while (words-- && !code)
        code = set_value(option, argv[++*i], values, status);
    return code;
}

enum cd_code cd_options_parse(const struct cd_command *command, int argc, char **argv, void *values,
                              struct cd_texts *operands, struct cd_status *status)
{
    bool only_operands = false;
    for (int i = 1; i < argc; i++) {
        if (!only_operands && !strcmp(argv[i], "--")) {
            only_operands = true;
        } else if (!only_operands && argv[i][0] == '-' && argv[i][1]) {
            enum cd_code code = parse_option(command, argc, argv, &i, values, status);
            if (code)
                return code;
        } else if (operands) {
            cd_texts_add(operands, argv[i]);
        } else {
            return cd_fail(status, CD_USAGE, "unexpected argument \"%s\"; see %s%s --help", argv[i],
                           in_front_of(command), command->name);
        }
    }
    return CD_OK;
}

bool cd_options_want_help(const struct cd_command *command, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
        if (strncmp(argv[i], "--", 2) || strchr(argv[i], '='))
            continue;
        const struct cd_option *option = find_option(command, argv[i] + 2, strlen(argv[i] + 2));
        if (option && option->kind != CD_OPTION_FLAG)
            i += option->kind == CD_OPTION_NAMED ? 2 : 1;
    }
    return false;
}

/// The width of a help text in columns.
static int help_width(FILE *stream)
{
    int width = cd_terminal_width(stream);
    return width < HELP_WIDTH ? width : HELP_WIDTH;
}

static void print_option(FILE *stream, const struct cd_option *option)
{
    int width = help_width(stream), indent = width < HELP_NARROW ? 6 : HELP_INDENT;
    const char *argument;
    char *help = cd_option_describe(option, &argument);
    int column = fprintf(stream, "  --%s%s%s", option->name, argument ? " " : "", argument ? argument : "");
    // At least two blanks between an option and its help.
    cd_print_wrapped(stream, help, column > indent - 2 ? indent + 1 : column, indent, width);
    cd_free(help);
}

/// Fills paragraphs. Lines that begin with a blank stay as they are.
static void print_notes(FILE *stream, const char *notes)
{
    while (*notes) {
        size_t length = strcspn(notes, "\n");
        bool fills = *notes != ' ' && *notes != '\n';
        const char *end = notes + length;
        while (fills && end[0] && end[1] && end[1] != ' ' && end[1] != '\n')
            end += 1 + strcspn(end + 1, "\n");
        char *paragraph = cd_duplicate(notes);
        paragraph[end - notes] = 0;
        for (char *at = paragraph; (at = strchr(at, '\n'));)
            *at = ' ';
        if (fills)
            cd_print_wrapped(stream, paragraph, 0, 0, help_width(stream));
        else
            fprintf(stream, "%s\n", paragraph);
        cd_free(paragraph);
        notes = *end ? end + 1 : end;
    }
}

void cd_options_print_help(const struct cd_command *command, FILE *stream)
{
    const char *front = in_front_of(command);
    fprintf(stream, "%s%s - ", front, command->name);
    int column = (int)(strlen(front) + strlen(command->name)) + 3;
    cd_print_wrapped(stream, command->title, column, column, help_width(stream));
    fprintf(stream, "\nUsage: %s%s [options]%s%s\n\nOptions:\n", front, command->name,
            command->operands ? " " : "", command->operands ? command->operands : "");
    const struct cd_option *option;
    for (size_t i = 0; (option = cd_option_listed(command, i)); i++)
        print_option(stream, option);
    if (command->notes) {
        fputc('\n', stream);
        print_notes(stream, command->notes);
    }
}

void cd_options_release(const struct cd_command *command, void *values)
{
    const struct cd_option *option;
    for (size_t i = 0; (option = cd_option_at(command, i)); i++)
        if (option->kind == CD_OPTION_LIST || option->kind == CD_OPTION_NAMED)
            cd_texts_release((struct cd_texts *)(void *)((char *)values + option->offset));
}
