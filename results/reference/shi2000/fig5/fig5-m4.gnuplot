# shi2000/fig5/fig5-m4: Share of the regions on each level, 4 divisions
# Line chart: share of the regions, linear, over the size of a region in units of the space, logarithmic; one line for each of
# the levels 0 to 4. From left to right the peak passes from the deepest level, 4, to level 0, on which the largest regions
# lie.
# Its data are from fig5/cells.csv.
#
#     gnuplot fig5-m4.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig5-m4.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig5-m4" . "." . format

title = "Share of the regions on each level, 4 divisions"
notes = "shi2000, figure 5 · rows with divisions = 4"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# level 0
$series1 << EOD
1 0.002065 ? ?
2 0.00393 ? ?
5 0.009985 ? ?
10 0.01945 ? ?
20 0.03881 ? ?
40 0.08052 ? ?
80 0.16004 ? ?
160 0.3357 ? ?
320 0.702755 ? ?
EOD

# level 1
$series2 << EOD
1 0.003675 ? ?
2 0.00768 ? ?
5 0.01894 ? ?
10 0.038345 ? ?
20 0.07704 ? ?
40 0.1483 ? ?
80 0.28197 ? ?
160 0.46653 ? ?
320 0.297245 ? ?
EOD

# level 2
$series3 << EOD
1 0.00785 ? ?
2 0.01539 ? ?
5 0.037825 ? ?
10 0.074455 ? ?
20 0.142345 ? ?
40 0.25881 ? ?
80 0.391265 ? ?
160 0.19777 ? ?
320 0 ? ?
EOD

# level 3
$series4 << EOD
1 0.015505 ? ?
2 0.030925 ? ?
5 0.074275 ? ?
10 0.141635 ? ?
20 0.24862 ? ?
40 0.361285 ? ?
80 0.166725 ? ?
160 0 ? ?
320 0 ? ?
EOD

# level 4
$series5 << EOD
1 0.970905 ? ?
2 0.942075 ? ?
5 0.858975 ? ?
10 0.726115 ? ?
20 0.493185 ? ?
40 0.151085 ? ?
80 0 ? ?
160 0 ? ?
320 0 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 652 : 759)
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
set label 4 "share of the regions" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "size of a region (units of the space) (our\naxis)" : "size of a region (units of the space) (our axis)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 3 : 5) width -int(9 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.793952:403.047] noextend
set xtics noenhanced ("1" 1, "2" 2, "5" 5, "10" 10, "20" 20, "40" 40, "80" 80, "160" 160, \
    "320" 320)
unset logscale y
set yrange [0:1.00974] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.5 to graph 1, first 0.5 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # level 0
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # level 1
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # level 2
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # level 3
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # level 4

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "level 0", \
     $series2 using 1:2 with linespoints linestyle 2 title "level 1", \
     $series3 using 1:2 with linespoints linestyle 3 title "level 2", \
     $series4 using 1:2 with linespoints linestyle 4 title "level 3", \
     $series5 using 1:2 with linespoints linestyle 5 title "level 4", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
