#include "scenes/parameters.h"

#include "base/memory.h"
#include "base/text.h"
#include "scenes/mesh.h"

#include <inttypes.h>
#include <string.h>

static struct cd_parameter *find(struct cd_parameter *parameters, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(parameters[i].key, key) == 0)
            return &parameters[i];
    return NULL;
}

static void append(char *list, size_t bytes, const char *word)
{
    strncat(list, list[0] ? ", " : "", bytes - strlen(list) - 1);
    strncat(list, word, bytes - strlen(list) - 1);
}

/// Meshes have one more key, which their generators never see.
static bool makes_meshes(const char *name)
{
    for (const struct cd_generator *generator = cd_generators; generator->name; generator++)
        if (strcmp(generator->name, name) == 0)
            return true;
    return false;
}

static enum cd_code unknown_key(const char *generator, const char *key, const struct cd_parameter *parameters,
                                size_t count, struct cd_status *status)
{
    char keys[200] = "";
    for (size_t i = 0; i < count; i++)
        append(keys, sizeof keys, parameters[i].key);
    if (makes_meshes(generator))
        append(keys, sizeof keys, "scale");
    return cd_fail(status, CD_USAGE, "%s: unknown key \"%s\"; the keys are %s", generator, key, keys);
}

static bool choose(struct cd_parameter *parameter, const char *value)
{
    for (uint64_t i = 0; parameter->choices[i]; i++)
        if (strcmp(parameter->choices[i], value) == 0) {
            parameter->count = i;
            return true;
        }
    return false;
}

static bool take_value(struct cd_parameter *parameter, const char *value)
{
    switch (parameter->kind) {
    case CD_PARAMETER_COUNT:
        return cd_parse_unsigned(value, &parameter->count) && (double)parameter->count >= parameter->least &&
               (double)parameter->count <= parameter->most;
    case CD_PARAMETER_REAL:
        return cd_parse_real(value, &parameter->real) && parameter->real >= parameter->least &&
               parameter->real <= parameter->most;
    case CD_PARAMETER_SEED:
        return cd_parse_unsigned(value, &parameter->count);
    case CD_PARAMETER_CHOICE:
        return choose(parameter, value);
    }
    return false;
}

static enum cd_code bad_value(const char *generator, const struct cd_parameter *parameter, const char *value,
                              struct cd_status *status)
{
    const char *key = parameter->key;
    if (parameter->kind == CD_PARAMETER_SEED)
        return cd_fail(status, CD_USAGE, "%s: %s=%s: give a whole number from 0 to %" PRIu64, generator, key,
                       value, UINT64_MAX);
    if (parameter->kind == CD_PARAMETER_CHOICE) {
        char choices[200] = "";
        for (size_t i = 0; parameter->choices[i]; i++)
            append(choices, sizeof choices, parameter->choices[i]);
        return cd_fail(status, CD_USAGE, "%s: %s=%s: the values are %s", generator, key, value, choices);
    }
    return cd_fail(status, CD_USAGE, "%s: %s=%s: give a %s from %.10g to %.10g", generator, key, value,
                   parameter->kind == CD_PARAMETER_COUNT ? "whole number" : "number", parameter->least,
                   parameter->most);
}

static enum cd_code read_one(const char *generator, char *argument, struct cd_parameter *parameters,
                             size_t count, struct cd_status *status)
{
    char *equals = strchr(argument, '=');
    if (!equals)
        return cd_fail(status, CD_USAGE, "%s: \"%s\" has no value; write key=value", generator, argument);
    *equals = 0;
    struct cd_parameter *parameter = find(parameters, count, argument);
    if (!parameter)
        return unknown_key(generator, argument, parameters, count, status);
    if (parameter->given)
        return cd_fail(status, CD_USAGE, "%s: %s=%s: given twice", generator, argument, equals + 1);
    parameter->given = true;
    if (!take_value(parameter, equals + 1))
        return bad_value(generator, parameter, equals + 1, status);
    return CD_OK;
}

enum cd_code cd_read_parameters(const char *generator, const char *arguments, struct cd_parameter *parameters,
                                size_t count, struct cd_status *status)
{
    char *copy = cd_duplicate(arguments);
    enum cd_code code = CD_OK;
    for (char *rest = copy, *argument; !code && rest && *copy;) {
        argument = strsep(&rest, ":");
        code = read_one(generator, argument, parameters, count, status);
    }
    cd_free(copy);
    return code;
}
