# shi2000/fig7/fig7: MATCH calls over the size of regions, 5000 candidates
# Line chart, both axes logarithmic: MATCH calls per search over the size of a region in units of the space; a level line for
# testing every candidate and five for 1 to 5 divisions, with pruning. The paper claims that calls rise with the size: the five
# should climb towards the first.
# Its data are from fig7/cells.csv.
#
#     gnuplot fig7.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig7.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig7" . "." . format

title = "MATCH calls over the size of regions, 5000 candidates"
notes = "shi2000, figure 7 · rows with prune = printed · error bars: 95 % interval"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# every candidate
$series1 << EOD
2 5000 5000 5000
5 5000 5000 5000
10 5000 5000 5000
20 5000 5000 5000
40 5000 5000 5000
80 5000 5000 5000
160 5000 5000 5000
320 5000 5000 5000
EOD

# m = 1 division
$series2 << EOD
2 335.9275 332.84685 339.00815
5 368.9704 364.64273 373.29807
10 424.1668 418.56414 429.76946
20 533.4899 525.30379 541.67601
40 758.4129 747.40959 769.41621
80 1208.5846 1192.7399 1224.4293
160 2083.3304 2065.0157 2101.6451
320 3631.9081 3613.8021 3650.0141
EOD

# m = 2 divisions
$series3 << EOD
2 96.5207 94.957354 98.084046
5 123.2668 120.84659 125.68701
10 167.9181 164.8229 171.0133
20 261.3017 256.65162 265.95178
40 458.0404 450.52733 465.55347
80 892.9398 881.20881 904.67079
160 1863.0696 1845.4858 1880.6534
320 3631.9081 3613.8021 3650.0141
EOD

# m = 3 divisions
$series4 << EOD
2 36.3948 34.962814 37.826786
5 60.8511 58.687093 63.015107
10 102.9862 100.13946 105.83294
20 192.5172 188.23596 196.79844
40 391.1074 383.77568 398.43912
80 854.0322 842.03686 866.02754
160 1863.0696 1845.4858 1880.6534
320 3631.9081 3613.8021 3650.0141
EOD

# m = 4 divisions
$series5 << EOD
2 21.2557 19.798972 22.712428
5 45.0304 42.874236 47.186564
10 86.4722 83.63578 89.30862
20 177.0077 172.61444 181.40096
40 382.7089 375.30902 390.10878
80 854.0322 842.03686 866.02754
160 1863.0696 1845.4858 1880.6534
320 3631.9081 3613.8021 3650.0141
EOD

# m = 5 divisions
$series6 << EOD
2 17.3355 15.88518 18.78582
5 40.9266 38.758888 43.094312
10 82.7898 79.941124 85.638476
20 175.1407 170.7411 179.5403
40 382.7089 375.30902 390.10878
80 854.0322 842.03686 866.02754
160 1863.0696 1845.4858 1880.6534
320 3631.9081 3613.8021 3650.0141
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
set label 4 "MATCH calls per search (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "size of a region (units of the space) (our\naxis)" : "size of a region (units of the space) (our axis)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(17 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [1.63255:392.026] noextend
set xtics noenhanced ("2" 2, "5" 5, "10" 10, "20" 20, "40" 40, "80" 80, "160" 160, "320" 320)
set logscale y
set yrange [12.6204:6293.45] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("20" 20, "50" 50, "200" 200, "500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 2.8e+02 to graph 1, first 2.8e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
