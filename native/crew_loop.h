/* SPDX-License-Identifier: Apache-2.0 */
/* Many users in one thread: a call under way waits for its socket, and everything else for a moment. */
#ifndef OUTPACE_CREW_LOOP_H
#define OUTPACE_CREW_LOOP_H

#include "outpace.h"
#include "transport.h"

typedef struct crew_loop crew_loop;

/* The number-th of the crew's loops; its thread takes over the users who join it. NULL where the system has no such thing:
   then each user is a thread. */
crew_loop *crew_loop_begin(outpace_crew *crew, transport_steps by, int32_t number, int32_t loops);
/* Something has changed that a user may wait for. From any thread. */
void crew_loop_wake(crew_loop *loop);
/* Nobody may be left in it. */
void crew_loop_end(crew_loop *loop);

#endif
