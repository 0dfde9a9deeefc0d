# liu2016/complexity/complexity: Time over the triangles of each of 1000 bodies, 2 % of the space filled
# Line chart, both axes logarithmic: milliseconds per step over the triangles of a body; lines for the paper's algorithm,
# octree_boxes with sized trees, I-COLLIDE and AABB trees. Where bodies have most triangles, the paper's line should be at half
# of I-COLLIDE's at most.
# Its data are from complexity/cells.csv.
#
#     gnuplot complexity.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" complexity.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "complexity" . "." . format

title = "Time over the triangles of each of 1000 bodies, 2 % of the space filled"
notes = "liu2016, an experiment of ours · rows with fill = 0.02 · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# octree, Sphere-OBB trees
$series1 << EOD
20 0.988472 ? ?
80 1.192275 ? ?
320 1.324686 ? ?
1280 1.507318 ? ?
EOD

# octree_boxes, sized trees
$series2 << EOD
20 0.143158 ? ?
80 0.256417 ? ?
320 0.3457 ? ?
1280 0.398102 ? ?
EOD

# I-COLLIDE
$series3 << EOD
20 0.129102 ? ?
80 0.133234 ? ?
320 0.141295 ? ?
1280 0.158501 ? ?
EOD

# I-COLLIDE, read as AABB trees
$series4 << EOD
20 0.265816 ? ?
80 0.486705 ? ?
320 0.793801 ? ?
1280 1.066878 ? ?
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
set xlabel "triangles of a body" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(31 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [16.9349:1511.67] noextend
set xtics noenhanced ("20" 20, "80" 80, "320" 320, "1280" 1280)
set logscale y
set yrange [0.117015:1.66301] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.44 to graph 1, first 0.44 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # octree, Sphere-OBB trees
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # octree_boxes, sized trees
set style line 3 linecolor rgb "#7f7f7f" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE, read as AABB trees

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "octree, Sphere-OBB trees", \
     $series2 using 1:2 with linespoints linestyle 2 title "octree_boxes, sized trees †", \
     $series3 using 1:2 with linespoints linestyle 3 title "I-COLLIDE", \
     $series4 using 1:2 with linespoints linestyle 4 title "I-COLLIDE, read as AABB trees", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
