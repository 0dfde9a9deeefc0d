#include "bench/compare/decide.h"

#include "base/memory.h"

#include <math.h>

#define CONFIDENCE 0.95

struct cd_finding cd_find_shift(const double *log_ratios, size_t count, const struct cd_rule *rule)
{
    if (!count)
        return (struct cd_finding){.interval = {-INFINITY, INFINITY, CONFIDENCE}, .p = 1, .adjusted_p = 1};
    struct cd_finding finding = {.pairs = count, .shift = cd_walsh_median(log_ratios, count)};
    finding.interval = cd_walsh_interval(log_ratios, count, CONFIDENCE, rule->resamples, rule->seed);
    finding.p = finding.adjusted_p = cd_signed_rank_p(log_ratios, count);
    return finding;
}

static enum cd_change judge(const struct cd_finding *finding, const struct cd_rule *rule)
{
    double ratio = exp(finding->shift);
    if (finding->adjusted_p < rule->level && ratio > 1 + rule->threshold)
        return CD_CHANGE_SLOWER;
    if (finding->adjusted_p < rule->level && ratio < 1 - rule->threshold)
        return CD_CHANGE_FASTER;
    // So few pairs agree by chance too often to show that nothing has changed.
    if (!finding->too_few && exp(finding->interval.low) >= 1 - rule->margin &&
        exp(finding->interval.high) <= 1 + rule->margin)
        return CD_CHANGE_EQUIVALENT;
    return CD_CHANGE_INCONCLUSIVE;
}

void cd_decide(struct cd_finding *findings, size_t count, const struct cd_rule *rule)
{
    double *p = cd_allocate(count, sizeof *p);
    size_t tests = 0;
    for (size_t i = 0; i < count; i++)
        if (findings[i].pairs)
            p[tests++] = findings[i].p;
    cd_holm_adjust(p, tests, p);
    for (size_t i = 0, k = 0; i < count; i++) {
        findings[i].adjusted_p = findings[i].pairs ? p[k++] : 1;
        findings[i].too_few = findings[i].pairs < cd_pairs_needed(rule->level, tests);
        findings[i].change = judge(&findings[i], rule);
    }
    cd_free(p);
}

const char *cd_change_name(enum cd_change change)
{
    static const char *const names[] = {"inconclusive", "equivalent", "faster", "slower"};
    return names[change];
}
