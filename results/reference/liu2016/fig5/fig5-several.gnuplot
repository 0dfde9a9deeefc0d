# liu2016/fig5/fig5-several: The fire drill: six firefighters, four fires
# Line chart: frames of collision detection per second, logarithmic, over the time of the drill in seconds, linear; one line
# per algorithm. With several firefighters and fires, too, the line of the octree with Sphere-OBB trees should stay nearly
# level and above 30.
# Its data are from fig5/cells.csv.
#
#     gnuplot fig5-several.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig5-several.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig5-several" . "." . format

title = "The fire drill: six firefighters, four fires"
notes = "liu2016, figure 5 · rows with setting = several · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# octree, Sphere-OBB trees
$series1 << EOD
0 34.755 ? ?
10 33.906 ? ?
20 32.905 ? ?
30 31.956 ? ?
40 32.829 ? ?
50 32.14 ? ?
EOD

# octree_boxes, sized trees
$series2 << EOD
0 162.479 ? ?
10 161.757 ? ?
20 154.203 ? ?
30 161.041 ? ?
40 153.921 ? ?
50 157.003 ? ?
EOD

# the paper's, larger box first
$series3 << EOD
0 111.811 ? ?
10 105.789 ? ?
20 106.919 ? ?
30 105.237 ? ?
40 107.954 ? ?
50 106.75 ? ?
EOD

# RAPID, octree
$series4 << EOD
0 82.987 ? ?
10 77.922 ? ?
20 80.378 ? ?
30 79.391 ? ?
40 80.466 ? ?
50 80.214 ? ?
EOD

# obb8, octree_boxes
$series5 << EOD
0 503.34 ? ?
10 531.382 ? ?
20 464.55 ? ?
30 546.595 ? ?
40 452.369 ? ?
50 499.8 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 710 : 817)
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
set label 4 "frames per second" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "time of the drill (s)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(31 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [-2:52] noextend
set xtics noenhanced ("0" 0, "10" 10, "20" 20, "30" 30, "40" 40, "50" 50)
set logscale y
set yrange [28.5251:612.337] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 1.3e+02 to graph 1, first 1.3e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # octree, Sphere-OBB trees
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # octree_boxes, sized trees
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # the paper's, larger box first
set style line 4 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, octree
set style line 5 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, octree_boxes

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "octree, Sphere-OBB trees", \
     $series2 using 1:2 with linespoints linestyle 2 title "octree_boxes, sized trees †", \
     $series3 using 1:2 with linespoints linestyle 3 title "the paper's, larger box first †", \
     $series4 using 1:2 with linespoints linestyle 4 title "RAPID, octree †", \
     $series5 using 1:2 with linespoints linestyle 5 title "obb8, octree_boxes †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
