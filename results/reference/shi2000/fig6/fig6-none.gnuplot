# shi2000/fig6/fig6-none: MATCH calls over the number of candidates, regions of 20 × 20, no pruning
# Line chart: MATCH calls per search, logarithmic, over the number of candidates, linear; one line for testing every candidate
# and five for 1 to 5 divisions, without pruning. The paper claims that division saves much and pruning still more: the five
# should lie higher here than with it.
# Its data are from fig6/cells.csv.
#
#     gnuplot fig6-none.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig6-none.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig6-none" . "." . format

title = "MATCH calls over the number of candidates, regions of 20 × 20, no pruning"
notes = "shi2000, figure 6 · rows with size = 20, prune = none · error bars: 95 % interval"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# every candidate
$series1 << EOD
1000 1000 1000 1000
2000 2000 2000 2000
3000 3000 3000 3000
4000 4000 4000 4000
5000 5000 5000 5000
EOD

# m = 1 division
$series2 << EOD
1000 306.4609 303.65361 309.26819
2000 611.7685 606.45231 617.08469
3000 925.1307 917.20665 933.05475
4000 1238.0105 1227.0988 1248.9222
5000 1540.6139 1526.8164 1554.4114
EOD

# m = 2 divisions
$series3 << EOD
1000 159.3166 155.85309 162.78011
2000 319.3933 312.84848 325.93812
3000 488.1521 477.73138 498.57282
4000 655.2744 642.12885 668.41995
5000 808.1843 790.93422 825.43438
EOD

# m = 3 divisions
$series4 << EOD
1000 133.1847 129.5921 136.7773
2000 268.1789 261.27687 275.08093
3000 411.3603 400.33616 422.38444
4000 552.6116 538.87067 566.35253
5000 679.4864 661.71068 697.26212
EOD

# m = 4 divisions
$series5 << EOD
1000 130.2939 126.67425 133.91355
2000 262.5453 255.60872 269.48188
3000 402.8551 391.75953 413.95067
4000 541.2218 527.368 555.0756
5000 665.2184 647.38425 683.05255
EOD

# m = 5 divisions
$series6 << EOD
1000 130.2319 126.61182 133.85198
2000 262.4148 255.47745 269.35215
3000 402.6672 391.5702 413.7642
4000 540.9787 527.12347 554.83393
5000 664.8954 647.05732 682.73348
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 652 : 788)
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
set label 4 "MATCH calls per search (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of candidates (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(17 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [840:5160] noextend
set xtics noenhanced ("1000" 1000, "2000" 2000, "3000" 3000, "4000" 4000, "5000" 5000)
set logscale y
set yrange [109.299:5792.02] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e2, 1e1
set ytics add ("200" 200, "500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 8e+02 to graph 1, first 8e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # every candidate
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # m = 1 division
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # m = 2 divisions
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # m = 3 divisions
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # m = 4 divisions
set style line 6 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # m = 5 divisions

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "every candidate", \
     $series2 using 1:2 with linespoints linestyle 2 title "m = 1 division", \
     $series3 using 1:2 with linespoints linestyle 3 title "m = 2 divisions", \
     $series4 using 1:2 with linespoints linestyle 4 title "m = 3 divisions", \
     $series5 using 1:2 with linespoints linestyle 5 title "m = 4 divisions", \
     $series6 using 1:2 with linespoints linestyle 6 title "m = 5 divisions", \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
