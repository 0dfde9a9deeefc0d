/// In the place of Assimp's header where there is none, or where it is not wanted: its version is 0.
#ifndef CD_BASE_WITHOUT_ASSIMP_VERSION_H
#define CD_BASE_WITHOUT_ASSIMP_VERSION_H

static inline unsigned aiGetVersionMajor(void)
{
    return 0;
}

static inline unsigned aiGetVersionMinor(void)
{
    return 0;
}

static inline unsigned aiGetVersionPatch(void)
{
    return 0;
}

#endif
