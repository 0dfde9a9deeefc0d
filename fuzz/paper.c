/// Papers, past the key.
#include "bench/papers/paper.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cd_paper *paper = NULL;
    struct cd_status status = {0};
    fuzz_fine(cd_paper_read(fuzz_file("small.yaml", data, size), &paper, &status), &status);
    cd_paper_free(paper);
    return 0;
}
