# shi2000/forms/forms: MATCH calls of the search as printed, repaired and corrected, 10 000 regions
# Line chart, both axes logarithmic: MATCH calls per frame over the size of a region in units of the space; lines for every
# candidate and for the corrected, repaired and printed search with four layers. All three should rise and, for size 20, lie at
# a fifth of the first at most.
# Its data are from forms/cells.csv.
#
#     gnuplot forms.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" forms.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "forms" . "." . format

title = "MATCH calls of the search as printed, repaired and corrected, 10 000\nregions"
notes = "shi2000, an experiment of ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# every candidate
$series1 << EOD
5 25000000 ? ?
10 25000000 ? ?
20 25000000 ? ?
40 25000000 ? ?
80 25000000 ? ?
160 25000000 ? ?
EOD

# corrected, four layers
$series2 << EOD
5 210470 ? ?
10 436340 ? ?
20 855759 ? ?
40 1897376 ? ?
80 4143341 ? ?
160 9259984 ? ?
EOD

# repaired, four layers
$series3 << EOD
5 230567 ? ?
10 459369 ? ?
20 865843 ? ?
40 1901130 ? ?
80 4158778 ? ?
160 9265774 ? ?
EOD

# printed, four layers
$series4 << EOD
5 613347 ? ?
10 1056812 ? ?
20 1748381 ? ?
40 3444761 ? ?
80 6528179 ? ?
160 12040130 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 131.8
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
if (!paper) set label 2 notes at screen 0.018, 1 - 106.0 / H left front font small noenhanced textcolor rgb "#555555"
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "MATCH calls per frame" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "size of a region (units of the space)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [4.35275:183.792] noextend
set xtics noenhanced ("5" 5, "10" 10, "20" 20, "40" 40, "80" 80, "160" 160)
set logscale y
set yrange [173860:3.02643e+07] noextend
set format y "10^{%T}"; set mytics 10
set ytics enhanced 1e5, 1e1
set ytics add ("2×10^{5}" 200000, "5×10^{5}" 500000, "2×10^{6}" 2000000, "5×10^{6}" 5000000, "2×10^{7}" 20000000)
# A line: set arrow 1 from graph 0, first 2.3e+06 to graph 1, first 2.3e+06 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#d55e00" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # every candidate
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # corrected, four layers
set style line 3 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # repaired, four layers
set style line 4 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # printed, four layers

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "every candidate", \
     $series2 using 1:2 with linespoints linestyle 2 title "corrected, four layers", \
     $series3 using 1:2 with linespoints linestyle 3 title "repaired, four layers", \
     $series4 using 1:2 with linespoints linestyle 4 title "printed, four layers", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
