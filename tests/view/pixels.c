// Counts the pixels of a picture by their meaning in a view: pixels FILE.png, or the framebuffer of Xvfb (pixels
// FILE.xwd). Prints one line of words and numbers.
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    unsigned width, height;
    uint8_t *rgb;
};

static int read_png(const char *path, struct picture *picture)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path))
        return 0;
    image.format = PNG_FORMAT_RGB;
    picture->width = image.width;
    picture->height = image.height;
    picture->rgb = malloc(PNG_IMAGE_SIZE(image));
    return picture->rgb && png_image_finish_read(&image, NULL, picture->rgb, 0, NULL);
}

static uint32_t big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// A dump of 32 bits a pixel: blue, green, red, nothing.
static int read_xwd(const char *path, struct picture *picture)
{
    static uint8_t bytes[32 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (size < 100)
        return 0;
    uint32_t start = big_endian(bytes) + 12 * big_endian(bytes + 76), row = big_endian(bytes + 48);
    picture->width = big_endian(bytes + 16);
    picture->height = big_endian(bytes + 20);
    if (big_endian(bytes + 44) != 32 || start + (size_t)row * picture->height > size)
        return 0;
    picture->rgb = malloc((size_t)picture->width * picture->height * 3);
    for (unsigned y = 0; picture->rgb && y < picture->height; y++)
        for (unsigned x = 0; x < picture->width; x++)
            for (unsigned k = 0; k < 3; k++)
                picture->rgb[3 * (y * picture->width + x) + k] =
                    bytes[start + (size_t)y * row + 4 * x + 2 - k];
    return picture->rgb != NULL;
}

static const char *const names[] = {"orange", "blue", "yellow", "green", "purple", "ink", "other"};
enum { ORANGE, BLUE, YELLOW, GREEN, PURPLE, INK, OTHER, KINDS };

static int kind_of(const uint8_t *p)
{
    double r = p[0], g = p[1], b = p[2];
    double max = r > g ? (r > b ? r : b) : (g > b ? g : b), min = r < g ? (r < b ? r : b) : (g < b ? g : b);
    double spread = max - min;
    if (max < 90 && spread < 25)
        return INK;
    if (spread < 0.2 * max || spread < 25)
        return OTHER;
    double hue = max == r ? (g - b) / spread : max == g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
    hue = 60 * (hue < 0 ? hue + 6 : hue);
    return hue > 10 && hue < 43     ? ORANGE
           : hue > 50 && hue < 65   ? YELLOW
           : hue > 150 && hue < 180 ? GREEN
           : hue > 190 && hue < 220 ? BLUE
           : hue > 300 && hue < 345 ? PURPLE
                                    : OTHER;
}

int main(int argc, char **argv)
{
    struct picture picture = {0, 0, NULL};
    const char *end = argc == 2 ? strrchr(argv[1], '.') : NULL;
    if (!end || !(strcmp(end, ".xwd") ? read_png : read_xwd)(argv[1], &picture)) {
        fprintf(stderr, "pixels: cannot read %s\n", argc == 2 ? argv[1] : "nothing");
        return 1;
    }
    unsigned long counts[KINDS] = {0};
    for (size_t i = 0; i < (size_t)picture.width * picture.height; i++)
        counts[kind_of(picture.rgb + 3 * i)]++;
    printf("width=%u height=%u", picture.width, picture.height);
    for (int i = 0; i < KINDS; i++)
        printf(" %s=%lu", names[i], counts[i]);
    putchar('\n');
    free(picture.rgb);
    return 0;
}
