# zhao2009/broad/broad: With and without a broad phase: 31 bodies of 300 triangles
# Dot plot: milliseconds per step, logarithmic, with 95 % intervals, of BCDA, SAABB and RAPID, each with no broad phase, behind
# sweep and prune and behind a grid. BCDA should gain most, since it tests all triangles of each pair that it is given.
# Its data are from broad/cells.csv.
#
#     gnuplot broad.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" broad.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "broad" . "." . format

title = "With and without a broad phase: 31 bodies of 300 triangles"
notes = "zhao2009, an experiment of ours · rows with body_triangles = 300 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# BCDA, none
$series1 << EOD
0 692.5207756 677.5067751 704.721635  # BCDA, none
EOD

# BCDA, sweep and prune
$series2 << EOD
1 14.30390067 14.26228339 14.96289203  # BCDA, sweep and prune †
EOD

# BCDA, grid
$series3 << EOD
2 14.27164652 14.22535812 14.38600529  # BCDA, grid †
EOD

# SAABB, none
$series4 << EOD
3 0.09773549784 0.07162699868 0.1232129957  # SAABB, none
EOD

# SAABB, sweep and prune
$series9 << EOD
0 0.09398950288 0.06951300164 0.1193679942  # SAABB, sweep and prune †
EOD

# SAABB, grid
$series10 << EOD
1 0.05994449859 0.04318500092 0.07727499916  # SAABB, grid †
EOD

# RAPID, none
$series11 << EOD
2 0.05208750033 0.04185199953 0.06325399953  # RAPID, none †
EOD

# RAPID, sweep and prune
$series12 << EOD
3 0.04444099977 0.03788600057 0.05227800082  # RAPID, sweep and prune †
EOD

# RAPID, grid
$series13 << EOD
4 0.01732549999 0.01147700004 0.02416599993  # RAPID, grid †
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 493 : 473)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 557 : 505)
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "\n\n" : "") font axis noenhanced
set key off
set xrange [-0.5:3.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("BCDA, none" 0, "BCDA, sweep and prune †" 1, "BCDA, grid †" 2, "SAABB, none" 3)
if (narrow) set xtics scale 0 rotate by 0 noenhanced ("BCDA, none" 0, "BCDA,\nsweep and\nprune †" 1, "BCDA, grid\n†" 2, "SAABB,\nnone" 3)
set logscale y
set yrange [0.00738416:4413.39] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 5.7 to graph 1, first 5.7 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA, none
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA, sweep and prune
set style line 3 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA, grid
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, none
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2 with points linestyle 1 pointsize 1.8 * point notitle, \
     $series2 using 1:2 with points linestyle 2 pointsize 1.8 * point notitle, \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point notitle, \
     $series4 using 1:2 with points linestyle 4 pointsize 1.8 * point notitle, \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n") font axis noenhanced
set key off
set xrange [-0.5:4.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("SAABB, sweep and\nprune †" 0, "SAABB, grid †" 1, "RAPID, none †" 2, "RAPID, sweep and\nprune †" 3, "RAPID, grid †" 4)
if (narrow) set lmargin at screen 0.324; set xtics scale 0 right rotate by 25 noenhanced ("SAABB, sweep and prune †" 0, "SAABB, grid †" 1, "RAPID, none †" 2, "RAPID, sweep and prune †" 3, "RAPID, grid †" 4)
set logscale y
set yrange [0.00738416:4413.39] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 5.7 to graph 1, first 5.7 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, sweep and prune
set style line 10 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, grid
set style line 11 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, none
set style line 12 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, sweep and prune
set style line 13 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, grid
numbers = "offset 0,0.8"

if (height2) plot \
     $series9 using 1:2 with points linestyle 9 pointsize 1.8 * point notitle, \
     $series10 using 1:2 with points linestyle 10 pointsize 1.8 * point notitle, \
     $series11 using 1:2 with points linestyle 11 pointsize 1.8 * point notitle, \
     $series12 using 1:2 with points linestyle 12 pointsize 1.8 * point notitle, \
     $series13 using 1:2 with points linestyle 13 pointsize 1.8 * point notitle, \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     $series9 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
