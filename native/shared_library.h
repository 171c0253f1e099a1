/* SPDX-License-Identifier: Apache-2.0 */
/* Third-party libraries, loaded at run time. */
#ifndef OUTPACE_SHARED_LIBRARY_H
#define OUTPACE_SHARED_LIBRARY_H

#include <stdbool.h>

#include "tape.h"

/* Loads a library, which is never unloaded. On failure returns NULL and sets `why` to the reason. */
void *shared_library_open(const char *path, char why[TAPE_WHY]);
/* Stores the address of a function in the pointer that `to` points to. Returns false if the library does not export
   it. */
bool shared_library_find(void *library, const char *name, void *to);

#endif
