/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over ODBC, through the driver manager, which is loaded at run time. */
#ifndef OUTPACE_ODBC_H
#define OUTPACE_ODBC_H

#include "transport.h"

/* Returns the transport of an outpace_odbc for a tape; both number the statements in the same way. */
transport odbc_transport(void *odbc, const tape *of);

#endif
