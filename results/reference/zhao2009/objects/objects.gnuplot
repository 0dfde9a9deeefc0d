# zhao2009/objects/objects: Pairs of bodies that are tested, over the number of bodies
# Line chart, both axes logarithmic: pairs of bodies tested per step over their number, one line per algorithm. BCDA, SPHERE,
# SCDA and PCDA test all pairs, so that their lines are one, of slope 2; only ICOLLIDE, behind sweep and prune, can keep to the
# paper's n log n.
# Its data are from objects/cells.csv.
#
#     gnuplot objects.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" objects.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "objects" . "." . format

title = "Pairs of bodies that are tested, over the number of bodies"
notes = "zhao2009, table 1"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# BCDA
$series1 << EOD
16 120 ? ?
32 496 ? ?
64 2016 ? ?
128 8128 ? ?
EOD

# ICOLLIDE, read as AABB trees
$series2 << EOD
16 29.5 ? ?
32 53.5 ? ?
64 97.5 ? ?
128 187.5 ? ?
EOD

# SPHERE
$series3 << EOD
16 120 ? ?
32 496 ? ?
64 2016 ? ?
128 8128 ? ?
EOD

# SCDA
$series4 << EOD
16 120 ? ?
32 496 ? ?
64 2016 ? ?
128 8128 ? ?
EOD

# SCDA, as printed
$series5 << EOD
16 120 ? ?
32 496 ? ?
64 2016 ? ?
128 8128 ? ?
EOD

# PCDA, 2 threads
$series6 << EOD
16 120 ? ?
32 496 ? ?
64 2016 ? ?
128 8128 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 740 : 817)
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
set label 4 "pairs tested per step (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(30 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [14.723:139.102] noextend
set xtics noenhanced ("16" 16, "32" 32, "64" 64, "128" 128)
set logscale y
set yrange [23.5622:10176.3] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("50" 50, "200" 200, "500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 4.9e+02 to graph 1, first 4.9e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 5 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA, as printed
set style line 6 linecolor rgb "#882255" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # PCDA, 2 threads

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "BCDA", \
     $series2 using 1:2 with linespoints linestyle 2 title "ICOLLIDE, read as AABB trees", \
     $series3 using 1:2 with linespoints linestyle 3 title "SPHERE", \
     $series4 using 1:2 with linespoints linestyle 4 title "SCDA", \
     $series5 using 1:2 with linespoints linestyle 5 title "SCDA, as printed", \
     $series6 using 1:2 with linespoints linestyle 6 title "PCDA, 2 threads", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
