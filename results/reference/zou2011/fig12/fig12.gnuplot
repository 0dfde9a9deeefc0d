# zou2011/fig12/fig12: Time over resolution
# Line chart, both axes logarithmic: milliseconds per test over the pixels along each side, with 95 % intervals; Image_CD
# corrected and culled, as printed, which finds next to nothing, and repaired. The paper claims that a higher resolution is
# slower: all lines should rise.
# Its data are from fig12/cells.csv.
#
#     gnuplot fig12.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig12.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig12" . "." . format

title = "Time over resolution"
notes = "zou2011, figure 12 · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
64 0.6092850162 0.5970940626 0.6207371097
128 0.8324841994 0.8134583395 0.8588918342
256 1.3724142 1.344635109 1.425478141
512 2.465592655 2.388058958 2.55380875
1024 5.219397368 4.957531247 5.516290569
2048 14.37277222 13.32417495 15.17836205
EOD

# Image_CD, culled
$series2 << EOD
64 0.2650043474 0.2606560256 0.2699612012
128 0.2977353062 0.2913663914 0.3065286307
256 0.3914076624 0.3867610157 0.3969470798
512 0.6439386378 0.6309967541 0.6715470227
1024 1.405123925 1.368844818 1.444326973
2048 4.942567367 4.012354382 6.023152574
EOD

# as printed, which finds next to nothing
$series3 << EOD
64 1.197778361 1.163086524 1.230123048
128 1.659296624 1.637194563 1.708400032
256 2.744771896 2.668537749 2.837467084
512 5.008966049 4.800128173 5.266084738
1024 11.03472628 10.44072525 11.69919042
2048 29.55956252 28.4158623 31.8126869
EOD

# repaired
$series4 << EOD
64 0.5987310494 0.5843374598 0.6167867374
128 0.8308981095 0.8187664241 0.8484628399
256 1.366474905 1.346671019 1.399071017
512 2.460460401 2.379949539 2.588943142
1024 5.162116261 4.936436725 6.579639962
2048 14.08966664 13.64969445 14.80713704
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
set label 4 "time per test (ms) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "resolution (pixels along each side)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(41 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [55.7152:2352.53] noextend
set xtics noenhanced ("64" 64, "128" 128, "256" 256, "512" 512, "1024" 1024, "2048" 2048)
set logscale y
set yrange [0.215083:38.5533] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 2.9 to graph 1, first 2.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Image_CD
set style line 2 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Image_CD, culled
set style line 3 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # as printed, which finds next to nothing
set style line 4 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # repaired

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "Image_CD", \
     $series2 using 1:2 with linespoints linestyle 2 title "Image_CD, culled †", \
     $series3 using 1:2 with linespoints linestyle 3 title "as printed, which finds next to nothing", \
     $series4 using 1:2 with linespoints linestyle 4 title "repaired", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
