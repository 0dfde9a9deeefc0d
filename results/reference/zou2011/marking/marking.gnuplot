# zou2011/marking/marking: Time with depth tests at marked pixels and at all
# Line chart, both axes logarithmic: milliseconds per test over the pixels along each side, with 95 % intervals; four lines:
# marked pixels and all pixels, each corrected and repaired. The paper claims that marking makes the test faster: of each two,
# the marked line should be lower.
# Its data are from marking/cells.csv.
#
#     gnuplot marking.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" marking.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "marking" . "." . format

title = "Time with depth tests at marked pixels and at all"
notes = "zou2011, an experiment of ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# marked pixels
$series1 << EOD
64 1.722344317 1.685039361 1.7662178
256 4.006490515 3.814873656 4.296123178
1024 16.41497045 15.6574799 17.41007695
EOD

# all pixels
$series2 << EOD
64 1.71529823 1.684922693 1.813052528
256 3.93863605 3.852704131 4.326532025
1024 15.83080041 15.27867324 17.41280538
EOD

# marked pixels, repaired
$series3 << EOD
64 0.8798324799 0.8659082684 0.9075019557
256 1.994889094 1.943154668 2.181001298
1024 8.09238264 7.561185838 8.79275477
EOD

# all pixels, repaired
$series4 << EOD
64 0.8678152491 0.8550740946 0.8916494355
256 1.980959022 1.896187873 2.09006716
1024 8.027421672 7.5611392 8.442290055
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
set label 4 "time per test (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "resolution (pixels along each side)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(25 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [57.2816:1144.1] noextend
set xtics noenhanced ("64" 64, "256" 256, "1024" 1024)
set logscale y
set yrange [0.757965:19.6437] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 3.9 to graph 1, first 3.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # marked pixels
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # all pixels
set style line 3 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # marked pixels, repaired
set style line 4 linecolor rgb "#663c54" dashtype (14,5) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # all pixels, repaired

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "marked pixels", \
     $series2 using 1:2 with linespoints linestyle 2 title "all pixels", \
     $series3 using 1:2 with linespoints linestyle 3 title "marked pixels, repaired", \
     $series4 using 1:2 with linespoints linestyle 4 title "all pixels, repaired", \
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
