#include "algos/algo.h"
#include "base/levels.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/record/build_info.h"

#include <stdio.h>

static enum cd_code version_run(const struct cd_call *call, struct cd_status *status)
{
    (void)call, (void)status;
    printf("cdbench %s\n", cd_build.version);
    printf("revision  %s\n", cd_build.revision);
    printf("build     %s, %s\n", cd_build.config, cd_build.compiler);
    cd_print_line(stdout, 10, "flags     %s", cd_build.flags);
    if (cd_level())
        printf("level     x86-64-v%u, chosen at run time\n", cd_level());
    printf("ABI       %d (plug-ins)\n", CD_ABI_VERSION);
    if (*cd_build.without)
        cd_print_line(stdout, 10, "without   %s", cd_build.without);
    return CD_OK;
}

const struct cd_command cd_command_version = {
    .name = "version",
    .title = "show what this binary was built from",
    .run = version_run,
};
