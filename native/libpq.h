/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over libpq, PostgreSQL's client library, which is loaded at run time. */
#ifndef OUTPACE_LIBPQ_H
#define OUTPACE_LIBPQ_H

#include "transport.h"

/* Returns the transport of an outpace_libpq for a tape; both number the statements in the same way. */
transport libpq_transport(void *libpq, const tape *of);

/* Returns the functions for nonblocking calls. */
transport_steps libpq_steps(void);

#endif
