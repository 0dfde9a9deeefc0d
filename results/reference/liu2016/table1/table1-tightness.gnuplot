# liu2016/table1/table1-tightness: Tightness: volume of the bounding volume over that of the mesh
# Dot plot: volume of the bounding volume over that of the mesh, logarithmic, where 1 is perfectly tight; for each of eight
# meshes a symbol for sphere, AABB, OBB and 18-DOP. The paper claims that OBBs are tight: on average they should lie below the
# spheres.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-tightness.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-tightness.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-tightness" . "." . format

title = "Tightness: volume of the bounding volume over that of the mesh"
notes = "liu2016, table 1 · rows with share = 0.5"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# sphere
$series1 << EOD
0 1.0022 ? ?  # sphere
1 1.5907 ? ?  # bumpy
2 1.5527 ? ?  # convex
3 6.0073 ? ?  # bunny
4 4.8875 ? ?  # gear
5 5.3262 ? ?  # comb
6 11.581 ? ?  # torus knot
7 272.12 ? ?  # bar
EOD

# AABB
$series2 << EOD
0 1.9117 ? ?  # sphere
1 2.3148 ? ?  # bumpy
2 1.9571 ? ?  # convex
3 4.3158 ? ?  # bunny
4 5.5213 ? ?  # gear
5 6.05 ? ?  # comb
6 10.347 ? ?  # torus knot
7 58.341 ? ?  # bar
EOD

# OBB
$series3 << EOD
0 1.913 ? ?  # sphere
1 2.2594 ? ?  # bumpy
2 1.9144 ? ?  # convex
3 3.676 ? ?  # bunny
4 1.7497 ? ?  # gear
5 1.6835 ? ?  # comb
6 7.0726 ? ?  # torus knot
7 1.2944 ? ?  # bar
EOD

# 18-DOP
$series4 << EOD
0 1.2159 ? ?  # sphere
1 1.4464 ? ?  # bumpy
2 1.2282 ? ?  # convex
3 2.4477 ? ?  # bunny
4 2.9973 ? ?  # gear
5 3.4 ? ?  # comb
6 6.0381 ? ?  # torus knot
7 11.05 ? ?  # bar
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
set label 4 "volume / volume of the mesh" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "mesh (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 3 : 5) width -int(8 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:7.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("sphere" 0, "bumpy" 1, "convex" 2, "bunny" 3, "gear" 4, "comb" 5, "torus knot" 6, "bar" 7)
set logscale y
set yrange [0.800944:691.426] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 24 to graph 1, first 24 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
