#include "algos/algo.h"
#include "bench/cli/command.h"
#include "bench/record/build_info.h"

#include <stdio.h>

static enum cd_code version_run(int argc, char **argv, struct cd_status *status)
{
    enum cd_code code = cd_options_parse(&cd_command_version, argc, argv, NULL, NULL, status);
    if (code)
        return code;
    printf("cdbench %s\n", cd_build.version);
    printf("revision  %s\n", cd_build.revision);
    printf("build     %s, %s\n", cd_build.config, cd_build.compiler);
    printf("flags     %s\n", cd_build.flags);
    printf("ABI       %d (plug-ins)\n", CD_ABI_VERSION);
    return CD_OK;
}

const struct cd_command cd_command_version = {
    .name = "version",
    .title = "what this binary was built from",
    .run = version_run,
};
