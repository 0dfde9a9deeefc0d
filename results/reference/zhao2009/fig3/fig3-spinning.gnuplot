# zhao2009/fig3/fig3-spinning: Simulated speedup with the costs of threads, tasks and shared memory
# Line chart, both axes logarithmic: simulated speedup over the number of processors; one line per ring and deal of colours,
# the dynamic schedule and work stealing, an open symbol for the paper's 3.3 on four. The paper claims that the speedup falls
# after a peak.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3-spinning.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-spinning.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-spinning" . "." . format

title = "Simulated speedup with the costs of threads, tasks and shared memory"
notes = "zhao2009, figure 3 · rows with tasks = half, asked = pairs · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# natural ring, colour mod p
$series1 << EOD
1 0.999611 ? ?
2 1.81853 ? ?
3 1.78909 ? ?
4 1.76052 ? ?
5 1.73292 ? ?
6 1.70614 ? ?
7 1.68017 ? ?
8 1.65495 ? ?
9 1.63054 ? ?
10 1.60681 ? ?
11 1.58375 ? ?
12 1.56135 ? ?
13 1.53958 ? ?
14 1.5184 ? ?
15 1.4978 ? ?
16 1.47775 ? ?
17 1.45823 ? ?
18 1.43922 ? ?
19 1.4207 ? ?
20 1.40265 ? ?
21 1.38505 ? ?
22 1.36789 ? ?
23 1.35114 ? ?
24 1.33481 ? ?
25 1.31886 ? ?
26 1.30329 ? ?
27 1.28808 ? ?
28 1.27323 ? ?
29 1.25871 ? ?
30 1.24452 ? ?
31 1.23065 ? ?
32 1.21708 ? ?
33 1.20381 ? ?
34 1.19082 ? ?
35 1.17811 ? ?
36 1.16567 ? ?
37 1.15349 ? ?
38 1.14156 ? ?
39 1.12988 ? ?
40 1.11843 ? ?
41 1.10722 ? ?
42 1.09622 ? ?
43 1.08544 ? ?
44 1.07487 ? ?
45 1.06451 ? ?
46 1.05434 ? ?
47 1.04437 ? ?
48 1.03458 ? ?
49 1.02497 ? ?
50 1.01554 ? ?
51 1.00629 ? ?
52 0.997197 ? ?
53 0.98827 ? ?
54 0.979501 ? ?
55 0.970887 ? ?
56 0.962423 ? ?
57 0.954105 ? ?
58 0.945929 ? ?
59 0.937893 ? ?
60 0.929991 ? ?
61 0.922222 ? ?
62 0.914582 ? ?
63 0.907067 ? ?
64 0.899675 ? ?
EOD

# shuffled ring, colour mod p
$series2 << EOD
1 0.999335 ? ?
2 1.75551 ? ?
3 2.15576 ? ?
4 2.47658 ? ?
5 2.72802 ? ?
6 2.76463 ? ?
7 2.74492 ? ?
8 2.81763 ? ?
9 2.83987 ? ?
10 2.87103 ? ?
11 2.85459 ? ?
12 2.82758 ? ?
13 2.78055 ? ?
14 2.71735 ? ?
15 2.70091 ? ?
16 2.68033 ? ?
17 2.66084 ? ?
18 2.62608 ? ?
19 2.5922 ? ?
20 2.55919 ? ?
21 2.52701 ? ?
22 2.49562 ? ?
23 2.46501 ? ?
24 2.43514 ? ?
25 2.40598 ? ?
26 2.37752 ? ?
27 2.34971 ? ?
28 2.32256 ? ?
29 2.29602 ? ?
30 2.27008 ? ?
31 2.24472 ? ?
32 2.21993 ? ?
33 2.19567 ? ?
34 2.17194 ? ?
35 2.14871 ? ?
36 2.12598 ? ?
37 2.10372 ? ?
38 2.08193 ? ?
39 2.06058 ? ?
40 2.03966 ? ?
41 2.01917 ? ?
42 1.99908 ? ?
43 1.97939 ? ?
44 1.96008 ? ?
45 1.94115 ? ?
46 1.92258 ? ?
47 1.90436 ? ?
48 1.88648 ? ?
49 1.86893 ? ?
50 1.85171 ? ?
51 1.8348 ? ?
52 1.8182 ? ?
53 1.8019 ? ?
54 1.78588 ? ?
55 1.77015 ? ?
56 1.75469 ? ?
57 1.73951 ? ?
58 1.72458 ? ?
59 1.7099 ? ?
60 1.69547 ? ?
61 1.68129 ? ?
62 1.66734 ? ?
63 1.65362 ? ?
64 1.64012 ? ?
EOD

# shuffled ring, greedy
$series3 << EOD
1 0.999346 ? ?
2 1.77431 ? ?
3 2.46472 ? ?
4 2.9476 ? ?
5 3.09872 ? ?
6 3.11195 ? ?
7 3.06694 ? ?
8 3.02084 ? ?
9 2.9761 ? ?
10 2.93267 ? ?
11 2.89048 ? ?
12 2.84949 ? ?
13 2.80965 ? ?
14 2.77091 ? ?
15 2.73322 ? ?
16 2.69654 ? ?
17 2.66084 ? ?
18 2.62606 ? ?
19 2.59219 ? ?
20 2.55917 ? ?
21 2.52699 ? ?
22 2.49561 ? ?
23 2.465 ? ?
24 2.43512 ? ?
25 2.40597 ? ?
26 2.3775 ? ?
27 2.3497 ? ?
28 2.32254 ? ?
29 2.29601 ? ?
30 2.27007 ? ?
31 2.24471 ? ?
32 2.21991 ? ?
33 2.19566 ? ?
34 2.17193 ? ?
35 2.1487 ? ?
36 2.12597 ? ?
37 2.10371 ? ?
38 2.08192 ? ?
39 2.06057 ? ?
40 2.03965 ? ?
41 2.01916 ? ?
42 1.99907 ? ?
43 1.97938 ? ?
44 1.96007 ? ?
45 1.94114 ? ?
46 1.92257 ? ?
47 1.90435 ? ?
48 1.88647 ? ?
49 1.86892 ? ?
50 1.8517 ? ?
51 1.8348 ? ?
52 1.81819 ? ?
53 1.80189 ? ?
54 1.78588 ? ?
55 1.77014 ? ?
56 1.75469 ? ?
57 1.7395 ? ?
58 1.72457 ? ?
59 1.70989 ? ?
60 1.69547 ? ?
61 1.68128 ? ?
62 1.66733 ? ?
63 1.65361 ? ?
64 1.64011 ? ?
EOD

# shuffled ring, a thread for each colour
$series4 << EOD
1 0.999365 ? ?
2 1.92608 ? ?
3 2.74175 ? ?
4 3.10961 ? ?
5 3.16339 ? ?
6 3.11436 ? ?
7 3.06683 ? ?
8 3.02073 ? ?
9 2.97599 ? ?
10 2.93256 ? ?
11 2.89038 ? ?
12 2.8494 ? ?
13 2.80956 ? ?
14 2.77082 ? ?
15 2.73313 ? ?
16 2.69645 ? ?
17 2.66075 ? ?
18 2.62598 ? ?
19 2.59211 ? ?
20 2.5591 ? ?
21 2.52691 ? ?
22 2.49553 ? ?
23 2.46492 ? ?
24 2.43505 ? ?
25 2.4059 ? ?
26 2.37743 ? ?
27 2.34964 ? ?
28 2.32248 ? ?
29 2.29594 ? ?
30 2.27001 ? ?
31 2.24465 ? ?
32 2.21985 ? ?
33 2.1956 ? ?
34 2.17187 ? ?
35 2.14865 ? ?
36 2.12591 ? ?
37 2.10366 ? ?
38 2.08186 ? ?
39 2.06052 ? ?
40 2.0396 ? ?
41 2.01911 ? ?
42 1.99902 ? ?
43 1.97933 ? ?
44 1.96003 ? ?
45 1.94109 ? ?
46 1.92252 ? ?
47 1.9043 ? ?
48 1.88643 ? ?
49 1.86888 ? ?
50 1.85166 ? ?
51 1.83475 ? ?
52 1.81815 ? ?
53 1.80185 ? ?
54 1.78584 ? ?
55 1.77011 ? ?
56 1.75465 ? ?
57 1.73946 ? ?
58 1.72453 ? ?
59 1.70986 ? ?
60 1.69543 ? ?
61 1.68125 ? ?
62 1.6673 ? ?
63 1.65358 ? ?
64 1.64008 ? ?
EOD

# printed in the paper: shuffled ring, a thread for each colour
$printed4 << EOD
4 3.3 ? ?
EOD

# six colours, a thread for each
$series5 << EOD
1 0.999657 ? ?
2 1.90387 ? ?
3 2.34287 ? ?
4 2.331 ? ?
5 2.29437 ? ?
6 2.25887 ? ?
7 2.22445 ? ?
8 2.19106 ? ?
9 2.15866 ? ?
10 2.12721 ? ?
11 2.09666 ? ?
12 2.06697 ? ?
13 2.03811 ? ?
14 2.01005 ? ?
15 1.98275 ? ?
16 1.95618 ? ?
17 1.93032 ? ?
18 1.90513 ? ?
19 1.88058 ? ?
20 1.85667 ? ?
21 1.83335 ? ?
22 1.81061 ? ?
23 1.78843 ? ?
24 1.76679 ? ?
25 1.74566 ? ?
26 1.72503 ? ?
27 1.70489 ? ?
28 1.68521 ? ?
29 1.66597 ? ?
30 1.64718 ? ?
31 1.6288 ? ?
32 1.61083 ? ?
33 1.59325 ? ?
34 1.57605 ? ?
35 1.55921 ? ?
36 1.54274 ? ?
37 1.5266 ? ?
38 1.5108 ? ?
39 1.49533 ? ?
40 1.48017 ? ?
41 1.46531 ? ?
42 1.45075 ? ?
43 1.43647 ? ?
44 1.42248 ? ?
45 1.40875 ? ?
46 1.39529 ? ?
47 1.38208 ? ?
48 1.36911 ? ?
49 1.35639 ? ?
50 1.34391 ? ?
51 1.33165 ? ?
52 1.31961 ? ?
53 1.30779 ? ?
54 1.29618 ? ?
55 1.28477 ? ?
56 1.27356 ? ?
57 1.26255 ? ?
58 1.25172 ? ?
59 1.24108 ? ?
60 1.23062 ? ?
61 1.22033 ? ?
62 1.21022 ? ?
63 1.20027 ? ?
64 1.19048 ? ?
EOD

# dynamic
$series6 << EOD
1 0.999706 ? ?
2 1.94491 ? ?
3 2.86848 ? ?
4 3.67313 ? ?
5 4.49185 ? ?
6 5.20538 ? ?
7 5.83923 ? ?
8 6.39689 ? ?
9 6.97725 ? ?
10 7.44138 ? ?
11 7.94264 ? ?
12 8.35353 ? ?
13 8.64195 ? ?
14 9.05046 ? ?
15 9.37768 ? ?
16 9.75003 ? ?
17 10.0309 ? ?
18 10.3103 ? ?
19 10.5467 ? ?
20 10.6817 ? ?
21 10.8714 ? ?
22 11.066 ? ?
23 11.2357 ? ?
24 11.3618 ? ?
25 11.6132 ? ?
26 11.7359 ? ?
27 11.825 ? ?
28 11.9021 ? ?
29 11.9303 ? ?
30 12.0348 ? ?
31 12.0833 ? ?
32 12.1289 ? ?
33 12.1141 ? ?
34 12.1949 ? ?
35 12.1436 ? ?
36 12.1317 ? ?
37 12.1203 ? ?
38 12.074 ? ?
39 11.99 ? ?
40 11.9464 ? ?
41 11.9772 ? ?
42 11.9483 ? ?
43 11.886 ? ?
44 11.863 ? ?
45 11.7637 ? ?
46 11.6603 ? ?
47 11.5624 ? ?
48 11.4967 ? ?
49 11.4099 ? ?
50 11.3174 ? ?
51 11.2415 ? ?
52 11.2241 ? ?
53 11.1506 ? ?
54 11.0578 ? ?
55 10.9596 ? ?
56 10.8624 ? ?
57 10.7669 ? ?
58 10.6732 ? ?
59 10.5817 ? ?
60 10.4913 ? ?
61 10.4023 ? ?
62 10.3149 ? ?
63 10.2286 ? ?
64 10.1437 ? ?
EOD

# work stealing
$series7 << EOD
1 0.99936 ? ?
2 1.93328 ? ?
3 2.85625 ? ?
4 3.64082 ? ?
5 4.47483 ? ?
6 5.18716 ? ?
7 5.58024 ? ?
8 6.61349 ? ?
9 7.37129 ? ?
10 7.7204 ? ?
11 7.70475 ? ?
12 8.5086 ? ?
13 9.25305 ? ?
14 8.64456 ? ?
15 8.90929 ? ?
16 9.39201 ? ?
17 10.5742 ? ?
18 9.4581 ? ?
19 9.68928 ? ?
20 11.9192 ? ?
21 10.2518 ? ?
22 10.6901 ? ?
23 12.011 ? ?
24 12.1528 ? ?
25 10.6386 ? ?
26 11.0697 ? ?
27 12.5023 ? ?
28 11.5379 ? ?
29 11.7022 ? ?
30 11.509 ? ?
31 12.4627 ? ?
32 11.3635 ? ?
33 11.2565 ? ?
34 11.1941 ? ?
35 11.8731 ? ?
36 11.4234 ? ?
37 12.9859 ? ?
38 12.7836 ? ?
39 11.646 ? ?
40 12.6308 ? ?
41 12.4907 ? ?
42 11.5468 ? ?
43 11.3882 ? ?
44 12.1432 ? ?
45 11.9827 ? ?
46 11.342 ? ?
47 11.7542 ? ?
48 11.6812 ? ?
49 11.0437 ? ?
50 11.49 ? ?
51 11.3489 ? ?
52 11.2782 ? ?
53 10.9036 ? ?
54 11.074 ? ?
55 10.9375 ? ?
56 10.6459 ? ?
57 10.747 ? ?
58 10.6555 ? ?
59 10.5653 ? ?
60 10.4751 ? ?
61 10.3887 ? ?
62 10.3043 ? ?
63 10.2123 ? ?
64 10.13 ? ?
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
set yrange [0.808556:14.4493] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 3.4 to graph 1, first 3.4 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
