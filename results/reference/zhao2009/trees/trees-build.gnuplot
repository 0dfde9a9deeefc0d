# zhao2009/trees/trees-build: Building a tree
# Dot plot: milliseconds of processor time, logarithmic, with 95 % intervals, for six meshes of some thousand to 202 520
# triangles; SAABB, the same halved, SPHERE, AABB, RAPID and obb8. SAABB should take a second at most for the largest, and obb8
# less than RAPID.
# Its data are from trees/cells.csv.
#
#     gnuplot trees-build.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" trees-build.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "trees-build" . "." . format

title = "Building a tree"
notes = "zhao2009, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# SAABB
$series1 << EOD
0 4.34154 4.03748401 4.870310555  # bunny
1 3.18745 3.154736897 3.23039  # bumpy sphere, 2800 triangles
2 2.29319 2.258479802 2.33084  # comb, 2800
3 2.90797 2.751646633 3.158179518  # gear, 2800
4 341.114 334.7121914 346.6463815  # torus knot, 202520
5 360.325 334.6113343 403.0728675  # dragon, 202520
EOD

# SAABB, halved
$series2 << EOD
0 2.81546 2.663829305 3.073597945  # bunny
1 2.09055 2.061217544 2.130066825  # bumpy sphere, 2800 triangles
2 1.86853 1.836989541 1.9052  # comb, 2800
3 1.9489 1.825023447 2.125020783  # gear, 2800
4 212.414 205.9731652 219.3251557  # torus knot, 202520
5 222.958 218.104025 229.672  # dragon, 202520
EOD

# SPHERE
$series3 << EOD
0 4.34282 4.045866418 4.847009184  # bunny
1 3.18282 3.153742775 3.201443582  # bumpy sphere, 2800 triangles
2 2.27702 2.248416957 2.3138  # comb, 2800
3 2.88841 2.641106217 3.313064335  # gear, 2800
4 343.392 332.8882908 354.792  # torus knot, 202520
5 361.09 354.544 384.835  # dragon, 202520
EOD

# AABB
$series4 << EOD
0 3.58027 3.373860271 3.873478329  # bunny
1 2.50401 2.48001 2.54198  # bumpy sphere, 2800 triangles
2 1.44374 1.424361418 1.50649  # comb, 2800
3 2.20548 1.988247889 2.566731199  # gear, 2800
4 280.068 271.3888766 293.344  # torus knot, 202520
5 294.635 286.3167485 306.7608911  # dragon, 202520
EOD

# RAPID
$series5 << EOD
0 3.58654 3.45378 3.67941  # bunny
1 2.51535 2.442434189 2.72174  # bumpy sphere, 2800 triangles
2 2.18984 2.126174515 2.38387  # comb, 2800
3 2.01617 1.802977005 2.399947434  # gear, 2800
4 222.893 221.892 224.846  # torus knot, 202520
5 238.716 230.60995 249.3380173  # dragon, 202520
EOD

# obb8
$series6 << EOD
0 1.74773 1.446235143 1.969025915  # bunny
1 1.08184 1.0649 1.25455  # bumpy sphere, 2800 triangles
2 1.16273 1.10199 1.26798  # comb, 2800
3 1.0165 0.9473955741 1.18275  # gear, 2800
4 100.684 92.91476592 113.966251  # torus knot, 202520
5 117.536 115.0592339 125.883  # dragon, 202520
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 765 : 788)
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
set label 4 "processor time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("bunny" 0, "bumpy sphere,\n2800 triangles" 1, "comb, 2800" 2, "gear, 2800" 3, "torus knot,\n202520" 4, "dragon, 202520" 5)
if (narrow) set lmargin at screen 0.272; set xtics scale 0 right rotate by 25 noenhanced ("bunny" 0, "bumpy sphere, 2800 triangles" 1, "comb, 2800" 2, "gear, 2800" 3, "torus knot, 202520" 4, "dragon, 202520" 5)
set logscale y
set yrange [0.743665:1103.63] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 29 to graph 1, first 29 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # SAABB, halved
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # AABB
set style line 5 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID
set style line 6 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.35):2 with points linestyle 1 pointsize 1.8 * point title "SAABB", \
     $series2 using ($1 - 0.21):2 with points linestyle 2 pointsize 1.8 * point title "SAABB, halved †", \
     $series3 using ($1 - 0.07):2 with points linestyle 3 pointsize 1.8 * point title "SPHERE", \
     $series4 using ($1 + 0.07):2 with points linestyle 4 pointsize 1.8 * point title "AABB †", \
     $series5 using ($1 + 0.21):2 with points linestyle 5 pointsize 1.8 * point title "RAPID †", \
     $series6 using ($1 + 0.35):2 with points linestyle 6 pointsize 1.8 * point title "obb8 †", \
     $series1 using ($1 - 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
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
