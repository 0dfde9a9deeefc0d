#include "bench/compare/calibration_plot.h"
#include "base/gnuplot.h"
#include "base/quote.h"
#include "bench/record/fingerprint.h"

#include <math.h>

/// The axis of slowdowns ends here, in percent.
#define RIGHT_END 12.0

static void write_layout(const struct cd_calibration_record *record, bool png, FILE *stream)
{
    char title[200];
    const struct cd_calibration *calibration = record->calibration;
    fprintf(stream, "set terminal %s enhanced background '#ffffff'\n",
            png ? "pngcairo size 1350,810 fontscale 1.3" : "svg size 900,540 dynamic font 'sans-serif,13'");
    snprintf(
        title, sizeof title,
        "What a comparison of %zu pairs finds on this host (%.10s, %zu comparisons of a program with itself)",
        calibration->pairs, record->finished, calibration->trial_count);
    fputs("set title ", stream);
    cd_write_quoted(stream, CD_QUOTE_GNUPLOT, title);
    fputs(" noenhanced\nset xlabel 'slowdown (%)'\nset ylabel 'judged slower (%); at 0: slower or faster'\n",
          stream);
    fprintf(stream, "set xrange [-0.4:%g]\nset yrange [-4:104]\nset xtics 0,1\nset ytics 0,20\n", RIGHT_END);
    fputs("set border 3\nset tics nomirror\nset grid back lc rgb '#dddddd'\nset samples 2\n"
          "set key tmargin center horizontal Left reverse samplen 2\n",
          stream);
}

static void write_rate(FILE *stream, double slow_down, struct cd_rate rate)
{
    struct cd_interval interval = cd_rate_interval(rate);
    if (rate.trials)
        fprintf(stream, "%g %g %g %g\n", 100 * slow_down, 100 * (double)rate.events / (double)rate.trials,
                100 * interval.low, 100 * interval.high);
}

/// The share of trials that would have found a slowdown, as steps.
static void write_steps(const struct cd_calibration *calibration, FILE *stream)
{
    size_t count = calibration->trial_count, i = 0;
    fputs("$expected << EOD\n0 0\n", stream);
    for (; i < count && 100 * calibration->thresholds[i] < RIGHT_END; i++)
        fprintf(stream, "%.5f %.4f\n", 100 * calibration->thresholds[i],
                100 * (double)(i + 1) / (double)count);
    fprintf(stream, "%g %.4f\nEOD\n", RIGHT_END, count ? 100 * (double)i / (double)count : 0);
}

static void write_points(const struct cd_calibration *calibration, FILE *stream)
{
    fputs("$found << EOD\n", stream);
    for (size_t i = 0; i < CD_SLOW_DOWNS; i++)
        write_rate(stream, calibration->powers[i].slow_down, calibration->powers[i].found);
    fputs("EOD\n$alarms << EOD\n", stream);
    write_rate(stream, 0, calibration->false_alarms);
    fputs("EOD\n", stream);
}

static void write_smallest(const struct cd_smallest *smallest, FILE *stream)
{
    double low = fmin(100 * smallest->low, RIGHT_END), high = fmin(100 * smallest->high, RIGHT_END);
    fprintf(stream, "set arrow from %g,80 to %g,80 nohead lw 6 lc rgb '#f0c090' back\n", low, high);
    if (isfinite(smallest->found))
        fprintf(stream, "set label '%.1f %% is found four times of five' at %g,75 left tc rgb '#a05000'\n",
                100 * smallest->found, 100 * smallest->found + 0.15);
}

enum cd_code cd_draw_calibration(const struct cd_calibration_record *record, bool png, FILE *picture,
                                 struct cd_status *status)
{
    const struct cd_calibration *calibration = record->calibration;
    bool any = false;
    FILE *commands = cd_gnuplot_open(status);
    if (!commands)
        return CD_IO;
    write_layout(record, png, commands);
    write_steps(calibration, commands);
    write_points(calibration, commands);
    if (!isnan(calibration->smallest.found))
        write_smallest(&calibration->smallest, commands);
    for (size_t i = 0; i < CD_SLOW_DOWNS; i++)
        any |= calibration->powers[i].found.trials > 0;
    fputs("plot 80 with lines dt 3 lc rgb '#888888' notitle, "
          "$expected with steps lw 1.6 lc rgb '#0072b2' title 'expected of all comparisons'",
          commands);
    if (any)
        fputs(", $found using 1:2:3:4 with yerrorbars pt 7 ps 0.9 lw 1.4 lc rgb '#d55e00' "
              "title 'really slowed down, with 95 % interval'",
              commands);
    if (calibration->false_alarms.trials)
        fputs(", $alarms using 1:2:3:4 with yerrorbars pt 5 ps 0.9 lw 1.4 lc rgb '#009e73' "
              "title 'false alarms, with 95 % interval'",
              commands);
    fputs("\n", commands);
    return cd_gnuplot_draw(commands, picture, status);
}
