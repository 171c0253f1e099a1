/* SPDX-License-Identifier: Apache-2.0 */
/* Event loop that runs many users in one thread. Users with a call in flight wait for their sockets; all other waits
   have a deadline. */
#ifndef OUTPACE_CREW_LOOP_H
#define OUTPACE_CREW_LOOP_H

#include "outpace.h"
#include "transport.h"

typedef struct crew_loop crew_loop;

/* Starts a loop of a crew, with a thread that serves its users. number: index of the loop. loops: number of loops.
 * Returns NULL if the platform does not support loops; each user then has its own thread. */
crew_loop *crew_loop_begin(outpace_crew *crew, transport_steps by, int32_t number, int32_t loops);
/* Wakes the loop after a change that a user may be waiting for. Thread-safe. */
void crew_loop_wake(crew_loop *loop);
/* Stops a loop that has no users left. */
void crew_loop_end(crew_loop *loop);

#endif
