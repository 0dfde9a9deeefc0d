# shi2000/fig6/fig6-80: MATCH calls over the number of candidates, regions of 80 × 80
# Line chart: MATCH calls per search, logarithmic, over the number of candidates, linear; one line for testing every candidate
# and five for 1 to 5 divisions. Regions four times as wide lie on higher levels, so that division should save less than for 20
# × 20.
# Its data are from fig6/cells.csv.
#
#     gnuplot fig6-80.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig6-80.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig6-80" . "." . format

title = "MATCH calls over the number of candidates, regions of 80 × 80"
notes = "shi2000, figure 6 · rows with size = 80, prune = printed · error bars: 95 % interval"
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
1000 237.5096 234.68409 240.33511
2000 477.3247 471.91971 482.72969
3000 726.6996 716.99287 736.40633
4000 964.0143 951.35512 976.67348
5000 1208.5846 1192.7399 1224.4293
EOD

# m = 2 divisions
$series3 << EOD
1000 175.1071 173.02061 177.19359
2000 352.0302 347.67223 356.38817
3000 535.1323 528.20111 542.06349
4000 708.6688 699.12151 718.21609
5000 892.9398 881.20881 904.67079
EOD

# m = 3 divisions
$series4 << EOD
1000 167.3376 165.21279 169.46241
2000 336.2976 331.92893 340.66627
3000 511.7009 504.75334 518.64846
4000 677.7188 668.03254 687.40506
5000 854.0322 842.03686 866.02754
EOD

# m = 4 divisions
$series5 << EOD
1000 167.3376 165.21279 169.46241
2000 336.2976 331.92893 340.66627
3000 511.7009 504.75334 518.64846
4000 677.7188 668.03254 687.40506
5000 854.0322 842.03686 866.02754
EOD

# m = 5 divisions
$series6 << EOD
1000 167.3376 165.21279 169.46241
2000 336.2976 331.92893 340.66627
3000 511.7009 504.75334 518.64846
4000 677.7188 668.03254 687.40506
5000 854.0322 842.03686 866.02754
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
set yrange [144.147:5730.69] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e2, 1e1
set ytics add ("200" 200, "500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 9.1e+02 to graph 1, first 9.1e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
