/* SPDX-License-Identifier: Apache-2.0 */
/* Third-party libraries, loaded at run time. */
#ifndef OUTPACE_SHARED_LIBRARY_H
#define OUTPACE_SHARED_LIBRARY_H

#include <stdbool.h>

#include "tape.h"

/* Loads a library until the process ends. Returns NULL with the reason in `why`. */
void *shared_library_open(const char *path, char why[TAPE_WHY]);
/* Stores a function's address in the pointer that `to` points to; returns false if it does not exist. */
bool shared_library_find(void *library, const char *name, void *to);

#endif
