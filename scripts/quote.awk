# Passes texts that others wrote to programs that read a language of their own, as base/quote.h does in C. It works on
# bytes, so run awk with LC_ALL=C. Texts come from files or ENVIRON, because -v would read their backslashes as escapes.

# The text with control characters, and bytes that are not UTF-8, written as \n, \t or \x1b.
function escaped(text,    result, i) {
    if (!("\033" in code_of))
        for (i = 1; i < 256; i++) code_of[sprintf("%c", i)] = i
    while (text != "") {
        if (match(text, /^([ -~]|\302[\240-\277]|[\303-\337][\200-\277]|\340[\240-\277][\200-\277]|[\341-\354\356\357][\200-\277][\200-\277]|\355[\200-\237][\200-\277]|\360[\220-\277][\200-\277][\200-\277]|[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277])+/))
            result = result substr(text, 1, RLENGTH)
        else {
            RLENGTH = 1
            i = substr(text, 1, 1)
            result = result (i == "\n" ? "\\n" : i == "\t" ? "\\t" : sprintf("\\x%02x", code_of[i]))
        }
        text = substr(text, RLENGTH + 1)
    }
    return result
}

# The text for a reader: "shell", one word for a shell, every byte unchanged; "markdown", text in a line or a cell of a
# table; "code", a code span of Markdown in a cell of a table.
function quoted(reader, text,    result, c, i, fence) {
    if (reader == "shell") {
        if (text ~ /^[A-Za-z0-9_@%+=:,.\/-]+$/) return text
        gsub(/\047/, "\047\\\047\047", text)
        return "\047" text "\047"
    }
    gsub(/[\r\n]/, " ", text)
    text = escaped(text)
    if (reader == "code") {
        gsub(/\|/, "\\|", text)
        for (fence = "`"; index(text, fence);) fence = fence "`"
        i = text ~ /^[` ]|`$/ || text == "" ? " " : ""
        return fence i text i fence
    }
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "_" && substr(text, i - 1, 3) ~ /^[A-Za-z0-9]_[A-Za-z0-9]$/) result = result c
        else if (c == "<") result = result "&lt;"
        else if (c == "&") result = result "&amp;"
        else result = result (index("\\`*_[]|~", c) ? "\\" : "") c
    }
    return result
}
