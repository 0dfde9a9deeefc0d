/// `sphere:triangles=N`: an icosahedron whose 20 sides are cut into n*n triangles each, n such that 20*n*n
/// comes nearest to N; radius 1.
#include "scenes/generators/generator.h"

enum cd_code cd_generate_sphere(const char *arguments, struct cd_mesh **mesh, struct cd_status *status)
{
    struct cd_parameter triangles = CD_PARAMETER_TRIANGLES;
    enum cd_code code = cd_read_parameters("sphere", arguments, &triangles, 1, status);
    if (code)
        return code;
    struct cd_builder builder = {0};
    cd_build_unit_sphere(&builder, triangles.count);
    return cd_build_finish(&builder, "sphere", arguments, mesh, status);
}
