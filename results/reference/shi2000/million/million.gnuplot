# shi2000/million/million: A million regions, one thread: time over the degree of overlap
# Dot plot: seconds of processor time, logarithmic, with 95 % intervals, for three degrees of overlap; hps_join, forward scan,
# sorted ends, grid, interval tree and CGAL. The claims are that hps_join is nowhere above the forward scan and, at the highest
# degree, below CGAL.
# Its data are from million/cells.csv.
#
#     gnuplot million.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" million.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "million" . "." . format

title = "A million regions, one thread: time over the degree of overlap"
notes = "shi2000, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
0 0.04196391104 0.03477293275 0.05197505198  # 0.01
1 0.06601967386 0.0642137032 0.06760411033  # 1
2 0.1401541696 0.1292156609 0.1482579689  # 100
EOD

# forward scan
$series2 << EOD
0 0.06321512106 0.05930142916 0.0820546484  # 0.01
1 0.2014098691 0.193498452 0.2103934357  # 1
2 0.8156606852 0.8038585209 1.046025105  # 100
EOD

# sorted ends
$series3 << EOD
0 0.0609570253 0.05784024524 0.08671522719  # 0.01
1 0.1949317739 0.1712622024 0.1980590216  # 1
2 0.8038585209 0.7836990596 0.9302325581  # 100
EOD

# grid
$series4 << EOD
0 0.04309416074 0.04257855744 0.0611995104  # 0.01
1 0.07076640011 0.06834335703 0.07213445863  # 1
2 0.1112842199 0.1105827712 0.1126887537  # 100
EOD

# interval tree
$series5 << EOD
0 0.08585164835 0.08077544426 0.1254705144  # 0.01
1 0.2475860361 0.223914017 0.2537427049  # 1
2 1.007049345 0.9765625 1.072961373  # 100
EOD

# CGAL
$series6 << EOD
0 0.144092219 0.1404099972 0.1642305797  # 0.01
1 0.2293052052 0.228050171 0.2332089552  # 1
2 0.814995925 0.7763975155 0.8598452279  # 100
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
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:2.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0.01" 0, "1" 1, "100" 2)
set logscale y
set yrange [0.0303157:1.8985] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.05" 0.05, "0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.24 to graph 1, first 0.24 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # sorted ends
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # interval tree
set style line 6 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.35):2 with points linestyle 1 pointsize 1.8 * point title "hps_join †", \
     $series2 using ($1 - 0.21):2 with points linestyle 2 pointsize 1.8 * point title "forward scan †", \
     $series3 using ($1 - 0.07):2 with points linestyle 3 pointsize 1.8 * point title "sorted ends †", \
     $series4 using ($1 + 0.07):2 with points linestyle 4 pointsize 1.8 * point title "grid †", \
     $series5 using ($1 + 0.21):2 with points linestyle 5 pointsize 1.8 * point title "interval tree †", \
     $series6 using ($1 + 0.35):2 with points linestyle 6 pointsize 1.8 * point title "CGAL †", \
     $series1 using ($1 - 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
