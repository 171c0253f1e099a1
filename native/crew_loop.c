/* SPDX-License-Identifier: Apache-2.0 */
/* Users of a crew with nonblocking calls, many in one thread. Each wait of a user's thread in crew.c is a phase here;
   the actions between two waits are the same. */

#include "crew_loop.h"

#if defined _WIN32

crew_loop *crew_loop_begin(outpace_crew *crew, transport_steps by, int32_t number, int32_t loops)
{
    (void)crew, (void)by, (void)number, (void)loops;
    return NULL;
}

void crew_loop_wake(crew_loop *loop) { (void)loop; }
void crew_loop_end(crew_loop *loop) { (void)loop; }

#else

#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "crew.h"
#include "threads.h"

/* The wake-up pipe is the first of the polled descriptors. */
#define OWN 1

struct crew_loop {
    outpace_crew *crew;
    transport_steps by;
    thread_handle thread;
    int32_t number, loops; /* index, and total number of the crew's loops */
    int wake[2];
    atomic_bool woken, stop;
    user **member;
    struct pollfd *watched;
    user **waits; /* by index in `watched` */
    size_t members, room;
    bool joined; /* a user may have joined since the last check */
    bool sweeps; /* finished users may be removed now */
    int64_t tickets;
    int64_t until_ns; /* earliest time that a user waits for */
};

static void due_at(crew_loop *loop, int64_t moment_ns)
{
    if (moment_ns < loop->until_ns)
        loop->until_ns = moment_ns;
}

/* Returns whether a user's wait is over; otherwise schedules it. */
static bool over(crew_loop *loop, user *is)
{
    if (atomic_load(&is->leave) || !is->turn.wake_ns || outpace_clock_ns() >= is->turn.wake_ns)
        return true;
    due_at(loop, is->turn.wake_ns);
    return false;
}

/* ---- connections: opened by one thread each, because a server may respond slowly ---- */

static void open_in_thread(void *given)
{
    user *is = given;
    transport *by = &is->crew->transport;
    is->turn.opening = by->open(by->with, is->number, &is->why);
    atomic_store(&is->turn.opened, true);
    crew_loop_wake(is->loop);
}

static void set_out(user *is)
{
    atomic_store(&is->turn.opened, false);
    is->turn.opening = NULL;
    is->turn.phase = OPENING;
    is->turn.threaded = thread_begin(&is->thread, open_in_thread, is);
    if (!is->turn.threaded) {
        is->why.stage = 0;
        is->why.state[0] = 0;
        snprintf(is->why.text, FAILURE_TEXT, "the system refuses another thread");
        atomic_store(&is->turn.opened, true);
    }
}

/* Ends the connection; the next one follows after a pause that grows with the setbacks. */
static void end_life(user *is)
{
    if (is->session) {
        void *session = is->session;
        crew_session(is, NULL);
        is->crew->transport.close(session);
    }
    crew_life_ended(is);
    is->turn.wake_ns = outpace_clock_ns() + crew_setback_ns(is);
    is->turn.phase = RESTING;
}

static void opened(user *is)
{
    if (is->turn.threaded)
        thread_join(is->thread);
    if (!is->turn.opening) {
        crew_refused(is);
        end_life(is);
        return;
    }
    crew_session(is, is->turn.opening);
    is->turn.phase = STARTING;
}

/* ---- calls ---- */

static void cycle_ends(user *is, tape_outcome outcome)
{
    if (!crew_goes_on(is, outcome)) {
        end_life(is);
        return;
    }
    is->turn.outcome = outcome;
    is->turn.wake_ns = outcome == TAPE_ABANDONED ? outpace_clock_ns() + crew_setback_ns(is) : 0;
    is->turn.phase = PAUSING;
}

static const tape_transaction *transaction_of(const user *is)
{
    return tape_transaction_of(is->machine);
}

/* Returns the operation of the call in flight. */
static uint32_t operation_of(const user *is)
{
    return transaction_of(is)->under_way ? transaction_of(is)->operation
                                         : tape_statement_at(is->crew->of, is->turn.statement)->operation;
}

/* Handles a failed call whose transaction, if any, was undone. */
static void failed(user *is, bool retry, call_end end)
{
    if ((end == CALL_FAILED || end == CALL_NO_ROW) && crew_judged(is, retry, end)) {
        is->turn.wake_ns = outpace_clock_ns() + crew_retry_ns(is);
        is->turn.phase = RETRYING;
        return;
    }
    crew_call_ended(is, operation_of(is), end, is->turn.began_ns);
    cycle_ends(is, end == CALL_NO_ROW ? TAPE_ABANDONED : tape_given_up(is->machine));
}

static void called(crew_loop *loop, user *is, call_end end);

/* Undoes a transaction that cannot continue. */
static void undo(crew_loop *loop, user *is, call_end end)
{
    int32_t statement = transaction_of(is)->undo;
    if (statement < 0) {
        failed(is, end == CALL_FAILED, end);
        return;
    }
    is->turn.undoing = true;
    is->turn.failed = end;
    atomic_fetch_add(&is->calls, 1);
    called(loop, is, loop->by.begin(is->session, (uint32_t)statement, is->machine, &is->unheard));
}

/* Handles the progress of a call. */
static void called(crew_loop *loop, user *is, call_end end)
{
    if (end == CALL_UNDER_WAY) {
        is->turn.phase = CALLING;
        return;
    }
    atomic_fetch_add(&is->calls, 1);
    if (is->turn.undoing) {
        is->turn.undoing = false;
        failed(is, is->turn.failed == CALL_FAILED, is->turn.failed);
    } else if (transaction_of(is)->under_way) {
        if (end == CALL_DONE)
            is->turn.phase = RUNNING;
        else
            undo(loop, is, end);
    } else if (end != CALL_DONE) {
        failed(is, tape_statement_at(is->crew->of, is->turn.statement)->retry, end);
    } else {
        crew_call_ended(is, operation_of(is), end, is->turn.began_ns);
        is->turn.phase = RUNNING;
    }
}

static void call(crew_loop *loop, user *is)
{
    atomic_store(&is->statement, (int32_t)is->turn.statement);
    atomic_fetch_add(&is->calls, 1);
    called(loop, is, loop->by.begin(is->session, is->turn.statement, is->machine, &is->why));
}

static void go_on(crew_loop *loop, user *is)
{
    called(loop, is, loop->by.go_on(is->session, is->machine, is->turn.undoing ? &is->unheard : &is->why));
}

/* Repeats the failed call, or its transaction from the beginning. */
static void try_again(crew_loop *loop, user *is)
{
    if (transaction_of(is)->under_way) {
        tape_again(is->machine);
        is->turn.phase = RUNNING;
    } else {
        call(loop, is);
    }
}

static void run_on(crew_loop *loop, user *is)
{
    while (is->turn.phase == RUNNING) {
        tape_outcome outcome = tape_go_on(is->machine, &is->turn.statement);
        switch (outcome) {
        case TAPE_CALLS:
            if (!transaction_of(is)->under_way)
                is->turn.began_ns = crew_call_begins(is, operation_of(is));
            call(loop, is);
            break;
        case TAPE_BEGINS:
            is->turn.began_ns = crew_call_begins(is, operation_of(is));
            break;
        case TAPE_ENDS:
            crew_call_ended(is, transaction_of(is)->operation, CALL_DONE, is->turn.began_ns);
            break;
        case TAPE_WAITS:
            is->turn.wake_ns = outpace_clock_ns() + tape_wait_ns(is->machine);
            is->turn.phase = SLEEPING;
            break;
        case TAPE_REFUSES:
            crew_refusal(is);
            undo(loop, is, CALL_NO_ROW);
            break;
        default:
            cycle_ends(is, outcome);
        }
    }
}

static void begin_cycle(user *is, int64_t lag_ns)
{
    is->turn.lag_ns = lag_ns;
    is->turn.started_ns = crew_cycle_begins(is, lag_ns);
    tape_begin(is->machine);
    is->turn.phase = RUNNING;
}

/* ---- one user ---- */

/* Runs a user until it waits. Returns false if it is finished. */
static bool advance(crew_loop *loop, user *is)
{
    outpace_crew *crew = is->crew;
    for (;;) {
        int64_t start_ns;
        switch (is->turn.phase) {
        case RESTING:
            if (!over(loop, is))
                return true;
            if (!atomic_load(&is->leave)) {
                set_out(is);
                break;
            }
            if (!loop->sweeps)
                return true;
            crew_gone(is);
            return false;
        case OPENING:
            if (!atomic_load(&is->turn.opened))
                return true;
            opened(is);
            break;
        case STARTING:
            start_ns = atomic_load(&crew->start_ns);
            is->turn.wake_ns = start_ns ? start_ns + is->begin_ns : INT64_MAX;
            if (!over(loop, is))
                return true;
            is->turn.phase = FREE;
            break;
        case FREE:
            if (atomic_load(&is->leave)) {
                end_life(is);
            } else if (!atomic_load(&is->working)) {
                return true;
            } else if (crew->open_loop) {
                is->turn.ticket = loop->tickets++;
                is->turn.phase = QUEUING;
                return true;
            } else {
                begin_cycle(is, 0);
            }
            break;
        case QUEUING:
            if (!atomic_load(&is->leave))
                return true;
            end_life(is);
            break;
        case RUNNING:
            run_on(loop, is);
            break;
        case CALLING:
            return true;
        case RETRYING:
            if (!over(loop, is))
                return true;
            if (!atomic_load(&is->leave)) {
                try_again(loop, is);
            } else {
                crew_call_ended(is, operation_of(is), CALL_FAILED, is->turn.began_ns);
                cycle_ends(is, tape_given_up(is->machine));
            }
            break;
        case SLEEPING: /* even if the user must leave, unless calls are canceled */
            if (atomic_load(&crew->cancelled)) {
                undo(loop, is, CALL_FAILED);
            } else if (outpace_clock_ns() < is->turn.wake_ns) {
                due_at(loop, is->turn.wake_ns);
                return true;
            } else {
                is->turn.phase = RUNNING;
            }
            break;
        case PAUSING:
            if (!over(loop, is))
                return true;
            crew_settled(is, is->turn.outcome, is->turn.started_ns, is->turn.lag_ns);
            is->turn.phase = FREE;
            if (!crew->open_loop && crew->think_s > 0) {
                is->turn.began_ns = outpace_clock_ns();
                is->turn.wake_ns = is->turn.began_ns + crew_think_ns(is);
                is->turn.phase = THINKING;
            }
            break;
        case THINKING:
            if (!over(loop, is))
                return true;
            crew_thought(is, is->turn.began_ns);
            is->turn.phase = FREE;
            break;
        }
    }
}

/* ---- all users ---- */

/* Returns the user that has waited longest for an arrival. */
static user *first_in_line(crew_loop *loop)
{
    user *first = NULL;
    for (size_t i = 0; i < loop->members; i++) {
        user *is = loop->member[i];
        if (is->turn.phase == QUEUING && (!first || is->turn.ticket < first->turn.ticket))
            first = is;
    }
    return first;
}

static void serve_arrivals(crew_loop *loop)
{
    user *is;
    while (loop->crew->open_loop && (is = first_in_line(loop))) {
        int64_t due_ns = 0, intended_ns = crew_arrival(loop->crew, outpace_clock_ns(), &due_ns);
        if (!intended_ns) {
            due_at(loop, due_ns);
            return;
        }
        begin_cycle(is, crew_arrived(is, intended_ns));
        run_on(loop, is);
        if (is->turn.phase != CALLING)
            due_at(loop, 0);
    }
}

/* Adds the users that have joined. */
static void take_in(crew_loop *loop)
{
    outpace_crew *crew = loop->crew;
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is; is = is->next) {
        if (is->loop != loop || is->turn.taken_in)
            continue;
        if (loop->members == loop->room) {
            size_t room = 2 * loop->room + 16;
            user **member = realloc(loop->member, room * sizeof *member);
            if (member)
                loop->member = member;
            user **waits = realloc(loop->waits, (room + OWN) * sizeof *waits);
            if (waits)
                loop->waits = waits;
            struct pollfd *watched = realloc(loop->watched, (room + OWN) * sizeof *watched);
            if (watched)
                loop->watched = watched;
            if (!member || !waits || !watched)
                abort(); /* a user that is never served would be a false result; a lost worker is reported and replaced */
            loop->room = room;
        }
        is->turn.taken_in = true;
        is->turn.phase = RESTING;
        is->turn.wake_ns = 0;
        atomic_store(&is->system_thread, thread_number());
        loop->member[loop->members++] = is;
    }
    thread_lock_give(&crew->lock);
}

/* Waits until a socket is ready, a user's time has come or the loop is woken; returns how many are ready. */
static int wait_for_any(crew_loop *loop, size_t watched)
{
    int64_t left_ns = loop->until_ns == INT64_MAX ? INT64_MAX : loop->until_ns - outpace_clock_ns();
    if (left_ns < 0)
        left_ns = 0;
#if defined __linux__
    struct timespec left = {(time_t)(left_ns / CREW_SECOND_NS), (long)(left_ns % CREW_SECOND_NS)};
    return ppoll(loop->watched, (nfds_t)watched, left_ns == INT64_MAX ? NULL : &left, NULL);
#else
    int64_t left_ms = left_ns / 1000000 + (left_ns % 1000000 != 0);
    return poll(loop->watched, (nfds_t)watched, left_ms > 60000 ? 60000 : (int)left_ms);
#endif
}

static void turn_of_all(crew_loop *loop)
{
    size_t kept = 0, watched = OWN;
    if (loop->joined)
        take_in(loop);
    loop->joined = false;
    loop->until_ns = INT64_MAX;
    loop->sweeps = true;
    for (size_t i = 0; i < loop->members; i++) {
        user *is = loop->member[i];
        if (advance(loop, is))
            loop->member[kept++] = is;
    }
    loop->members = kept;
    loop->sweeps = false;
    serve_arrivals(loop);
    loop->watched[0] = (struct pollfd){.fd = loop->wake[0], .events = POLLIN};
    for (size_t i = 0; i < loop->members; i++) {
        user *is = loop->member[i];
        if (is->turn.phase != CALLING)
            continue;
        bool writes = false;
        int fd = loop->by.socket(is->session, &writes);
        if (fd < 0) { /* the connection is lost, which the next call notices */
            go_on(loop, is);
            due_at(loop, 0);
            continue;
        }
        loop->watched[watched] = (struct pollfd){.fd = fd, .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
        loop->waits[watched++] = is;
    }
    if (wait_for_any(loop, watched) <= 0)
        return;
    if (loop->watched[0].revents) {
        char some[64];
        while (read(loop->wake[0], some, sizeof some) == (ssize_t)sizeof some) {
        }
        atomic_store(&loop->woken, false);
        loop->joined = true;
    }
    for (size_t i = OWN; i < watched; i++) {
        user *is = loop->waits[i];
        if (!loop->watched[i].revents)
            continue;
        /* Continue to the next call, so that the server has it while the others are handled. Finished users are removed
           in the next round. */
        go_on(loop, is);
        advance(loop, is);
    }
}

static void run(void *given)
{
    crew_loop *loop = given;
    thread_be_punctual();
    /* Two loops on one core would leave another core idle. */
    thread_keep_core(loop->number, loop->loops);
    while (!atomic_load(&loop->stop))
        turn_of_all(loop);
}

void crew_loop_wake(crew_loop *loop)
{
    if (!atomic_exchange(&loop->woken, true) && write(loop->wake[1], "", 1) < 0)
        atomic_store(&loop->woken, false);
}

static void drop(crew_loop *loop)
{
    for (int i = 0; i < 2; i++)
        if (loop->wake[i] >= 0)
            close(loop->wake[i]);
    free(loop->member);
    free(loop->waits);
    free(loop->watched);
    free(loop);
}

crew_loop *crew_loop_begin(outpace_crew *crew, transport_steps by, int32_t number, int32_t loops)
{
    crew_loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return NULL;
    loop->crew = crew;
    loop->by = by;
    loop->number = number;
    loop->loops = loops;
    loop->joined = true;
    loop->watched = calloc(OWN, sizeof *loop->watched);
    if (pipe(loop->wake)) {
        loop->wake[0] = loop->wake[1] = -1;
        drop(loop);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(loop->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(loop->wake[i], F_SETFD, FD_CLOEXEC);
    }
    if (!loop->watched || !thread_begin(&loop->thread, run, loop)) {
        drop(loop);
        return NULL;
    }
    return loop;
}

void crew_loop_end(crew_loop *loop)
{
    atomic_store(&loop->stop, true);
    crew_loop_wake(loop);
    thread_join(loop->thread);
    drop(loop);
}

#endif
