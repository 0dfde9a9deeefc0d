# shi2000/fig7/fig7-none: MATCH calls over the size of regions, 5000 candidates, no pruning
# Line chart, both axes logarithmic: MATCH calls per search over the size of a region in units of the space; a level line for
# testing every candidate and five for 1 to 5 divisions. Without pruning, too, the five should climb; more divisions help small
# regions only.
# Its data are from fig7/cells.csv.
#
#     gnuplot fig7-none.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig7-none.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig7-none" . "." . format

title = "MATCH calls over the size of regions, 5000 candidates, no pruning"
notes = "shi2000, figure 7 · rows with prune = none · error bars: 95 % interval"
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
2 1281.6532 1276.512 1286.7944
5 1324.7194 1317.4016 1332.0372
10 1399.6926 1389.9621 1409.4231
20 1540.6139 1526.8164 1554.4114
40 1826.8166 1809.8144 1843.8188
80 2377.363 2352.0778 2402.6482
160 3351.7271 3328.9453 3374.5089
320 4665.4275 4653.9168 4676.9382
EOD

# m = 2 divisions
$series3 << EOD
2 366.6058 359.88744 373.32416
5 441.9994 432.73071 451.26809
10 567.1522 555.40753 578.89687
20 808.1843 790.93422 825.43438
40 1269.0482 1247.3641 1290.7323
80 2090.2236 2061.7829 2118.6643
160 3315.6538 3292.3775 3338.9301
320 4665.4275 4653.9168 4676.9382
EOD

# m = 3 divisions
$series4 << EOD
2 144.4914 137.35548 151.62732
5 237.7194 227.81771 247.62109
10 390.7357 378.53635 402.93505
20 679.4864 661.71068 697.26212
40 1207.7871 1185.3877 1230.1865
80 2083.7367 2055.2133 2112.2601
160 3315.6538 3292.3775 3338.9301
320 4665.4275 4653.9168 4676.9382
EOD

# m = 4 divisions
$series5 << EOD
2 92.4414 85.172056 99.710744
5 194.4738 184.4352 204.5124
10 359.8384 347.58808 372.08872
20 665.2184 647.38425 683.05255
40 1206.3811 1183.9652 1228.797
80 2083.7367 2055.2133 2112.2601
160 3315.6538 3292.3775 3338.9301
320 4665.4275 4653.9168 4676.9382
EOD

# m = 5 divisions
$series6 << EOD
2 81.1329 73.845872 88.419928
5 186.8389 176.77737 196.90043
10 356.4285 344.17066 368.68634
20 664.8954 647.05732 682.73348
40 1206.3811 1183.9652 1228.797
80 2083.7367 2055.2133 2112.2601
160 3315.6538 3292.3775 3338.9301
320 4665.4275 4653.9168 4676.9382
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
set yrange [62.3879:5918.28] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("200" 200, "500" 500, "2000" 2000, "5000" 5000)
# A line: set arrow 1 from graph 0, first 6.1e+02 to graph 1, first 6.1e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
