# zou2011/fig12-errors/fig12-false-negatives: False negatives over resolution (overlap of 1/5000 of the size)
# Line chart: rate of false negatives, linear, with 95 % intervals, over the pixels along each side, logarithmic; Image_CD
# corrected, culled, with E6 left in, as printed and repaired. The paper claims that a higher resolution is more precise: lines
# should fall.
# Its data are from fig12-errors/cells.csv.
#
#     gnuplot fig12-false-negatives.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig12-false-negatives.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig12-false-negatives" . "." . format

title = "False negatives over resolution (overlap of 1/5000 of the size)"
notes = "zou2011, figure 12 · rows with depth = 0.0002 · † not among the paper's · error bars: 95 % interval of the rate, by Wilson\nmore than 256 would take too long: E6 left in: one layer of edges; as printed (figure 7)"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
64 0.09 0.06571729377 0.1220827876
256 0.035 0.0209612942 0.05788513953
1024 0 0 0.009512294334
EOD

# Image_CD, culled
$series2 << EOD
64 0.0875 0.06358691021 0.1192607326
256 0.04 0.02476906307 0.06398224772
1024 0 0 0.009512294334
EOD

# E6 left in: one layer of edges
$series3 << EOD
64 0.265 0.2241337176 0.3103370608
256 0.1075 0.08079372047 0.1416734306
EOD

# as printed (figure 7)
$series4 << EOD
64 1 0.9904877057 1
256 1 0.9904877057 1
EOD

# repaired
$series5 << EOD
64 0.3075 0.2642873977 0.3543748356
256 0.15 0.1183449953 0.1883136107
1024 0.055 0.03659849415 0.08186744781
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 113.6
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 710 : 817)
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
set label 4 "rate of false negatives (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "resolution (pixels along each side)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(32 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [57.2816:1144.1] noextend
set xtics noenhanced ("64" 64, "256" 256, "1024" 1024)
unset logscale y
set yrange [0:1.04] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.52 to graph 1, first 0.52 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Image_CD
set style line 2 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Image_CD, culled
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # E6 left in: one layer of edges
set style line 4 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # as printed (figure 7)
set style line 5 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # repaired

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "Image_CD", \
     $series2 using 1:2 with linespoints linestyle 2 title "Image_CD, culled †", \
     $series3 using 1:2 with linespoints linestyle 3 title "E6 left in: one layer of edges", \
     $series4 using 1:2 with linespoints linestyle 4 title "as printed (figure 7)", \
     $series5 using 1:2 with linespoints linestyle 5 title "repaired", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
