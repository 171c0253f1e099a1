/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over ODBC: through the driver manager that is found at run time. */
#ifndef OUTPACE_ODBC_H
#define OUTPACE_ODBC_H

#include "transport.h"

/* The transport of an outpace_odbc for the statements of a tape; the database's statements are by the tape's numbers. */
transport odbc_transport(void *odbc, const tape *of);

#endif
