# liu2016/fig3-shapes/fig3-shapes: Time over number of bodies of all shapes, 2 % of the space filled
# Line chart, both axes logarithmic: milliseconds per step over the number of bodies, most of them not convex. Lines for the
# paper's octree with Sphere-OBB trees, octree_boxes with sized trees, AABB trees and RAPID; the paper's time is shorter if its
# line lies below the AABB trees.
# Its data are from fig3-shapes/cells.csv.
#
#     gnuplot fig3-shapes.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-shapes.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-shapes" . "." . format

title = "Time over number of bodies of all shapes, 2 % of the space filled"
notes = "liu2016, an experiment of ours · rows with fill = 0.02 · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# octree, Sphere-OBB trees
$series1 << EOD
32 0.046384 ? ?
100 0.082859 ? ?
1000 1.342428 ? ?
EOD

# octree_boxes, sized trees
$series2 << EOD
32 0.004807 ? ?
100 0.014678 ? ?
1000 0.270963 ? ?
EOD

# I-COLLIDE, read as AABB trees
$series3 << EOD
32 0.012644 ? ?
100 0.048076 ? ?
1000 0.465408 ? ?
EOD

# RAPID, sweep and prune
$series4 << EOD
32 0.003946 ? ?
100 0.015804 ? ?
1000 0.313968 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 788)
H = H + height1
unit = format eq "png" ? (paper ? 2.7778 : 1) : format eq "pdf" ? (paper ? 1 / 3. : 0.5) : (paper ? 0.4444 : 1)
point = format eq "png" ? unit : format eq "pdf" ? 1.286 * unit : 0.46
cap = 6. / W
face(size) = sprintf("sans-serif,%g", size * unit * (format eq "png" ? 0.75 : 1))
axis = face(paper ? 21 : 23)
small = face(paper ? 18 : 17)
short(v) = abs(v) < 999.5 ? sprintf("%.3g", v) : abs(v) < 999950 ? sprintf("%.0f", v) : abs(v) < 999.5e6 ? sprintf("%.3gM", v / 1e6) : sprintf("%.3gG", v / 1e9)
above(y, high) = high > y ? high : y
if (format eq "svg" && !paper) set terminal svg size W, H dynamic enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "svg" && paper) set terminal svg size W * unit, H * unit fixed enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "png") set terminal pngcairo size W * unit, H * unit enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "pdf") set terminal pdfcairo size W * unit / 72, H * unit / 72 enhanced font face(21) fontscale 0.75 linewidth 2 * unit
set output out
set encoding utf8
set datafile missing "?"
set border 3 linewidth 1.5 linecolor rgb "#333333"
set tics nomirror out scale 0.8,0.4
set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb "#dddddd"
set rmargin 4
if (!paper) set label 1 title at screen 0.018, 1 - 30. / H left front font face(30) noenhanced
if (!paper) set label 2 notes at screen 0.018, 1 - 64.0 / H left front font small noenhanced textcolor rgb "#555555"
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(31 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [27.8841:1147.61] noextend
set xtics noenhanced ("32" 32, "100" 100, "1000" 1000)
set logscale y
set yrange [0.00312527:1.69496] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
set ytics add ("0.005" 0.005, "0.02" 0.02, "0.05" 0.05, "0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.073 to graph 1, first 0.073 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # octree, Sphere-OBB trees
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # octree_boxes, sized trees
set style line 3 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE, read as AABB trees
set style line 4 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, sweep and prune

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "octree, Sphere-OBB trees", \
     $series2 using 1:2 with linespoints linestyle 2 title "octree_boxes, sized trees †", \
     $series3 using 1:2 with linespoints linestyle 3 title "I-COLLIDE, read as AABB trees", \
     $series4 using 1:2 with linespoints linestyle 4 title "RAPID, sweep and prune †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
