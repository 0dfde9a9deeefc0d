# shi2000/table1/table1-level2: MATCH calls of a region on level 2
# Bar chart, linear, with 95 % intervals: mean MATCH calls per search for 1000 to 4000 candidates; two bars, without and with
# pruning, and a circle beside each for the paper's number. Of the three levels pruning should save least here; look how far
# circles are off.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-level2.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-level2.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-level2" . "." . format

title = "MATCH calls of a region on level 2"
notes = "shi2000, table 1 · rows with divisions = 3, level = 2 · error bars: 95 % interval"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# without pruning
$series1 << EOD
0 113.716 113.08793 114.34407  # 1000
1 227.797 226.90837 228.68563  # 2000
2 341.557 340.48064 342.63336  # 3000
3 455.917 454.67471 457.15929  # 4000
EOD

# printed in the paper: without pruning
$printed1 << EOD
0 100 ? ?  # 1000
1 200 ? ?  # 2000
2 369 ? ?  # 3000
3 439 ? ?  # 4000
EOD

# with pruning
$series2 << EOD
0 72.363 71.675802 73.050198  # 1000
1 145.317 144.1089 146.5251  # 2000
2 217.161 215.53403 218.78797  # 3000
3 293.76 291.62505 295.89495  # 4000
EOD

# printed in the paper: with pruning
$printed2 << EOD
0 68 ? ?  # 1000
1 155 ? ?  # 2000
2 235 ? ?  # 3000
3 307 ? ?  # 4000
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 788)
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
set label 4 "MATCH calls per search" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of candidates" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(22 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:3.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("1000" 0, "2000" 1, "3000" 2, "4000" 3)
unset logscale y
set yrange [0:530.305] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 2.7e+02 to graph 1, first 2.7e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # without pruning
set style line 2 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # with pruning
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.201):2:(0.186) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "without pruning", \
     $series2 using ($1 + 0.099):2:(0.186) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "with pruning", \
     $series1 using ($1 - 0.201):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 + 0.099):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.201):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 + 0.099):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $printed1 using ($1 - 0.051):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" title "paper: without pruning", \
     $printed2 using ($1 + 0.249):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" title "paper: with pruning", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
