/// glTF in text; `glb` has its binary form.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_mesh("mesh.gltf", data, size);
}
