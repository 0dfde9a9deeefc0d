#!/bin/bash
# The viewer: screenshots, whose pixels are counted by their meaning, and windows on a display in memory.
# Sanitized by test-all alone.
# shellcheck disable=SC2046,SC2086 # flags and words are split on purpose
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

cc -std=c17 -O2 -Wall -Wextra tests/view/pixels.c -o "$scratch/pixels" $(pkg-config --cflags --libs libpng) || exit 1
cc -std=c17 -O2 -Wall -Wextra tests/view/press.c -o "$scratch/press" $(pkg-config --cflags --libs x11) || exit 1
unset DISPLAY WAYLAND_DISPLAY
# LeakSanitizer stumbles over threads that a driver leaves behind: the drawing threads, and the thread of its cache.
export LP_NUM_THREADS=0 MESA_SHADER_CACHE_DISABLE=true
scene=sphere:triangles=400 # the pair: apart in frame 0, together in frame 100 of 200
server=
cleanup()
{
    [ -z "$server" ] || kill "$server" 2>/dev/null
}

# pixels FILE KIND: prints the number of pixels of this kind.
pixels()
{
    "$scratch/pixels" "$1" | tr ' ' '\n' | sed -n "s/^$2=//p"
}

# more WHAT A B: expects A > B.
more()
{
    [ "$2" -gt "$3" ] || wrong "$1: $2 is not more than $3"
}

shot()
{
    succeeds "$CDBENCH" view --no-text --size 320x240 --fit "$@"
}

test_what_collides_has_another_colour()
{
    shot --algo rapid --scene $scene --frame 0 --screenshot apart.png
    equal 'colliding pixels of bodies apart' 0 "$(pixels apart.png orange)"
    more 'pixels of bodies apart' "$(pixels apart.png blue)" 1000
    shot --algo rapid --scene $scene --frame 100 --screenshot together.png
    equal 'clear pixels of bodies together' 0 "$(pixels together.png blue)"
    more 'pixels of bodies together' "$(pixels together.png orange)" 1000
    # Triangles in contact are highlighted.
    equal 'highlighted pixels of pairs' 0 "$(pixels together.png yellow)"
    shot --algo rapid --scene $scene --frame 90 --query contacts --screenshot contacts.png
    more 'highlighted pixels of contacts' "$(pixels contacts.png yellow)" 50
}

test_only_the_bodies_that_collide_change_colour()
{
    local query
    for query in bodies pairs; do
        shot --algo rapid --query $query --scene 'box:triangles=12,motion=random:bodies=30:fill=0.15' --frame 20 \
            --screenshot crowd.png
        more "clear pixels, query $query" "$(pixels crowd.png blue)" 200
        more "colliding pixels, query $query" "$(pixels crowd.png orange)" 200
    done
}

test_volumes_are_lines_and_more_of_them_on_deeper_levels()
{
    local algo
    for algo in obb8 rapid rapid:variant=printed; do
        shot --algo $algo --scene $scene --frame 0 --screenshot none.png
        equal 'lines without volumes' 0 "$(pixels none.png green)"
        shot --algo $algo --scene $scene --frame 0 --show volumes --screenshot root.png
        more 'lines of the root boxes' "$(pixels root.png green)" 100
        shot --algo $algo --scene $scene --frame 0 --show volumes --depth 3 --screenshot deep.png
        more 'lines of level 3' "$(pixels deep.png green)" "$(pixels root.png green)"
    done
    shot --algo image_cd --scene $scene --frame 0 --show volumes --screenshot boxes.png
    more 'lines of world boxes' "$(pixels boxes.png purple)" 100
}

test_the_stencil_buffer_shows_edges_and_where_they_collide()
{
    shot --algo image_cd:resolution=128 --scene $scene --frame 100 --screenshot without.png
    shot --algo image_cd:resolution=128 --scene $scene --frame 100 --show picture --screenshot with.png
    equal 'blue pixels without the buffer' 0 "$(pixels without.png blue)"
    more 'pixels of edges' "$(pixels with.png blue)" 100
    more 'outline of the view' "$(pixels with.png purple)" 100
    shot --algo image_cd:resolution=128 --scene $scene --frame 0 --show picture --screenshot nothing.png
    equal 'outline where nothing was drawn' 0 "$(pixels nothing.png purple)"
}

test_size_camera_wires_and_text_do_what_they_say()
{
    shot --algo rapid --scene $scene --screenshot one.png
    equal width 320 "$(pixels one.png width)"
    equal height 240 "$(pixels one.png height)"
    shot --algo rapid --scene $scene --camera 30,20,2 --screenshot near.png
    more 'pixels from nearby' "$(pixels near.png blue)" "$(pixels one.png blue)"
    shot --algo rapid --scene $scene --camera 30,20,0.5 --screenshot far.png
    more 'pixels from afar' "$(pixels one.png blue)" "$(pixels far.png blue)"
    shot --algo rapid --scene $scene --wireframe --screenshot wires.png
    more 'pixels of faces' "$(pixels one.png blue)" "$(pixels wires.png blue)"
    more 'pixels of two balls side by side' "$(pixels one.png blue)" $((320 * 240 / 6))
    # With its text, and to stdout.
    succeeds "$CDBENCH" view --algo rapid --scene $scene --no-text --screenshot none.png
    succeeds "$CDBENCH" view --algo rapid --scene $scene --screenshot -
    cp "$scratch/out" text.png
    equal width 960 "$(pixels text.png width)"
    more 'dark pixels with letters' "$(pixels text.png ink)" "$(($(pixels none.png ink) + 500))"
}

test_the_picture_of_the_page_is_what_its_command_draws()
{
    local words kind
    read -ra words < <(sed -n 's/^    cdbench \(view .*--screenshot view.png\)$/\1/p' "$root/docs/view.md")
    succeeds "$CDBENCH" "${words[@]}"
    for kind in width height; do
        equal "$kind" "$(pixels "$root/docs/view.png" $kind)" "$(pixels view.png $kind)"
    done
    # Drivers and fonts differ by some pixels.
    for kind in orange purple blue; do
        more "$kind" $((105 * $(pixels "$root/docs/view.png" $kind) / 100 + 50)) "$(pixels view.png $kind)"
        more "$kind in the page" $((105 * $(pixels view.png $kind) / 100 + 50)) "$(pixels "$root/docs/view.png" $kind)"
    done
}

tetra='v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'

test_bodies_of_any_size_fill_the_picture()
{
    local factor
    for factor in 1e-100 1 1e14; do
        printf %b "$tetra" | awk -v s=$factor '$1 == "v" {print "v", $2 * s, $3 * s, $4 * s; next} {print}' >scaled.obj
        shot --algo rapid --scene ./scaled.obj --frame 0 --screenshot scaled.png
        more "pixels at scale $factor" "$(pixels scaled.png blue)" 500
    done
}

test_deforming_and_vanishing_bodies_are_drawn_as_they_are()
{
    local frame turn=1,0,0,0,1,0,0,0,1
    mkdir bodies
    printf %b "$tetra" >bodies/mesh-0.obj
    {
        echo frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz
        printf '%s\n' "0,0,0,$turn,0,0,0" "1,0,0,$turn,0,0,0" "3,0,0,$turn,0,0,0" "3,1,0,$turn,3,0,0"
    } >bodies/frames.csv
    printf 'frame,body,vertex,x,y,z\n1,0,0,0,0,0\n1,0,1,3,0,0\n1,0,2,0,3,0\n1,0,3,0,0,3\n' >bodies/vertices.csv
    for frame in 0 1 2 3; do
        succeeds "$CDBENCH" view --no-text --size 320x240 --algo rapid --scene ./bodies --frame $frame --screenshot $frame.png
    done
    more 'pixels of the deformed body' "$(pixels 1.png blue)" "$(($(pixels 0.png blue) * 4))"
    equal 'pixels of no body' 0 "$(pixels 2.png blue)"
    more 'pixels of two bodies' "$(pixels 3.png blue)" "$(pixels 0.png blue)"
}

test_wrong_input_is_refused_and_nothing_is_written()
{
    local words
    fails 64 "$CDBENCH" view --scene $scene --screenshot x.png
    for words in '--algo no_such' '--algo rapid --algo brute' '--algo rapid --query any' '--algo rapid --size 10x10' \
        '--algo rapid --camera up' '--algo rapid --show picture' '--algo brute --show volumes' '--algo image_cd --query contacts'; do
        fails 64 "$CDBENCH" view --scene $scene --screenshot x.png $words
    done
    refuses 64 'has the frames 0 to 199' "$CDBENCH" view --algo rapid --scene $scene --frame 200 --screenshot x.png
    refuses 64 'unknown option --out; did you mean --screenshot\?$' "$CDBENCH" view --algo rapid --scene $scene --out x.png
    refuses 64 'x.jpg: pictures are PNG' "$CDBENCH" view --algo rapid --scene $scene --screenshot x.jpg
    fails 74 "$CDBENCH" view --algo rapid --scene no_such.obj --screenshot x.png
    fails 74 "$CDBENCH" view --algo rapid --scene $scene --screenshot no/folder/x.png
    fails 74 "$CDBENCH" view --algo rapid --scene $scene --screenshot /dev/full
    mkdir regions
    printf 'frame,id,kind,lo0,hi0\n0,0,publish,0,2\n0,1,subscribe,1,3\n' >regions/regions.csv
    refuses 64 'regions' "$CDBENCH" view --algo null --scene ./regions --screenshot x.png
    [ -z "$(find . -name 'x.png*')" ] || wrong 'a file was left'
}

test_without_a_display_a_line_says_what_to_do()
{
    refuses 4 'DISPLAY is not set.*xvfb-run.*--screenshot' "$CDBENCH" view --algo rapid --scene $scene
    DISPLAY=:4711 refuses 4 'display :4711 cannot be reached.*xvfb-run' "$CDBENCH" view --algo rapid --scene $scene
}

test_help_names_every_key()
{
    succeeds "$CDBENCH" help view
    local key
    for key in space right left up down l v ']' '\[' w Home f t h q; do
        prints "^  ${key}[,:]"
    done
}

# ---- windows ---------------------------------------------------------------------------------------------------------

start_server()
{
    mkdir -p "$scratch/screen"
    : >"$scratch/number"
    Xvfb -displayfd 5 -screen 0 640x480x24 -nolisten tcp -fbdir "$scratch/screen" 5>"$scratch/number" >/dev/null 2>&1 &
    server=$!
    await test -s "$scratch/number"
    display=:$(cat "$scratch/number")
}

screen()
{
    cp "$scratch/screen/Xvfb_screen0" screen.xwd
    pixels screen.xwd "$1"
}

# seen KIND LEAST: true if at least this many pixels of this kind are on the screen.
seen()
{
    [ "$(screen "$1")" -ge "$2" ]
}

open_window()
{
    begins env DISPLAY="$display" "$CDBENCH" view --size 400x300 --no-text "$@"
}

press()
{
    DISPLAY=$display "$scratch/press" "$@" || wrong "no window to press $*"
}

closes()
{
    wait "$process"
    code=$?
    process=
    [ $code -eq "$1" ] || wrong "exit code $code instead of $1"
}

test_a_window_plays_and_closes_by_itself()
{
    start_server
    # A driver that is unloaded with its display leaves some bytes behind, and nobody can tell any more whose they were.
    # With image_cd, the driver stays loaded.
    DISPLAY=$display ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 \
        succeeds "$CDBENCH" view --algo rapid --scene $scene --play --quit-after 1s
    DISPLAY=$display succeeds "$CDBENCH" view --algo image_cd --scene $scene --play --quit-after 1s
}

test_keys_move_a_window_on_and_close_it()
{
    start_server
    open_window --algo image_cd:resolution=64 --scene $scene --frame 99 --fit
    await seen orange 500
    press v
    await seen purple 50
    press v
    await seen blue 20
    press v 0 Home
    await eval '! seen orange 1'
    await seen blue 200
    press Left
    press Left space Home w plus minus l bracketright bracketleft h q
    closes 0
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
}

test_a_display_that_goes_away_ends_the_window_with_a_line()
{
    start_server
    open_window --algo rapid --scene $scene
    await seen blue 100
    kill "$server"
    closes 4
    says '^cdbench: .*display'
}

run_tests
