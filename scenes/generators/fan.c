/// `fan:triangles=N`: a flat open disc of radius 1 in the plane z = 0, cut into N triangles (one more where N
/// is odd) that all have a corner at the origin, which is also the middle of the disc's box. Two of them
/// around one point touch in every pair of triangles: the worst case of every hierarchy of volumes.
#include "scenes/generators/generator.h"

#include <math.h>

enum cd_code cd_generate_fan(const char *arguments, struct cd_mesh **mesh, struct cd_status *status)
{
    enum { TRIANGLES, COUNT };
    struct cd_parameter p[COUNT] = {[TRIANGLES] = CD_PARAMETER_TRIANGLES};
    p[TRIANGLES].least = 4;
    enum cd_code code = cd_read_parameters("fan", arguments, p, COUNT, status);
    if (code)
        return code;
    uint32_t half = (uint32_t)(p[TRIANGLES].count + 1) / 2;
    struct cd_builder builder = {0};
    cd_build_vertex(&builder, cd_vec(0, 0, 0));
    for (int sign = 1; sign >= -1; sign -= 2) // opposite corners to the last bit
        for (uint32_t i = 0; i < half; i++) {
            double sine, cosine;
            cd_precise_sine(M_PI * i / half, &sine, &cosine);
            cd_build_vertex(&builder, cd_vec(sign * cosine, sign * sine, 0));
        }
    for (uint32_t i = 0; i < 2 * half; i++)
        cd_build_triangle(&builder, 0, 1 + i, 1 + (i + 1) % (2 * half));
    return cd_build_finish(&builder, "fan", arguments, mesh, status);
}
