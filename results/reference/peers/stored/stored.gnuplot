# peers/stored/stored: A million regions: time to store the matches
# Dot plot: seconds of processor time, logarithmic, with 95 % intervals, for three degrees of overlap; hps_join, forward scan,
# grid, CGAL and Boost write down 16 bytes a match. The claim is that hps_join and the grid lie below CGAL at every degree.
# Its data are from stored/cells.csv.
#
#     gnuplot stored.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" stored.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "stored" . "." . format

title = "A million regions: time to store the matches"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
0 0.04426149692 0.03756291789 0.05408621342  # 0.01
1 0.0704920344 0.06028090904 0.07982757244  # 1
2 0.415282392 0.370096225 0.4739336493  # 100
EOD

# forward scan
$series2 << EOD
0 0.07224389539 0.06194635446 0.08476731372  # 0.01
1 0.1936108422 0.1681520094 0.240442414  # 1
2 1.18623962 1.141552511 1.615508885  # 100
EOD

# grid
$series3 << EOD
0 0.06197322757 0.0463542391 0.06648494116  # 0.01
1 0.07882084023 0.06988120196 0.1169864296  # 1
2 0.5285412262 0.4686035614 0.6097560976  # 100
EOD

# CGAL
$series4 << EOD
0 0.1553036186 0.1421868335 0.1711449598  # 0.01
1 0.2491901321 0.2277904328 0.2814522938  # 1
2 1.730103806 1.618122977 1.956947162  # 100
EOD

# Boost
$series5 << EOD
0 0.3072196621 0.2955956252 0.337723742  # 0.01
1 0.4557885141 0.4403346543 0.5385029618  # 1
2 4.366812227 3.717472119 4.504504505  # 100
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
set label 4 "processor time (s)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "degree of overlap, alpha" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(14 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:2.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0.01" 0, "1" 1, "100" 2)
set logscale y
set yrange [0.0310173:9.99019] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.05" 0.05, "0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 0.56 to graph 1, first 0.56 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 4 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 5 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Boost
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "hps_join †", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "forward scan †", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "grid †", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "CGAL", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "Boost", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
