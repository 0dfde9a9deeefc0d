/// Formulas over the columns of a table, with muParser's C interface.
#include "bench/papers/formula.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <muParserDLL.h>
#include <string.h>

/// A formula whose names refer to columns of a table. The parser reads `variables` in place.
struct formula {
    muParserHandle_t parser;
    const char *column, *text; ///< for messages
    size_t count;
    size_t *columns;
    double *variables;
};

/// Cuts the place off the parser's message: the parser counts from 0, people count from 1.
static void cut_place(char *message)
{
    static const char *const phrases[] = {" found at position ", " at position ", " at expression position "};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        char *place = strstr(message, phrases[i]);
        if (place)
            *place = '\0';
    }
    message[strcspn(message, "\r\n")] = '\0';
}

/// Reports the parser's complaint about the formula; CD_OK when it has none.
static enum cd_code check(const struct formula *formula, struct cd_status *status)
{
    if (!mupError(formula->parser))
        return CD_OK;
    char where[60] = "", message[300];
    size_t length = strlen(formula->text);
    int position = mupGetErrorPos(formula->parser);
    if (position >= 0) // the end may be one too far, after a blank that the parser added
        snprintf(where, sizeof where, " at character %zu",
                 ((size_t)position < length ? (size_t)position : length) + 1);
    snprintf(message, sizeof message, "%s", mupGetErrorMsg(formula->parser));
    cut_place(message);
    return cd_fail(status, CD_DATA, "the formula of column %s, \"%s\", is wrong%s: %s", formula->column,
                   formula->text, where, message);
}

static enum cd_code fail_unknown(const struct formula *formula, const struct cd_table *table,
                                 const char *name, struct cd_status *status)
{
    const char *place = strstr(formula->text, name);
    const char **names = cd_table_names(table);
    const char *nearest = cd_nearest_name(name, names, table->column_count);
    cd_free(names);
    return cd_fail(status, CD_DATA,
                   "the formula of column %s, \"%s\", is wrong at character %zu: there is no column %s%s%s%s",
                   formula->column, formula->text, place ? (size_t)(place - formula->text) + 1 : 1, name,
                   nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

/// Makes a variable of every name in the formula that muParser does not define.
static enum cd_code bind(struct formula *formula, const struct cd_table *table, struct cd_status *status)
{
    int count = mupGetExprVarNum(formula->parser);
    enum cd_code code = check(formula, status);
    if (code)
        return code;
    formula->columns = cd_allocate((size_t)count, sizeof *formula->columns);
    formula->variables = cd_allocate((size_t)count, sizeof *formula->variables);
    for (unsigned i = 0; i < (unsigned)count; i++) {
        const char *name;
        double *nothing;
        mupGetExprVar(formula->parser, i, &name, &nothing);
        formula->columns[i] = cd_table_column(table, name);
        if (formula->columns[i] == CD_NO_COLUMN)
            return fail_unknown(formula, table, name, status);
        formula->variables[i] = 1;
    }
    formula->count = (size_t)count;
    // Defining a variable makes the parser forget its list of names.
    for (size_t i = 0; i < formula->count; i++)
        mupDefineVar(formula->parser, table->columns[formula->columns[i]].name, &formula->variables[i]);
    return check(formula, status);
}

static enum cd_code compute(struct formula *formula, struct cd_table *table, struct cd_status *status)
{
    mupSetExpr(formula->parser, formula->text);
    enum cd_code code = bind(formula, table, status);
    if (code)
        return code;
    int results = 1;
    mupEvalMulti(formula->parser,
                 &results); // finds what is wrong with a formula even when there are no rows
    code = check(formula, status);
    if (!code && results != 1)
        code = cd_fail(status, CD_DATA,
                       "the formula of column %s, \"%s\", has %d values; write one without commas",
                       formula->column, formula->text, results);
    for (size_t row = 0; row < table->row_count && !code; row++) {
        bool known = true;
        for (size_t i = 0; i < formula->count && known; i++)
            known =
                cd_table_number(table, row, table->columns[formula->columns[i]].name, &formula->variables[i]);
        double value = known ? mupEval(formula->parser) : (double)NAN;
        code = check(formula, status);
        if (!code)
            cd_table_set_real(table, row, formula->column, value);
    }
    return code;
}

enum cd_code cd_table_compute(struct cd_table *table, const char *column, const char *formula,
                              struct cd_status *status)
{
    struct formula parsed = {.parser = mupCreate(muBASETYPE_FLOAT), .column = column, .text = formula};
    enum cd_code code = compute(&parsed, table, status);
    mupRelease(parsed.parser);
    cd_free(parsed.columns);
    cd_free(parsed.variables);
    return code;
}
