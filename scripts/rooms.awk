# Checks that every #include points downwards:
#
#   awk -f scripts/rooms.awk $(git ls-files '*.c' '*.h')
#
# A room may include itself and the rooms below it; rooms of equal height do not include each other. Nor do folders of
# one room that lie side by side, but for those that are there for the others.

BEGIN {
    split("base=0 geom=1 scenes=2 algos=3 bench/oracle=4 bench/harness=5 bench/record=6 bench/papers=7 bench/compare=7 " \
        "bench/expect=7 bench/history=7 bench/view=7 bench/cli=8", pairs, " ")
    for (i in pairs) {
        split(pairs[i], parts, "=")
        height[parts[1]] = parts[2]
    }
    shared["algos/bvh"]
    shared["algos/obb"]
    shared["algos/regions/cells"]
    shared["scenes/generators"]
}

function room_of(path,    parts) {
    split(path, parts, "/")
    return parts[1] == "bench" ? parts[1] "/" parts[2] : parts[1]
}

function folder_of(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}

function lies_within(folder, outer) {
    return index(folder "/", outer "/") == 1
}

function may_include(from, to,    a, b) {
    if (room_of(from) != room_of(to))
        return room_of(to) in height && height[room_of(to)] < height[room_of(from)]
    a = folder_of(from)
    b = folder_of(to)
    return lies_within(a, b) || lies_within(b, a) || b in shared
}

/^#include "/ {
    split($0, parts, "\"")
    if (room_of(FILENAME) in height && !may_include(FILENAME, parts[2])) {
        print FILENAME ": includes " parts[2] ", which does not lie below it"
        failed = 1
    }
}

END {
    exit failed
}
