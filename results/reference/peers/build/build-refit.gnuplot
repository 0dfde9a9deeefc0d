# peers/build/build-refit: Time to fit a tree to vertices that have moved
# Dot plot: milliseconds of processor time, logarithmic, with 95 % intervals, for bodies of several shapes and sizes; one
# symbol for each of ten kinds of trees. RAPID's and two of Embree's have to be built anew; the others, which are refitted,
# should take less than building.
# Its data are from build/cells.csv.
#
#     gnuplot build-refit.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" build-refit.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "build-refit" . "." . format

title = "Time to fit a tree to vertices that have moved"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 2.42616 2.35444 3.64159  # torus knot, 20000
1 49.9014 48.267 57.0237  # torus knot, 202520
2 0.552796 0.522158 0.570709  # coupling
3 2.88543 2.24802 3.53545  # turbine
4 3.00537 2.52581 3.36055  # needle
5 3.23389 3.01602 3.92598  # flat cloth
6 63.9951 59.9362 69.7639  # dragon
EOD

# aabb
$series2 << EOD
0 0.623027 0.585938 0.9497  # torus knot, 20000
1 14.257 13.1161 18.013  # torus knot, 202520
2 0.16535 0.15473 0.167413  # coupling
3 0.707987 0.530023 0.828022  # turbine
4 0.803847 0.538269 0.825026  # needle
5 0.897782 0.606647 1.01665  # flat cloth
6 21.9462 15.7079 23.0538  # dragon
EOD

# saabb
$series3 << EOD
0 8.16732 8.09225 9.05457  # torus knot, 20000
1 116.302 93.2591 135.252  # torus knot, 202520
2 1.87098 1.80945 1.92679  # coupling
3 7.4279 7.34379 9.54639  # turbine
4 9.13742 7.29433 9.60406  # needle
5 10.6015 10.4313 10.6889  # flat cloth
6 123.907 98.3637 126.536  # dragon
EOD

# sphere_obb
$series4 << EOD
0 4.33378 4.25189 5.78979  # torus knot, 20000
1 67.4454 55.9033 70.3623  # torus knot, 202520
2 0.988432 0.961271 1.04823  # coupling
3 4.86656 4.0231 5.23524  # turbine
4 5.3216 4.21399 5.68213  # needle
5 5.33898 5.07511 5.43431  # flat cloth
6 56.0268 55.1659 72.8788  # dragon
EOD

# sphere_obb_sized
$series5 << EOD
0 4.29465 4.21034 4.95818  # torus knot, 20000
1 63.6717 51.7061 69.6783  # torus knot, 202520
2 0.989784 0.979325 1.03186  # coupling
3 5.06293 3.78107 5.22618  # turbine
4 4.26704 4.11366 5.54943  # needle
5 5.30763 4.71068 5.67645  # flat cloth
6 67.6822 54.9336 72.2794  # dragon
EOD

# rapid
$series9 << EOD
0 22.1931 21.6743 22.9161  # torus knot, 20000
1 260.355 232.507 274.133  # torus knot, 202520
2 4.21126 4.09729 4.25888  # coupling
3 20.1187 19.2041 23.118  # turbine
4 20.6238 18.5595 21.5312  # needle
5 18.2318 15.7061 18.7066  # flat cloth
6 267.564 244.699 285.159  # dragon
EOD

# Embree, low quality
$series10 << EOD
0 4.29149 4.0843 6.13003  # torus knot, 20000
1 60.1476 45.6697 69.4642  # torus knot, 202520
2 1.33527 1.30435 1.38769  # coupling
3 5.06941 4.11183 6.22995  # turbine
4 10.9174 7.35983 11.5033  # needle
5 8.62025 6.04821 8.74088  # flat cloth
6 65.1639 60.4403 83.4797  # dragon
EOD

# Embree, medium quality
$series11 << EOD
0 12.8788 12.4617 17.0479  # torus knot, 20000
1 155.373 130.74 175.425  # torus knot, 202520
2 2.99203 2.94514 3.05092  # coupling
3 13.3244 11.6864 14.8542  # turbine
4 13.9486 10.5665 14.7226  # needle
5 14.8499 10.9269 15.0831  # flat cloth
6 163.475 148.967 189.417  # dragon
EOD

# Embree, to be refitted
$series12 << EOD
0 1.16423 1.07207 1.35301  # torus knot, 20000
1 16.78 12.7084 19.7572  # torus knot, 202520
2 0.310041 0.28825 0.333245  # coupling
3 1.1324 0.960851 1.55485  # turbine
4 1.32618 0.789359 1.34097  # needle
5 1.87276 1.29666 1.98277  # flat cloth
6 27.9354 22.0824 33.6125  # dragon
EOD

# FCL, AABB
$series13 << EOD
0 1.06198 0.938489 1.58717  # torus knot, 20000
1 14.1734 12.7956 17.2225  # torus knot, 202520
2 0.236113 0.231123 0.265076  # coupling
3 1.08231 0.953326 1.3797  # turbine
4 1.18351 0.804157 1.25279  # needle
5 1.38173 0.932538 1.39213  # flat cloth
6 23.7212 18.9495 31.3158  # dragon
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 644 : 596)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 702 : 596)
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
set label 4 "processor time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "body" : "\nbody") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(18 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knot,\n20000" 0, "torus knot,\n202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
if (narrow) set lmargin at screen 0.237; set xtics scale 0 right rotate by 25 noenhanced ("torus knot, 20000" 0, "torus knot, 202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
set logscale y
set yrange [0.114539:996.48] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 11 to graph 1, first 11 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # aabb
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # saabb
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere_obb
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "aabb †", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "saabb †", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "sphere_obb †", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "processor time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "body" : "\nbody") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knot,\n20000" 0, "torus knot,\n202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
if (narrow) set lmargin at screen 0.237; set xtics scale 0 right rotate by 25 noenhanced ("torus knot, 20000" 0, "torus knot, 202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
set logscale y
set yrange [0.114539:996.48] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 11 to graph 1, first 11 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # rapid
set style line 10 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, low quality
set style line 11 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Embree, medium quality
set style line 12 linecolor rgb "#e69f00" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # Embree, to be refitted
set style line 13 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # FCL, AABB
numbers = "left rotate by 90 offset 0,0.6"

if (height2) plot \
     $series9 using ($1 - 0.336):2 with points linestyle 9 pointsize 1.8 * point title "rapid †", \
     $series10 using ($1 - 0.168):2 with points linestyle 10 pointsize 1.8 * point title "Embree, low quality", \
     $series11 using 1:2 with points linestyle 11 pointsize 1.8 * point title "Embree, medium quality", \
     $series12 using ($1 + 0.168):2 with points linestyle 12 pointsize 1.8 * point title "Embree, to be refitted", \
     $series13 using ($1 + 0.336):2 with points linestyle 13 pointsize 1.8 * point title "FCL, AABB", \
     $series9 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     $series9 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
