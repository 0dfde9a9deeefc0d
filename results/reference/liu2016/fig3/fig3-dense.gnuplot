# liu2016/fig3/fig3-dense: Time over number of bodies, 20 % of the space filled
# Line chart, both axes logarithmic: milliseconds per step over the number of bodies, one line per algorithm, in a dense space.
# The paper claims that its octree with Sphere-OBB trees gains on I-COLLIDE with every body: its line should rise less and end
# below.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3-dense.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-dense.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-dense" . "." . format

title = "Time over number of bodies, 20 % of the space filled"
notes = "liu2016, figure 3 · rows with fill = 0.2 · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# octree, Sphere-OBB trees
$series1 << EOD
20 0.070715 ? ?
32 0.170754 ? ?
100 0.43662 ? ?
316 1.174428 ? ?
1000 4.050419 ? ?
3162 11.827735 ? ?
10000 38.207228 ? ?
EOD

# octree_boxes, Sphere-OBB trees
$series2 << EOD
20 0.059408 ? ?
32 0.137645 ? ?
100 0.357142 ? ?
316 0.979628 ? ?
1000 2.990792 ? ?
3162 9.015308 ? ?
10000 27.95599 ? ?
EOD

# octree_boxes, sized trees
$series3 << EOD
20 0.036074 ? ?
32 0.091596 ? ?
100 0.250553 ? ?
316 0.664338 ? ?
1000 2.023782 ? ?
3162 6.290893 ? ?
10000 19.398493 ? ?
EOD

# I-COLLIDE
$series4 << EOD
20 0.009905 ? ?
32 0.015182 ? ?
100 0.061181 ? ?
316 0.185807 ? ?
1000 0.613744 ? ?
3162 2.11622 ? ?
10000 7.888431 ? ?
EOD

# I-COLLIDE, read as AABB trees
$series5 << EOD
20 0.095372 ? ?
32 0.181751 ? ?
100 0.501927 ? ?
316 1.307747 ? ?
1000 4.123758 ? ?
3162 12.588616 ? ?
10000 40.303058 ? ?
EOD

# RAPID, sweep and prune
$series6 << EOD
20 0.029714 ? ?
32 0.074501 ? ?
100 0.2687 ? ?
316 0.704229 ? ?
1000 2.17707 ? ?
3162 6.857867 ? ?
10000 22.182536 ? ?
EOD

# obb8, octree_boxes
$series7 << EOD
20 0.008873 ? ?
32 0.017516 ? ?
100 0.068291 ? ?
316 0.191345 ? ?
1000 0.584701 ? ?
3162 1.897344 ? ?
10000 6.14737 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 847)
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
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(32 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [15.5981:12822.1] noextend
set xtics noenhanced ("20" 20, "32" 32, "100" 100, "316" 316, "1000" 1000, "3162" 3162, "10000" 10000)
set logscale y
set yrange [0.00633548:56.4454] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 0.6 to graph 1, first 0.6 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # octree, Sphere-OBB trees
set style line 2 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree_boxes, Sphere-OBB trees
set style line 3 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # octree_boxes, sized trees
set style line 4 linecolor rgb "#7f7f7f" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE, read as AABB trees
set style line 6 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, sweep and prune
set style line 7 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, octree_boxes

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "octree, Sphere-OBB trees", \
     $series2 using 1:2 with linespoints linestyle 2 title "octree_boxes, Sphere-OBB trees †", \
     $series3 using 1:2 with linespoints linestyle 3 title "octree_boxes, sized trees †", \
     $series4 using 1:2 with linespoints linestyle 4 title "I-COLLIDE", \
     $series5 using 1:2 with linespoints linestyle 5 title "I-COLLIDE, read as AABB trees", \
     $series6 using 1:2 with linespoints linestyle 6 title "RAPID, sweep and prune †", \
     $series7 using 1:2 with linespoints linestyle 7 title "obb8, octree_boxes †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
