# zhao2009/table1/table1-e6: Table 1 against itself: its frames per second over its steps per second
# Bar chart, linear: frames per second over steps per second, for ICOLLIDE, SPHERE, SCDA and PCDA. Both count the same loop, so
# every bar ends at the dashed line, 1; circles are the paper's ratios, and where they are far above, its two columns
# contradict each other.
# Its data are from table1/cells.csv.
#
#     gnuplot table1-e6.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" table1-e6.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "table1-e6" . "." . format

title = "Table 1 against itself: its frames per second over its steps per second"
notes = "zhao2009, table 1 · rows with fill = 0.5\nboth are counts of the same loop, so a run gives 1 (dashed line); the paper prints 1.3 to 17"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# ICOLLIDE, read as AABB trees
$series1 << EOD
0 1 ? ?  # ICOLLIDE, read as AABB trees
EOD

# printed in the paper: ICOLLIDE, read as AABB trees
$printed1 << EOD
0 17.1 ? ?  # ICOLLIDE, read as AABB trees
EOD

# SPHERE
$series2 << EOD
1 1 ? ?  # SPHERE
EOD

# printed in the paper: SPHERE
$printed2 << EOD
1 13.2 ? ?  # SPHERE
EOD

# SCDA, as printed
$series3 << EOD
2 1 ? ?  # SCDA, as printed
EOD

# printed in the paper: SCDA, as printed
$printed3 << EOD
2 1.3 ? ?  # SCDA, as printed
EOD

# PCDA, as printed, 2 threads
$series4 << EOD
3 1 ? ?  # PCDA, as printed, 2 threads
EOD

# printed in the paper: PCDA, as printed, 2 threads
$printed4 << EOD
3 2.54 ? ?  # PCDA, as printed, 2 threads
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 113.6
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 622 : 759)
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
set label 4 "frames per second / steps per second (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "\n\n" : "\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(22 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:3.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("ICOLLIDE, read as AABB\ntrees" 0, "SPHERE" 1, "SCDA, as printed" 2, "PCDA, as printed, 2\nthreads" 3)
if (narrow) set xtics scale 0 rotate by 0 noenhanced ("ICOLLIDE,\nread as\nAABB trees" 0, "SPHERE" 1, "SCDA, as\nprinted" 2, "PCDA, as\nprinted, 2\nthreads" 3)
unset logscale y
set yrange [0:19.836] noextend
set ytics noenhanced autofreq; set format y "%.10g"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 2 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 3 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA, as printed
set style line 4 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # PCDA, as printed, 2 threads
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.051):2:(0.186) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series2 using ($1 - 0.051):2:(0.186) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series3 using ($1 - 0.051):2:(0.186) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series4 using ($1 - 0.051):2:(0.186) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series1 using ($1 - 0.051):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.051):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.051):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 - 0.051):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $printed1 using ($1 + 0.099):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" title "printed in the paper", \
     $printed2 using ($1 + 0.099):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" notitle, \
     $printed3 using ($1 + 0.099):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" notitle, \
     $printed4 using ($1 + 0.099):2 with points pointsize 2.2 * point pointtype 6 linewidth 2.5 linecolor rgb "#000000" notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
