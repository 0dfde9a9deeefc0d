# liu2016/fig5/fig5-single: The fire drill: one firefighter, one fire
# Line chart: frames of collision detection per second, logarithmic, over the time of the drill in seconds, linear; one line
# per algorithm. The paper, which counts frames of a whole game, claims that its line stays nearly level and above 30, with a
# single firefighter.
# Its data are from fig5/cells.csv.
#
#     gnuplot fig5-single.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig5-single.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig5-single" . "." . format

title = "The fire drill: one firefighter, one fire"
notes = "liu2016, figure 5 · rows with setting = single · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# octree, Sphere-OBB trees
$series1 << EOD
0 177.919 ? ?
10 158.953 ? ?
20 143.61 ? ?
30 164.538 ? ?
40 162.86 ? ?
50 159.07 ? ?
EOD

# octree_boxes, sized trees
$series2 << EOD
0 773.172 ? ?
10 755.491 ? ?
20 804.898 ? ?
30 814.854 ? ?
40 791.664 ? ?
50 772.223 ? ?
EOD

# the paper's, larger box first
$series3 << EOD
0 512.802 ? ?
10 495.222 ? ?
20 517.791 ? ?
30 522.796 ? ?
40 513.977 ? ?
50 507.243 ? ?
EOD

# RAPID, octree
$series4 << EOD
0 378.606 ? ?
10 366.245 ? ?
20 387.375 ? ?
30 387.318 ? ?
40 378.936 ? ?
50 373.817 ? ?
EOD

# obb8, octree_boxes
$series5 << EOD
0 3079.448 ? ?
10 2968.908 ? ?
20 3130.93 ? ?
30 3163.579 ? ?
40 3120.756 ? ?
50 3040.777 ? ?
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
set yrange [126.901:3580.13] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e2, 1e1
set ytics add ("200" 200, "500" 500, "2000" 2000)
# A line: set arrow 1 from graph 0, first 6.7e+02 to graph 1, first 6.7e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
