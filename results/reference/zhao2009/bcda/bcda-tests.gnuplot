# zhao2009/bcda/bcda-tests: 31 bodies in random motion, the first step: triangle tests
# Dot plot: triangle tests per step, logarithmic, by the triangles of a body; symbols for BCDA, ICOLLIDE, SPHERE, and SCDA as
# printed and corrected. The paper claims that volumes rule out a great number of them: SCDA should make a tenth of BCDA's
# tests at most.
# Its data are from bcda/cells.csv.
#
#     gnuplot bcda-tests.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" bcda-tests.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "bcda-tests" . "." . format

title = "31 bodies in random motion, the first step: triangle tests"
notes = "zhao2009, table 1"
caption = "AMD EPYC, 2 processors · full run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# BCDA
$series1 << EOD
0 22133442 ? ?  # 100
1 58407229 ? ?  # 300
2 385074325 ? ?  # 900
3 3360428016 ? ?  # 2800
EOD

# ICOLLIDE, read as AABB trees
$series2 << EOD
0 2119 ? ?  # 100
1 1402 ? ?  # 300
2 1415 ? ?  # 900
3 1522 ? ?  # 2800
EOD

# SPHERE
$series3 << EOD
0 9603 ? ?  # 100
1 6075 ? ?  # 300
2 4091 ? ?  # 900
3 4004 ? ?  # 2800
EOD

# SCDA
$series4 << EOD
0 1709 ? ?  # 100
1 1257 ? ?  # 300
2 1343 ? ?  # 900
3 1466 ? ?  # 2800
EOD

# SCDA, as printed
$series5 << EOD
0 872 ? ?  # 100
1 829 ? ?  # 300
2 960 ? ?  # 900
3 1158 ? ?  # 2800
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 710 : 817)
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
set label 4 "triangle tests per step (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of each of the 31 bodies (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(30 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:3.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("100" 0, "300" 1, "900" 2, "2800" 3)
set logscale y
set yrange [451.067:4.22609e+10] noextend
set format y "10^{%T}"; set mytics 10
set ytics enhanced 1e2, 1e1
# A line: set arrow 1 from graph 0, first 4.4e+06 to graph 1, first 4.4e+06 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # BCDA
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 5 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA, as printed
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "BCDA", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "ICOLLIDE, read as AABB trees", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "SPHERE", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "SCDA", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "SCDA, as printed", \
     $series1 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
