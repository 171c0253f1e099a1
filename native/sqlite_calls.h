/* SPDX-License-Identifier: Apache-2.0 */
/* Calls to SQLite embedded in this process. */
#ifndef OUTPACE_SQLITE_CALLS_H
#define OUTPACE_SQLITE_CALLS_H

#include "transport.h"

/* Returns the transport of an outpace_sqlite for a tape; both number the statements in the same way. */
transport sqlite_transport(outpace_sqlite *sqlite, const tape *of);

#endif
