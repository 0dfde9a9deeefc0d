# liu2016/table1/table1-fitted: Cost of fitting a bounding volume to a deforming body
# Bar chart, linear: nanoseconds per vertex to fit a volume anew when every vertex has moved, for eight meshes; four bars per
# mesh: sphere, AABB, OBB and 18-DOP. The paper has rigid bodies only; look whether spheres are simple to update here, too.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-fitted.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-fitted.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-fitted" . "." . format

title = "Cost of fitting a bounding volume to a deforming body"
notes = "liu2016, table 1 · rows with share = 0.5 · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# sphere
$series1 << EOD
0 5.01025 4.574103919 5.786003116  # sphere
1 4.70156 4.356755984 6.51902  # bumpy
2 4.56089 4.391489466 4.837400764  # convex
3 4.60804 4.38119363 4.993949978  # bunny
4 4.8276 3.89201616 6.271811616  # gear
5 4.51377 4.49814 4.73435  # comb
6 4.72827 4.664881612 5.09585  # torus knot
7 4.51611 4.183177166 5.092880578  # bar
EOD

# AABB
$series2 << EOD
0 0.935719 0.9355 0.941708  # sphere
1 0.935573 0.9350503119 1.11529  # bumpy
2 0.936276 0.9360008522 0.937025  # convex
3 0.936811 0.9361183946 0.93817  # bunny
4 0.935962 0.651984154 1.671332597  # gear
5 0.934375 0.9337171131 0.9352727977  # comb
6 0.932884 0.9324952514 0.9333322494  # torus knot
7 0.936526 0.9351035221 1.22647  # bar
EOD

# OBB
$series3 << EOD
0 2.04063 2.027028477 2.049654197  # sphere
1 2.03451 1.985012969 2.55405  # bumpy
2 2.03404 2.027204026 2.04904  # convex
3 2.04664 1.986042581 2.13805643  # bunny
4 2.03623 1.788442432 2.501773314  # gear
5 2.03729 2.03161 2.32  # comb
6 2.0335 2.025439345 2.44329  # torus knot
7 2.03377 1.768477073 2.545068615  # bar
EOD

# 18-DOP
$series4 << EOD
0 3.67168 3.660163672 3.90657  # sphere
1 3.66935 3.505331716 4.03913  # bumpy
2 3.6738 3.459594686 4.036902704  # convex
3 3.6804 3.649594858 4.00183  # bunny
4 3.67185 3.654668045 4.19741  # gear
5 3.69903 3.618108632 3.94221  # comb
6 3.66749 3.662680424 3.80797  # torus knot
7 3.6704 3.267768822 4.422399547  # bar
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
set label 4 "time per vertex (ns)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "mesh (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 3 : 5) width -int(8 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:7.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
unset logscale y
set yrange [0:7.56206] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 3.8 to graph 1, first 3.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
