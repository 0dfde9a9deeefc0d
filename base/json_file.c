#include "base/json_file.h"

#include "base/lines.h"

#include <unistd.h>

enum cd_code cd_json_read(const char *path, json_t **json, struct cd_status *status)
{
    int descriptor;
    uint64_t bytes;
    json_error_t error;
    *json = NULL;
    enum cd_code code = cd_open_file(path, &descriptor, &bytes, status);
    if (code)
        return code;
    *json = json_loadfd(descriptor, 0, &error);
    close(descriptor);
    return *json ? CD_OK : cd_fail(status, CD_DATA, "%s:%d: %s", path, error.line, error.text);
}
