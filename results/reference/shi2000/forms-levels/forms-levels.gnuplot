# shi2000/forms-levels/forms-levels: MATCH calls with pruning, a region on level 0 and 4000 candidates
# Bar chart, linear, with 95 % intervals: mean MATCH calls per search, one bar for each form, printed, repaired and corrected,
# and for E1, E4 and E5 alone; circles are the paper's number. A bar far from its circle is a form that the authors' program
# did not have.
# Its data are from forms-levels/cells.csv.
#
#     gnuplot forms-levels.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" forms-levels.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "forms-levels" . "." . format

title = "MATCH calls with pruning, a region on level 0 and 4000 candidates"
notes = "shi2000, table 1 · rows with level = 0, n = 4000 · error bars: 95 % interval"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# with pruning
$series1 << EOD
0 4000 4000 4000  # printed
1 1348.709 1346.8566 1350.5614  # repaired
2 1348.709 1346.8566 1350.5614  # corrected
3 1348.709 1346.8566 1350.5614  # E1
4 4000 4000 4000  # E4
5 1570.068 1568.1491 1571.9869  # E5
EOD

# printed in the paper: with pruning
$printed1 << EOD
0 1326 ? ?  # printed
1 1326 ? ?  # repaired
2 1326 ? ?  # corrected
3 1326 ? ?  # E1
4 1326 ? ?  # E4
5 1326 ? ?  # E5
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 668 : 759)
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
set xlabel (narrow ? "form of the search, or the erratum that is\nleft in (our axis)" : "form of the search, or the erratum that is left in (our axis)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 3) width -int(19 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("printed" 0, "repaired" 1, "corrected" 2, "E1" 3, "E4" 4, "E5" 5)
if (narrow) set xtics scale 0 right rotate by 25 noenhanced ("printed" 0, "repaired" 1, "corrected" 2, "E1" 3, "E4" 4, "E5" 5)
unset logscale y
set yrange [0:4640] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 2.3e+03 to graph 1, first 2.3e+03 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # with pruning
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.051):2:(0.186) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series1 using ($1 - 0.051):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.051):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $printed1 using ($1 + 0.099):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" title "paper: with pruning", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
