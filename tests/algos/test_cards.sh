#!/bin/bash
# Of the release build only: what is otherwise on a graphics card, on a software renderer that says it is one.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$scratch/card.so" tests/faults/card.c || exit 1

# answers DEVICE FILE SCENE SETTINGS: the pairs that image_cd_culled finds there, sorted.
answers()
{
    rm -f pairs.csv
    exits 0 env LD_PRELOAD="$scratch/card.so" "$CDBENCH" verify --quiet --algo "image_cd_culled:gpu=$1:$4" --scene "$3" --frames 4 --answers pairs.csv
    sort pairs.csv >"$2"
}

# At the low resolutions some answers are wrong: the same ones. A card draws more, since it does not wait for each look.
test_tiles_of_one_picture_answer_as_pictures_of_one_pair()
{
    local resolution scene
    for scene in bumpy:triangles=300,motion=random:bodies=40:fill=0.2 \
        torusknot:triangles=500+gear:triangles=500,motion=random:bodies=5:fill=0.3:spin=10 bar:triangles=1000:thickness=0.5,motion=bend:sag=0.05; do
        for resolution in 16 100 512 1100; do
            answers software one "$scene" resolution=$resolution
            answers 0 tiles "$scene" resolution=$resolution
            cmp one tiles || wrong "at $resolution pixels"
            [ "$(wc -l <one)" -gt 1 ] || wrong "nothing was found"
        done
    done
    exits 0 env LD_PRELOAD="$scratch/card.so" "$CDBENCH" run --quiet --no-results --repeat 1 --scene bunny.obj --csv rows.csv \
        --algo image_cd_culled:gpu=software,image_cd_culled:gpu=0
    awk '{ exit !($2 > $1) }' <<<"$(column rows.csv draws | xargs)" || wrong "a card draws no more than a processor: $(column rows.csv draws | xargs)"
}

run_tests
