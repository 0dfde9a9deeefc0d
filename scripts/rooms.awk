# Checks that every #include points downwards, and that no two files need each other in a circle:
#
#   awk -f scripts/rooms.awk $(git ls-files '*.c' '*.h')
#
# A room may include itself and the rooms below it; rooms of equal height do not include each other. A file and its
# header are one.

BEGIN {
    split("base=0 geom=1 scenes=2 algos=3 bench/oracle=4 bench/harness=5 bench/record=6 bench/papers=7 bench/compare=7 " \
        "bench/expect=7 bench/history=7 bench/view=7 bench/cli=8", pairs, " ")
    for (i in pairs) {
        split(pairs[i], parts, "=")
        height[parts[1]] = parts[2]
    }
}

function room_of(path,    parts) {
    split(path, parts, "/")
    return parts[1] == "bench" ? parts[1] "/" parts[2] : parts[1]
}

function stem(path) {
    sub(/\.[a-z]+$/, "", path)
    return path
}

# Follows what a file needs; `path` is the way here.
function visit(file, path,    needed, i, count) {
    state[file] = 1
    count = split(needs[file], needed, " ")
    for (i = 1; i <= count; i++) {
        if (state[needed[i]] == 1) {
            print "a circle: " substr(path, index(path, needed[i])) " -> " needed[i]
            failed = 1
        } else if (!state[needed[i]]) {
            visit(needed[i], path " -> " needed[i])
        }
    }
    state[file] = 2
}

/^#include "/ {
    split($0, parts, "\"")
    from = room_of(FILENAME)
    to = room_of(parts[2])
    if (!(from in height))
        next
    if (!(to in height) || (from != to && height[to] >= height[from])) {
        print FILENAME ": includes " parts[2] ", which does not lie below it"
        failed = 1
    }
    if (stem(FILENAME) != stem(parts[2]) && parts[2] ~ /\.h$/)
        needs[stem(FILENAME)] = needs[stem(FILENAME)] " " stem(parts[2])
}

END {
    for (file in needs)
        if (!state[file])
            visit(file, file)
    exit failed
}
