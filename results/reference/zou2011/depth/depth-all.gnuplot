# zou2011/depth/depth-all: Wrong answers over penetration depth at three resolutions
# Line chart: rate of wrong answers, linear, with 95 % intervals, over the depth of the overlap in pixels, linear, below 0 a
# gap; one line per resolution, with the nearest and farthest layer of edges. If only the depth in pixels counted, the lines
# would be one.
# Its data are from depth/cells.csv.
#
#     gnuplot depth-all.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" depth-all.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "depth-all" . "." . format

title = "Wrong answers over penetration depth at three resolutions"
notes = "zou2011, an experiment of ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# 64 pixels
$series1 << EOD
-1.024 0 0 0.06017185214
-0.512 0 0 0.06017185214
-0.256 0.08333333333 0.0361204566 0.1806894202
-0.128 0.2333333333 0.1443956174 0.3543627038
-0.064 0.55 0.4249193589 0.6690634559
0.016 0.05 0.01714950216 0.1370051648
0.032 0.03333333333 0.009189319256 0.1136377427
0.064 0.03333333333 0.009189319256 0.1136377427
0.128 0 0 0.06017185214
0.256 0 0 0.06017185214
EOD

# 128 pixels
$series2 << EOD
-2.048 0 0 0.06017185214
-1.024 0 0 0.06017185214
-0.512 0.01666666667 0.002948159795 0.08855129728
-0.256 0.1166666667 0.0576772064 0.2217878802
-0.128 0.2 0.1182850532 0.3178180581
0.032 0.03333333333 0.009189319256 0.1136377427
0.064 0.01666666667 0.002948159795 0.08855129728
0.128 0 0 0.06017185214
0.256 0 0 0.06017185214
0.512 0 0 0.06017185214
EOD

# 256 pixels
$series3 << EOD
-4.096 0 0 0.06017185214
-2.048 0 0 0.06017185214
-1.024 0.01666666667 0.002948159795 0.08855129728
-0.512 0.01666666667 0.002948159795 0.08855129728
-0.256 0.08333333333 0.0361204566 0.1806894202
0.064 0.03333333333 0.009189319256 0.1136377427
0.128 0.01666666667 0.002948159795 0.08855129728
0.256 0 0 0.06017185214
0.512 0 0 0.06017185214
1.024 0 0 0.06017185214
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
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
set label 4 "rate of wrong answers" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "depth of the overlap (pixels; below 0: a gap)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 5) width -int(12 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [-4.3008:1.2288] noextend
if (!narrow) set xtics noenhanced ("-4.096" -4.096, "-2.048" -2.048, "-1.024" -1.024, "-0.512" -0.512, "" -0.256 1, "" -0.128 1, "-0.064" -0.064, "" 0.016 1, \
    "" 0.032 1, "" 0.064 1, "" 0.128 1, "" 0.256 1, "0.512" 0.512, "1.024" 1.024)
if (narrow) set xtics noenhanced ("-4.096" -4.096, "-2.048" -2.048, "-1.024" -1.024, "" -0.512 1, "" -0.256 1, "-0.128" -0.128, "" -0.064 1, "" 0.016 1, \
    "" 0.032 1, "" 0.064 1, "" 0.128 1, "" 0.256 1, "" 0.512 1, "1.024" 1.024)
unset logscale y
set yrange [0:0.695826] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.35 to graph 1, first 0.35 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # 64 pixels
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # 128 pixels
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # 256 pixels

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "64 pixels", \
     $series2 using 1:2 with linespoints linestyle 2 title "128 pixels", \
     $series3 using 1:2 with linespoints linestyle 3 title "256 pixels", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
