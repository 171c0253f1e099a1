/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries of others, found at run time. */
#ifndef OUTPACE_SHARED_LIBRARY_H
#define OUTPACE_SHARED_LIBRARY_H

#include <stdbool.h>

#include "tape.h"

/* Stays loaded until the process ends. NULL: `why` says why it can't be loaded. */
void *shared_library_open(const char *path, char why[TAPE_WHY]);
/* Puts the function's address into the pointer that `to` points to; false where there is none of that name. */
bool shared_library_find(void *library, const char *name, void *to);

#endif
