# zou2011/deform-cloth/deform-cloth: Waving cloth, every vertex moved in every frame
# Line chart, both axes logarithmic: milliseconds per frame over the triangles of all bodies; Image_CD corrected, repaired, as
# printed and culled, obb8 refitted and rebuilt, and RAPID rebuilt. Image_CD should be below RAPID, as for bars; look at trees
# that are refitted, too.
# Its data are from deform-cloth/cells.csv.
#
#     gnuplot deform-cloth.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" deform-cloth.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "deform-cloth" . "." . format

title = "Waving cloth, every vertex moved in every frame"
notes = "zou2011, an experiment of ours · † ours"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD, vertices reloaded
$series1 << EOD
9976 10.24590164 ? ?
40008 24.20955793 ? ?
EOD

# repaired
$series2 << EOD
9976 6.96490385 ? ?
40008 16.11577573 ? ?
EOD

# as printed
$series3 << EOD
9976 11.33260049 ? ?
40008 26.78164921 ? ?
EOD

# Image_CD, culled
$series4 << EOD
9976 1.272513953 ? ?
40008 3.096799767 ? ?
EOD

# obb8, tree refitted
$series5 << EOD
9976 0.8257795152 ? ?
40008 3.526876563 ? ?
EOD

# RAPID, tree rebuilt
$series6 << EOD
9976 8.144847976 ? ?
40008 35.99841607 ? ?
EOD

# obb8, tree rebuilt
$series7 << EOD
9976 3.842488703 ? ?
40008 17.58860259 ? ?
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
set label 4 "time per frame (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of all bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(29 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [9436.89:42293.6] noextend
set xtics noenhanced ("9976" 9976, "40008" 40008)
set logscale y
set yrange [0.710047:41.8659] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 5.5 to graph 1, first 5.5 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Image_CD, vertices reloaded
set style line 2 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # repaired
set style line 3 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # as printed
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Image_CD, culled
set style line 5 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, tree refitted
set style line 6 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, tree rebuilt
set style line 7 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, tree rebuilt

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "Image_CD, vertices reloaded", \
     $series2 using 1:2 with linespoints linestyle 2 title "repaired", \
     $series3 using 1:2 with linespoints linestyle 3 title "as printed", \
     $series4 using 1:2 with linespoints linestyle 4 title "Image_CD, culled †", \
     $series5 using 1:2 with linespoints linestyle 5 title "obb8, tree refitted †", \
     $series6 using 1:2 with linespoints linestyle 6 title "RAPID, tree rebuilt", \
     $series7 using 1:2 with linespoints linestyle 7 title "obb8, tree rebuilt †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
