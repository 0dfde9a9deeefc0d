#!/bin/bash
# Of the release build only: what is otherwise on a graphics card, on a software renderer that says it is one.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O1 -shared -fPIC -o "$scratch/card.so" tests/faults/card.c || exit 1

# answers_on DEVICE RESOLUTION SCENE: the pairs that image_cd_culled finds there, in pairs.csv.
answers_on()
{
    local card=
    [ "$1" = software ] || card=$scratch/card.so
    exits 0 env LD_PRELOAD="$card" "$CDBENCH" verify --quiet --algo "image_cd_culled:gpu=$1:resolution=$2" --scene "$3" --frames 4 --answers pairs.csv
    sort pairs.csv
}

# At the low resolutions some answers are wrong: the same ones.
test_tiles_of_one_picture_answer_as_pictures_of_one_pair()
{
    local resolution scene
    for scene in bumpy:triangles=300,motion=random:bodies=40:fill=0.2 \
        torusknot:triangles=500+gear:triangles=500,motion=random:bodies=5:fill=0.3:spin=10 bar:triangles=1000:thickness=0.5,motion=bend:sag=0.05; do
        for resolution in 16 100 512 1100; do
            answers_on software $resolution "$scene" >one
            answers_on 0 $resolution "$scene" >tiles
            cmp one tiles || wrong "at $resolution pixels"
            [ "$(wc -l <one)" -gt 1 ] || wrong "nothing was found"
        done
    done
    exits 0 env LD_PRELOAD="$scratch/card.so" "$CDBENCH" list gpus
    prints 'a card'
}

run_tests
