/// What a file is that is not what its name says: found by its first bytes, before a reader looks for a mesh in them.
#include "scenes/readers/mesh_file.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BEGINS(bytes) bytes, sizeof bytes - 1

/// Formats of text that Assimp reads in UTF-16, too.
#define UTF_16_BY_RIGHT ".dae.x3d.x.ase.amf.irr.irrmesh.xml.xgl."

/// What files begin with, letters in lower case. Where the last byte is a letter, no further letter may follow.
static const struct kind {
    const char *bytes;
    size_t count;
    const char *by_right; ///< the extensions of files that may begin so, each followed by a dot
    const char *what, *remedy;
} kinds[] = {
    {BEGINS("version https://git-lfs.github.com/spec/v"), "", "a Git LFS pointer, not the file it stands for",
     "fetch that with `git lfs pull`"},
    {BEGINS("/annex/objects/"), "", "a git-annex pointer, not the file it stands for",
     "fetch that with `git annex get`"},
    {BEGINS("<!doctype html"), "", "a web page (HTML)", "download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("<html"), "", "a web page (HTML)", "download the file itself (on GitHub: \"Raw\")"},
    {BEGINS("\x1f\x8b"), ".blend.", "compressed with gzip", "unpack it first, as with `gunzip`"},
    {BEGINS("bzh"), "", "compressed with bzip2", "unpack it first, as with `bunzip2`"},
    {BEGINS("\xfd\x37zxz\0"), "", "compressed with xz", "unpack it first, as with `unxz`"},
    {BEGINS("\x28\xb5\x2f\xfd"), "", "compressed with zstd", "unpack it first, as with `unzstd`"},
    {BEGINS("pk\3\4"), ".3mf.zae.pk3.usdz.", "a ZIP archive", "unpack it first, as with `unzip`"},
    {BEGINS("7z\xbc\xaf\x27\x1c"), "", "a 7-Zip archive", "unpack it first, as with `7z x`"},
    {BEGINS("\xff\xfe\0\0"), "", "text in UTF-32", "convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\xff\xfe"), UTF_16_BY_RIGHT, "text in UTF-16", "convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\xfe\xff"), UTF_16_BY_RIGHT, "text in UTF-16", "convert it with `iconv -f UTF-16 -t UTF-8`"},
    {BEGINS("\0\0\xfe\xff"), "", "text in UTF-32", "convert it with `iconv -f UTF-32 -t UTF-8`"},
    {BEGINS("\x89png"), "", "an image (PNG)", "give a mesh file"},
    {BEGINS("\xff\xd8\xff"), "", "an image (JPEG)", "give a mesh file"},
    {BEGINS("%pdf"), "", "a document (PDF)", "give a mesh file"},
    {BEGINS("\177elf"), "", "a program (ELF)", "give a mesh file"},
    {BEGINS("ply"), ".ply.", "a PLY file by its content", "let its name end in .ply"},
    {BEGINS("solid"), ".stl.", "an STL file by its content", "let its name end in .stl"},
    {BEGINS("off"), ".off.", "an OFF file by its content", "let its name end in .off"},
    {BEGINS("gltf"), ".glb.gltf.vrm.", "a GLB file by its content", "let its name end in .glb"},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool begins_with(const struct cd_mesh_file *file, const struct kind *kind)
{
    const char *end = file->head + file->head_bytes;
    for (size_t i = 0; i < kind->count; i++)
        if (file->start + i == end || lower(file->start[i]) != kind->bytes[i])
            return false;
    return !is_letter(kind->bytes[kind->count - 1]) || !is_letter(file->start[kind->count]);
}

static const struct kind *find_kind(const struct cd_mesh_file *file, const char *extension)
{
    char wanted[20];
    snprintf(wanted, sizeof wanted, "%s.", extension);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (begins_with(file, &kinds[i]) && !(*extension && strcasestr(kinds[i].by_right, wanted)))
            return &kinds[i];
    return NULL;
}

bool cd_file_read_head(struct cd_mesh_file *file, const char *extension)
{
    ssize_t length = pread(file->lines.descriptor, file->head, sizeof file->head - 1, 0);
    if (length < 0)
        return cd_file_refuse(file, CD_IO, "cannot read: %s; try a copy on another disk", strerror(errno));
    file->head_bytes = (size_t)length;
    file->start = file->head + (strncmp(file->head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    file->start += strspn(file->start, " \t\r\n");
    if (strcasecmp(extension, ".stl") == 0 && cd_stl_is_whole(file))
        return true;
    if ((uint64_t)(file->start - file->head) == file->lines.file_bytes)
        return cd_file_refuse(file, CD_DATA, "is empty%s; copy or download it again",
                              length ? " but for blanks" : "");
    if (length > 0 && !*file->head && memcmp(file->head, file->head + 1, file->head_bytes - 1) == 0)
        return cd_file_refuse(
            file, CD_DATA,
            "holds only NUL bytes where it begins; a copy or download did not finish: start it again");
    const struct kind *kind = find_kind(file, extension);
    return !kind || cd_file_refuse(file, CD_DATA, "is %s; %s", kind->what, kind->remedy);
}
