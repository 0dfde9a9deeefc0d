# Checks that every #include points downwards, and that files do not include each other in cycles:
#
#   awk -f scripts/rooms.awk $(git ls-files '*.c' '*.h')
#
# A room may include itself and the rooms below it. Rooms at the same height do not include each other. Folders that are
# side by side in one room do not include each other either, except for those that serve the others. A header and the
# .c file of the same name count as one file.

BEGIN {
    split("base=0 geom=1 scenes=2 algos=3 bench/oracle=4 bench/ranks=4 bench/harness=5 bench/record=6 bench/papers=7 bench/compare=7 " \
        "bench/conformance=7 bench/expect=7 bench/suit=7 view=7 bench/cli=8", pairs, " ")
    for (i in pairs) {
        split(pairs[i], parts, "=")
        height[parts[1]] = parts[2]
    }
    shared["algos/regions"]
    shared["algos/opengl"]
    shared["scenes/generators"]
    shared["scenes/readers"]
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
    # What an author's header offers, algorithms of ours may call, and other authors' may not.
    if (b ~ /^algos\/papers\// && a ~ /^algos\/(mesh|broad|regions)\//)
        return 1
    # The folder of an algorithm belongs to that algorithm alone, and no algorithm includes the driver.
    return lies_within(a, b) || b in shared || (lies_within(b, a) && b !~ /^algos\/(driver|papers|mesh|broad|regions)\//)
}

function name_of(path) {
    sub(/\.[ch]$/, "", path)
    return path
}

/^#include "/ {
    split($0, parts, "\"")
    if (FILENAME ~ /^(tests|experiments)\//)
        next
    if (!(room_of(FILENAME) in height)) {
        print FILENAME ": lies in no room that scripts/rooms.awk knows"
        failed = 1
        next
    }
    if (!may_include(FILENAME, parts[2])) {
        print FILENAME ": includes " parts[2] ", which does not lie below it"
        failed = 1
    }
    if (parts[2] ~ /\.h$/ && name_of(FILENAME) != name_of(parts[2]))
        includes[name_of(FILENAME), name_of(parts[2])]
}

# A file that includes no remaining file, or that no remaining file includes, is not in a cycle.
function leave_circles(    edge, ends, out, into, removed) {
    do {
        removed = 0
        split("", out)
        split("", into)
        for (edge in includes) {
            split(edge, ends, SUBSEP)
            out[ends[1]]
            into[ends[2]]
        }
        for (edge in includes) {
            split(edge, ends, SUBSEP)
            if (!(ends[2] in out) || !(ends[1] in into)) {
                delete includes[edge]
                removed = 1
            }
        }
    } while (removed)
}

END {
    leave_circles()
    for (edge in includes) {
        split(edge, ends, SUBSEP)
        print ends[1] " includes " ends[2] ": part of a circle"
        failed = 1
    }
    exit failed
}
