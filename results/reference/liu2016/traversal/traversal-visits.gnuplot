# liu2016/traversal/traversal-visits: Traversals: pairs of nodes visited for all contacts
# Dot plot: pairs of nodes visited per query, logarithmic, for pairs of equal and of different bodies, by simultaneous, single
# and classified descent and larger box first. Equal bodies have similar trees, on which classified and simultaneous descent
# are one.
# Its data are from traversal/cells.csv.
#
#     gnuplot traversal-visits.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" traversal-visits.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "traversal-visits" . "." . format

title = "Traversals: pairs of nodes visited for all contacts"
notes = "liu2016, an experiment of ours · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# simultaneous
$series1 << EOD
0 6257 ? ?  # two torus knots
1 8067.408163 ? ?  # two bumpy spheres
2 7418.918367 ? ?  # two different bumpy spheres
3 7695.244898 ? ?  # two different torus knots
4 19319.32653 ? ?  # comb and sphere of 500
5 4107.77551 ? ?  # gear and bumpy sphere of 300
6 1280.387755 ? ?  # bar and torus knot of 1000
EOD

# single
$series2 << EOD
0 19662.46939 ? ?  # two torus knots
1 30845.69388 ? ?  # two bumpy spheres
2 28394.14286 ? ?  # two different bumpy spheres
3 22435.40816 ? ?  # two different torus knots
4 38400.10204 ? ?  # comb and sphere of 500
5 36530.91837 ? ?  # gear and bumpy sphere of 300
6 34500.7551 ? ?  # bar and torus knot of 1000
EOD

# classified
$series3 << EOD
0 6257 ? ?  # two torus knots
1 8067.408163 ? ?  # two bumpy spheres
2 19507.89796 ? ?  # two different bumpy spheres
3 17682.5102 ? ?  # two different torus knots
4 24042.18367 ? ?  # comb and sphere of 500
5 22590.87755 ? ?  # gear and bumpy sphere of 300
6 1185.653061 ? ?  # bar and torus knot of 1000
EOD

# larger box first
$series4 << EOD
0 6237.489796 ? ?  # two torus knots
1 8249.408163 ? ?  # two bumpy spheres
2 7599.979592 ? ?  # two different bumpy spheres
3 7638.918367 ? ?  # two different torus knots
4 17901.20408 ? ?  # comb and sphere of 500
5 3993.122449 ? ?  # gear and bumpy sphere of 300
6 733.6938776 ? ?  # bar and torus knot of 1000
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 736 : 791)
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
set label 4 "pairs of nodes visited per query" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(18 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("two torus\nknots" 0, "two bumpy\nspheres" 1, "two different\nbumpy spheres" 2, "two different\ntorus knots" 3, "comb and\nsphere of 500" 4, "gear and\nbumpy sphere\nof 300" 5, "bar and torus\nknot of 1000" 6)
if (narrow) set lmargin at screen 0.206; set xtics scale 0 right rotate by 25 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two different torus knots" 3, "comb and sphere of 500" 4, "gear and bumpy sphere of 300" 5, "bar and torus knot of 1000" 6)
set logscale y
set yrange [626.271:74189.7] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e2, 1e1
set ytics add ("2000" 2000, "5000" 5000, "20000" 20000, "50000" 50000)
# A line: set arrow 1 from graph 0, first 6.8e+03 to graph 1, first 6.8e+03 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # simultaneous
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # single
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # classified
set style line 4 linecolor rgb "#8c510a" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # larger box first
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.315):2 with points linestyle 1 pointsize 1.8 * point title "simultaneous", \
     $series2 using ($1 - 0.105):2 with points linestyle 2 pointsize 1.8 * point title "single", \
     $series3 using ($1 + 0.105):2 with points linestyle 3 pointsize 1.8 * point title "classified", \
     $series4 using ($1 + 0.315):2 with points linestyle 4 pointsize 1.8 * point title "larger box first †", \
     $series1 using ($1 - 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
