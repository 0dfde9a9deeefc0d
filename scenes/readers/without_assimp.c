// In the place of Assimp: no other formats than our own readers know. That is so without libseccomp, too, because without
// its filters Assimp could do what the maker of a file wants.
#include "base/without.h"
#include "scenes/readers/mesh_file.h"

bool cd_read_assimp(struct cd_mesh_file *file)
{
    return cd_file_refuse(
        file, CD_ENVIRONMENT,
        "needs Assimp (.obj, .ply, .stl, .off and glTF 2 do not), and " CD_BUILT_WITHOUT("Assimp"));
}
