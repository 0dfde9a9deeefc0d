# zhao2009/fig3/fig3: Simulated speedup of the measured tasks (pairs that touch, m = 465)
# Line chart, both axes logarithmic: simulated speedup over the number of processors; one line per ring and deal of colours,
# the dynamic schedule and work stealing, an open symbol for the paper's 3.3 on four. Threads cost nothing here, so that deals
# of colours level off and do not fall.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3" . "." . format

title = "Simulated speedup of the measured tasks (pairs that touch, m = 465)"
notes = "zhao2009, figure 3 · rows with tasks = half, asked = pairs · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# natural ring, colour mod p
$series1 << EOD
1 1 ? ?
2 1.85182 ? ?
3 1.85185 ? ?
4 1.85182 ? ?
5 1.85185 ? ?
6 1.85185 ? ?
7 1.85185 ? ?
8 1.85182 ? ?
9 1.85185 ? ?
10 1.85185 ? ?
11 1.85185 ? ?
12 1.85185 ? ?
13 1.85185 ? ?
14 1.85185 ? ?
15 1.85185 ? ?
16 1.85185 ? ?
17 1.85185 ? ?
18 1.85185 ? ?
19 1.85185 ? ?
20 1.85185 ? ?
21 1.85185 ? ?
22 1.85185 ? ?
23 1.85185 ? ?
24 1.85185 ? ?
25 1.85185 ? ?
26 1.85185 ? ?
27 1.85185 ? ?
28 1.85185 ? ?
29 1.85185 ? ?
30 1.85185 ? ?
31 1.85185 ? ?
32 1.85185 ? ?
33 1.85185 ? ?
34 1.85185 ? ?
35 1.85185 ? ?
36 1.85185 ? ?
37 1.85185 ? ?
38 1.85185 ? ?
39 1.85185 ? ?
40 1.85185 ? ?
41 1.85185 ? ?
42 1.85185 ? ?
43 1.85185 ? ?
44 1.85185 ? ?
45 1.85185 ? ?
46 1.85185 ? ?
47 1.85185 ? ?
48 1.85185 ? ?
49 1.85185 ? ?
50 1.85185 ? ?
51 1.85185 ? ?
52 1.85185 ? ?
53 1.85185 ? ?
54 1.85185 ? ?
55 1.85185 ? ?
56 1.85185 ? ?
57 1.85185 ? ?
58 1.85185 ? ?
59 1.85185 ? ?
60 1.85185 ? ?
61 1.85185 ? ?
62 1.85185 ? ?
63 1.85185 ? ?
64 1.85185 ? ?
EOD

# shuffled ring, colour mod p
$series2 << EOD
1 1 ? ?
2 1.78671 ? ?
3 2.22978 ? ?
4 2.60332 ? ?
5 2.91368 ? ?
6 3.0008 ? ?
7 3.02479 ? ?
8 3.1525 ? ?
9 3.2256 ? ?
10 3.30929 ? ?
11 3.33859 ? ?
12 3.35452 ? ?
13 3.34561 ? ?
14 3.31517 ? ?
15 3.34056 ? ?
16 3.36038 ? ?
17 3.38063 ? ?
18 3.38065 ? ?
19 3.38065 ? ?
20 3.38065 ? ?
21 3.38065 ? ?
22 3.38065 ? ?
23 3.38065 ? ?
24 3.38065 ? ?
25 3.38065 ? ?
26 3.38065 ? ?
27 3.38065 ? ?
28 3.38065 ? ?
29 3.38065 ? ?
30 3.38065 ? ?
31 3.38065 ? ?
32 3.38065 ? ?
33 3.38065 ? ?
34 3.38065 ? ?
35 3.38065 ? ?
36 3.38065 ? ?
37 3.38065 ? ?
38 3.38065 ? ?
39 3.38065 ? ?
40 3.38065 ? ?
41 3.38065 ? ?
42 3.38065 ? ?
43 3.38065 ? ?
44 3.38065 ? ?
45 3.38065 ? ?
46 3.38065 ? ?
47 3.38065 ? ?
48 3.38065 ? ?
49 3.38065 ? ?
50 3.38065 ? ?
51 3.38065 ? ?
52 3.38065 ? ?
53 3.38065 ? ?
54 3.38065 ? ?
55 3.38065 ? ?
56 3.38065 ? ?
57 3.38065 ? ?
58 3.38065 ? ?
59 3.38065 ? ?
60 3.38065 ? ?
61 3.38065 ? ?
62 3.38065 ? ?
63 3.38065 ? ?
64 3.38065 ? ?
EOD

# shuffled ring, greedy
$series3 << EOD
1 1 ? ?
2 1.80565 ? ?
3 2.5495 ? ?
4 3.10012 ? ?
5 3.31093 ? ?
6 3.37756 ? ?
7 3.38065 ? ?
8 3.38065 ? ?
9 3.38065 ? ?
10 3.38065 ? ?
11 3.38065 ? ?
12 3.38065 ? ?
13 3.38065 ? ?
14 3.38065 ? ?
15 3.38065 ? ?
16 3.38065 ? ?
17 3.38065 ? ?
18 3.38065 ? ?
19 3.38065 ? ?
20 3.38065 ? ?
21 3.38065 ? ?
22 3.38065 ? ?
23 3.38065 ? ?
24 3.38065 ? ?
25 3.38065 ? ?
26 3.38065 ? ?
27 3.38065 ? ?
28 3.38065 ? ?
29 3.38065 ? ?
30 3.38065 ? ?
31 3.38065 ? ?
32 3.38065 ? ?
33 3.38065 ? ?
34 3.38065 ? ?
35 3.38065 ? ?
36 3.38065 ? ?
37 3.38065 ? ?
38 3.38065 ? ?
39 3.38065 ? ?
40 3.38065 ? ?
41 3.38065 ? ?
42 3.38065 ? ?
43 3.38065 ? ?
44 3.38065 ? ?
45 3.38065 ? ?
46 3.38065 ? ?
47 3.38065 ? ?
48 3.38065 ? ?
49 3.38065 ? ?
50 3.38065 ? ?
51 3.38065 ? ?
52 3.38065 ? ?
53 3.38065 ? ?
54 3.38065 ? ?
55 3.38065 ? ?
56 3.38065 ? ?
57 3.38065 ? ?
58 3.38065 ? ?
59 3.38065 ? ?
60 3.38065 ? ?
61 3.38065 ? ?
62 3.38065 ? ?
63 3.38065 ? ?
64 3.38065 ? ?
EOD

# shuffled ring, a thread for each colour
$series4 << EOD
1 1 ? ?
2 1.95992 ? ?
3 2.83608 ? ?
4 3.26989 ? ?
5 3.38065 ? ?
6 3.38065 ? ?
7 3.38065 ? ?
8 3.38065 ? ?
9 3.38065 ? ?
10 3.38065 ? ?
11 3.38065 ? ?
12 3.38065 ? ?
13 3.38065 ? ?
14 3.38065 ? ?
15 3.38065 ? ?
16 3.38065 ? ?
17 3.38065 ? ?
18 3.38065 ? ?
19 3.38065 ? ?
20 3.38065 ? ?
21 3.38065 ? ?
22 3.38065 ? ?
23 3.38065 ? ?
24 3.38065 ? ?
25 3.38065 ? ?
26 3.38065 ? ?
27 3.38065 ? ?
28 3.38065 ? ?
29 3.38065 ? ?
30 3.38065 ? ?
31 3.38065 ? ?
32 3.38065 ? ?
33 3.38065 ? ?
34 3.38065 ? ?
35 3.38065 ? ?
36 3.38065 ? ?
37 3.38065 ? ?
38 3.38065 ? ?
39 3.38065 ? ?
40 3.38065 ? ?
41 3.38065 ? ?
42 3.38065 ? ?
43 3.38065 ? ?
44 3.38065 ? ?
45 3.38065 ? ?
46 3.38065 ? ?
47 3.38065 ? ?
48 3.38065 ? ?
49 3.38065 ? ?
50 3.38065 ? ?
51 3.38065 ? ?
52 3.38065 ? ?
53 3.38065 ? ?
54 3.38065 ? ?
55 3.38065 ? ?
56 3.38065 ? ?
57 3.38065 ? ?
58 3.38065 ? ?
59 3.38065 ? ?
60 3.38065 ? ?
61 3.38065 ? ?
62 3.38065 ? ?
63 3.38065 ? ?
64 3.38065 ? ?
EOD

# printed in the paper: shuffled ring, a thread for each colour
$printed4 << EOD
4 3.3 ? ?
EOD

# six colours, a thread for each
$series5 << EOD
1 1 ? ?
2 1.93721 ? ?
3 2.42306 ? ?
4 2.44994 ? ?
5 2.44994 ? ?
6 2.44994 ? ?
7 2.44994 ? ?
8 2.44994 ? ?
9 2.44994 ? ?
10 2.44994 ? ?
11 2.44994 ? ?
12 2.44994 ? ?
13 2.44994 ? ?
14 2.44994 ? ?
15 2.44994 ? ?
16 2.44994 ? ?
17 2.44994 ? ?
18 2.44994 ? ?
19 2.44994 ? ?
20 2.44994 ? ?
21 2.44994 ? ?
22 2.44994 ? ?
23 2.44994 ? ?
24 2.44994 ? ?
25 2.44994 ? ?
26 2.44994 ? ?
27 2.44994 ? ?
28 2.44994 ? ?
29 2.44994 ? ?
30 2.44994 ? ?
31 2.44994 ? ?
32 2.44994 ? ?
33 2.44994 ? ?
34 2.44994 ? ?
35 2.44994 ? ?
36 2.44994 ? ?
37 2.44994 ? ?
38 2.44994 ? ?
39 2.44994 ? ?
40 2.44994 ? ?
41 2.44994 ? ?
42 2.44994 ? ?
43 2.44994 ? ?
44 2.44994 ? ?
45 2.44994 ? ?
46 2.44994 ? ?
47 2.44994 ? ?
48 2.44994 ? ?
49 2.44994 ? ?
50 2.44994 ? ?
51 2.44994 ? ?
52 2.44994 ? ?
53 2.44994 ? ?
54 2.44994 ? ?
55 2.44994 ? ?
56 2.44994 ? ?
57 2.44994 ? ?
58 2.44994 ? ?
59 2.44994 ? ?
60 2.44994 ? ?
61 2.44994 ? ?
62 2.44994 ? ?
63 2.44994 ? ?
64 2.44994 ? ?
EOD

# dynamic
$series6 << EOD
1 1 ? ?
2 1.97702 ? ?
3 2.96633 ? ?
4 3.8604 ? ?
5 4.79764 ? ?
6 5.65327 ? ?
7 6.43963 ? ?
8 7.17274 ? ?
9 7.93084 ? ?
10 8.59341 ? ?
11 9.3115 ? ?
12 9.9234 ? ?
13 10.439 ? ?
14 11.0801 ? ?
15 11.6491 ? ?
16 12.2923 ? ?
17 12.7869 ? ?
18 13.3321 ? ?
19 13.8435 ? ?
20 14.2005 ? ?
21 14.668 ? ?
22 15.1127 ? ?
23 15.5105 ? ?
24 15.9179 ? ?
25 16.4309 ? ?
26 16.8393 ? ?
27 17.1762 ? ?
28 17.5037 ? ?
29 17.7775 ? ?
30 18.1237 ? ?
31 18.4197 ? ?
32 18.6911 ? ?
33 18.8972 ? ?
34 19.2264 ? ?
35 19.3597 ? ?
36 19.571 ? ?
37 19.7666 ? ?
38 19.9425 ? ?
39 19.9951 ? ?
40 20.1473 ? ?
41 20.4108 ? ?
42 20.5652 ? ?
43 20.6709 ? ?
44 20.8236 ? ?
45 20.8599 ? ?
46 20.883 ? ?
47 20.9187 ? ?
48 21.003 ? ?
49 21.0363 ? ?
50 21.0662 ? ?
51 21.1336 ? ?
52 21.3125 ? ?
53 21.3735 ? ?
54 21.3754 ? ?
55 21.3771 ? ?
56 21.3779 ? ?
57 21.3779 ? ?
58 21.379 ? ?
59 21.3804 ? ?
60 21.3816 ? ?
61 21.3822 ? ?
62 21.3826 ? ?
63 21.3827 ? ?
64 21.3832 ? ?
EOD

# work stealing
$series7 << EOD
1 1 ? ?
2 1.96903 ? ?
3 2.95813 ? ?
4 3.83388 ? ?
5 4.78444 ? ?
6 5.63015 ? ?
7 6.15159 ? ?
8 7.40104 ? ?
9 8.38223 ? ?
10 8.88582 ? ?
11 9.04546 ? ?
12 10.155 ? ?
13 11.1971 ? ?
14 10.8167 ? ?
15 11.0952 ? ?
16 11.8144 ? ?
17 13.5518 ? ?
18 12.2381 ? ?
19 12.7627 ? ?
20 15.8321 ? ?
21 13.8355 ? ?
22 14.5557 ? ?
23 16.633 ? ?
24 17.0229 ? ?
25 15.132 ? ?
26 16.0692 ? ?
27 18.176 ? ?
28 16.9654 ? ?
29 17.3147 ? ?
30 17.4378 ? ?
31 18.9645 ? ?
32 17.5299 ? ?
33 17.53 ? ?
34 17.6729 ? ?
35 18.9513 ? ?
36 18.4037 ? ?
37 21.261 ? ?
38 21.0879 ? ?
39 19.417 ? ?
40 21.3218 ? ?
41 21.305 ? ?
42 19.8975 ? ?
43 19.7989 ? ?
44 21.3492 ? ?
45 21.2822 ? ?
46 20.3197 ? ?
47 21.2876 ? ?
48 21.3539 ? ?
49 20.392 ? ?
50 21.4059 ? ?
51 21.3451 ? ?
52 21.4059 ? ?
53 20.8699 ? ?
54 21.4059 ? ?
55 21.339 ? ?
56 20.9229 ? ?
57 21.3411 ? ?
58 21.3364 ? ?
59 21.3529 ? ?
60 21.3419 ? ?
61 21.3566 ? ?
62 21.3476 ? ?
63 21.3539 ? ?
64 21.3611 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 799 : 964)
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
set label 4 "simulated speedup" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of processors" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols 1 width -int(46 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.846745:75.5835] noextend
if (!narrow) set xtics noenhanced ("1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "6" 6, "7" 7, "8" 8, \
    "9" 9, "" 10 1, "11" 11, "" 12 1, "13" 13, "" 14 1, "15" 15, "" 16 1, \
    "" 17 1, "18" 18, "" 19 1, "" 20 1, "21" 21, "" 22 1, "" 23 1, "" 24 1, \
    "25" 25, "" 26 1, "" 27 1, "" 28 1, "29" 29, "" 30 1, "" 31 1, "" 32 1, \
    "" 33 1, "34" 34, "" 35 1, "" 36 1, "" 37 1, "" 38 1, "" 39 1, "40" 40, \
    "" 41 1, "" 42 1, "" 43 1, "" 44 1, "" 45 1, "46" 46, "" 47 1, "" 48 1, \
    "" 49 1, "" 50 1, "" 51 1, "" 52 1, "53" 53, "" 54 1, "" 55 1, "" 56 1, \
    "" 57 1, "" 58 1, "" 59 1, "" 60 1, "61" 61, "" 62 1, "" 63 1, "" 64 1)
if (narrow) set xtics noenhanced ("1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "" 6 1, "7" 7, "" 8 1, \
    "9" 9, "" 10 1, "" 11 1, "12" 12, "" 13 1, "" 14 1, "" 15 1, "" 16 1, \
    "17" 17, "" 18 1, "" 19 1, "" 20 1, "" 21 1, "" 22 1, "23" 23, "" 24 1, \
    "" 25 1, "" 26 1, "" 27 1, "" 28 1, "" 29 1, "" 30 1, "" 31 1, "32" 32, \
    "" 33 1, "" 34 1, "" 35 1, "" 36 1, "" 37 1, "" 38 1, "" 39 1, "" 40 1, \
    "" 41 1, "" 42 1, "" 43 1, "44" 44, "" 45 1, "" 46 1, "" 47 1, "" 48 1, \
    "" 49 1, "" 50 1, "" 51 1, "" 52 1, "" 53 1, "" 54 1, "" 55 1, "" 56 1, \
    "" 57 1, "" 58 1, "" 59 1, "60" 60, "" 61 1, "" 62 1, "" 63 1, "" 64 1)
set logscale y
set yrange [0.884665:24.1966] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 4.6 to graph 1, first 4.6 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # natural ring, colour mod p
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, colour mod p
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, greedy
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, a thread for each colour
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # six colours, a thread for each
set style line 6 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # dynamic
set style line 7 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # work stealing

if (height1) plot \
     $series1 using 1:2 with lines linestyle 1 title "natural ring, colour mod p", \
     $series2 using 1:2 with lines linestyle 2 title "shuffled ring, colour mod p", \
     $series3 using 1:2 with lines linestyle 3 title "shuffled ring, greedy", \
     $series4 using 1:2 with lines linestyle 4 title "shuffled ring, a thread for each colour", \
     $series5 using 1:2 with lines linestyle 5 title "six colours, a thread for each", \
     $series6 using 1:2 with lines linestyle 6 title "dynamic †", \
     $series7 using 1:2 with lines linestyle 7 title "work stealing †", \
     $printed4 using 1:2 with points pointsize 2.2 * point pointtype 14 linewidth 2.5 linecolor rgb "#000000" title "paper: shuffled ring, a thread for each colour", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
