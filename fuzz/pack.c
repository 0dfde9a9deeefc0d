/// Packs. The input is the archive, which is put into gzip unchanged.
#include "bench/papers/pack.h"
#include "fuzz/fuzz.h"

/// The checksum of gzip (RFC 1952, section 8).
static uint32_t crc_of(const uint8_t *data, size_t size)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cd_results_source source;
    struct cd_status status = {0};
    uint16_t length = (uint16_t)(size & 0xffff), other = (uint16_t)~length;
    uint32_t ending[] = {crc_of(data, length), length};
    uint8_t file[65536 + 64] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1}; // one stored block
    memcpy(file + 11, &length, 2);
    memcpy(file + 13, &other, 2);
    memcpy(file + 15, data, length);
    memcpy(file + 15 + length, ending, 8);
    fuzz_fine(cd_results_open(fuzz_file("pack.tar.gz", file, 23u + length), &source, &status), &status);
    if (*source.folder)
        cd_folder_remove(source.folder);
    return 0;
}
