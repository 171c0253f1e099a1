/* SPDX-License-Identifier: Apache-2.0 */
/* Users of a crew: definitions shared by crew.c, which runs each user in its own thread, and crew_loop.c, which runs
   many users in one thread. */
#ifndef OUTPACE_CREW_H
#define OUTPACE_CREW_H

#include <stdatomic.h>

#include "arrivals.h"
#include "outpace.h"
#include "threads.h"
#include "transport.h"

#define CREW_SECOND_NS INT64_C(1000000000)
#define CREW_MOST_LOOPS 64

/* Codes of events after the operations; same as Codes in app/driver/tally.py. */
enum { ORDER, ROLLBACK, THINK, UNTIMED, LAG, MISSED, CALL_CPU };

typedef struct {
    mutex lock;
    int64_t *number;
    size_t used, room;
} event_log;

typedef struct crew_user crew_user;

typedef struct {
    mutex lock;
    condition cond;
    bool taken; /* true while a user waits for the next arrival */
    struct arrivals due;
    event_log log;
} queue;

struct outpace_crew {
    tape *of;
    transport transport;
    outpace_tape_answerer_of_user answerer;
    outpace_crew_failed failed;
    outpace_crew_tried tried;
    double think_s; /* mean pause; 0 for none */
    outpace_crew_pause *pause; /* after each operation; NULL if all are uniform from 0 to 2 think_s */
    bool open_loop;
    int32_t order;
    int32_t cpu_every; /* 0 to disable */
    bool *timed;
    queue arrivals;
    _Atomic int64_t start_ns; /* 0 until it is known */
    mutex lock;
    crew_user *first;
    atomic_bool canceled; /* set while canceling: call failures are expected */
    struct crew_loop *loop[CREW_MOST_LOOPS];
    int32_t loops; /* 0 if each user has its own thread */
};

/* States of a user in a loop. A user waits in every state except FREE and RUNNING. RESTING: in the back-off before the
   next connection, 0 ns without failures. OPENING: a thread is opening the connection. STARTING: waiting for the start
   of the run plus the user's own delay. FREE: between cycles. QUEUING: waiting for an arrival of the open loop.
   RUNNING: executing the tape. CALLING: a call is in flight. SLEEPING: in a pause of the tape. RETRYING: in the
   back-off before a failed call or transaction is retried. PAUSING: in the back-off after an abandoned cycle. THINKING:
   in its think time. */
typedef enum { RESTING, OPENING, STARTING, FREE, QUEUING, RUNNING, CALLING, SLEEPING, RETRYING, PAUSING, THINKING } crew_phase;

/* State of a user in a loop. Only the loop's thread accesses it, except for the result of the thread that opens a
   connection. */
typedef struct {
    crew_phase phase;
    bool taken_in, threaded;
    atomic_bool opened;
    void *opening;
    uint32_t statement;
    bool undoing; /* the call in flight rolls back the transaction after a failure, stored in `failed` */
    call_end failed;
    tape_outcome outcome;
    int64_t wake_ns, began_ns, started_ns, lag_ns, ticket;
} crew_turn;

struct crew_user {
    crew_user *next;
    outpace_crew *crew;
    int32_t number;
    int64_t begin_ns;
    struct crew_loop *loop; /* NULL if the user has its own thread */
    thread_handle thread; /* the user's thread, or the one that opens its connection */
    mutex lock;
    condition cond;
    mersenne_twister pauses;
    tape_machine *machine;
    event_log log;
    call_failure why, ignored;
    int64_t transaction_ns; /* start time of the transaction in progress */
    void *session; /* modified only while holding the lock */
    int32_t until_cpu;
    int64_t cpu_ns; /* processor time of the thread at the start of the operation; -1 if not measured */
    int64_t response_ns, cycle_lag_ns;
    int setbacks;
    bool reported; /* true once the end of the first connection attempt has been reported */
    bool reconnect;
    atomic_bool leave, working, alive, running;
    _Atomic uint64_t calls; /* calls started plus calls ended: odd while one is in flight */
    uint64_t calls_then;    /* value of `calls` at the dismissal */
    _Atomic int64_t system_thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
    _Atomic int32_t operation, statement;
    crew_turn turn;
};

/* State transitions of a user between two waits. */

/* Sets the current session, or NULL if absent. */
void crew_session(crew_user *user, void *session);
void crew_refused(crew_user *user);
/* Report the end of a connection or connection attempt, and the end of the user itself. */
void crew_connection_ended(crew_user *user);
void crew_user_ended(crew_user *user);

/* Record the start of a cycle or of a call, and return the current time. */
int64_t crew_cycle_begins(crew_user *user, int64_t lag_ns);
int64_t crew_call_begins(crew_user *user, uint32_t operation);
/* Returns whether to retry a failed call after crew_retry_ns. The retry counts toward the call's latency. */
bool crew_should_retry(crew_user *user, bool retry, call_end end);
/* Records the end of a call after all retries. Returns false if the cycle ends with it. */
bool crew_call_ended(crew_user *user, uint32_t operation, call_end end, int64_t began_ns);
/* Records the reason why a transaction was rejected as a failed call. */
void crew_refusal(crew_user *user);
/* Handles the end of a cycle; returns false if the session ends with it. Call crew_log_cycle next, after a pause if the
   cycle was abandoned. */
bool crew_cycle_ended(crew_user *user, tape_outcome outcome);
void crew_log_cycle(crew_user *user, tape_outcome outcome, int64_t started_ns, int64_t lag_ns);
void crew_log_think(crew_user *user, int64_t began_ns);

/* Return the lengths of waits in nanoseconds. crew_setback_ns is the back-off after failures, 0 if there were none. */
int64_t crew_setback_ns(const crew_user *user);
int64_t crew_retry_ns(crew_user *user);
int64_t crew_think_ns(crew_user *user);

/* Claims an arrival that is due and returns its intended time. If none is due, returns 0 and sets `look_ns` to the time
   at which to check again. */
int64_t crew_arrival(outpace_crew *crew, int64_t now_ns, int64_t *look_ns);
/* Records that a user starts to serve an arrival; returns the lag. */
int64_t crew_arrived(crew_user *user, int64_t intended_ns);

#endif
