# Checks that every #include points downwards:
#
#   awk -f scripts/rooms.awk $(git ls-files '*.c' '*.h')
#
# A room may include itself and the rooms below it; rooms of equal height do not include each other.

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
}

END {
    exit failed
}
