/* SPDX-License-Identifier: Apache-2.0 */
/* What the library says of itself. */

#include "outpace.h"

#define TEXT(token) TEXT_OF(token)
#define TEXT_OF(token) #token

#if !defined OUTPACE_SOURCES
#error "OUTPACE_SOURCES: the hash of the sources, as packaging/native.py gives it"
#endif

#define MARK "outpace sources "

/* With its mark it is found in the file too, by whoever does not load it. */
static const char sources[] = MARK TEXT(OUTPACE_SOURCES);

int32_t outpace_interface(void) { return OUTPACE_INTERFACE; }

const char *outpace_sources(void) { return sources + sizeof MARK - 1; }
