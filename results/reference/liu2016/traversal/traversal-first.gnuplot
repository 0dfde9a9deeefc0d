# liu2016/traversal/traversal-first: Traversals: time to the first contact
# Dot plot: microseconds per query, logarithmic, with 95 % intervals, until the first contact is found; for each pair of bodies
# a symbol for simultaneous, single and classified descent. By the paper classified descent should be below both others on
# average.
# Its data are from traversal/cells.csv.
#
#     gnuplot traversal-first.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" traversal-first.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "traversal-first" . "." . format

title = "Traversals: time to the first contact"
notes = "liu2016, an experiment of ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# simultaneous, first
$series1 << EOD
0 7.696867376 6.651212829 9.141120336  # two torus knots
1 6.508459171 5.579122451 7.014757339  # two bumpy spheres
2 8.445632659 7.31597961 9.023836717  # two different bumpy spheres
3 8.816193846 7.732122473 9.931667608  # two different torus knots
4 12.32548986 11.78161222 13.07659189  # comb and sphere of 500
5 5.846653071 4.933077261 7.561644178  # gear and bumpy sphere of 300
6 8.773979626 6.370510185 10.30913203  # bar and torus knot of 1000
EOD

# single, first
$series2 << EOD
0 47.57365329 47.25583701 48.40204051  # two torus knots
1 15.89048986 15.53330617 16.21818722  # two bumpy spheres
2 22.7903367 21.98559179 23.61632538  # two different bumpy spheres
3 47.96013324 47.50742779 48.49542931  # two different torus knots
4 4.144020407 3.794428575 4.355265297  # comb and sphere of 500
5 16.72876524 13.65218784 23.01379906  # gear and bumpy sphere of 300
6 513.4047411 511.7406089 514.9709788  # bar and torus knot of 1000
EOD

# classified, first
$series3 << EOD
0 7.591602054 6.746517129 8.958368171  # two torus knots
1 6.275775512 5.622448986 7.179469411  # two bumpy spheres
2 10.73372445 9.88902037 11.72377556  # two different bumpy spheres
3 28.36935688 27.82177834 29.46710219  # two different torus knots
4 6.382551025 5.957836735 6.790714274  # comb and sphere of 500
5 9.377316285 7.608804066 12.6146241  # gear and bumpy sphere of 300
6 6.215673477 4.546551029 7.793020432  # bar and torus knot of 1000
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 765 : 791)
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
set label 4 "time per query (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(21 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("two torus\nknots" 0, "two bumpy\nspheres" 1, "two different\nbumpy spheres" 2, "two different\ntorus knots" 3, "comb and\nsphere of 500" 4, "gear and\nbumpy sphere\nof 300" 5, "bar and torus\nknot of 1000" 6)
if (narrow) set lmargin at screen 0.206; set xtics scale 0 right rotate by 25 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two different torus knots" 3, "comb and sphere of 500" 4, "gear and bumpy sphere of 300" 5, "bar and torus knot of 1000" 6)
set logscale y
set yrange [3.11775:1165.88] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("5" 5, "20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 60 to graph 1, first 60 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#882255" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # simultaneous, first
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # single, first
set style line 3 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # classified, first
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.28):2 with points linestyle 1 pointsize 1.8 * point title "simultaneous, first", \
     $series2 using 1:2 with points linestyle 2 pointsize 1.8 * point title "single, first", \
     $series3 using ($1 + 0.28):2 with points linestyle 3 pointsize 1.8 * point title "classified, first", \
     $series1 using ($1 - 0.28):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.28):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.28):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.28):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
