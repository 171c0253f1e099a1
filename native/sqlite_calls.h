/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of an embedded SQLite, in this process. */
#ifndef OUTPACE_SQLITE_CALLS_H
#define OUTPACE_SQLITE_CALLS_H

#include "transport.h"

/* The transport of an outpace_sqlite for the statements of a tape; the database's statements are by the tape's numbers. */
transport sqlite_transport(outpace_sqlite *sqlite, const tape *of);

#endif
