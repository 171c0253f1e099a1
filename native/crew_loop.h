/* SPDX-License-Identifier: Apache-2.0 */
/* Many users in one thread: calls in flight wait for their sockets; all other waits end at a given time. */
#ifndef OUTPACE_CREW_LOOP_H
#define OUTPACE_CREW_LOOP_H

#include "outpace.h"
#include "transport.h"

typedef struct crew_loop crew_loop;

/* Starts a crew's loop; its thread serves the users that join it. number: index of the loop. Returns NULL if the
 * platform does not support loops; each user is then a thread. */
crew_loop *crew_loop_begin(outpace_crew *crew, transport_steps by, int32_t number, int32_t loops);
/* Wakes the loop after a change for which a user may be waiting. Thread-safe. */
void crew_loop_wake(crew_loop *loop);
/* Stops an empty loop. */
void crew_loop_end(crew_loop *loop);

#endif
