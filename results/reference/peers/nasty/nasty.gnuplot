# peers/nasty/nasty: Wrong answers about degenerate and difficult bodies
# Bar chart, linear: rate of wrong answers about nine scenes, from needles and sheets to identical and coincident bodies; one
# bar per library, with 95 % intervals that are long where a scene has few answers. CGAL and Embree with our exact test should
# have no bar.
# Its data are from nasty/cells.csv.
#
#     gnuplot nasty.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" nasty.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "nasty" . "." . format

title = "Wrong answers about degenerate and difficult bodies"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0 0 0.006197486093  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0 0 0.01264297122  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# CGAL
$series2 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0 0 0.006197486093  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0 0 0.01264297122  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# Embree, our exact test
$series3 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0 0 0.006197486093  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0 0 0.01264297122  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# FCL, float
$series4 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0 0 0.006197486093  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0 0 0.01264297122  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# FCL, double
$series5 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0 0 0.006197486093  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0 0 0.01264297122  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# Bullet
$series6 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0.006493506494 0.002528010445 0.0165760018  # without area
3 0.1985391766 0.1791706974 0.2194416571  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0.01666666667 0.007139477351 0.03841539483  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# ODE
$series7 << EOD
0 0 0 0.03699349821  # needles
1 0 0 0.03699349821  # sheets
2 0.001623376623 0.000286623337 0.009137494294  # without area
3 0 0 0.002544279599  # stacked boxes
4 0 0 0.002522559915  # touching boxes
5 0 0 0.1379762047  # nested
6 0.01 0.003406618438 0.02898349336  # slivers
7 0 0 0.4898908365  # identical
8 0 0 0.003826758486  # coincident
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 940 : 850)
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
set label 4 "rate of wrong answers" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "scene" : "\nscene") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:8.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("needles" 0, "sheets" 1, "without\narea" 2, "stacked\nboxes" 3, "touching\nboxes" 4, "nested" 5, "slivers" 6, "identical" 7, \
    "coincident" 8)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("needles" 0, "sheets" 1, "without area" 2, "stacked boxes" 3, "touching boxes" 4, "nested" 5, "slivers" 6, "identical" 7, \
    "coincident" 8)
unset logscale y
set yrange [0:0.568273] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.28 to graph 1, first 0.28 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, our exact test
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL, double
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 7 linecolor rgb "#000000" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # ODE

if (height1) plot \
     $series1 using ($1 - 0.36):2:(0.108) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "obb8 †", \
     $series2 using ($1 - 0.24):2:(0.108) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "CGAL", \
     $series3 using ($1 - 0.12):2:(0.108) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "Embree, our exact test", \
     $series4 using 1:2:(0.108) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "FCL, float", \
     $series5 using ($1 + 0.12):2:(0.108) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "FCL, double", \
     $series6 using ($1 + 0.24):2:(0.108) with boxes linestyle 6 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "Bullet", \
     $series7 using ($1 + 0.36):2:(0.108) with boxes linestyle 7 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "ODE", \
     $series1 using ($1 - 0.36):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.24):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.12):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.12):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.24):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series7 using ($1 + 0.36):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
