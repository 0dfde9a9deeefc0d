# Cuts a line of CSV into field[1..n] and returns n. Commas within quotes do not count. A doubled quote means one quote.
# The apostrophe before a formula is removed as base/csv_reader.c does it; \047- is how version 1.0 wrote "none".
function cut(line, field,    i, c, quoted, n) {
    split("", field)
    n = 1
    field[1] = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"" && quoted && substr(line, i + 1, 1) == "\"") field[n] = field[n] substr(line, i++, 1)
        else if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) field[++n] = ""
        else field[n] = field[n] c
    }
    for (i = 1; i <= n; i++)
        if (field[i] ~ /^\047+[-=+@]/ && field[i] !~ /^\047+[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/)
            field[i] = field[i] == "\047-" ? "" : substr(field[i], 2)
    return n
}
