# zhao2009/complexity/complexity: Time over the triangles of 12 bodies
# Line chart, both axes logarithmic: milliseconds per step over the triangles of all bodies; lines for BCDA, ICOLLIDE, SPHERE,
# SCDA corrected and as printed, and PCDA. By the paper BCDA grows as n squared, a slope of 2, and the others as n log n, a
# slope little above 1.
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

title = "Time over the triangles of 12 bodies"
notes = "zhao2009, table 1 · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# BCDA
$series1 << EOD
4480 79.32101214 78.31632642 80.72430532
6800 181.1266075 177.0563284 187.3595492
9280 338.7533875 330.5677775 351.8506529
14720 849.617672 ? ?
19280 1474.926254 ? ?
EOD

# ICOLLIDE, read as AABB trees
$series2 << EOD
4480 0.622270953 0.608726459 0.6457653934
6800 0.8043725693 0.7887864501 0.828658785
9280 1.032561838 1.0151742 1.049763833
14720 1.417358101 1.361255404 1.454122223
19280 1.588108245 1.558465366 1.63655675
EOD

# SPHERE
$series3 << EOD
4480 0.5208254667 0.5080262344 0.535557277
6800 0.6808529181 0.6633633761 0.7004424695
9280 0.8402563454 0.8087290984 0.8582843765
14720 1.140337973 1.109755976 1.170908086
19280 1.362312444 1.281446047 1.420827884
EOD

# SCDA
$series4 << EOD
4480 0.5732485537 0.54589534 0.6094347283
6800 0.7552989889 0.7395011777 0.7668258853
9280 0.9408151976 0.9128785251 0.9623823969
14720 1.290364205 1.257050482 1.329378874
19280 1.497248058 1.420557461 1.578911094
EOD

# SCDA, as printed
$series5 << EOD
4480 0.3870009478 0.3369864916 0.4049369702
6800 0.5209500044 0.4610164491 0.5440981192
9280 0.6454198747 0.5788970044 0.6872007626
14720 0.8712471031 0.8249382121 0.8958535108
19280 1.017819992 0.9412810081 1.068966512
EOD

# PCDA, 2 threads
$series6 << EOD
4480 0.3441519803 0.2852849726 0.3806252095
6800 0.443069943 0.3645005398 0.552355241
9280 0.5390074286 0.4509594062 0.6937462099
14720 0.7883382696 0.746906314 0.8290086714
19280 0.879008057 0.7439132673 1.050086373
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
set label 4 "time per step (ms) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of all bodies (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(30 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [4225.95:20439] noextend
set xtics noenhanced ("4480" 4480, "6800" 6800, "9280" 9280, "14720" 14720, "19280" 19280)
set logscale y
set yrange [0.202647:2076.39] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 21 to graph 1, first 21 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
