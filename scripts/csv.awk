# Cuts a line of CSV into field[1..n] and returns n. Commas within quotes do not count. A doubled quote means one quote.
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
    return n
}
