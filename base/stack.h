/// The stack of this program.
#ifndef CD_BASE_STACK_H
#define CD_BASE_STACK_H

#include "base/status.h"

/// Raises the limits of stacks to what this program is tested with, as far as they may be raised, for the main thread and
/// for all threads that are created later. Called first. CD_ENVIRONMENT if too little is allowed: the program would
/// crash, and it would look as if an algorithm did.
enum cd_code cd_stack_claim(struct cd_status *status);

#endif
