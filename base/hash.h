/// 128-bit hashes (XXH3) of meshes, scenes and answers. The same bytes give the same hash on every machine;
/// everything hashed is little-endian.
#ifndef CD_BASE_HASH_H
#define CD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cd_hash {
    uint64_t high, low;
};

/// Characters that `cd_hash_text` writes, with the NUL.
#define CD_HASH_TEXT 33

/// XXH3-128 of `bytes` bytes at `data`.
struct cd_hash cd_hash_bytes(const void *data, size_t bytes);

/// A hash fed piece by piece; opaque, made by `cd_hasher_create` and freed by `cd_hasher_finish`.
struct cd_hasher;
struct cd_hasher *cd_hasher_create(void);
void cd_hasher_add(struct cd_hasher *hasher, const void *data, size_t bytes);
/// Adds a text with its NUL, so that two texts in a row are not one; NULL is "".
void cd_hasher_add_text(struct cd_hasher *hasher, const char *text);
/// Adds one 64-bit integer.
void cd_hasher_add_u64(struct cd_hasher *hasher, uint64_t value);
/// Returns the hash of everything added and frees the hasher.
struct cd_hash cd_hasher_finish(struct cd_hasher *hasher);

/// Sum modulo 2^128: the order-free combination of the hashes of a set's members.
static inline struct cd_hash cd_hash_sum(struct cd_hash a, struct cd_hash b)
{
    struct cd_hash sum = {a.high + b.high, a.low + b.low};
    sum.high += sum.low < a.low;
    return sum;
}

/// Writes the 32 hexadecimal digits and a NUL into `text` and returns it.
char *cd_hash_text(struct cd_hash hash, char text[CD_HASH_TEXT]);

static inline int cd_hash_equal(struct cd_hash a, struct cd_hash b)
{
    return a.high == b.high && a.low == b.low;
}

#ifdef __cplusplus
}
#endif
#endif
