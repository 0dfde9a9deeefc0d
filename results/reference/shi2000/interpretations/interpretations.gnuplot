# shi2000/interpretations: Claims under other interpretations of the text
# Verdicts on 9 claims in 7 cases of the paper's interpretations.
# Its data are from interpretations/interpretations.csv.
#
#     gnuplot interpretations.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" interpretations.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "interpretations" . "." . format

title = "Claims under other interpretations of the text"
notes = "shi2000 · a column for the first values, each other value alone, and pairs · none touches c8 ours1 ours2 ours3 ours4 ours5 ours6"
caption = "AMD EPYC, 2 processors · at the size for interpretations · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# case, its end, claim, colour, colour of the sign, sign
$cases << EOD
0 1 0 0x009e73 0xffffff "+"
1 2 0 0x009e73 0xffffff "+"
2 3 0 0x009e73 0xffffff "+"
3 4 0 0x009e73 0xffffff "+"
4 5 0 0x009e73 0xffffff "+"
5 6 0 0xf0c75e 0x000000 "±"
6 7 0 0x009e73 0xffffff "+"
0 1 1 0x009e73 0xffffff "+"
1 2 1 0x009e73 0xffffff "+"
2 3 1 0x009e73 0xffffff "+"
3 4 1 0x009e73 0xffffff "+"
4 5 1 0x009e73 0xffffff "+"
5 6 1 0x009e73 0xffffff "+"
6 7 1 0x009e73 0xffffff "+"
0 1 2 0xd55e00 0xffffff "−"
1 2 2 0xd55e00 0xffffff "−"
2 3 2 0xd55e00 0xffffff "−"
3 4 2 0x009e73 0xffffff "+"
4 5 2 0xd55e00 0xffffff "−"
5 6 2 0xd55e00 0xffffff "−"
6 7 2 0x009e73 0xffffff "+"
0 1 3 0x009e73 0xffffff "+"
1 2 3 0x009e73 0xffffff "+"
2 3 3 0x009e73 0xffffff "+"
3 4 3 0x009e73 0xffffff "+"
4 5 3 0x009e73 0xffffff "+"
5 6 3 0x009e73 0xffffff "+"
6 7 3 0x009e73 0xffffff "+"
0 1 4 0x009e73 0xffffff "+"
1 2 4 0xf0c75e 0x000000 "±"
2 3 4 0x009e73 0xffffff "+"
3 4 4 0x009e73 0xffffff "+"
4 5 4 0x009e73 0xffffff "+"
5 6 4 0x009e73 0xffffff "+"
6 7 4 0x009e73 0xffffff "+"
0 1 5 0x009e73 0xffffff "+"
1 2 5 0x009e73 0xffffff "+"
2 3 5 0x009e73 0xffffff "+"
3 4 5 0x009e73 0xffffff "+"
4 5 5 0x009e73 0xffffff "+"
5 6 5 0x009e73 0xffffff "+"
6 7 5 0x009e73 0xffffff "+"
0 1 6 0x009e73 0xffffff "+"
1 2 6 0x009e73 0xffffff "+"
2 3 6 0x009e73 0xffffff "+"
3 4 6 0x009e73 0xffffff "+"
4 5 6 0x009e73 0xffffff "+"
5 6 6 0x009e73 0xffffff "+"
6 7 6 0x009e73 0xffffff "+"
0 1 7 0x009e73 0xffffff "+"
1 2 7 0x009e73 0xffffff "+"
2 3 7 0x009e73 0xffffff "+"
3 4 7 0x009e73 0xffffff "+"
4 5 7 0x009e73 0xffffff "+"
5 6 7 0x009e73 0xffffff "+"
6 7 7 0x009e73 0xffffff "+"
0 1 8 0xd55e00 0xffffff "−"
1 2 8 0xd55e00 0xffffff "−"
2 3 8 0xd55e00 0xffffff "−"
3 4 8 0xd55e00 0xffffff "−"
4 5 8 0xd55e00 0xffffff "−"
5 6 8 0xd55e00 0xffffff "−"
6 7 8 0xd55e00 0xffffff "−"
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 833 : 856)
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
set tmargin at screen 1 - (at + 12) / H
set lmargin at screen narrow ? 0.159 : 0.4; set rmargin at screen 0.982
unset border; unset grid
tics = face(paper ? 18 : 15)
set xrange [0:7]
set yrange [9:0]
set xtics scale 0 noenhanced
if (!narrow) set xtics rotate by 60 right ("the first values" 0.5, "layers=one_less" 1.5, "table=divisions" 2.5, "candidates=shared" 3.5, "list=regions" 4.5, "small=tenth" 5.5, "table=divisions, candidates=shared" 6.5) font tics
if (narrow) set xtics rotate by 90 right ("the first values" 0.5, "layers=one_less" 1.5, "table=divisions" 2.5, "candidates=shared" 3.5, "list=regions" 4.5, "small=tenth" 5.5, "table=divisions, candidates=s…" 6.5) font tics
set ytics scale 0 noenhanced
if (!narrow) set ytics ("c1  When regions are small beside the routing space, by far\nthe most lie in spaces of deep levels." 0.5, "c2  When the region to be matched is on a high level, pruning\nhas the greater effect; it lowers the computation of matc…" 1.5, "c2-means  The numbers of table 1 are means of 100 trials." 2.5, "c3  Compared with full matching, matching by hierarchical\ndivision greatly reduces the number of matches." 3.5, "c4  When the space is divided into more than 3 layers, the\nnumber of matches does not change much." 4.5, "c5  As regions get larger, the number of matches rises, since\nlarger regions lie on higher levels." 5.5, "c6  The algorithm greatly reduces system cost." 6.5, "c7  Spaces of three dimensions can be coded and stored alike;\nthose of more than four can be split into basic spaces of…" 7.5, \
    "c7-cost  Splitting into basic spaces is worth its cost." 8.5) font tics
if (narrow) set ytics ("c1" 0.5, "c2" 1.5, "c2-means" 2.5, "c3" 3.5, "c4" 4.5, "c5" 5.5, "c6" 6.5, "c7" 7.5, \
    "c7-cost" 8.5) font tics
set key bmargin center horizontal Left reverse noenhanced samplen 1.5 height 1 maxcols narrow ? 2 : 7

if (height1) plot \
     $cases using 1:3:1:2:3:($3 + 1):4 with boxxyerror fillstyle solid border linecolor rgb "#777777" fillcolor rgb variable notitle, \
     $cases using (($1 + $2) / 2):($3 + 0.5):6:5 with labels font face(18) textcolor rgb variable noenhanced notitle, \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#009e73" title "+ reproduced", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#f0c75e" title "± partly", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d55e00" title "− refuted", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d8d8d8" title "? undecided", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#eef3fa" title "≠ not comparable", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#ffffff" title "not measured", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d9c2ec" title "0 vacuous", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
