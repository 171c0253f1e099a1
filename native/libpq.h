/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over libpq, PostgreSQL's own library, which is found at run time. */
#ifndef OUTPACE_LIBPQ_H
#define OUTPACE_LIBPQ_H

#include "transport.h"

/* The transport of an outpace_libpq for the statements of a tape; the database's statements are by the tape's numbers. */
transport libpq_transport(void *libpq, const tape *of);

/* Its calls for who does not wait. */
transport_steps libpq_steps(void);

#endif
