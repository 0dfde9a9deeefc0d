#include "base/foreign.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BEGINS(bytes) bytes, sizeof bytes - 1

/// Formats of text that Assimp reads in UTF-16, too.
#define UTF_16_BY_RIGHT ".dae.x3d.x.ase.amf.irr.irrmesh.xml.xgl."

/// The last kinds are so many of meshes.
enum { MESHES = 7 };

/// What files begin with, letters in lower case. Where the last byte is a letter, no further letter may follow.
static const struct kind {
    const char *bytes;
    size_t count;
    const char *
        by_right; ///< the extensions of meshes that may begin so, each followed by a dot; NULL for all but four
    const char *what; ///< and what to do
} kinds[] = {
    {BEGINS("version https://git-lfs.github.com/spec/v"), "",
     "a Git LFS pointer, not the file it stands for; fetch that with `git lfs pull`"},
    {BEGINS("/annex/objects/"), "",
     "a git-annex pointer, not the file it stands for; fetch that with `git annex get`"},
    {BEGINS("<!doctype html"), "", "a web page (HTML); download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("<html"), "", "a web page (HTML); download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("\x1f\x8b"), ".blend.", "compressed with gzip; unpack it first, as with `gunzip`"},
    {BEGINS("bzh"), "", "compressed with bzip2; unpack it first, as with `bunzip2`"},
    {BEGINS("\xfd\x37zxz\0"), "", "compressed with xz; unpack it first, as with `unxz`"},
    {BEGINS("\x28\xb5\x2f\xfd"), "", "compressed with zstd; unpack it first, as with `unzstd`"},
    {BEGINS("pk\3\4"), ".3mf.zae.pk3.usdz.", "a ZIP archive; unpack it first, as with `unzip`"},
    {BEGINS("7z\xbc\xaf\x27\x1c"), "", "a 7-Zip archive; unpack it first, as with `7z x`"},
    {BEGINS("\xff\xfe\0\0"), "", "text in UTF-32; convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\xff\xfe"), UTF_16_BY_RIGHT, "text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\xfe\xff"), UTF_16_BY_RIGHT, "text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\0\0\xfe\xff"), "", "text in UTF-32; convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\x89png"), "", "an image (PNG); name another file"},
    {BEGINS("\xff\xd8\xff"), "", "an image (JPEG); name another file"},
    {BEGINS("%pdf"), "", "a document (PDF); name another file"},
    {BEGINS("\177elf"), "", "a program (ELF); name another file"},
    {BEGINS("ply"), ".ply.", "a PLY file by its content; let its name end in .ply"},
    {BEGINS("solid"), ".stl.", "an STL file by its content; let its name end in .stl"},
    {BEGINS("off"), ".off.", "an OFF file by its content; let its name end in .off"},
    {BEGINS("gltf"), ".glb.gltf.vrm.", "a GLB file by its content; let its name end in .glb"},
    {BEGINS("<?xml"), NULL, "an XML document by its content; let its name end in .dae if it is COLLADA"},
    {BEGINS("{"), NULL, "JSON by its content; let its name end in .gltf if it is glTF"},
    {BEGINS("iso-10303-21"), NULL, "a STEP file by its content; tessellate it first, as with `gmsh -2`"},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool begins_with(const char *text, size_t bytes, const struct kind *kind)
{
    for (size_t i = 0; i < kind->count; i++)
        if (i == bytes || lower(text[i]) != kind->bytes[i])
            return false;
    return bytes == kind->count || !is_letter(text[kind->count - 1]) || !is_letter(text[kind->count]);
}

const char *cd_foreign(const char *head, size_t bytes, const char *extension)
{
    char wanted[20];
    size_t skipped = bytes >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (skipped < bytes && head[skipped] && strchr(" \t\r\n", head[skipped]))
        skipped++;
    snprintf(wanted, sizeof wanted, "%s.", extension ? extension : "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds - (extension ? 0 : MESHES); i++) {
        bool right = kinds[i].by_right ? extension && *extension && strcasestr(kinds[i].by_right, wanted)
                                       : !strcasestr(".obj.ply.stl.off.", wanted);
        if (!right && begins_with(head + skipped, bytes - skipped, &kinds[i]))
            return kinds[i].what;
    }
    return NULL;
}

const char *cd_foreign_file(int descriptor)
{
    char head[512];
    ssize_t bytes = pread(descriptor, head, sizeof head, 0);
    return bytes > 0 ? cd_foreign(head, (size_t)bytes, NULL) : NULL;
}
