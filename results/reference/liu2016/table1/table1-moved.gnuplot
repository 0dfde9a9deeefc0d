# liu2016/table1/table1-moved: Cost of updating a bounding volume of a rigid body
# Dot plot: nanoseconds to move a fitted volume along with its body, logarithmic; for each of eight meshes a symbol for sphere,
# AABB, OBB and 18-DOP. The paper claims that spheres are simple to update: theirs should lie below the OBBs' on every mesh.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-moved.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-moved.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-moved" . "." . format

title = "Cost of updating a bounding volume of a rigid body"
notes = "liu2016, table 1 · rows with share = 0.5 · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# sphere
$series1 << EOD
0 2.6272 2.372429708 3.38269  # sphere
1 2.61377 2.469337529 3.88513  # bumpy
2 2.62354 2.564645429 2.70178  # convex
3 2.61743 2.113491463 3.662623921  # bunny
4 2.6748 1.918716857 4.447189177  # gear
5 2.91821 2.65527 3.41687  # comb
6 2.9071 2.290574916 3.885644095  # torus knot
7 2.77136 2.269186089 3.737465128  # bar
EOD

# AABB
$series2 << EOD
0 6.02576 5.7655387 6.438684769  # sphere
1 6.06372 5.98914 8.08582  # bumpy
2 6.0271 5.982967809 6.096857709  # convex
3 6.00024 5.786885931 6.343825912  # bunny
4 6.05383 3.802594018 12.68841132  # gear
5 6.1908 6.03687 7.85962  # comb
6 6.20923 5.751539607 6.77161  # torus knot
7 6.12 5.83196428 6.60413  # bar
EOD

# OBB
$series3 << EOD
0 6.74097 6.515654522 8.20801  # sphere
1 6.93542 6.49158 10.9257  # bumpy
2 6.65295 6.466339787 6.7948  # convex
3 6.81323 6.253700074 7.519987246  # bunny
4 6.68835 6.580591339 6.95862  # gear
5 6.84851 6.231355291 7.79358  # comb
6 6.85339 6.393747686 7.441477775  # torus knot
7 6.67126 6.562859441 6.97693  # bar
EOD

# 18-DOP
$series4 << EOD
0 181.332 168.4859491 203.9329292  # sphere
1 181.057 178.824 227.233  # bumpy
2 181.575 167.9766602 206.6  # convex
3 181.787 171.004296 198.4055474  # bunny
4 96.7137 92.13446923 103.737  # gear
5 62.6469 60.62534514 65.99765001  # comb
6 181.662 178.86 183.6729739  # torus knot
7 104.621 103.8882071 112.512  # bar
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
set label 4 "time per update (ns)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "mesh (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 3 : 5) width -int(8 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:7.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
set logscale y
set yrange [1.58516:502.916] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 28 to graph 1, first 28 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # AABB
set style line 3 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # OBB
set style line 4 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # 18-DOP
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.315):2 with points linestyle 1 pointsize 1.8 * point title "sphere", \
     $series2 using ($1 - 0.105):2 with points linestyle 2 pointsize 1.8 * point title "AABB", \
     $series3 using ($1 + 0.105):2 with points linestyle 3 pointsize 1.8 * point title "OBB", \
     $series4 using ($1 + 0.315):2 with points linestyle 4 pointsize 1.8 * point title "18-DOP", \
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
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
