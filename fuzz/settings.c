/// Algorithms with their settings as users write them. Accepted settings are written as a text that must give the same
/// settings.
#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/parameters.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *words, *again;
    struct cd_status status = {0};
    const struct cd_algo *algo;
    struct cd_settings *settings = NULL, *same = NULL;
    if (fuzz_fine(cd_algo_select(text, &algo, &settings, &status), &status)) {
        words = cd_settings_label(algo->name, settings);
        CD_ASSERT(!cd_algo_select(words, &algo, &same, &status));
        again = cd_settings_label(algo->name, same);
        CD_ASSERT(!strcmp(words, again));
        cd_free(words);
        cd_free(again);
    }
    cd_settings_destroy(settings);
    cd_settings_destroy(same);
    free(text);
    return 0;
}
