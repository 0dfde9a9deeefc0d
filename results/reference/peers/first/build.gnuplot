# peers/first/build: Time to build for two bodies
# Dot plot: milliseconds to build all that is needed before the first query, logarithmic, for six pairs of bodies; one symbol
# per library. Read it beside the times of queries: trees that answer sooner may take longer to build.
# Its data are from first/cells.csv.
#
#     gnuplot build.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" build.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "build" . "." . format

title = "Time to build for two bodies"
notes = "peers, an experiment of ours · rows with depth = 0.05 · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 10.685765 ? ?  # torus knots, 20000
1 2.50627 ? ?  # bunnies
2 117.455501 ? ?  # bumpy spheres, 200000
3 5.349803 ? ?  # gear and comb
4 2.219053 ? ?  # couplings
5 10.663141 ? ?  # turbines
EOD

# sphere_obb_sized
$series2 << EOD
0 50.663217 ? ?  # torus knots, 20000
1 9.336736 ? ?  # bunnies
2 528.124059 ? ?  # bumpy spheres, 200000
3 21.709402 ? ?  # gear and comb
4 8.933046 ? ?  # couplings
5 47.942628 ? ?  # turbines
EOD

# FCL, float
$series3 << EOD
0 31.660383 ? ?  # torus knots, 20000
1 5.896917 ? ?  # bunnies
2 336.873292 ? ?  # bumpy spheres, 200000
3 12.136224 ? ?  # gear and comb
4 5.337645 ? ?  # couplings
5 29.836979 ? ?  # turbines
EOD

# FCL, OBBRSS
$series4 << EOD
0 56.562698 ? ?  # torus knots, 20000
1 9.315345 ? ?  # bunnies
2 491.821596 ? ?  # bumpy spheres, 200000
3 20.522435 ? ?  # gear and comb
4 8.945945 ? ?  # couplings
5 45.57302 ? ?  # turbines
EOD

# Bullet
$series5 << EOD
0 6.01972 ? ?  # torus knots, 20000
1 1.167628 ? ?  # bunnies
2 50.341709 ? ?  # bumpy spheres, 200000
3 2.214656 ? ?  # gear and comb
4 1.022112 ? ?  # couplings
5 4.566367 ? ?  # turbines
EOD

# ODE
$series6 << EOD
0 17.314471 ? ?  # torus knots, 20000
1 3.010791 ? ?  # bunnies
2 189.2168 ? ?  # bumpy spheres, 200000
3 7.446834 ? ?  # gear and comb
4 2.948318 ? ?  # couplings
5 15.655682 ? ?  # turbines
EOD

# Embree, boxes refitted
$series7 << EOD
0 1.622605 ? ?  # torus knots, 20000
1 1.187207 ? ?  # bunnies
2 4.124739 ? ?  # bumpy spheres, 200000
3 1.300105 ? ?  # gear and comb
4 1.176131 ? ?  # couplings
5 1.390409 ? ?  # turbines
EOD

# CGAL
$series8 << EOD
0 6.741253 ? ?  # torus knots, 20000
1 1.308838 ? ?  # bunnies
2 73.201052 ? ?  # bumpy spheres, 200000
3 2.952735 ? ?  # gear and comb
4 1.256941 ? ?  # couplings
5 6.454767 ? ?  # turbines
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 906 : 850)
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
set label 4 "time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "pair of bodies" : "\npair of bodies") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knots,\n20000" 0, "bunnies" 1, "bumpy spheres,\n200000" 2, "gear and comb" 3, "couplings" 4, "turbines" 5)
if (narrow) set lmargin at screen 0.244; set xtics scale 0 right rotate by 25 noenhanced ("torus knots, 20000" 0, "bunnies" 1, "bumpy spheres, 200000" 2, "gear and comb" 3, "couplings" 4, "turbines" 5)
set logscale y
set yrange [0.796103:1493.55] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 34 to graph 1, first 34 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL, OBBRSS
set style line 5 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 6 linecolor rgb "#000000" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # ODE
set style line 7 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, boxes refitted
set style line 8 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.3675):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.2625):2 with points linestyle 2 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series3 using ($1 - 0.1575):2 with points linestyle 3 pointsize 1.8 * point title "FCL, float", \
     $series4 using ($1 - 0.0525):2 with points linestyle 4 pointsize 1.8 * point title "FCL, OBBRSS", \
     $series5 using ($1 + 0.0525):2 with points linestyle 5 pointsize 1.8 * point title "Bullet", \
     $series6 using ($1 + 0.1575):2 with points linestyle 6 pointsize 1.8 * point title "ODE", \
     $series7 using ($1 + 0.2625):2 with points linestyle 7 pointsize 1.8 * point title "Embree, boxes refitted", \
     $series8 using ($1 + 0.3675):2 with points linestyle 8 pointsize 1.8 * point title "CGAL", \
     $series1 using ($1 - 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 - 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series7 using ($1 + 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series8 using ($1 + 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
