# liu2016/traversal/traversal: Traversals: time of all contacts
# Dot plot: microseconds per query, logarithmic, with 95 % intervals, for pairs of equal and of different bodies; four symbols:
# simultaneous, single and classified descent, and larger box first. By the paper classified descent should be below the two
# before it on average.
# Its data are from traversal/cells.csv.
#
#     gnuplot traversal.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" traversal.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "traversal" . "." . format

title = "Traversals: time of all contacts"
notes = "liu2016, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# simultaneous
$series1 << EOD
0 291.7898506 281.2578673 298.8986686  # two torus knots
1 378.3602171 363.0245667 398.6207721  # two bumpy spheres
2 353.0669514 344.2323017 359.5299216  # two different bumpy spheres
3 359.4608662 349.2572288 376.4600978  # two different torus knots
4 933.1848947 926.7265147 949.4349912  # comb and sphere of 500
5 211.8144599 207.182169 215.4675538  # gear and bumpy sphere of 300
6 62.66610042 58.40936578 64.17788491  # bar and torus knot of 1000
EOD

# single
$series2 << EOD
0 792.5632208 784.0728108 814.9819767  # two torus knots
1 1248.035903 1227.018876 1275.424247  # two bumpy spheres
2 1167.425104 1153.010302 1177.540072  # two different bumpy spheres
3 932.5261387 897.4530167 981.3723466  # two different torus knots
4 1678.584617 1655.147394 1698.103708  # comb and sphere of 500
5 1366.318073 1344.217789 1396.625209  # gear and bumpy sphere of 300
6 1113.823891 1104.310448 1125.973967  # bar and torus knot of 1000
EOD

# classified
$series3 << EOD
0 290.6991955 287.4425912 293.7659056  # two torus knots
1 378.680586 373.6417693 383.0130076  # two bumpy spheres
2 859.4018563 846.8284525 867.8677706  # two different bumpy spheres
3 779.5253003 768.4467268 794.0708522  # two different torus knots
4 1210.184916 1206.233331 1231.148046  # comb and sphere of 500
5 903.7178954 887.0206169 928.8188862  # gear and bumpy sphere of 300
6 63.18504036 59.95353893 65.36908464  # bar and torus knot of 1000
EOD

# larger box first
$series4 << EOD
0 322.3112553 318.2120678 325.6155926  # two torus knots
1 425.826188 421.3703845 431.1121008  # two bumpy spheres
2 398.9345257 394.1907264 409.3126821  # two different bumpy spheres
3 399.6746648 389.7782178 408.9849113  # two different torus knots
4 941.5309293 929.0159727 974.8536501  # comb and sphere of 500
5 217.6915768 215.2335684 227.1108076  # gear and bumpy sphere of 300
6 43.51494965 41.62479367 45.04774705  # bar and torus knot of 1000
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
set label 4 "time per query (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(18 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("two torus\nknots" 0, "two bumpy\nspheres" 1, "two different\nbumpy spheres" 2, "two different\ntorus knots" 3, "comb and\nsphere of 500" 4, "gear and\nbumpy sphere\nof 300" 5, "bar and torus\nknot of 1000" 6)
if (narrow) set lmargin at screen 0.206; set xtics scale 0 right rotate by 25 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two different torus knots" 3, "comb and sphere of 500" 4, "gear and bumpy sphere of 300" 5, "bar and torus knot of 1000" 6)
set logscale y
set yrange [35.8862:3147.53] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("50" 50, "200" 200, "500" 500, "2000" 2000)
# A line: set arrow 1 from graph 0, first 3.4e+02 to graph 1, first 3.4e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
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
