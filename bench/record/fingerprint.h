/// What a number depends on apart from the program's source: machine, build and their state. It is described as JSON,
/// because only people and `run.json` read it. Whatever the system does not report is null.
#ifndef CD_BENCH_RECORD_FINGERPRINT_H
#define CD_BENCH_RECORD_FINGERPRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/// Processor, cores, CPU quota, caches, memory, kernel, frequency governor, clock source. The new object belongs to the caller.
json_t *cd_fingerprint_machine(void);

/// Version, configuration, compiler, flags and git revision of this binary. The new object belongs to the caller.
json_t *cd_fingerprint_build(void);

/// The load averages of 1, 5 and 15 minutes as an array, or null. The array belongs to the caller.
json_t *cd_fingerprint_load(void);

/// All of these, and also the versions of the libraries that run now, by name; the clocks, their resolution and the
/// cost of reading them; and the environment variables that change times or answers, if they are set. The new object
/// belongs to the caller.
json_t *cd_fingerprint(void);

/// Calls `warn` with one line, ending in advice, for each thing that makes times of `threads` threads
/// doubtful here and now: a debug build, a loaded machine, a slow governor, too few processors, a CPU quota.
void cd_fingerprint_warnings(unsigned threads, void (*warn)(void *user, const char *line), void *user);

/// A JSON string of any bytes. Bytes that a terminal would act on, or that JSON cannot contain, are escaped by
/// cd_escape. NULL becomes null.
json_t *cd_json_text(const char *text);
/// A number, or null if it is not finite. It belongs to the caller.
json_t *cd_json_real(double value);

#endif
