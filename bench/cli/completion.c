#include "algos/driver/select.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/paper.h"
#include "scenes/path.h"
#include "scenes/recipe.h"

#include <string.h>

/// The names that a value may have: the value of an option with the name `option`, or an operand that usage lines write
/// as `operand`.
struct names {
    const char *called, *option, *operand;
    struct cd_texts texts;
};

enum { COMMANDS, ALGOS, SCENES, MOTIONS, PAPERS, KINDS, LISTS };

/// True for names that are safe to complete. Files in a folder of scenes may have any name, and a shell expands the
/// words of a completion, so other names are left out.
static bool is_plain(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,+:=@%/-";
    return !name[strspn(name, plain)];
}

static void add_recipes(struct cd_texts *texts, enum cd_recipe_role role)
{
    const struct cd_recipe *recipe;
    for (size_t i = 0; (recipe = cd_recipe_at(role, i)); i++)
        cd_texts_print(texts, "%s", recipe->name);
}

static enum cd_code collect(struct names lists[LISTS], struct cd_status *status)
{
    struct cd_texts paths = {0}, algos = {0};
    struct cd_paper_list papers = {0};
    enum cd_code code = cd_papers_find(&papers, status);
    const struct cd_command *command;
    for (size_t i = 0; (command = cd_command_at(i)); i++)
        cd_texts_print(&lists[COMMANDS].texts, "%s", command->name);
    cd_algo_names(&algos);
    for (size_t i = 0; i < algos.count; i++)
        cd_texts_print(&lists[ALGOS].texts, "%s", algos.items[i]);
    cd_scene_list(&lists[SCENES].texts, &paths);
    add_recipes(&lists[SCENES].texts, CD_RECIPE_GENERATOR);
    add_recipes(&lists[SCENES].texts, CD_RECIPE_SCENE);
    add_recipes(&lists[MOTIONS].texts, CD_RECIPE_MOTION);
    for (size_t i = 0; i < papers.count; i++)
        cd_texts_print(&lists[PAPERS].texts, "%s", papers.items[i].key);
    for (const char *kind = cd_list_kinds; *kind; kind += strcspn(kind, "|"), kind += *kind == '|')
        cd_texts_print(&lists[KINDS].texts, "%.*s", (int)strcspn(kind, "|"), kind);
    cd_texts_release(&algos);
    cd_texts_free(&paths);
    cd_papers_release(&papers);
    return code;
}

/// The sources from which a value is completed.
struct value {
    const char *list; ///< the name of one of the lists, or NULL
    char words[400];  ///< these words
    bool file;        ///< the names of files
};

/// Adds the words of a usage line that are in lower case, such as `plot` in "plot [FILE]".
static void add_literals(char *words, size_t bytes, const char *usage)
{
    for (const char *at = usage; *at; at++) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        if (length && (at == usage || strchr(" [|", at[-1])))
            cd_append(words, bytes, "%s%.*s", *words ? " " : "", (int)length, at);
        at += length ? length - 1 : 0;
    }
}

/// How the value of a command's option is completed, or an operand if `option` is NULL.
static struct value describe_value(const struct names lists[LISTS], const struct cd_command *command,
                                   const struct cd_option *option)
{
    const char *usage = option ? option->argument : command->operands;
    struct value value = {.file = strstr(usage, "FILE") || strstr(usage, "DIR")};
    for (size_t i = 0; i < LISTS && !value.list; i++)
        if (option ? !strcmp(lists[i].option, option->name) : strstr(usage, lists[i].operand) != NULL)
            value.list = lists[i].called;
    if (option && option->kind == CD_OPTION_CHOICE)
        snprintf(value.words, sizeof value.words, "%s", option->argument);
    else if (!option)
        add_literals(value.words, sizeof value.words, usage);
    for (char *bar; (bar = strchr(value.words, '|'));)
        *bar = ' ';
    return value;
}

/// Prints shell code that sets `words` to all possible values. Without words, the shell completes the names of files.
static void print_value(FILE *stream, const struct value *value)
{
    if (value->list)
        fprintf(stream, "words=$%s", value->list);
    else if (*value->words)
        fprintf(stream, "words='%s'", value->words);
    else
        fputs(value->file ? "words=" : "compopt +o default 2>/dev/null; return", stream);
}

static void print_command(FILE *stream, const struct names lists[LISTS], const struct cd_command *command)
{
    const struct cd_option *option;
    fprintf(stream, "    %s)\n        options='", command->name);
    for (size_t i = 0; (option = cd_option_listed(command, i)); i++)
        fprintf(stream, "%s--%s", i ? " " : "", option->name);
    fputs("'\n        case $previous in\n", stream);
    for (size_t i = 0; (option = cd_option_listed(command, i)); i++) {
        if (option->kind == CD_OPTION_FLAG)
            continue;
        struct value value = describe_value(lists, command, option);
        fprintf(stream, "        --%s) ", option->name);
        print_value(stream, &value);
        fputs(" ;;\n", stream);
    }
    struct value value = {0};
    if (command->operands)
        value = describe_value(lists, command, NULL);
    fputs("        *) ", stream);
    if (value.list || *value.words || value.file)
        print_value(stream, &value);
    else
        fputs("words=$options", stream);
    fputs(" ;;\n        esac ;;\n", stream);
}

static void print_function(FILE *stream, const struct names lists[LISTS])
{
    fputs("_cdbench_words()\n"
          "{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words= "
          "options=\n",
          stream);
    for (size_t i = 0; i < LISTS; i++) {
        fprintf(stream, "    local %s='", lists[i].called);
        for (size_t k = 0, any = 0; k < lists[i].texts.count; k++)
            if (is_plain(lists[i].texts.items[k]))
                fprintf(stream, "%s%s", any++ ? " " : "", lists[i].texts.items[k]);
        fputs("'\n", stream);
    }
    fputs("    case ${COMP_WORDS[1]} in\n", stream);
    const struct cd_command *command;
    for (size_t i = 0; (command = cd_command_at(i)); i++)
        print_command(stream, lists, command);
    fputs("    esac\n"
          "    [ \"$COMP_CWORD\" -gt 1 ] || words=$commands\n"
          "    case $current in\n"
          "    -*) words=$options ;;\n"
          "    esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "}\n",
          stream);
}

enum cd_code cd_print_completion(bool zsh, FILE *stream, struct cd_status *status)
{
    struct names lists[LISTS] = {{"commands", "", "COMMAND", {0}}, {"algos", "algo", "ALGO", {0}},
                                 {"scenes", "scene", "MESH", {0}}, {"motions", "motion", "MOTION", {0}},
                                 {"papers", "", "KEY", {0}},       {"kinds", "", "KIND", {0}}};
    enum cd_code code = collect(lists, status);
    if (!code && zsh)
        fputs("#compdef cdbench\nautoload -U +X bashcompinit && bashcompinit\n", stream);
    if (!code) {
        print_function(stream, lists);
        fprintf(stream, "%s -o bashdefault -o default -F _cdbench_words%s\n",
                zsh ? "_bash_complete" : "complete", zsh ? "" : " cdbench");
    }
    for (size_t i = 0; i < LISTS; i++)
        cd_texts_free(&lists[i].texts);
    return code;
}
