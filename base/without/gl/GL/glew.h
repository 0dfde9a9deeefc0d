/// In the place of GLEW's header where there is none: what headers, and code that draws nothing, take from it.
#ifndef CD_BASE_WITHOUT_GL_GLEW_H
#define CD_BASE_WITHOUT_GL_GLEW_H

#include <stddef.h>

typedef unsigned GLenum, GLuint;
typedef int GLint, GLsizei;
typedef unsigned char GLubyte;

enum { GL_VENDOR = 0x1f00, GL_RENDERER, GL_VERSION, GLEW_VERSION = 1 };

static inline const GLubyte *glewGetString(GLenum name)
{
    (void)name;
    return NULL;
}

#endif
