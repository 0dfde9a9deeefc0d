# liu2016/table1/table1-test: Cost of an overlap test of two bounding volumes
# Bar chart, linear: nanoseconds per overlap test, for eight meshes; four bars per mesh: sphere, AABB, OBB and 18-DOP, with 95
# % intervals. The paper claims that spheres are cheap to test and that tighter volumes cost more: OBBs should be above spheres
# and AABBs.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-test.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-test.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-test" . "." . format

title = "Cost of an overlap test of two bounding volumes"
notes = "liu2016, table 1 · rows with share = 0.5 · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# sphere
$series1 << EOD
0 1.5928 1.43576 1.67459  # sphere
1 1.56809 1.4021 2.36789  # bumpy
2 1.49175 1.39231 1.65693  # convex
3 1.5488 1.348440148 1.727930516  # bunny
4 1.57026 1.487487538 1.77238  # gear
5 1.58683 1.50613 1.66184  # comb
6 1.5727 1.47328 1.74411  # torus knot
7 1.56863 1.46704 1.714246132  # bar
EOD

# AABB
$series2 << EOD
0 2.50537 2.286786598 2.665112607  # sphere
1 2.56483 2.24563 2.794262989  # bumpy
2 2.34996 1.984762577 2.894687983  # convex
3 2.37359 1.926434983 2.790653608  # bunny
4 2.25187 1.552156074 3.982730456  # gear
5 2.16903 1.59337708 3.218142475  # comb
6 2.31299 2.107819553 2.88978  # torus knot
7 2.53144 1.087991624 6.222223905  # bar
EOD

# OBB
$series3 << EOD
0 28.0729 26.90404227 29.84934332  # sphere
1 27.6559 25.65300887 30.9361  # bumpy
2 26.683 24.74008055 29.87109789  # convex
3 24.8001 23.58241056 26.09189975  # bunny
4 25.1122 22.56734806 28.04150255  # gear
5 22.5667 19.438424 26.9223623  # comb
6 24.5257 23.86059343 25.4736  # torus knot
7 19.18 15.06056978 23.59299863  # bar
EOD

# 18-DOP
$series4 << EOD
0 5.64722 5.088318467 6.21042  # sphere
1 5.43563 4.94906 7.10205  # bumpy
2 5.19463 4.700688801 5.891924179  # convex
3 4.99577 4.464292194 5.64551337  # bunny
4 5.46902 4.483570486 6.37777  # gear
5 5.14274 4.32653747 6.696770464  # comb
6 5.08271 4.515041407 5.89662  # torus knot
7 4.59288 3.85856 5.30764  # bar
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 744 : 759)
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
set label 4 "time per test (ns)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "mesh (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 3 : 5) width -int(8 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:7.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
unset logscale y
set yrange [0:35.8859] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 18 to graph 1, first 18 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # AABB
set style line 3 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # OBB
set style line 4 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # 18-DOP
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.315):2:(0.189) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "sphere", \
     $series2 using ($1 - 0.105):2:(0.189) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "AABB", \
     $series3 using ($1 + 0.105):2:(0.189) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "OBB", \
     $series4 using ($1 + 0.315):2:(0.189) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "18-DOP", \
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
