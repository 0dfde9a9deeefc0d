# liu2016/cost/cost-ratio: Predicted / measured time of the narrow phase
# Bar chart, linear, with 95 % intervals: predicted over measured time for seven scenes; six bars each: Sphere-OBB trees with
# and without spheres and obb8, by plain and by fitted costs. At the dashed line, 1, the prediction is right; fitted costs
# should be within a factor of 1.5.
# Its data are from cost/cells.csv.
#
#     gnuplot cost-ratio.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" cost-ratio.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "cost-ratio" . "." . format

title = "Predicted / measured time of the narrow phase"
notes = "liu2016, an experiment of ours · dashed line: predicted as measured · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Sphere-OBB trees, plain tests
$series1 << EOD
0 0.6237 0.609 0.6505  # knots
1 0.6069 0.5735482472 0.6286456976  # bumpy
2 0.6512 0.609899458 0.6873  # gears
3 0.64 0.5692763657 0.702649539  # thin
4 0.6466 0.6392663398 0.6564351145  # dense
5 0.6188 0.616448034 0.6218959883  # spheres
6 0.7038 0.6873 0.7441  # combs
EOD

# Sphere-OBB trees, fitted costs
$series2 << EOD
0 1.032 0.9905040492 1.08404418  # knots
1 0.9718 0.9538178542 0.9876  # bumpy
2 1.032 0.9818967726 1.091  # gears
3 0.9547 0.8339651049 1.040713233  # thin
4 0.9724 0.9477990389 1.011868466  # dense
5 0.9622 0.9417401934 0.9840069106  # spheres
6 1.101 1.06606728 1.155  # combs
EOD

# without spheres, plain tests
$series3 << EOD
0 0.7249 0.7139 0.7389  # knots
1 0.7066 0.6665887854 0.7335753078  # bumpy
2 0.7227 0.7047564238 0.7379849784  # gears
3 0.6407 0.6146370911 0.6790606905  # thin
4 0.6581 0.5936417743 0.7071187072  # dense
5 0.71 0.7078247886 0.7126491856  # spheres
6 0.7115 0.6743328348 0.7369  # combs
EOD

# without spheres, fitted costs
$series4 << EOD
0 1.049 1.026197751 1.082471995  # knots
1 1.014 0.9811781752 1.040327349  # bumpy
2 1.046 1.022 1.060091945  # gears
3 0.9236 0.8804106634 0.9627648854  # thin
4 0.9384 0.862216772 0.9899882482  # dense
5 1.023 1.004172514 1.048249632  # spheres
6 1.006 0.9347491341 1.065890604  # combs
EOD

# obb8, plain tests
$series5 << EOD
0 4.261 4.212 4.893  # knots
1 3.711 3.472334331 4.16  # bumpy
2 3.533 3.420549751 4.12  # gears
3 3.111 2.770113011 3.676  # thin
4 3.381 3.306 3.489  # dense
5 3.813 3.78911972 3.836344048  # spheres
6 2.847 2.425175042 3.509  # combs
EOD

# obb8, fitted costs
$series6 << EOD
0 1.268 1.179849277 1.463  # knots
1 0.9102 0.8705 1.006  # bumpy
2 0.9942 0.9506165133 1.145  # gears
3 0.8354 0.7533619906 0.9872  # thin
4 0.9466 0.9085773257 0.9959438986  # dense
5 1.203 1.082363082 1.368587194  # spheres
6 1.029 0.923448991 1.266  # combs
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 746 : 785)
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
set label 4 "predicted / measured time" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(32 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("knots" 0, "bumpy" 1, "gears" 2, "thin" 3, "dense" 4, "spheres" 5, "combs" 6)
if (narrow) set xtics scale 0 right rotate by 25 noenhanced ("knots" 0, "bumpy" 1, "gears" 2, "thin" 3, "dense" 4, "spheres" 5, "combs" 6)
unset logscale y
set yrange [0:5.67588] noextend
set ytics noenhanced autofreq; set format y "%.10g"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Sphere-OBB trees, plain tests
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Sphere-OBB trees, fitted costs
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # without spheres, plain tests
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # without spheres, fitted costs
set style line 5 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, plain tests
set style line 6 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # obb8, fitted costs
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.35):2:(0.126) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "Sphere-OBB trees, plain tests", \
     $series2 using ($1 - 0.21):2:(0.126) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "Sphere-OBB trees, fitted costs", \
     $series3 using ($1 - 0.07):2:(0.126) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "without spheres, plain tests", \
     $series4 using ($1 + 0.07):2:(0.126) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "without spheres, fitted costs", \
     $series5 using ($1 + 0.21):2:(0.126) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "obb8, plain tests †", \
     $series6 using ($1 + 0.35):2:(0.126) with boxes linestyle 6 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "obb8, fitted costs †", \
     $series1 using ($1 - 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
