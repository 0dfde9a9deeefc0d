// Ranges and tics of axes. gnuplot has its own, but they do not know of zeros on logarithmic axes and print
// nine decades as they come.
#include "bench/papers/plot_axis.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Room for numbers above bars, as a share of the axis.
#define ABOVE_BARS 0.12

static void add_tic(struct cd_plot_axis *axis, double at, const char *label)
{
    axis->tics = cd_grow(axis->tics, axis->tic_count, &axis->tic_capacity, sizeof *axis->tics);
    struct cd_plot_tic *tic = &axis->tics[axis->tic_count++];
    tic->at = at;
    snprintf(tic->label, sizeof tic->label, "%s", label);
}

void cd_plot_write_number(char *text, size_t size, double value, int decimals)
{
    char plain[48];
    snprintf(plain, sizeof plain, "%.*f", decimals, value);
    size_t sign = *plain == '-', digits = strspn(plain + sign, "0123456789"), used = 0;
    for (size_t i = 0; plain[i] && used + 4 < size; i++) {
        size_t left = sign + digits - i;
        if (digits > 4 && i > sign && i < sign + digits && left % 3 == 0)
            used += (size_t)snprintf(text + used, size - used, "\u2009");
        text[used++] = plain[i];
    }
    text[used] = 0;
}

/// "10⁻⁶", or "2×10⁷".
static void write_power(char *text, size_t size, int mantissa, int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];
    int used = mantissa == 1 ? snprintf(text, size, "10") : snprintf(text, size, "%d×10", mantissa);
    snprintf(plain, sizeof plain, "%d", exponent);
    for (const char *at = plain; *at && (size_t)used < size; at++)
        used += snprintf(text + used, size - (size_t)used, "%s", *at == '-' ? "⁻" : digits[*at - '0']);
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

static void add_even_tics(struct cd_plot_axis *axis)
{
    double step = round_up((axis->high - axis->low) / 8);
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    double max = fmax(fabs(axis->low), fabs(axis->high));
    for (double i = ceil(axis->low / step - 1e-9); i * step <= axis->high * (1 + 1e-12) + 1e-9 * step; i++) {
        char label[40];
        if (max >= 1e10 || max < 1e-4)
            snprintf(label, sizeof label, "%.6g", i * step);
        else
            cd_plot_write_number(label, sizeof label, i == 0 ? 0 : i * step, decimals);
        add_tic(axis, i * step, label);
    }
}

static bool is_within(double value, const struct cd_plot_axis *axis, double min)
{
    return value >= min * (1 - 1e-9) && value <= axis->high * (1 + 1e-9);
}

static void add_logarithmic_tics(struct cd_plot_axis *axis)
{
    bool has_zero = !isnan(axis->zero);
    // Nothing but 0 stands below the decade above it.
    double min = has_zero ? 10 * axis->zero : axis->low;
    double decades = log10(axis->high / min);
    if (!has_zero && decades < 0.7) {
        add_even_tics(axis);
        return;
    }
    int first = (int)floor(log10(min) + 1e-9), last = (int)floor(log10(axis->high) + 1e-9);
    int stride = 1 + (last - first) / 14;
    bool plain = min >= 0.9e-4 && axis->high < 1e7;
    if (has_zero)
        add_tic(axis, axis->zero, "0");
    for (int exponent = first; exponent <= last; exponent++)
        for (int mantissa = 1; mantissa <= 9; mantissa++) {
            double value = mantissa * pow(10, exponent);
            bool named =
                mantissa == 1 ? exponent % stride == 0 : decades < 3 && (mantissa == 2 || mantissa == 5);
            if (!is_within(value, axis, min) || (mantissa > 1 && stride > 1))
                continue;
            char label[40] = "";
            if (named && plain)
                cd_plot_write_number(label, sizeof label, value, exponent < 0 ? -exponent : 0);
            else if (named)
                write_power(label, sizeof label, mantissa, exponent);
            add_tic(axis, value, label);
        }
}

/// A tic at every power of two, or at every second one and so on where they are many.
static void add_doubling_tics(struct cd_plot_axis *axis)
{
    int first = (int)ceil(log2(axis->low)), last = (int)floor(log2(axis->high));
    int stride = 1 + (last - first) / 12;
    for (int exponent = last; exponent >= first; exponent -= stride) {
        char label[40];
        cd_plot_write_number(label, sizeof label, ldexp(1, exponent), exponent < 0 ? -exponent : 0);
        add_tic(axis, ldexp(1, exponent), label);
    }
}

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

void cd_plot_axis_fit(struct cd_plot_axis *axis, const struct cd_plot_span *span, bool logarithmic)
{
    axis->zero = NAN;
    axis->logarithmic = logarithmic && isfinite(span->positive);
    if (span->low > span->high) { // nothing to show
        axis->low = 0;
        axis->high = 1;
    } else if (axis->logarithmic)
        fit_logarithmic(axis, span);
    else
        fit_linear(axis, span);
    if (axis->logarithmic && span->doubling && span->high >= 4 * span->low)
        add_doubling_tics(axis);
    else if (axis->logarithmic)
        add_logarithmic_tics(axis);
    else
        add_even_tics(axis);
}
