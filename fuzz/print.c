/// The units of 3MF and AMF, which a zip file has in its first kilobytes.
#include "fuzz/fuzz.h"

#include "scenes/readers/mesh_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double unit = cd_unit_of_print(fuzz_file("mesh.3mf", data, size));
    CD_ASSERT(unit >= 0 && unit <= 1);
    return 0;
}
