/// The files from which reports and claims are made. The input is run.json, cells.csv and samples.csv of an experiment,
/// each ended by a form feed.
#include "bench/papers/ledger.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const files[] = {"small/sizes/run.json", "small/sizes/cells.csv",
                                        "small/sizes/samples.csv"};
    static struct cd_paper *paper;
    static FILE *nowhere;
    struct cd_ledger ledger;
    struct cd_status status = {0};
    if (!paper) {
        CD_ASSERT(!cd_paper_read("tests/papers/small.yaml", &paper, &status));
        CD_ASSERT((nowhere = fopen("/dev/null", "w")));
        mkdir(fuzz_path("small"), 0777);
        mkdir(fuzz_path("small/sizes"), 0777);
    }
    fuzz_files(files, sizeof files / sizeof *files, data, size);
    char *folder = strdup(fuzz_path("."));
    if (fuzz_fine(cd_ledger_make(paper, folder, &ledger, &status), &status)) {
        cd_ledger_print(&ledger, nowhere, 80);
        json_decref(cd_ledger_json(&ledger));
        cd_ledger_release(&ledger);
    }
    free(folder);
    return 0;
}
