# shi2000/dimensions/dimensions: Four dimensions: time per frame
# Dot plot: milliseconds per frame, logarithmic, with 95 % intervals, for two numbers of regions; six symbols: HPS in basic
# spaces of three axes, two axes and one, full matching, forward scan and hps_join. Splitting is worth its cost where two axes
# are not above full matching.
# Its data are from dimensions/cells.csv.
#
#     gnuplot dimensions.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" dimensions.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "dimensions" . "." . format

title = "Four dimensions: time per frame"
notes = "shi2000, section 2.5 · rows with dimensions = 4 · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# basic spaces of three axes, corrected
$series1 << EOD
0 4.274198374 4.170575165 4.393094056  # 1000
1 56.16399888 55.62267919 61.48170919  # 4000
EOD

# basic spaces of two axes, corrected
$series2 << EOD
0 4.479744834 4.434899544 4.539333133  # 1000
1 56.44296438 55.55994393 57.60401456  # 4000
EOD

# basic spaces of one axis
$series3 << EOD
0 8.043758044 7.952050121 8.319605983  # 1000
1 99.06875372 98.08702286 100.1201442  # 4000
EOD

# full matching
$series4 << EOD
0 0.2213749955 0.208367941 0.2408905587  # 1000
1 2.408118248 2.333912922 2.45433137  # 4000
EOD

# forward scan
$series5 << EOD
0 0.1494424973 0.1308178635 0.1684214522  # 1000
1 0.9343855761 0.8943807844 0.9557359069  # 4000
EOD

# hps_join
$series6 << EOD
0 0.1023175016 0.09230699645 0.1149893793  # 1000
1 0.4844409672 0.4435569873 0.5534603908  # 4000
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 740 : 817)
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
set label 4 "time per frame (ms) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions (our axis)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(39 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("1000" 0, "4000" 1)
set logscale y
set yrange [0.0697948:320.327] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
# A line: set arrow 1 from graph 0, first 4.7 to graph 1, first 4.7 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#d55e00" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # basic spaces of three axes, corrected
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # basic spaces of two axes, corrected
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # basic spaces of one axis
set style line 4 linecolor rgb "#000000" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # full matching
set style line 5 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 6 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.35):2 with points linestyle 1 pointsize 1.8 * point title "basic spaces of three axes, corrected", \
     $series2 using ($1 - 0.21):2 with points linestyle 2 pointsize 1.8 * point title "basic spaces of two axes, corrected", \
     $series3 using ($1 - 0.07):2 with points linestyle 3 pointsize 1.8 * point title "basic spaces of one axis", \
     $series4 using ($1 + 0.07):2 with points linestyle 4 pointsize 1.8 * point title "full matching", \
     $series5 using ($1 + 0.21):2 with points linestyle 5 pointsize 1.8 * point title "forward scan †", \
     $series6 using ($1 + 0.35):2 with points linestyle 6 pointsize 1.8 * point title "hps_join †", \
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
