/* SPDX-License-Identifier: Apache-2.0 */
/* Users of a crew, shared by the threads of single users (crew.c) and the loops of many users (crew_loop.c). */
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
    bool taken; /* a user waits for the next arrival */
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
    int32_t cpu_every; /* 0 for never */
    bool *timed;
    queue arrivals;
    _Atomic int64_t start_ns; /* 0 until it is known */
    mutex lock;
    crew_user *first;
    atomic_bool canceled; /* set while canceling: call failures are expected */
    struct crew_loop *loop[CREW_MOST_LOOPS];
    int32_t loops; /* 0 if each user is a thread */
};

/* States of a user in a loop. In all of them except RUNNING the user waits.
   RESTING: before the next connection, for 0 ns without setbacks. OPENING: while a thread opens the connection.
   STARTING: until the start of the run plus its own delay. FREE: between cycles. QUEUING: for an arrival of the open
   loop. CALLING: while a call is in flight. SLEEPING: in a pause of the tape. RETRYING: before a failed call or
   transaction is repeated. PAUSING: after an abandoned cycle. THINKING: for its think time. */
typedef enum { RESTING, OPENING, STARTING, FREE, QUEUING, RUNNING, CALLING, SLEEPING, RETRYING, PAUSING, THINKING } crew_phase;

/* Loop state of a user. Only the loop's thread accesses it, except for the result of the thread that opens a connection. */
typedef struct {
    crew_phase phase;
    bool taken_in, threaded;
    atomic_bool opened;
    void *opening;
    uint32_t statement;
    bool undoing; /* the call in flight undoes a transaction whose call failed with: */
    call_end failed;
    tape_outcome outcome;
    int64_t wake_ns, began_ns, started_ns, lag_ns, ticket;
} crew_turn;

struct crew_user {
    crew_user *next;
    outpace_crew *crew;
    int32_t number;
    int64_t begin_ns;
    struct crew_loop *loop; /* NULL if the user has a separate thread */
    thread_handle thread; /* the user's thread, or the one that opens its connection */
    mutex lock;
    condition cond;
    mersenne_twister pauses;
    tape_machine *machine;
    event_log log;
    call_failure why, ignored;
    int64_t transaction_ns; /* start of the transaction in progress */
    void *session; /* changed only while holding the lock */
    int32_t until_cpu;
    int64_t cpu_ns; /* thread's processor time at the start of the operation; -1 if not measured */
    int64_t response_ns, cycle_lag_ns;
    int setbacks;
    bool reported; /* true once the end of its first connection attempt was reported */
    bool reconnect;
    atomic_bool leave, working, alive, running;
    _Atomic uint64_t calls; /* calls started plus calls ended: odd while one is in flight */
    uint64_t calls_then;    /* value of `calls` at the dismissal */
    _Atomic int64_t system_thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
    _Atomic int32_t operation, statement;
    crew_turn turn;
};

/* State changes of a user between two waits. */

/* Sets the current session, or NULL if there is none. */
void crew_session(crew_user *user, void *session);
void crew_refused(crew_user *user);
/* Reports the end of a connection, or of an attempt to connect; and the end of the user itself. */
void crew_connection_ended(crew_user *user);
void crew_user_ended(crew_user *user);

/* Records the start of a cycle, or of a call, and returns the time. */
int64_t crew_cycle_begins(crew_user *user, int64_t lag_ns);
int64_t crew_call_begins(crew_user *user, uint32_t operation);
/* Returns whether to repeat a failed call after crew_retry_ns, which counts toward its latency. */
bool crew_should_retry(crew_user *user, bool retry, call_end end);
/* Records the final end of a call; returns false if the cycle ends with it. */
bool crew_call_ended(crew_user *user, uint32_t operation, call_end end, int64_t began_ns);
/* Records a transaction's refusal as the failure of its call. */
void crew_refusal(crew_user *user);
/* Handles the end of a cycle; returns false if the session ends with it. crew_log_cycle records the cycle, after a pause
   if it was abandoned. */
bool crew_cycle_ended(crew_user *user, tape_outcome outcome);
void crew_log_cycle(crew_user *user, tape_outcome outcome, int64_t started_ns, int64_t lag_ns);
void crew_log_think(crew_user *user, int64_t began_ns);

/* Return the durations of waits in nanoseconds; crew_setback_ns is 0 without setbacks. */
int64_t crew_setback_ns(const crew_user *user);
int64_t crew_retry_ns(crew_user *user);
int64_t crew_think_ns(crew_user *user);

/* Claims an arrival that is due and returns its intended time; otherwise 0, and sets when to check again. */
int64_t crew_arrival(outpace_crew *crew, int64_t now_ns, int64_t *look_ns);
/* Records that a user takes an arrival now; returns its lag. */
int64_t crew_arrived(crew_user *user, int64_t intended_ns);

#endif
