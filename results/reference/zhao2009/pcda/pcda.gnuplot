# zhao2009/pcda/pcda: Schedules of two threads: all contacts of 31 bodies
# Bar chart, linear, with 95 % intervals: milliseconds per step; a bar for one thread, then one for each ring, number of rounds
# and deal of colours to two threads, the dynamic schedule and work stealing. The dynamic one is claimed to be 1.8 times as
# fast as the first bar at least.
# Its data are from pcda/cells.csv.
#
#     gnuplot pcda.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" pcda.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "pcda" . "." . format

title = "Schedules of two threads: all contacts of 31 bodies"
notes = "zhao2009, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# one thread
$series1 << EOD
0 17.87310098 17.50148763 18.71152443  # one thread
EOD

# natural ring, colour mod p
$series2 << EOD
1 9.817203668 9.566647709 11.06843614  # natural ring, colour mod p
EOD

# natural ring, greedy
$series3 << EOD
2 9.853284592 9.528390238 11.02061958  # natural ring, greedy
EOD

# shuffled ring, colour mod p
$series4 << EOD
3 11.07812292 10.56915137 11.51598764  # shuffled ring, colour mod p
EOD

# shuffled ring, greedy
$series5 << EOD
4 10.20012648 9.537396301 10.75477353  # shuffled ring, greedy
EOD

# shuffled ring, a thread for each colour
$series6 << EOD
5 9.123005483 8.834970769 9.542804248  # shuffled ring, a thread for each colour
EOD

# two rounds, greedy
$series9 << EOD
0 10.02888318 9.72365376 10.41731775  # two rounds, greedy
EOD

# six colours, colour mod p
$series10 << EOD
1 9.481279214 9.020940605 10.21544371  # six colours, colour mod p
EOD

# six colours, greedy
$series11 << EOD
2 10.04056388 9.559102806 10.6709384  # six colours, greedy
EOD

# shuffled, greedy, every pair twice
$series12 << EOD
3 22.37186514 21.96595277 23.47472945  # shuffled, greedy, every pair twice
EOD

# dynamic
$series13 << EOD
4 9.20301859 8.883888519 9.870791341  # dynamic †
EOD

# work stealing
$series14 << EOD
5 9.414866074 8.965072079 10.37710396  # work stealing †
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 577 : 537)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 577 : 537)
H = H + height2
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
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key off
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("one thread" 0, "natural ring,\ncolour mod p" 1, "natural ring,\ngreedy" 2, "shuffled ring,\ncolour mod p" 3, "shuffled ring,\ngreedy" 4, "shuffled ring,\na thread for\neach colour" 5)
if (narrow) set lmargin at screen 0.241; set xtics scale 0 right rotate by 25 noenhanced ("one thread" 0, "natural ring, colour mod p" 1, "natural ring, greedy" 2, "shuffled ring, colour mod p" 3, "shuffled ring, greedy" 4, "shuffled ring, a thread for…" 5)
unset logscale y
set yrange [0:27.2307] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 14 to graph 1, first 14 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # one thread
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # natural ring, colour mod p
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # natural ring, greedy
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, colour mod p
set style line 5 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, greedy
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, a thread for each colour
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2:(0.27) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series2 using 1:2:(0.27) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series3 using 1:2:(0.27) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series4 using 1:2:(0.27) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series5 using 1:2:(0.27) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series6 using 1:2:(0.27) with boxes linestyle 6 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key off
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("two rounds,\ngreedy" 0, "six colours,\ncolour mod p" 1, "six colours,\ngreedy" 2, "shuffled,\ngreedy, every\npair twice" 3, "dynamic †" 4, "work stealing †" 5)
if (narrow) set lmargin at screen 0.244; set xtics scale 0 right rotate by 25 noenhanced ("two rounds, greedy" 0, "six colours, colour mod p" 1, "six colours, greedy" 2, "shuffled, greedy, every pai…" 3, "dynamic †" 4, "work stealing †" 5)
unset logscale y
set yrange [0:27.2307] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 14 to graph 1, first 14 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # two rounds, greedy
set style line 10 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # six colours, colour mod p
set style line 11 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # six colours, greedy
set style line 12 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled, greedy, every pair twice
set style line 13 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # dynamic
set style line 14 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # work stealing
numbers = "offset 0,0.8"

if (height2) plot \
     $series9 using 1:2:(0.27) with boxes linestyle 9 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series10 using 1:2:(0.27) with boxes linestyle 10 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series11 using 1:2:(0.27) with boxes linestyle 11 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series12 using 1:2:(0.27) with boxes linestyle 12 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series13 using 1:2:(0.27) with boxes linestyle 13 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series14 using 1:2:(0.27) with boxes linestyle 14 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series14 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series9 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series14 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
