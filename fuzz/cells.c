/// The list of cells of a comparison.
#include "bench/compare/workload.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int sides_name_it = 0; sides_name_it < 2; sides_name_it++) {
        struct cd_workloads workloads = {0};
        struct cd_status status = {0};
        char name[200];
        if (fuzz_fine(
                cd_workloads_read(fuzz_file("cells.yaml", data, size), sides_name_it, &workloads, &status),
                &status))
            for (size_t i = 0; i < workloads.count; i++)
                cd_workload_name(&workloads.items[i], name, sizeof name);
        cd_workloads_release(&workloads);
    }
    return 0;
}
