#include "bench/papers/plot_axis.h"

#include <math.h>

/// Room for numbers above bars, as a share of the axis.
#define ABOVE_BARS 0.12
/// Most tics with a label on a logarithmic axis.
#define LABELS_MAX 14

static void fit_logarithmic(struct cd_plot_axis *axis, const struct cd_plot_span *span)
{
    double low = span->positive, high = span->high;
    if (high < 1.5 * low) {
        double widening = sqrt(1.5 * low / high);
        low /= widening;
        high *= widening;
    }
    double margin = pow(high / low, 0.04);
    axis->low = span->bars ? pow(10, floor(log10(low / 1.3))) : low / margin;
    if (span->zeros) {
        axis->zero = pow(10, floor(log10(low) + 1e-9) - 1);
        axis->low = span->bars ? axis->zero : axis->zero / pow(high / axis->zero, 0.03);
    }
    axis->high = high * (span->bars ? pow(high / axis->low, ABOVE_BARS) : margin);
}

static void fit_linear(struct cd_plot_axis *axis, const struct cd_plot_span *span)
{
    double low = span->low, high = span->high;
    if (span->from_zero) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    if (high - low <= 1e-12 * fmax(fabs(low), fabs(high))) {
        double half = low == 0 ? 1 : fabs(low) / 5;
        high += half;
        low -= span->from_zero ? 0 : half;
    }
    double margin = 0.04 * (high - low);
    axis->low = low == 0 && span->from_zero ? 0 : low - margin;
    if (span->bars)
        margin = ABOVE_BARS * (high - low);
    axis->high = high == 0 && span->from_zero ? 0 : high + margin;
}

struct cd_plot_axis cd_plot_axis_fit(const struct cd_plot_span *span, bool logarithmic)
{
    struct cd_plot_axis axis = {
        .logarithmic = logarithmic && isfinite(span->positive), .high = 1, .zero = NAN};
    axis.doubling = span->doubling && span->high >= 4 * span->low;
    if (span->low > span->high)
        return axis; // nothing to show
    if (axis.logarithmic)
        fit_logarithmic(&axis, span);
    else
        fit_linear(&axis, span);
    return axis;
}

double cd_plot_axis_place(const struct cd_plot_axis *axis, double value)
{
    double min = isnan(axis->zero) ? axis->low : axis->zero;
    return axis->logarithmic && value < min ? min : value;
}

/// The least number of the form 1, 2 or 5 times a power of ten that is not below `value`.
static double round_up(double value)
{
    double power = pow(10, floor(log10(value)));
    for (int i = 0; i < 3; i++) {
        static const double steps[] = {1, 2, 5};
        if (steps[i] * power >= value * (1 - 1e-9))
            return steps[i] * power;
    }
    return 10 * power;
}

/// Tics at multiples of a round number, for a logarithmic axis of less than a decade.
static void write_even_tics(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    double step = round_up((axis->high - axis->low) / 8);
    fprintf(stream, "set for [i=%.0f:%.0f] %ctics add (sprintf('%%.10g', i * %.17g) i * %.17g)\n",
            ceil(axis->low / step), floor(axis->high / step), name, step, step);
}

/// A tic at every power of two, or at every second one and so on where they are many.
static void write_doubling_tics(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    int first = (int)ceil(log2(axis->low)), last = (int)floor(log2(axis->high));
    int stride = 1 + (last - first) / LABELS_MAX;
    fprintf(stream, "set for [e=%d:%d:-%d] %ctics add (sprintf('%%.10g', 2.**e) 2.**e)\n", last, first,
            stride, name);
}

/// Tics at decades, named, and between them; of a few decades 2 and 5 are named as well.
static void write_decades(const struct cd_plot_axis *axis, double min, char name, FILE *stream)
{
    int first = (int)floor(log10(min) + 1e-9), last = (int)floor(log10(axis->high) + 1e-9);
    int stride = 1 + (last - first) / LABELS_MAX;
    int first_named = stride * (int)ceil((double)first / stride);
    bool plain = min >= 0.9e-4 && axis->high < 1e7, few = axis->high < 1000 * min;
    fprintf(stream, "set %ctics %s\nset for [e=%d:%d:%d] %ctics add (sprintf(%s) 10.**e)\n", name,
            plain ? "noenhanced" : "enhanced", first_named, last, stride, name,
            plain ? "'%.10g', 10.**e" : "'10^{%d}', e");
    for (int mantissa = 2; mantissa <= 9 && stride == 1; mantissa++) {
        bool named = few && (mantissa == 2 || mantissa == 5);
        fprintf(stream, "set for [e=%d:%d] %ctics add (", first, last, name);
        if (named && plain)
            fprintf(stream, "sprintf('%%.10g', %d * 10.**e)", mantissa);
        else
            fprintf(stream, named ? "sprintf('%d×10^{%%d}', e)" : "''", mantissa);
        fprintf(stream, " %d * 10.**e %d)\n", mantissa, named ? 0 : 1);
    }
}

void cd_plot_axis_write(const struct cd_plot_axis *axis, char name, FILE *stream)
{
    bool zero = !isnan(axis->zero);
    // Nothing but 0 stands below the decade above it.
    double min = zero ? 10 * axis->zero : axis->low;
    fprintf(stream, "set %crange [%.17g:%.17g] noextend\nset %ctics noenhanced\n", name, axis->low,
            axis->high, name);
    if (!axis->logarithmic) {
        fprintf(stream, "set %ctics autofreq\nset format %c '%%.10g'\n", name, name);
        return;
    }
    fprintf(stream, "set logscale %c\nset %ctics ()\n", name, name);
    if (zero)
        fprintf(stream, "set %ctics add ('0' %.17g)\n", name, axis->zero);
    if (axis->doubling)
        write_doubling_tics(axis, name, stream);
    else if (!zero && axis->high < 5 * min)
        write_even_tics(axis, name, stream);
    else
        write_decades(axis, min, name, stream);
}
