/// What a number depends on besides the program's text: machine, build and the state they were in. Described
/// as JSON, since only people and `run.json` read it; whatever a system does not tell is null.
#ifndef CD_BENCH_RECORD_FINGERPRINT_H
#define CD_BENCH_RECORD_FINGERPRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/// Processor, cores, caches, memory, kernel, frequency governor, clock source. A new object, the caller's.
json_t *cd_fingerprint_machine(void);

/// Version, configuration, compiler, flags and git revision of this binary. A new object, the caller's.
json_t *cd_fingerprint_build(void);

/// The load averages of 1, 5 and 15 minutes as an array, or null. The caller's.
json_t *cd_fingerprint_load(void);

/// All of these, and besides: the versions of the libraries that run now, by their names; the clocks, their
/// resolution and what reading them costs; those environment variables that change times or answers, as far as
/// they are set. A new object, the caller's.
json_t *cd_fingerprint(void);

/// Calls `warn` with one line, ending in advice, for each thing that makes times of `threads` threads
/// doubtful here and now: a debug build, a loaded machine, a slow governor, too few processors.
void cd_fingerprint_warnings(unsigned threads, void (*warn)(void *user, const char *line), void *user);

/// A JSON string of any bytes, escaped by cd_escape where JSON would show what a terminal acts on, or cannot
/// have it; NULL becomes null.
json_t *cd_json_text(const char *text);
/// A number, or null for one that is not finite. The caller's.
json_t *cd_json_real(double value);

#endif
