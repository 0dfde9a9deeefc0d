# zhao2009/hybrid/hybrid: When a node tests its box besides its sphere: time of all contacts
# Bar chart, linear, with 95 % intervals: milliseconds per step of SAABB, from a threshold of 0, where every node tests its
# box, to never; level lines for AABB trees and sphere trees. The hybrid is worth it where a bar ends below both lines.
# Its data are from hybrid/cells.csv.
#
#     gnuplot hybrid.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" hybrid.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "hybrid" . "." . format

title = "When a node tests its box besides its sphere: time of all contacts"
notes = "zhao2009, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# SAABB, depth first
$series1 << EOD
0 17.91504685 17.52479759 18.47199645  # 0
1 17.78283601 17.52049898 18.17653046  # 1
2 18.57217146 18.24984031 19.0577832  # 2
3 19.93699908 19.8574237 20.81035523  # 4
4 20.12193895 19.90049751 21.10417018  # never
EOD

# AABB trees, depth first
$series2 << EOD
0 17.44165766 16.93709563 17.84726312  # 0
1 17.44165766 16.93709563 17.84726312  # 1
2 17.44165766 16.93709563 17.84726312  # 2
3 17.44165766 16.93709563 17.84726312  # 4
4 17.44165766 16.93709563 17.84726312  # never
EOD

# sphere trees, depth first
$series3 << EOD
0 20.55709734 20.45784661 21.44726118  # 0
1 20.55709734 20.45784661 21.44726118  # 1
2 20.55709734 20.45784661 21.44726118  # 2
3 20.55709734 20.45784661 21.44726118  # 4
4 20.55709734 20.45784661 21.44726118  # never
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 759)
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "least volume of the sphere / volume of the box\nat which the box is tested" : "least volume of the sphere / volume of the box at which the box is tested") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:4.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0" 0, "1" 1, "2" 2, "4" 3, "never" 4)
unset logscale y
set yrange [0:24.8788] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 12 to graph 1, first 12 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SAABB, depth first
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # AABB trees, depth first
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere trees, depth first
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2:(0.27) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "SAABB, depth first †", \
     17.441657655143544 with lines linestyle 2 title "AABB trees, depth first †", \
     20.557097337855893 with lines linestyle 3 title "sphere trees, depth first †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
