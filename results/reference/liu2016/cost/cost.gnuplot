# liu2016/cost/cost: Predicted and measured time of the narrow phase
# Scatter plot, both axes logarithmic: predicted over measured milliseconds per step, a point per scene, for Sphere-OBB trees
# with and without spheres and for obb8, each with costs of plain tests and fitted costs. On the dashed diagonal the prediction
# is right; fitted costs should be near it.
# Its data are from cost/cells.csv.
#
#     gnuplot cost.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" cost.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "cost" . "." . format

title = "Predicted and measured time of the narrow phase"
notes = "liu2016, an experiment of ours · dashed line: predicted as measured · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Sphere-OBB trees, plain tests
$series1 << EOD
0.135966 0.0885422 ? ?
0.194335 0.136625 ? ?
0.210964 0.131333 ? ?
0.471415 0.302523 ? ?
0.563891 0.341597 ? ?
4.47267 2.89345 ? ?
4.77371 2.95556 ? ?
EOD

# Sphere-OBB trees, fitted costs
$series2 << EOD
0.135966 0.141648 ? ?
0.194335 0.212202 ? ?
0.210964 0.217209 ? ?
0.471415 0.444508 ? ?
0.563891 0.54798 ? ?
4.47267 4.34919 ? ?
4.77371 4.59309 ? ?
EOD

# without spheres, plain tests
$series3 << EOD
0.169318 0.122365 ? ?
0.201893 0.143518 ? ?
0.262454 0.190503 ? ?
0.551276 0.35367 ? ?
0.73481 0.51798 ? ?
5.16737 3.3923 ? ?
8.72412 6.19085 ? ?
EOD

# without spheres, fitted costs
$series4 << EOD
0.169318 0.177473 ? ?
0.201893 0.203183 ? ?
0.262454 0.27655 ? ?
0.551276 0.502756 ? ?
0.73481 0.749497 ? ?
5.16737 4.84901 ? ?
8.72412 8.92247 ? ?
EOD

# obb8, plain tests
$series5 << EOD
0.0172034 0.0489798 ? ?
0.0173858 0.0613569 ? ?
0.0326088 0.138949 ? ?
0.048148 0.149796 ? ?
0.111726 0.413781 ? ?
0.466875 1.57551 ? ?
0.773106 2.95343 ? ?
EOD

# obb8, fitted costs
$series6 << EOD
0.0172034 0.0176999 ? ?
0.0173858 0.0169885 ? ?
0.0326088 0.0415464 ? ?
0.048148 0.0402252 ? ?
0.111726 0.10169 ? ?
0.466875 0.439811 ? ?
0.773106 0.931651 ? ?
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
set label 4 "predicted time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "measured time per step (ms)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(32 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.0134094:11.1925] noextend
set format x "%.10g"; set mxtics 10
set xtics noenhanced 1e-2, 1e1
set xtics add ("0.02" 0.02, "0.05" 0.05, "0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)

set logscale y
set yrange [0.0132234:11.463] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.02" 0.02, "0.05" 0.05, "0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)
set arrow 1 from first 0.0134094, first 0.0134094 to first 11.1925, first 11.1925 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Sphere-OBB trees, plain tests
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Sphere-OBB trees, fitted costs
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # without spheres, plain tests
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # without spheres, fitted costs
set style line 5 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, plain tests
set style line 6 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # obb8, fitted costs

if (height1) plot \
     $series1 using 1:2 with points linestyle 1 pointsize 1.8 * point title "Sphere-OBB trees, plain tests", \
     $series2 using 1:2 with points linestyle 2 pointsize 1.8 * point title "Sphere-OBB trees, fitted costs", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "without spheres, plain tests", \
     $series4 using 1:2 with points linestyle 4 pointsize 1.8 * point title "without spheres, fitted costs", \
     $series5 using 1:2 with points linestyle 5 pointsize 1.8 * point title "obb8, plain tests †", \
     $series6 using 1:2 with points linestyle 6 pointsize 1.8 * point title "obb8, fitted costs †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
