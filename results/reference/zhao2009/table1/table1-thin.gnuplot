# zhao2009/table1/table1-thin: 31 bodies in random motion, 5 % of the space filled: time per step
# Dot plot: milliseconds per step, logarithmic, one point per algorithm, in a space a tenth as full; the paper has no number
# for it. With hardly anything to test, look whether SCDA is still faster than ICOLLIDE and SPHERE, and whether PCDA's second
# thread pays.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-thin.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-thin.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-thin" . "." . format

title = "31 bodies in random motion, 5 % of the space filled: time per step"
notes = "zhao2009, table 1 · rows with fill = 0.05 · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# ICOLLIDE, read as AABB trees
$series1 << EOD
0 0.1396540964 0.137187481 0.1508917172  # ICOLLIDE, read as AABB trees
EOD

# SPHERE
$series2 << EOD
1 0.1633386685 0.1559070733 0.1723562383  # SPHERE
EOD

# SCDA
$series3 << EOD
2 0.1636572552 0.1609629323 0.1763442324  # SCDA
EOD

# SCDA, as printed
$series4 << EOD
3 0.1507597992 0.147139618 0.1598151259  # SCDA, as printed
EOD

# PCDA, 2 threads
$series5 << EOD
4 0.1657839225 0.1608587912 0.1785571121  # PCDA, 2 threads
EOD

# PCDA, as printed, 2 threads
$series6 << EOD
5 0.1542300443 0.1507533316 0.1668232581  # PCDA, as printed, 2 threads
EOD

# AABB trees, breadth first
$series9 << EOD
0 0.1688530605 0.164999943 0.1856134022  # AABB trees, breadth first †
EOD

# SAABB, depth first, nearest first
$series10 << EOD
1 0.04378685923 0.04270281489 0.04846336012  # SAABB, depth first, nearest first †
EOD

# SAABB, depth first
$series11 << EOD
2 0.04845948978 0.04678157934 0.05453056869  # SAABB, depth first †
EOD

# AABB trees, depth first
$series12 << EOD
3 0.05461440076 0.05275167768 0.05876898143  # AABB trees, depth first †
EOD

# sphere trees, depth first
$series13 << EOD
4 0.05434538054 0.05342068318 0.06167342957  # sphere trees, depth first †
EOD

# RAPID
$series14 << EOD
5 0.04749178095 0.04579428912 0.04853774733  # RAPID †
EOD

# obb8
$series15 << EOD
6 0.01112905003 0.0106340389 0.01320561008  # obb8 †
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 775 : 537)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 775 : 652)
H = H + height2
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
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key off
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("ICOLLIDE, read\nas AABB trees" 0, "SPHERE" 1, "SCDA" 2, "SCDA, as\nprinted" 3, "PCDA, 2 threads" 4, "PCDA, as\nprinted, 2\nthreads" 5)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("ICOLLIDE, read as AABB trees" 0, "SPHERE" 1, "SCDA" 2, "SCDA, as printed" 3, "PCDA, 2 threads" 4, "PCDA, as printed, 2 threads" 5)
set logscale y
set yrange [0.00948466:0.298719] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
set ytics add ("0.02" 0.02, "0.05" 0.05, "0.2" 0.2)
# A line: set arrow 1 from graph 0, first 0.053 to graph 1, first 0.053 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 2 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 4 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA, as printed
set style line 5 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # PCDA, 2 threads
set style line 6 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # PCDA, as printed, 2 threads
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2 with points linestyle 1 pointsize 1.8 * point notitle, \
     $series2 using 1:2 with points linestyle 2 pointsize 1.8 * point notitle, \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point notitle, \
     $series4 using 1:2 with points linestyle 4 pointsize 1.8 * point notitle, \
     $series5 using 1:2 with points linestyle 5 pointsize 1.8 * point notitle, \
     $series6 using 1:2 with points linestyle 6 pointsize 1.8 * point notitle, \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "time per step (ms) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "" font axis noenhanced
set key off
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set lmargin at screen 0.174; set xtics scale 0 right rotate by 25 noenhanced ("AABB trees, breadth first †" 0, "SAABB, depth first, nearest first †" 1, "SAABB, depth first †" 2, "AABB trees, depth first †" 3, "sphere trees, depth first †" 4, "RAPID †" 5, "obb8 †" 6)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("AABB trees, breadth first †" 0, "SAABB, depth first, nearest…" 1, "SAABB, depth first †" 2, "AABB trees, depth first †" 3, "sphere trees, depth first †" 4, "RAPID †" 5, "obb8 †" 6)
set logscale y
set yrange [0.00948466:0.298719] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
set ytics add ("0.02" 0.02, "0.05" 0.05, "0.2" 0.2)
# A line: set arrow 1 from graph 0, first 0.053 to graph 1, first 0.053 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # AABB trees, breadth first
set style line 10 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, depth first, nearest first
set style line 11 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, depth first
set style line 12 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # AABB trees, depth first
set style line 13 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere trees, depth first
set style line 14 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID
set style line 15 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
numbers = "offset 0,0.8"

if (height2) plot \
     $series9 using 1:2 with points linestyle 9 pointsize 1.8 * point notitle, \
     $series10 using 1:2 with points linestyle 10 pointsize 1.8 * point notitle, \
     $series11 using 1:2 with points linestyle 11 pointsize 1.8 * point notitle, \
     $series12 using 1:2 with points linestyle 12 pointsize 1.8 * point notitle, \
     $series13 using 1:2 with points linestyle 13 pointsize 1.8 * point notitle, \
     $series14 using 1:2 with points linestyle 14 pointsize 1.8 * point notitle, \
     $series15 using 1:2 with points linestyle 15 pointsize 1.8 * point notitle, \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     $series14 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 14 dashtype solid linewidth 1.7 notitle, \
     $series15 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 15 dashtype solid linewidth 1.7 notitle, \
     $series9 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series14 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series15 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
