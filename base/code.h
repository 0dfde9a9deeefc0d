/// Exit codes of the program, by which functions also say what went wrong.
#ifndef CD_BASE_CODE_H
#define CD_BASE_CODE_H

/// The documented exit codes of the program; CD_OK is 0, so `if (code)` means failure.
enum cd_code {
    CD_OK = 0,
    CD_REGRESSION = 1,    ///< a regression, or a refuted claim where the user asked to fail on one
    CD_WRONG = 2,         ///< an exact algorithm gave a wrong answer, or an algorithm crashed
    CD_INCONCLUSIVE = 3,  ///< a comparison that could not be decided
    CD_ENVIRONMENT = 4,   ///< this machine lacks something (OpenGL, memory, a display)
    CD_USAGE = 64,        ///< a wrong argument or an unknown name
    CD_DATA = 65,         ///< a file's content is bad
    CD_IO = 74,           ///< a file is missing, unreadable, or the disk is full
    CD_INTERRUPTED = 130, ///< Ctrl-C
};

#endif
