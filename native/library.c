/* SPDX-License-Identifier: Apache-2.0 */
/* Version information of the library. */

#include "outpace.h"

#define TEXT(token) TEXT_OF(token)
#define TEXT_OF(token) #token

#if !defined OUTPACE_SOURCES
#error "OUTPACE_SOURCES: the hash of the sources, as packaging/native.py gives it"
#endif

#define MARK "outpace sources "

/* The marker makes it possible to find the hash in the file without loading the library. */
static const char sources[] = MARK TEXT(OUTPACE_SOURCES);

int32_t outpace_interface(void) { return OUTPACE_INTERFACE; }

const char *outpace_sources(void) { return sources + sizeof MARK - 1; }
