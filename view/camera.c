#include "view/camera.h"

#include <string.h>

#define HALF_ANGLE 0.3 // radians, of the picture's height
#define DEGREE     0.017453292519943295
#define MARGIN     0.04 // share of the picture, on each side of the content

struct cd_camera cd_camera_home(const struct cd_aabb *box)
{
    struct cd_camera camera = {.yaw = 30, .pitch = 20};
    cd_camera_fit(&camera, box);
    return camera;
}

void cd_camera_turn(struct cd_camera *camera, double yaw, double pitch)
{
    camera->yaw = fmod(camera->yaw + yaw, 360);
    camera->pitch = fmin(fmax(camera->pitch + pitch, -90), 90);
}

// The rows of the rotation into the eye's space: right, up, towards the eye.
static void rotation(const struct cd_camera *camera, double r[9])
{
    double a = camera->yaw * DEGREE, b = camera->pitch * DEGREE;
    const double rows[9] = {cos(a),           0,      -sin(a), //
                            -sin(a) * sin(b), cos(b), -cos(a) * sin(b),
                            sin(a) * cos(b),  sin(b), cos(a) * cos(b)};
    memcpy(r, rows, sizeof rows);
}

// A vector in the eye's directions.
static struct cd_vec3 turned(const double r[9], struct cd_vec3 p)
{
    return cd_vec(r[0] * p.x + r[1] * p.y + r[2] * p.z, r[3] * p.x + r[4] * p.y + r[5] * p.z,
                  r[6] * p.x + r[7] * p.y + r[8] * p.z);
}

void cd_camera_fit(struct cd_camera *camera, const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    bool empty = !(extent.x >= 0);
    camera->target = empty ? cd_vec(0, 0, 0) : cd_aabb_centre(box);
    double radius = empty ? 1 : 0.5 * cd_length(extent);
    // A single point must be visible, too. The radius is then the least that doubles can resolve around the point.
    double min = fmax(cd_length(camera->target) * 1e-12, 1e-150);
    camera->radius = fmax(radius, min);
    double r[9], distance = 0;
    rotation(camera, r);
    for (int i = 0; i < 8; i++) {
        struct cd_vec3 p =
            cd_vec(i & 1 ? extent.x : -extent.x, i & 2 ? extent.y : -extent.y, i & 4 ? extent.z : -extent.z);
        p = turned(r, empty ? cd_vec(0, 0, 1) : cd_scale(p, 0.5 / camera->radius));
        distance =
            fmax(distance, p.z + fmax(fabs(p.x), fabs(p.y)) / tan(HALF_ANGLE)); // from where it is seen
    }
    camera->distance = fmax(distance, 0.1);
}

// The slopes of the edges of a picture: half its width and height at a distance of 1. A picture that is higher than
// wide shows the same width as a square one.
static void slopes(double aspect, double *across, double *up)
{
    *up = tan(HALF_ANGLE) * (aspect < 1 ? 1 / aspect : 1);
    *across = *up * aspect;
}

// A point (x, y, z) is within the right edge when x - shift <= (distance - z) * slope. So the greatest x + z * slope
// decides.
void cd_reach_add(struct cd_reach *reach, const struct cd_camera *camera, struct cd_vec3 world)
{
    double r[9], across, up;
    rotation(camera, r);
    slopes(reach->aspect, &across, &up);
    across *= 1 - 2 * MARGIN;
    up *= 1 - 2 * MARGIN;
    struct cd_vec3 p = turned(r, cd_camera_relative(camera, world));
    const double towards[4] = {p.x + p.z * across, -p.x + p.z * across, p.y + p.z * up, -p.y + p.z * up};
    for (int i = 0; i < 4; i++)
        reach->towards[i] = fmax(reach->towards[i], towards[i]);
}

void cd_camera_fill(struct cd_camera *camera, const struct cd_reach *reach)
{
    const double *towards = reach->towards;
    double r[9], across, up;
    if (!isfinite(towards[0]))
        return;
    rotation(camera, r);
    slopes(reach->aspect, &across, &up);
    double wide = (towards[0] + towards[1]) / 2 / across, high = (towards[2] + towards[3]) / 2 / up;
    camera->distance = fmax(fmax(wide, high) / (1 - 2 * MARGIN), 0.1);
    struct cd_vec3 right = cd_vec(r[0], r[1], r[2]), upwards = cd_vec(r[3], r[4], r[5]);
    double shift = (towards[0] - towards[1]) / 2, lift = (towards[2] - towards[3]) / 2;
    camera->target = cd_add(camera->target, cd_scale(right, shift * camera->radius));
    camera->target = cd_add(camera->target, cd_scale(upwards, lift * camera->radius));
}

void cd_camera_pan(struct cd_camera *camera, double right, double up)
{
    double r[9];
    rotation(camera, r);
    double height = 2 * camera->distance * tan(HALF_ANGLE) * camera->radius;
    struct cd_vec3 across = cd_vec(r[0], r[1], r[2]), upwards = cd_vec(r[3], r[4], r[5]);
    camera->target = cd_sub(camera->target, cd_scale(across, right * height));
    camera->target = cd_sub(camera->target, cd_scale(upwards, up * height));
}

void cd_camera_zoom(struct cd_camera *camera, double factor)
{
    camera->distance = fmin(fmax(camera->distance / factor, 0.01), 200);
}

void cd_camera_projection(const struct cd_camera *camera, double width, double height, double matrix[16])
{
    double across, up;
    slopes(width / height, &across, &up);
    double near = 0.02 * camera->distance, far = camera->distance + 50;
    memset(matrix, 0, 16 * sizeof *matrix);
    matrix[0] = 1 / across;
    matrix[5] = 1 / up;
    matrix[10] = (far + near) / (near - far);
    matrix[11] = -1;
    matrix[14] = 2 * far * near / (near - far);
}

struct cd_vec3 cd_camera_relative(const struct cd_camera *camera, struct cd_vec3 world)
{
    return cd_scale(cd_sub(world, camera->target), 1 / camera->radius);
}

void cd_camera_matrix(const struct cd_camera *camera, double matrix[16])
{
    double r[9];
    rotation(camera, r);
    memset(matrix, 0, 16 * sizeof *matrix);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            matrix[4 * column + row] = r[3 * row + column];
    matrix[14] = -camera->distance;
    matrix[15] = 1;
}
