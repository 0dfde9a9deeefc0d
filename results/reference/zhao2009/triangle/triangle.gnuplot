# zhao2009/triangle/triangle: Time of a test of two triangles, by vectors and by scalars
# Bar chart, linear, with 95 % intervals: nanoseconds per test for seven kinds of pairs, from generic to coplanar; five bars:
# by vectors, by scalars, by vectors with a table, RAPID's 17 axes, and by vectors, exact. The paper says that vectors are 7 %
# faster than scalars.
# Its data are from triangle/cells.csv.
#
#     gnuplot triangle.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" triangle.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "triangle" . "." . format

title = "Time of a test of two triangles, by vectors and by scalars"
notes = "zhao2009, section 1.1 · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# by vectors (Guigue, Devillers)
$series1 << EOD
0 35.5996 32.36380092 41.4851238  # generic
1 12.499 12.36009962 12.65249143  # learned
2 37.3115 37.2334 37.4189  # leaves
3 43.8154 43.22081101 44.53003374  # crossing
4 41.7129 41.6533 41.8203  # shared vertex
5 39.1592 39.01984214 39.31204398  # nearly coplanar
6 60.7744 60.58670441 60.97571746  # coplanar
EOD

# by scalars (Moeller)
$series2 << EOD
0 38.1035 34.33863314 45.00049381  # generic
1 15.1689 15.05791311 15.30686381  # learned
2 41.6641 41.40426461 42.02949151  # leaves
3 54.2305 53.00952437 56.21133402  # crossing
4 53.2334 52.8700103 53.49429058  # shared vertex
5 44.0693 43.83626701 44.23159111  # nearly coplanar
6 58.75 58.55601821 59.06148388  # coplanar
EOD

# by vectors, a table
$series3 << EOD
0 33.1055 30.42863932 37.77240155  # generic
1 16.8809 16.53316189 17.10923854  # learned
2 34.0059 33.83574621 34.13691561  # leaves
3 33.9473 33.4095154 34.41952617  # crossing
4 32.2656 32.14538718 32.38561165  # shared vertex
5 34.5625 34.41271993 34.79261006  # nearly coplanar
6 62.0264 61.9082 62.1533  # coplanar
EOD

# 17 axes (RAPID)
$series4 << EOD
0 46.3779 33.69938867 77.23093458  # generic
1 32.9795 32.72859934 33.27078708  # learned
2 50.3965 50.07656699 50.68681466  # leaves
3 85.5771 84.54248245 86.89970482  # crossing
4 85.3125 85.25802348 85.38655303  # shared vertex
5 55.6484 55.4629 55.8154  # nearly coplanar
6 85.7139 85.36635204 86.00979207  # coplanar
EOD

# by vectors, exact
$series5 << EOD
0 24.4404 21.91208133 29.00186939  # generic
1 13.917 13.61320882 14.22016155  # learned
2 26.4941 26.3965 26.6016  # leaves
3 20.6748 19.82128698 21.59542122  # crossing
4 21.0566 20.96025341 21.21221794  # shared vertex
5 253.562 252.4106011 254.773  # nearly coplanar
6 33.3799 33.33970557 33.4287  # coplanar
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 787 : 850)
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
set label 4 "time per test (ns) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "pairs of triangles (our axis)" : "\npairs of triangles (our axis)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(32 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("generic" 0, "learned" 1, "leaves" 2, "crossing" 3, "shared vertex" 4, "nearly\ncoplanar" 5, "coplanar" 6)
if (narrow) set xtics scale 0 right rotate by 25 noenhanced ("generic" 0, "learned" 1, "leaves" 2, "crossing" 3, "shared vertex" 4, "nearly coplanar" 5, "coplanar" 6)
unset logscale y
set yrange [0:295.537] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 1.5e+02 to graph 1, first 1.5e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # by vectors (Guigue, Devillers)
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # by scalars (Moeller)
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # by vectors, a table
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # 17 axes (RAPID)
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # by vectors, exact
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2:(0.1512) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "by vectors (Guigue, Devillers)", \
     $series2 using ($1 - 0.168):2:(0.1512) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "by scalars (Moeller)", \
     $series3 using 1:2:(0.1512) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "by vectors, a table †", \
     $series4 using ($1 + 0.168):2:(0.1512) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "17 axes (RAPID) †", \
     $series5 using ($1 + 0.336):2:(0.1512) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "by vectors, exact †", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
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
