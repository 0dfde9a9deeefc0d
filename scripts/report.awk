# Writes what scripts/report puts between the markers of a page. The environment has `folder` with the results, `claims`
# with a file of Markdown and one of CSV per paper, and `up`, the path from the page's folder to the root; or it has
# `markers`, and then the markers and their words are only listed. Needs csv.awk and quote.awk.

BEGIN {
    folder = ENVIRON["folder"]
    claims = ENVIRON["claims"]
    up = ENVIRON["up"]
    markers = ENVIRON["markers"]
}

function fail(code, message) {
    failed = code
    print escaped("report: " FILENAME ":" FNR ": " message "; nothing was changed") >"/dev/stderr"
    exit code
}

# Opens a CSV file: the names of its columns go to header[1..columns], their places to at[name].
function open_csv(path,    i, line) {
    if ((getline line <path) <= 0)
        fail(74, path ": cannot read")
    columns = cut(line, header)
    split("", at)
    for (i = 1; i <= columns; i++) at[header[i]] = i
}

# Reads the next row into value[name].
function next_row(path,    i, line, field) {
    if ((getline line <path) <= 0) {
        close(path)
        return 0
    }
    if (cut(line, field) != columns)
        fail(65, path ": a row has another number of fields than the header")
    for (i = 1; i <= columns; i++) value[header[i]] = field[i]
    return 1
}

function is_number(text) {
    return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/
}

# Times deserve four digits. Whole numbers stay unchanged.
function digits(text) {
    if (!is_number(text) || text ~ /^[-+]?[0-9]+$/) return text
    if (text + 0 >= 1000 || text + 0 <= -1000) return sprintf("%.0f", text)
    return sprintf("%.4g", text)
}

# A value in the form in which a table shows it.
function cell(name) {
    return quoted("markdown", digits(value[name]))
}

function copy_file(path,    line, any) {
    while ((getline line <path) > 0) { print line; any = 1 }
    close(path)
    if (!any) fail(74, path ": cannot read")
}

# --- table NAME: the summary of a run ---

function setting(name,    at_name, rest) {
    at_name = index(":" value["settings"], ":" name "=")
    if (!at_name) return ""
    rest = substr(":" value["settings"], at_name + 1)
    sub(/:.*/, "", rest)
    return rest
}

function label(    text) {
    text = value["algo"]
    if (value["variant"] !~ /^(|NA|corrected)$/) text = text ":variant=" value["variant"]
    if (setting("resolution") != "") text = text ":" setting("resolution")
    return quoted("code", text)
}

function write_table(name,    path, first) {
    path = folder "/" name ".csv"
    open_csv(path)
    print "| algorithm | verdict | hit frames | false negatives | false positives | fps | ms per frame: median | p95 | max | speed | create ms | own MiB | peak MiB |"
    print "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    while (next_row(path)) {
        if (!first) first = value["fps"]
        printf "| %s | %s | %s of %s | %s of %s | %s of %s | %s | %s | %s | %s | %s | %s | %.3g | %.0f |\n",
            label(), cell("verdict"), cell("hit_frames"), cell("frames"), cell("misses"), cell("truth_pairs"),
            cell("false_hits"), cell("clear_pairs"), cell("fps"), cell("frame_ms_median"), cell("frame_ms_p95"),
            cell("frame_ms_max"), (first + 0 && is_number(value["fps"]) ? sprintf("%.3g", value["fps"] / first) : "NA"),
            cell("create_ms"), value["struct_bytes"] / 1048576, value["peak_rss_kb"] / 1024
    }
}

# --- cells KEY/EXPERIMENT COLUMN,COLUMN,... [COLUMN=VALUE...]: rows of an experiment ---

function matches(conditions, count,    i, name, wanted) {
    for (i = 1; i <= count; i++) {
        name = conditions[i]
        wanted = name
        sub(/=.*/, "", name)
        sub(/^[^=]*=/, "", wanted)
        if (is_number(wanted) && is_number(value[name]) ? wanted + 0 != value[name] + 0 : wanted != value[name]) return 0
    }
    return 1
}

function require_column(path, name) {
    if (!(name in at)) fail(65, path ": has no column '" name "'")
}

# Takes the words from the first on as conditions, each of a column that is there.
function take_conditions(path, words, first, count, conditions,    i) {
    for (i = first; i <= count; i++) {
        conditions[i - first + 1] = words[i]
        sub(/=.*/, "", words[i])
        require_column(path, words[i])
    }
}

# Whether a column is aligned to the right, because it shows only numbers.
function find_numeric(path, conditions, count,    i) {
    for (i = 1; i <= columns; i++) numeric[header[i]] = 1
    while (next_row(path))
        if (matches(conditions, count))
            for (i = 1; i <= columns; i++)
                if (!is_number(value[header[i]]) && value[header[i]] != "NA" && value[header[i]] != "") numeric[header[i]] = 0
    open_csv(path)
}

function write_cells(words, count,    path, shown, wanted, i, conditions, rows, line) {
    path = folder "/" words[1] "/cells.csv"
    open_csv(path)
    shown = split(words[2], wanted, ",")
    if (!shown) fail(65, "name the columns: <!-- cells KEY/EXPERIMENT COLUMN,COLUMN,... -->")
    for (i = 1; i <= shown; i++) require_column(path, wanted[i])
    take_conditions(path, words, 3, count, conditions)
    find_numeric(path, conditions, count - 2)
    line = "|"
    for (i = 1; i <= shown; i++) line = line " " quoted("markdown", wanted[i]) " |"
    print line
    line = "|"
    for (i = 1; i <= shown; i++) line = line (numeric[wanted[i]] ? "---:|" : "---|")
    print line
    while (next_row(path)) {
        if (!matches(conditions, count - 2)) continue
        line = "|"
        for (i = 1; i <= shown; i++) line = line " " cell(wanted[i]) " |"
        print line
        rows++
    }
    if (!rows) fail(65, path ": no row meets the conditions")
}

# --- tally KEY...: how many claims got which verdict, the papers' by their forms and those of ours ---

function count_claims(key,    path, seen, form) {
    path = claims "/" key ".csv"
    open_csv(path)
    require_column(path, "headline")
    while (next_row(path)) {
        if (value["claim"] in seen) continue # a row per check
        seen[value["claim"]] = 1
        if (value["headline"] != "repaired") {
            count_verdict("own", value["verdict"])
            continue
        }
        count_verdict(key, value["verdict"])
        count_verdict("repaired", value["verdict"])
        for (form in other_forms) if (value[form] != "NA" && value[form] != "") count_verdict(form, value[form])
    }
}

function count_verdict(whose, verdict) {
    tally[whose, verdict]++
    tally[whose, "all"]++
}

function tally_row(title, whose, verdicts, count,    i, line) {
    line = "| " title " | " tally[whose, "all"] + 0 " |"
    for (i = 1; i <= count; i++) line = line " " tally[whose, verdicts[i]] + 0 " |"
    print line
}

function write_tally(keys, count,    verdicts, verdict_count, i) {
    verdict_count = split("reproduced,partly,refuted,vacuous,undecided,not comparable,not measured", verdicts, ",")
    split("", tally)
    split("", other_forms)
    other_forms["printed"] = other_forms["corrected"] = other_forms["ours"] = 1
    for (i = 1; i <= count; i++) count_claims(keys[i])
    print "| | claims | reproduced | partly | refuted | vacuous | undecided | not comparable | not measured |"
    print "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for (i = 1; i <= count; i++)
        tally_row("[" keys[i] "](" up "docs/papers/" keys[i] ".md), repaired", keys[i], verdicts, verdict_count)
    tally_row("**the papers' claims, repaired**", "repaired", verdicts, verdict_count)
    tally_row("the same, as printed", "printed", verdicts, verdict_count)
    tally_row("those asked of the corrected form", "corrected", verdicts, verdict_count)
    tally_row("those asked of algorithms of ours", "ours", verdicts, verdict_count)
    tally_row("claims of our own", "own", verdicts, verdict_count)
}

# --- pivot KEY/EXPERIMENT ROWS COLUMNS VALUE [COLUMN=VALUE...]: one column over two others ---

function write_pivot(words, count,    path, i, conditions, rows, row_names, parts, part_names, shown, line, k) {
    path = folder "/" words[1] "/cells.csv"
    open_csv(path)
    if (count < 4) fail(65, "name rows, columns and values: <!-- pivot KEY/EXPERIMENT ROWS COLUMNS VALUE -->")
    for (i = 2; i <= 4; i++) require_column(path, words[i])
    take_conditions(path, words, 5, count, conditions)
    while (next_row(path)) {
        if (!matches(conditions, count - 4)) continue
        if (!(("row" SUBSEP value[words[2]]) in shown)) row_names[++rows] = value[words[2]]
        if (!(("part" SUBSEP value[words[3]]) in shown)) part_names[++parts] = value[words[3]]
        shown["row", value[words[2]]] = shown["part", value[words[3]]] = ""
        shown[value[words[2]], value[words[3]], "value"] = cell(words[4])
    }
    if (!rows) fail(65, path ": no row meets the conditions")
    line = "| " quoted("markdown", words[2]) " |"
    for (k = 1; k <= parts; k++) line = line " " quoted("markdown", part_names[k]) " |"
    print line
    line = "|---|"
    for (k = 1; k <= parts; k++) line = line "---:|"
    print line
    for (i = 1; i <= rows; i++) {
        line = "| " quoted("markdown", row_names[i]) " |"
        for (k = 1; k <= parts; k++) line = line " " shown[row_names[i], part_names[k], "value"] " |"
        print line
    }
}

# --- verdicts KEY...: the claims of papers by their verdicts ---

function write_verdicts(keys, count,    i, k, path, seen, lines, verdicts, verdict_count, headings, line, any) {
    verdict_count = split("reproduced,partly,refuted,vacuous,undecided,not comparable,not measured", verdicts, ",")
    split("Claims that hold;Claims that hold in part;Claims that do not hold;Vacuous;Undecided;Not comparable on this machine;Not measured", headings, ";")
    for (i = 1; i <= count; i++) {
        path = claims "/" keys[i] ".csv"
        open_csv(path)
        split("", seen)
        while (next_row(path)) {
            if ((value["claim"] in seen) || value["headline"] != "repaired") continue # a row per check; ours have another form
            seen[value["claim"]] = 1
            line = "- [" keys[i] "](" up "docs/papers/" keys[i] ".md) " value["claim"] ": " quoted("markdown", value["says"])
            if (value["interpretations"] !~ /^(|NA|none touches it)$/) line = line " *Under other interpretations: " quoted("markdown", value["interpretations"]) ".*"
            lines[value["verdict"]] = lines[value["verdict"]] "\n" line
        }
    }
    for (k = 1; k <= verdict_count; k++)
        if (lines[verdicts[k]] != "") {
            if (any) print ""
            any = 1
            print "**" headings[k] "**\n\n" substr(lines[verdicts[k]], 2)
        }
}

# --- figures KEY/EXPERIMENT: its pictures and the command that makes them ---

function size_of(path,    line, size) {
    while ((getline line <path) > 0)
        if (line ~ /^ *"size": *"(quick|full)"/) {
            size = line ~ /quick/ ? "quick" : "full"
            break
        }
    close(path)
    if (size == "") fail(74, path ": cannot read, or does not say \"size\"")
    return size
}

function is_there(path,    line, found) {
    found = (getline line <path) >= 0
    close(path)
    return found
}
function write_figures(name,    path, list, any) {
    path = folder "/" name
    any = ""
    if (name ~ /\/interpretations$/)
        print "    ./cdbench reproduce " substr(name, 1, length(name) - 16) " --interpretations"
    else
        print "    ./cdbench reproduce " name " --" size_of(path "/run.json")
    # Sorted by their names without the ending, so that fig10 comes before fig10-more in every locale.
    list = "ls " quoted("shell", path) " 2>/dev/null | sed -n \047s/\\.png$//p\047 | LC_ALL=C sort"
    while ((list | getline any) > 0) {
        if (any !~ /^[A-Za-z0-9_.-]+$/) fail(65, path "/" any ".png: not a name of a figure; remove the file")
        print ""
        print "![" name ": " any "](" up path "/" any ".png)"
    }
    close(list)
    if (any == "") fail(74, folder "/" name ": holds no figures; make them by ./cdbench reproduce " name " --results " folder)
}

# --- the page ---

function is_marker() {
    return /^<!-- (table|text|claims|tally|verdicts|figures|cells|pivot) .* -->$/
}

function write_block(    words, count, i) {
    count = split($0, words, " ") - 1
    if (count < 3) fail(65, "this marker names nothing")
    for (i = 1; i < count - 1; i++) words[i] = words[i + 2] # without `<!--` and the kind
    count -= 2
    if (words[1] !~ /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$/) fail(65, "'" words[1] "' is no name of results")
    if ($2 == "table") write_table(words[1])
    else if ($2 == "cells") write_cells(words, count)
    else if ($2 == "figures") write_figures(words[1])
    else if ($2 == "pivot") write_pivot(words, count)
    else if ($2 == "tally") write_tally(words, count)
    else if ($2 == "verdicts") write_verdicts(words, count)
    else if ($2 == "claims") {
        copy_file(claims "/" words[1])
        if (is_there(folder "/" words[1] "/interpretations/interpretations.png")) {
            print ""
            write_figures(words[1] "/interpretations")
        }
    }
    else {
        print "```"
        copy_file(folder "/" words[1] ".txt")
        print "```"
    }
}

markers {
    if (is_marker()) {
        gsub(/^<!-- | -->$/, "")
        print
    }
    next
}

is_marker() {
    if (begun) fail(65, "the marker of line " begun " has no <!-- end --> before this one")
    begun = FNR
    print
    print ""
    write_block()
    print ""
    next
}
/^<!-- end -->$/ {
    if (!begun) fail(65, "<!-- end --> without a marker before it")
    begun = 0
}
!begun { print }
END { if (!failed && begun) { FNR = begun; fail(65, "this marker has no <!-- end -->") } }
