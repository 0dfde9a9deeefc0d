/// JSON files that the program reads.
#ifndef CD_BASE_JSON_FILE_H
#define CD_BASE_JSON_FILE_H

#include "base/status.h"

#include <jansson.h>

/// Reads a JSON file; `*json` is the caller's, NULL after a failure. CD_IO when it is missing or no regular
/// file; CD_DATA names the line.
enum cd_code cd_json_read(const char *path, json_t **json, struct cd_status *status);

#endif
