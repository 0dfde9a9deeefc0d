/// All claims of a paper, judged by what a results folder holds.
#include "base/json_file.h"
#include "base/memory.h"
#include "bench/papers/claims.h"
#include "bench/papers/measurements.h"

#include <stdio.h>
#include <unistd.h>

static unsigned whole_number(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number < 1000000 ? (unsigned)number : 0;
}

/// The cores that an experiment could use where it was measured; 0 where run.json does not tell.
static unsigned read_cores(const char *folder, const char *key, const char *experiment)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s/%s/run.json", folder, key, experiment);
    if (length < 0 || (size_t)length >= sizeof path)
        return 0;
    json_t *run;
    cd_json_read(path, &run, NULL); // without it nothing is known
    const json_t *machine = json_object_get(run, "machine");
    unsigned cores = whole_number(machine, "cores"), usable = whole_number(machine, "usable_processors");
    json_decref(run);
    return cores && usable ? (cores < usable ? cores : usable) : cores + usable;
}

static void judge_all(const struct cd_claim_basis *basis, struct cd_ledger *ledger)
{
    ledger->results = cd_allocate(basis->paper->claim_count, sizeof *ledger->results);
    for (; ledger->count < basis->paper->claim_count; ledger->count++) {
        ledger->results[ledger->count] = cd_claim_judge(&basis->paper->claims[ledger->count], basis);
        ledger->quick = ledger->quick || ledger->results[ledger->count].quick;
    }
}

enum cd_code cd_ledger_make(const struct cd_paper *paper, const char *folder, struct cd_ledger *ledger,
                            struct cd_status *status)
{
    struct cd_measurements *measurements = cd_allocate(paper->experiment_count, sizeof *measurements);
    unsigned *cores = cd_allocate(paper->experiment_count, sizeof *cores);
    enum cd_code code = CD_OK;
    *ledger = (struct cd_ledger){.paper = paper, .folder = folder};
    for (size_t i = 0; i < paper->experiment_count && !code; i++) {
        code = cd_measurements_load(folder, paper, &paper->experiments[i], &measurements[i], status);
        cores[i] = read_cores(folder, paper->key, paper->experiments[i].id);
    }
    struct cd_claim_basis basis = {paper, measurements, cores};
    if (!code)
        judge_all(&basis, ledger);
    for (size_t i = 0; i < paper->experiment_count; i++)
        cd_measurements_release(&measurements[i]);
    cd_free(measurements);
    cd_free(cores);
    return code;
}

void cd_ledger_release(struct cd_ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++)
        cd_claim_release(&ledger->results[i]);
    cd_free(ledger->results);
    *ledger = (struct cd_ledger){0};
}
