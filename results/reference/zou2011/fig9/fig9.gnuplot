# zou2011/fig9/fig9: Rendering paths over scene size (torus knots)
# Line chart, both axes logarithmic: tests per second over the triangles of both bodies, with 95 % intervals; lines for vertex
# buffer objects, vertex arrays, display lists, immediate mode, and buffer objects, culled. The paper claims that buffer
# objects lie above the next three.
# Its data are from fig9/cells.csv.
#
#     gnuplot fig9.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig9.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig9" . "." . format

title = "Rendering paths over scene size (torus knots)"
notes = "zou2011, figure 9 · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# vertex buffer objects
$series1 << EOD
1000 676.68 672.3371947 680.7622012
9996 251.368 232.2753604 264.8212583
100000 64.431 62.18602363 67.2393196
EOD

# vertex arrays
$series2 << EOD
1000 674.571 665.6480794 680.3515635
9996 251.648 231.8977595 265.8956935
100000 64.251 58.56571457 68.93097594
EOD

# display lists
$series3 << EOD
1000 675.312 652.079 679.9529062
9996 251.301 231.7200519 265.9902573
100000 64.469 61.07056856 67.12855549
EOD

# immediate mode
$series4 << EOD
1000 659.249 648.204 668.8416406
9996 236.164 225.3199379 243.8831852
100000 56.533 54.50729339 58.24258857
EOD

# vertex buffer objects, culled
$series5 << EOD
1000 1044.995 1032.901 1062.278
9996 586.392 512.1145107 645.5993832
100000 203.361 185.4437405 219.4165587
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
set label 4 "tests per second (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of both bodies (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(31 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [831.764:120226] noextend
set xtics noenhanced ("1000" 1000, "9996" 9996, "100000" 100000)
set logscale y
set yrange [48.402:1196.27] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 2.4e+02 to graph 1, first 2.4e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # vertex buffer objects
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # vertex arrays
set style line 3 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # display lists
set style line 4 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # immediate mode
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # vertex buffer objects, culled

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "vertex buffer objects", \
     $series2 using 1:2 with linespoints linestyle 2 title "vertex arrays", \
     $series3 using 1:2 with linespoints linestyle 3 title "display lists", \
     $series4 using 1:2 with linespoints linestyle 4 title "immediate mode", \
     $series5 using 1:2 with linespoints linestyle 5 title "vertex buffer objects, culled †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
