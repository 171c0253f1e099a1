/* SPDX-License-Identifier: Apache-2.0 */
/* A crew's users, as their own threads (crew.c) and loops for many of them (crew_loop.c) see them. */
#ifndef OUTPACE_CREW_H
#define OUTPACE_CREW_H

#include <stdatomic.h>

#include "arrivals.h"
#include "outpace.h"
#include "threads.h"
#include "transport.h"

#define CREW_SECOND_NS INT64_C(1000000000)
#define CREW_MOST_LOOPS 64

/* Codes of events beyond the operations, as Codes in app/driver/tally.py. */
enum { ORDER, ROLLBACK, THINK, UNTIMED, LAG, MISSED, CALL_CPU };

typedef struct {
    thread_lock lock;
    int64_t *number;
    size_t used, room;
} event_log;

typedef struct user user;

typedef struct {
    thread_lock lock;
    thread_bell bell;
    bool taken; /* somebody waits for the next arrival */
    struct arrivals due;
    event_log log;
} queue;

struct outpace_crew {
    tape *of;
    transport transport;
    outpace_tape_answerer_of_user answerer;
    outpace_crew_failed failed;
    outpace_crew_tried tried;
    double think_s;
    bool open_loop;
    int32_t order;
    int32_t cpu_every; /* 0: none */
    bool *timed;
    queue arrivals;
    _Atomic int64_t start_ns; /* 0 until it is known */
    thread_lock lock;
    user *first;
    atomic_bool cancelled; /* calls fail because we wish it */
    struct crew_loop *loop[CREW_MOST_LOOPS];
    int32_t loops; /* 0: each user is a thread */
};

/* Where a user of a loop is; each but the running one waits. */
typedef enum { RESTING, OPENING, STARTING, FREE, QUEUING, RUNNING, CALLING, SLEEPING, RETRYING, PAUSING, THINKING } crew_phase;

/* A user's turn in a loop, whose own it is but for what the thread that opens a connection leaves behind. */
typedef struct {
    crew_phase phase;
    bool taken_in, threaded;
    atomic_bool opened;
    void *opening;
    uint32_t statement;
    bool undoing; /* its call undoes what a transaction has done, whose own call has ended so: */
    call_end failed;
    tape_outcome outcome;
    int64_t wake_ns, began_ns, started_ns, lag_ns, ticket;
} crew_turn;

struct user {
    user *next;
    outpace_crew *crew;
    int32_t number;
    int64_t begin_ns;
    struct crew_loop *loop; /* NULL: it is a thread */
    thread_handle thread; /* its own, or the one that opens its connection */
    thread_lock lock;
    thread_bell bell;
    mersenne_twister pauses;
    tape_machine *machine;
    event_log log;
    call_failure why, unheard;
    int64_t transaction_ns; /* when the one under way began */
    void *session; /* the lock is taken while it comes or goes */
    int32_t until_cpu;
    int64_t cpu_ns; /* when the operation under way began, of the thread's; -1: it is not weighed */
    int64_t response_ns, cycle_lag_ns;
    int setbacks;
    bool told; /* that it has tried to connect */
    bool reconnect;
    atomic_bool leave, working, alive, running;
    _Atomic uint64_t calls; /* begun and ended: odd while one is under way */
    uint64_t calls_then;    /* when all were dismissed */
    _Atomic int64_t system_thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
    _Atomic int32_t operation, statement;
    crew_turn turn;
};

/* What happens to a user between two waits. */

/* The session that it has now; NULL: none any more. */
void crew_session(user *is, void *session);
void crew_refused(user *is);
/* What is left to be told at the end of a connection's life, or of one that never came about; at the user's own end. */
void crew_life_ended(user *is);
void crew_gone(user *is);

/* The moment at which a cycle begins, or a call. */
int64_t crew_cycle_begins(user *is, int64_t lag_ns);
int64_t crew_call_begins(user *is, uint32_t operation);
/* Whether a failed call is to be tried again, after crew_retry_ns that belong to its latency. */
bool crew_judged(user *is, bool retry, call_end end);
/* A call has ended for good; false where the cycle ends with it. */
bool crew_call_ended(user *is, uint32_t operation, call_end end, int64_t began_ns);
/* What a transaction refuses is its failure. */
void crew_refusal(user *is);
/* A cycle has ended; false where the session ends with it. It is settled after a pause where it was given up. */
bool crew_goes_on(user *is, tape_outcome outcome);
void crew_settled(user *is, tape_outcome outcome, int64_t started_ns, int64_t lag_ns);
void crew_thought(user *is, int64_t began_ns);

/* How long it waits, nanoseconds; crew_setback_ns: 0 without setbacks. */
int64_t crew_setback_ns(const user *is);
int64_t crew_retry_ns(user *is);
int64_t crew_think_ns(user *is);

/* The intended time of an arrival that is due, which is the caller's now; else 0, and when to look again. */
int64_t crew_arrival(outpace_crew *crew, int64_t now_ns, int64_t *look_ns);
/* Somebody takes it up now: how late that is. */
int64_t crew_arrived(user *is, int64_t intended_ns);

#endif
