/// Faces of more than three corners: what is cut, how, and what cannot be cut.
#include "scenes/polygons.h"
#include "tests/effort.h"

#include "tests/random_numbers.h"
#include "tests/test.h"

/// Coordinates are small integers, so that areas are exact.
struct point {
    int x, y;
};

/// A face in the plane that leaves out `axis`, multiplied by `size`, from its corner `first` on.
static struct cd_builder make(const struct point *points, uint32_t count, uint32_t first, int axis,
                              double size)
{
    struct cd_builder builder = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct point *p = &points[(first + i) % count];
        double c[3] = {0};
        c[(axis + 1) % 3] = p->x * size;
        c[(axis + 2) % 3] = p->y * size;
        cd_build_vertex(&builder, cd_vec(c[0], c[1], c[2]));
    }
    for (uint32_t i = 2; i < count; i++)
        cd_build_triangle(&builder, 0, i - 1, i);
    cd_build_face(&builder, count - 2);
    cd_build_cut_faces(&builder);
    return builder;
}

static long turn(struct point a, struct point b, struct point c)
{
    return (long)(b.x - a.x) * (c.y - a.y) - (long)(b.y - a.y) * (c.x - a.x);
}

static bool lies_between(struct point a, struct point b, struct point p)
{
    return turn(a, b, p) == 0 && (long)(p.x - a.x) * (p.x - b.x) + (long)(p.y - a.y) * (p.y - b.y) <= 0;
}

/// Whether the way around the face crosses a ray from half a unit beside the grid an odd number of times.
static bool contains(const struct point *points, uint32_t count, struct point at)
{
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        struct point a = points[i], b = points[(i + 1) % count];
        if ((2 * a.y > 2 * at.y + 1) == (2 * b.y > 2 * at.y + 1))
            continue;
        // The ray to the right at height y + 1/2 from x + 1/4: compare 4 * (x of the edge) there.
        double x = a.x + (b.x - a.x) * (at.y + 0.5 - a.y) / (b.y - a.y);
        inside ^= x > at.x + 0.251;
    }
    return inside;
}

/// The corners of a triangle that a face was cut into.
static void corners_of(const struct point *points, uint32_t count, uint32_t first,
                       const struct cd_builder *builder, uint32_t triangle, struct point corners[3])
{
    for (int k = 0; k < 3; k++)
        corners[k] = points[(first + builder->triangles[triangle].v[k]) % count];
}

/// Expects triangles that turn as the face does, have its area in all, have its border as theirs, and cover just the
/// points that are in it.
static void assert_covers(const struct point *points, uint32_t count, uint32_t first,
                          struct cd_builder *builder)
{
    long area = 0, face = 0;
    assert_int_equal(builder->triangle_count, count - 2);
    for (uint32_t i = 0; i < count; i++)
        face += (long)points[i].x * points[(i + 1) % count].y - (long)points[i].y * points[(i + 1) % count].x;
    int sign = face < 0 ? -1 : 1;
    for (uint32_t t = 0; t < builder->triangle_count; t++) {
        struct point c[3];
        corners_of(points, count, first, builder, t, c);
        assert_true(sign * turn(c[0], c[1], c[2]) >= 0);
        area += turn(c[0], c[1], c[2]);
    }
    assert_int_equal(area, face);
    for (int y = -12; y <= 12; y++)
        for (int x = -12; x <= 12; x++) {
            int covered = 0;
            for (uint32_t t = 0; t < builder->triangle_count; t++) {
                struct point c[3];
                corners_of(points, count, first, builder, t, c);
                covered += contains(c, 3, (struct point){x, y});
            }
            assert_int_equal(covered, contains(points, count, (struct point){x, y}));
        }
}

/// A number that depends on which triangles there are, but neither on their order nor on the number of a corner.
static uint64_t sum_of_triangles(const struct point *points, uint32_t count, uint32_t first,
                                 const struct cd_builder *builder)
{
    uint64_t sum = 0;
    for (uint32_t t = 0; t < builder->triangle_count; t++) {
        uint64_t product = 1;
        struct point c[3];
        corners_of(points, count, first, builder, t, c);
        for (int k = 0; k < 3; k++)
            product *= (uint64_t)(1 + 2 * ((c[k].x + 50) * 1009 + c[k].y + 50));
        sum += product;
    }
    return sum;
}

/// Which of two corners at one place comes first depends on the first corner of the face, unless there are no bridges.
static void assert_cut(const char *name, const struct point *points, uint32_t count, bool bridges)
{
    test_row("%s", name);
    uint64_t sum = 0;
    for (uint32_t first = 0; first < count; first++) {
        struct cd_builder builder = make(points, count, first, (int)(first % 3), 1);
        if (builder.reading.crossing || builder.reading.bent)
            fail_msg("not cut from corner %u of %u", first, count);
        assert_covers(points, count, first, &builder);
        uint64_t its_sum = sum_of_triangles(points, count, first, &builder);
        if (builder.reading.cut && sum && its_sum != sum && !bridges) // a fan does depend on the first corner
            fail_msg("cut in another way from corner %u of %u", first, count);
        sum = builder.reading.cut ? its_sum : sum;
        cd_build_abandon(&builder);
    }
}

static void assert_not_cut(const char *name, const struct point *points, uint32_t count)
{
    test_row("%s", name);
    for (uint32_t first = 0; first < count; first++) {
        struct cd_builder builder = make(points, count, first, (int)(first % 3), 1);
        assert_int_equal(builder.reading.crossing, 1);
        assert_int_equal(builder.reading.cut + builder.reading.bent, 0);
        for (uint32_t i = 0; i < builder.triangle_count; i++)
            assert_int_equal(builder.triangles[i].v[0], 0);
        cd_build_abandon(&builder);
    }
}

#define FACE(...)                                                                                            \
    (const struct point[]){__VA_ARGS__}, sizeof((const struct point[]){__VA_ARGS__}) / sizeof(struct point)
#define CUT(...)         assert_cut(#__VA_ARGS__, FACE(__VA_ARGS__), false)
#define CUT_BRIDGES(...) assert_cut(#__VA_ARGS__, FACE(__VA_ARGS__), true)
#define NOT_CUT(...)     assert_not_cut(#__VA_ARGS__, FACE(__VA_ARGS__))

TEST(faces_with_notches_are_cut_within_themselves_from_any_first_corner)
{
    CUT({0, 0}, {4, -4}, {0, 8}, {-4, -4});                              // a dart
    CUT({0, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 2}, {2, 2}, {2, 6}, {0, 6}); // a U
    CUT({0, 0}, {0, 6}, {2, 6}, {2, 2}, {4, 2}, {4, 6}, {6, 6}, {6, 0}); // the other way round
    CUT({0, 0}, {8, 0}, {8, 8}, {2, 8}, {2, 4}, {4, 4}, {4, 6}, {6, 6}, {6, 2}, {0, 2}); // a hook
    CUT({0, 0}, {9, 0}, {9, 1}, {8, 9}, {7, 1}, {6, 9}, {5, 1}, {4, 9}, {3, 1}, {2, 9}, {1, 1}, {0, 9});
}

TEST(corners_on_a_side_and_repeated_corners_are_fine)
{
    CUT({0, 0}, {3, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 4}, {4, 2}, {3, 2}, {2, 2}, {2, 6}, {1, 6}, {0, 6});
    CUT({0, 0}, {6, 0}, {6, 0}, {6, 6}, {4, 2}, {4, 2}, {4, 2}, {0, 6});
    CUT({0, 0}, {2, 0}, {4, 0}, {8, 0}, {4, 1}, {2, 5}, {2, 3});
}

TEST(bridges_to_holes_are_fine)
{
    CUT_BRIDGES({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3});
    CUT_BRIDGES({-9, -9}, {9, -9}, {9, 9}, {-9, 9}, {-9, -9}, {-6, -6}, {-6, -2}, {-2, -2}, {2, 2}, {2, 6},
                {6, 6}, {6, 2}, {2, 2}, {-2, -2}, {-2, -6}, {-6, -6});
    CUT_BRIDGES({0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 1}, {2, 3}, {0, 4}); // a slit
    CUT_BRIDGES({0, 0}, {4, 4}, {8, 0}, {8, 8}, {4, 4}, {0, 8});         // two triangles that share a corner
}

TEST(faces_that_cross_or_cover_themselves_stay_fanned)
{
    NOT_CUT({0, 0}, {6, 6}, {6, 0}, {0, 6});                                 // a bow tie
    NOT_CUT({0, 0}, {6, 6}, {6, 0}, {0, 5});                                 // an uneven one
    NOT_CUT({0, 8}, {-5, -6}, {8, 3}, {-8, 3}, {5, -6});                     // a star in one line
    NOT_CUT({0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {6, 0}, {6, 6}, {0, 6}); // a square twice
    NOT_CUT({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {5, 1}, {5, 5}, {1, 5}); // a loop within a loop
    NOT_CUT({0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {6, 3}, {6, 6}, {3, 6}, {3, 3},
            {6, 3}); // a hole that is none
}

TEST(convex_faces_keep_their_fan)
{
    static const struct point octagon[] = {{4, 0},  {9, 0},  {9, 5},  {9, 8},
                                           {5, 12}, {0, 12}, {-3, 9}, {-3, 4}};
    for (uint32_t first = 0; first < 8; first++) {
        struct cd_builder builder = make(octagon, 8, first, 2, 1);
        assert_int_equal(builder.reading.cut + builder.reading.crossing + builder.reading.bent, 0);
        for (uint32_t i = 0; i < builder.triangle_count; i++)
            assert_memory_equal(builder.triangles[i].v, ((uint32_t[]){0, i + 1, i + 2}),
                                3 * sizeof(uint32_t));
        cd_build_abandon(&builder);
    }
}

TEST(sizes_from_the_smallest_to_the_largest_are_cut_alike)
{
    static const struct point hook[] = {{0, 0}, {8, 0}, {8, 8}, {2, 8}, {2, 4},
                                        {4, 4}, {4, 6}, {6, 6}, {6, 2}, {0, 2}};
    static const double sizes[] = {0x1p-1070, 1e-200, 1e-60, 1, 1e14};
    struct cd_builder expected = make(hook, 10, 0, 2, 1);
    assert_int_equal(expected.reading.cut, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_row("%g", sizes[i]);
        struct cd_builder builder = make(hook, 10, 0, 2, sizes[i]);
        assert_int_equal(builder.reading.cut, 1);
        assert_memory_equal(builder.triangles, expected.triangles, 8 * sizeof *expected.triangles);
        cd_build_abandon(&builder);
    }
    cd_build_abandon(&expected);
}

TEST(faces_in_any_plane_are_planar_to_a_hundredth_of_their_size_or_bent)
{
    static const double heights[] = {0, 0.01, 0.019, 0.021, 0.5};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        struct cd_builder builder = {0};
        test_row("%g", heights[i]);
        for (int k = 0; k < 4; k++) // a square of side 1, two corners of which are lifted
            cd_build_vertex(&builder, cd_vec(k == 1 || k == 2, k / 2, k % 2 ? 2 * heights[i] : 0));
        cd_build_triangle(&builder, 0, 1, 2);
        cd_build_triangle(&builder, 0, 2, 3);
        cd_build_face(&builder, 2);
        cd_build_cut_faces(&builder);
        assert_int_equal(builder.reading.bent, heights[i] > 0.01);
        assert_int_equal(builder.reading.cut + builder.reading.crossing, 0);
        cd_build_abandon(&builder);
    }
}

TEST(faces_without_area_stay_as_they_are)
{
    static const struct point faces[2][5] = {{{0, 0}, {3, 3}, {1, 1}, {7, 7}, {2, 2}},
                                             {{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}};
    for (int i = 0; i < 2; i++) {
        struct cd_builder builder = make(faces[i], 5, 0, 2, 1);
        assert_int_equal(builder.reading.cut + builder.reading.crossing + builder.reading.bent, 0);
        cd_build_abandon(&builder);
    }
}

static bool sides_cross(struct point a, struct point b, struct point c, struct point d)
{
    long first = turn(a, b, c), second = turn(a, b, d), third = turn(c, d, a), fourth = turn(c, d, b);
    return (first > 0) != (second > 0) && (third > 0) != (fourth > 0);
}

/// Draws corners and undoes crossings of sides, each of which makes the way shorter. Returns whether what is left
/// neither crosses nor touches itself.
static bool draw_face(struct cd_random *random, struct point *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        points[i] =
            (struct point){(int)cd_random_below(random, 25) - 12, (int)cd_random_below(random, 25) - 12};
    bool crosses = true;
    for (int round = 0; crosses && round < 100; round++) {
        crosses = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = i + 2; j < count; j++) {
                if ((i == 0 && j == count - 1) ||
                    !sides_cross(points[i], points[i + 1], points[j], points[(j + 1) % count]))
                    continue;
                for (uint32_t low = i + 1, high = j; low < high; low++, high--) {
                    struct point kept = points[low];
                    points[low] = points[high];
                    points[high] = kept;
                }
                crosses = true;
            }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            if (k != i && k != (i + 1) % count && lies_between(points[i], points[(i + 1) % count], points[k]))
                return false;
    return !crosses;
}

/// The first faces are the same in every run. Their sum changes only when the way in which faces are cut does, which is a
/// change of every result with such faces.
TEST(random_faces_are_covered_once_and_cut_alike_on_every_machine)
{
    enum { SUMMED = 200 };
    struct cd_random fixed = cd_random_seed(1), any = cd_random_seed(seed_of_test());
    struct point points[40];
    uint64_t sum = 0;
    for (int drawn = 0, wanted = SUMMED + test_amount(2000, 200); drawn < wanted;) {
        struct cd_random *random = drawn < SUMMED ? &fixed : &any;
        uint32_t count = 4 + (uint32_t)cd_random_below(random, 30);
        if (!draw_face(random, points, count))
            continue;
        drawn++;
        struct cd_builder builder = make(points, count, (uint32_t)drawn % count, drawn % 3, 1);
        assert_int_equal(builder.reading.crossing + builder.reading.bent, 0);
        assert_covers(points, count, (uint32_t)drawn % count, &builder);
        if (drawn <= SUMMED)
            sum = 31 * sum + sum_of_triangles(points, count, (uint32_t)drawn % count, &builder);
        cd_build_abandon(&builder);
    }
    assert_int_equal(sum, 0xd6d32fa2f21b037e);
}

/// A corner of a face of many corners, whose ears are many, or few, or far from each other.
static struct point corner_of(int shape, int i, int count)
{
    static const struct point ways[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    bool forth = i < count / 2;
    int step = forth ? i : count - 1 - i, r = 10 * step + (forth ? 20 : 0);
    double angle = 2 * M_PI * i / count, length = i % 2 ? 1e6 : 1e5;
    switch (shape) {
    case 0: // a comb
        return i < count - 2 ? (struct point){count - i, i % 2 ? 1000 : 1}
                             : (struct point){i < count - 1 ? 0 : count + 1, 0};
    case 1: // a band
        return (struct point){2 * step, 9 * (step % 2) + (forth ? 0 : 5)};
    case 2: // a spiral
        return (struct point){r * ways[step % 4].x, r * ways[step % 4].y};
    default: // a star
        return (struct point){(int)(length * cos(angle)), (int)(length * sin(angle))};
    }
}

TEST(faces_of_thousands_of_corners_are_cut_and_hinder_no_others)
{
    enum { CORNERS = 3000 };
    for (int shape = 0; shape < 4; shape++) {
        struct cd_builder builder = {0};
        for (int i = 0; i < CORNERS; i++) {
            struct point p = corner_of(shape, i, CORNERS);
            cd_build_vertex(&builder, cd_vec(p.x, p.y, 0));
        }
        for (uint32_t face = 0; face < 2; face++) {
            uint32_t first = builder.vertex_count - (face ? 0 : CORNERS), count = face ? 4 : CORNERS;
            static const struct point dart[] = {{4, 0}, {2, 4}, {0, 0}, {2, 1}};
            for (uint32_t i = 0; face && i < 4; i++)
                cd_build_vertex(&builder, cd_vec(dart[i].x, dart[i].y, 0));
            for (uint32_t i = 2; i < count; i++)
                cd_build_triangle(&builder, first, first + i - 1, first + i);
            cd_build_face(&builder, count - 2);
        }
        cd_build_cut_faces(&builder);
        if (builder.reading.cut != 2)
            fail_msg("shape %d: %u cut, %u crossing, %u too large", shape, (unsigned)builder.reading.cut,
                     (unsigned)builder.reading.crossing, (unsigned)builder.reading.too_large);
        cd_build_abandon(&builder);
    }
}
