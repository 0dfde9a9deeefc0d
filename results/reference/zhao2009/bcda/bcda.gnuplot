# zhao2009/bcda/bcda: 31 bodies in random motion, the first step: time over triangles
# Line chart, both axes logarithmic: milliseconds per step over the triangles of a body; lines for BCDA, ICOLLIDE, SPHERE, and
# SCDA corrected and as printed, open symbols for the paper's times at 2800. The paper claims that bounding volumes take less
# time: BCDA's line should be the highest.
# Its data are from bcda/cells.csv.
#
#     gnuplot bcda.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" bcda.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "bcda" . "." . format

title = "31 bodies in random motion, the first step: time over triangles"
notes = "zhao2009, table 1 · the paper's bodies have 2800 triangles; --quick stops at 300, since the paper's size would take too long"
caption = "AMD EPYC, 2 processors · full run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# BCDA
$series1 << EOD
100 237.1354043 ? ?
300 625.3908693 ? ?
900 4166.666667 ? ?
2800 35714.28571 ? ?
EOD

# printed in the paper: BCDA
$printed1 << EOD
2800 5109 ? ?
EOD

# ICOLLIDE, read as AABB trees
$series2 << EOD
100 1.031655312 ? ?
300 1.577356729 ? ?
900 3.614270586 ? ?
2800 7.47976723 ? ?
EOD

# printed in the paper: ICOLLIDE, read as AABB trees
$printed2 << EOD
2800 4231 ? ?
EOD

# SPHERE
$series3 << EOD
100 1.235098536 ? ?
300 1.551768551 ? ?
900 3.199518792 ? ?
2800 6.883402053 ? ?
EOD

# printed in the paper: SPHERE
$printed3 << EOD
2800 3265 ? ?
EOD

# SCDA
$series4 << EOD
100 0.9795979142 ? ?
300 1.462666177 ? ?
900 3.341173955 ? ?
2800 6.810829218 ? ?
EOD

# SCDA, as printed
$series5 << EOD
100 0.6603131337 ? ?
300 0.9646550394 ? ?
900 2.025936033 ? ?
2800 4.436596598 ? ?
EOD

# printed in the paper: SCDA, as printed
$printed5 << EOD
2800 185 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 828 : 876)
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
set xlabel "triangles of each of the 31 bodies (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(35 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [87.5213:3199.22] noextend
set xtics noenhanced ("100" 100, "300" 300, "900" 900, "2800" 2800)
set logscale y
set yrange [0.426998:55228.8] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 1.5e+02 to graph 1, first 1.5e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 5 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA, as printed

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "BCDA", \
     $series2 using 1:2 with linespoints linestyle 2 title "ICOLLIDE, read as AABB trees", \
     $series3 using 1:2 with linespoints linestyle 3 title "SPHERE", \
     $series4 using 1:2 with linespoints linestyle 4 title "SCDA", \
     $series5 using 1:2 with linespoints linestyle 5 title "SCDA, as printed", \
     $printed1 using 1:2 with points pointsize 2.2 * point pointtype 10 linewidth 2.5 linecolor rgb "#000000" title "paper: BCDA", \
     $printed2 using 1:2 with points pointsize 2.2 * point pointtype 4 linewidth 2.5 linecolor rgb "#000000" title "paper: ICOLLIDE, read as AABB trees", \
     $printed3 using 1:2 with points pointsize 2.2 * point pointtype 14 linewidth 2.5 linecolor rgb "#000000" title "paper: SPHERE", \
     $printed5 using 1:2 with points pointsize 2.2 * point pointtype 12 linewidth 2.5 linecolor rgb "#000000" title "paper: SCDA, as printed", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
