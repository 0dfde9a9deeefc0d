# peers/deform/deform: Bodies that deform in every frame: time
# Dot plot: microseconds of processor time per frame, logarithmic, with 95 % intervals, for bending bars and waving cloths;
# obb8, aabb, FCL, Bullet, Embree refitted and rebuilt, and CGAL. Updating is part of the time; look whether refitting beats
# building anew.
# Its data are from deform/cells.csv.
#
#     gnuplot deform.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" deform.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "deform" . "." . format

title = "Bodies that deform in every frame: time"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 1605.136437 1456.44784 1995.772953  # bending bars
1 1611.995828 1206.365751 1725.074825  # waving cloths
EOD

# aabb
$series2 << EOD
0 446.4168131 429.5672883 560.1057928  # bending bars
1 451.2702581 311.1695557 471.1003491  # waving cloths
EOD

# FCL, float
$series3 << EOD
0 4910.337242 4593.435063 4981.146361  # bending bars
1 6019.962195 5215.885501 6589.134517  # waving cloths
EOD

# Bullet
$series4 << EOD
0 595.9379676 498.4157854 619.5157369  # bending bars
1 1771.874679 1354.998862 1854.891813  # waving cloths
EOD

# Embree, boxes refitted
$series5 << EOD
0 896.6840623 831.1667586 963.8870093  # bending bars
1 1052.269377 740.8192127 1087.66232  # waving cloths
EOD

# Embree, rebuilt
$series6 << EOD
0 7937.830908 7691.775185 8007.430896  # bending bars
1 8060.940712 6476.222549 8186.052604  # waving cloths
EOD

# CGAL
$series7 << EOD
0 2097.447407 2051.387251 2120.60293  # bending bars
1 2902.277417 2417.25144 3267.482666  # waving cloths
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 817)
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
set label 4 "processor time per frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "scene" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("bending bars" 0, "waving cloths" 1)
set logscale y
set yrange [273.02:14105.1] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e2, 1e1
set ytics add ("500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 2e+03 to graph 1, first 2e+03 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # aabb
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 5 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, boxes refitted
set style line 6 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Embree, rebuilt
set style line 7 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.36):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.24):2 with points linestyle 2 pointsize 1.8 * point title "aabb †", \
     $series3 using ($1 - 0.12):2 with points linestyle 3 pointsize 1.8 * point title "FCL, float", \
     $series4 using 1:2 with points linestyle 4 pointsize 1.8 * point title "Bullet", \
     $series5 using ($1 + 0.12):2 with points linestyle 5 pointsize 1.8 * point title "Embree, boxes refitted", \
     $series6 using ($1 + 0.24):2 with points linestyle 6 pointsize 1.8 * point title "Embree, rebuilt", \
     $series7 using ($1 + 0.36):2 with points linestyle 7 pointsize 1.8 * point title "CGAL", \
     $series1 using ($1 - 0.36):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.24):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.12):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.12):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.24):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using ($1 + 0.36):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.36):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.24):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.12):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.12):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.24):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series7 using ($1 + 0.36):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
