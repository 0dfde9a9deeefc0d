# shi2000/mixes/mixes: 100 000 regions of equal and of different sizes
# Dot plot: milliseconds per frame, logarithmic, with 95 % intervals, for equal, log-normal and clustered regions and for equal
# ones with a few huge ones among them; hps_join, forward scan, sorted ends, grid and interval tree. Look which the huge ones
# slow down.
# Its data are from mixes/cells.csv.
#
#     gnuplot mixes.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" mixes.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "mixes" . "." . format

title = "100 000 regions of equal and of different sizes"
notes = "shi2000, an experiment of ours · rows with n = 100000 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
0 4.027840433 3.929489245 4.092373044  # equal
1 4.17261264 4.012277569 4.833206059  # lognormal
2 5.262382386 5.128284025 5.549943946  # clustered
3 5.388337482 5.249095843 6.62492961  # huge
EOD

# forward scan
$series2 << EOD
0 8.125126955 7.993669014 8.232620937  # equal
1 9.80574813 9.720818104 10.60895396  # lognormal
2 10.05955255 9.894034886 10.72581597  # clustered
3 9.942828735 9.785597558 11.01188182  # huge
EOD

# sorted ends
$series3 << EOD
0 7.40614562 7.219799578 7.670947055  # equal
1 7.289692375 7.077541545 8.930086354  # lognormal
2 8.94422382 8.745539775 11.08450829  # clustered
3 8.515493941 8.469049857 10.90714745  # huge
EOD

# grid
$series4 << EOD
0 4.48712196 4.41290687 4.592127257  # equal
1 4.75389106 4.425816674 5.349395786  # lognormal
2 5.263019394 5.162009674 5.387814918  # clustered
3 10.16012355 9.979741126 12.15731566  # huge
EOD

# interval tree
$series5 << EOD
0 9.709491999 9.603841537 9.723275577  # equal
1 17.6797143 17.49536373 18.16365453  # lognormal
2 11.66180758 11.47881585 13.96706566  # clustered
3 140.016802 136.9112815 187.8639865  # huge
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
set label 4 "time per frame (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "distribution of the sizes" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:3.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("equal" 0, "lognormal" 1, "clustered" 2, "huge" 3)
set logscale y
set yrange [3.36632:357.531] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("5" 5, "20" 20, "50" 50, "200" 200)
# A line: set arrow 1 from graph 0, first 35 to graph 1, first 35 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # sorted ends
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # interval tree
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "hps_join †", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "forward scan †", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "sorted ends †", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "grid †", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "interval tree †", \
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
