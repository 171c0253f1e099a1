/* SPDX-License-Identifier: Apache-2.0 */
/* Event loop that runs many users of a crew in one thread, with nonblocking calls. Each wait of a user's thread in
   crew.c is a state here; the actions between two waits are the same. */

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

/* Number of descriptors polled before those of the users: the wake-up pipe. */
#define OWN 1

struct crew_loop {
    outpace_crew *crew;
    transport_steps by;
    thread_handle thread;
    int32_t number, loops; /* index of this loop, and number of loops of the crew */
    int wake[2];
    atomic_bool woken, stop;
    crew_user **member;
    struct pollfd *watched;
    crew_user **waits; /* by index in `watched` */
    size_t members, room;
    bool joined; /* a user may have joined since the last check */
    bool sweeps; /* finished users may be removed now */
    int64_t tickets;
    int64_t until_ns; /* earliest deadline of a waiting user */
};

static void schedule(crew_loop *loop, int64_t moment_ns)
{
    if (moment_ns < loop->until_ns)
        loop->until_ns = moment_ns;
}

/* Returns whether a user's wait is over; if not, takes its deadline into account for the next poll. */
static bool wait_is_over(crew_loop *loop, crew_user *user)
{
    if (atomic_load(&user->leave) || !user->turn.wake_ns || outpace_clock_ns() >= user->turn.wake_ns)
        return true;
    schedule(loop, user->turn.wake_ns);
    return false;
}

/* ---- connections: each is opened in a separate thread, because a server may respond slowly ---- */

static void open_in_thread(void *given)
{
    crew_user *user = given;
    transport *by = &user->crew->transport;
    user->turn.opening = by->open(by->with, user->number, &user->why);
    atomic_store(&user->turn.opened, true);
    crew_loop_wake(user->loop);
}

static void open_connection(crew_user *user)
{
    atomic_store(&user->turn.opened, false);
    user->turn.opening = NULL;
    user->turn.phase = OPENING;
    user->turn.threaded = thread_start(&user->thread, open_in_thread, user);
    if (!user->turn.threaded) {
        user->why.stage = 0;
        user->why.state[0] = 0;
        snprintf(user->why.text, FAILURE_TEXT, "the system refuses another thread");
        atomic_store(&user->turn.opened, true);
    }
}

/* Closes the connection. The user reconnects after a back-off that grows with the number of failures. */
static void end_connection(crew_user *user)
{
    if (user->session) {
        void *session = user->session;
        crew_session(user, NULL);
        user->crew->transport.close(session);
    }
    crew_connection_ended(user);
    user->turn.wake_ns = outpace_clock_ns() + crew_setback_ns(user);
    user->turn.phase = RESTING;
}

static void connection_opened(crew_user *user)
{
    if (user->turn.threaded)
        thread_join(user->thread);
    if (!user->turn.opening) {
        crew_refused(user);
        end_connection(user);
        return;
    }
    crew_session(user, user->turn.opening);
    user->turn.phase = STARTING;
}

/* ---- calls ---- */

static void cycle_ends(crew_user *user, tape_outcome outcome)
{
    if (!crew_cycle_ended(user, outcome)) {
        end_connection(user);
        return;
    }
    user->turn.outcome = outcome;
    user->turn.wake_ns = outcome == TAPE_ABANDONED ? outpace_clock_ns() + crew_setback_ns(user) : 0;
    user->turn.phase = PAUSING;
}

static const tape_transaction *transaction_of(const crew_user *user)
{
    return tape_transaction_of(user->machine);
}

/* Returns the operation of the call in flight. */
static uint32_t operation_of(const crew_user *user)
{
    return transaction_of(user)->under_way ? transaction_of(user)->operation
                                         : tape_statement_at(user->crew->of, user->turn.statement)->operation;
}

/* Handles a failed call after its transaction, if any, was rolled back. */
static void handle_failure(crew_user *user, bool retry, call_end end)
{
    if ((end == CALL_FAILED || end == CALL_NO_ROW) && crew_should_retry(user, retry, end)) {
        user->turn.wake_ns = outpace_clock_ns() + crew_retry_ns(user);
        user->turn.phase = RETRYING;
        return;
    }
    crew_call_ended(user, operation_of(user), end, user->turn.began_ns);
    cycle_ends(user, end == CALL_NO_ROW ? TAPE_ABANDONED : tape_given_up(user->machine));
}

static void handle_call(crew_loop *loop, crew_user *user, call_end end);

/* Rolls back a transaction that cannot continue. */
static void undo(crew_loop *loop, crew_user *user, call_end end)
{
    int32_t statement = transaction_of(user)->undo;
    if (statement < 0) {
        handle_failure(user, end == CALL_FAILED, end);
        return;
    }
    user->turn.undoing = true;
    user->turn.failed = end;
    atomic_fetch_add(&user->calls, 1);
    handle_call(loop, user, loop->by.begin(user->session, (uint32_t)statement, user->machine, &user->ignored));
}

/* Handles the result of starting or continuing a call. */
static void handle_call(crew_loop *loop, crew_user *user, call_end end)
{
    if (end == CALL_UNDER_WAY) {
        user->turn.phase = CALLING;
        return;
    }
    atomic_fetch_add(&user->calls, 1);
    if (user->turn.undoing) {
        user->turn.undoing = false;
        handle_failure(user, user->turn.failed == CALL_FAILED, user->turn.failed);
    } else if (transaction_of(user)->under_way) {
        if (end == CALL_DONE)
            user->turn.phase = RUNNING;
        else
            undo(loop, user, end);
    } else if (end != CALL_DONE) {
        handle_failure(user, tape_statement_at(user->crew->of, user->turn.statement)->retry, end);
    } else {
        crew_call_ended(user, operation_of(user), end, user->turn.began_ns);
        user->turn.phase = RUNNING;
    }
}

static void call(crew_loop *loop, crew_user *user)
{
    atomic_store(&user->statement, (int32_t)user->turn.statement);
    atomic_fetch_add(&user->calls, 1);
    handle_call(loop, user, loop->by.begin(user->session, user->turn.statement, user->machine, &user->why));
}

static void continue_call(crew_loop *loop, crew_user *user)
{
    handle_call(loop, user, loop->by.go_on(user->session, user->machine, user->turn.undoing ? &user->ignored : &user->why));
}

/* Retries the failed call, or its transaction from the beginning. */
static void try_again(crew_loop *loop, crew_user *user)
{
    if (transaction_of(user)->under_way) {
        tape_again(user->machine);
        user->turn.phase = RUNNING;
    } else {
        call(loop, user);
    }
}

static void run_on(crew_loop *loop, crew_user *user)
{
    while (user->turn.phase == RUNNING) {
        tape_outcome outcome = tape_go_on(user->machine, &user->turn.statement);
        switch (outcome) {
        case TAPE_CALLS:
            if (!transaction_of(user)->under_way)
                user->turn.began_ns = crew_call_begins(user, operation_of(user));
            call(loop, user);
            break;
        case TAPE_BEGINS:
            user->turn.began_ns = crew_call_begins(user, operation_of(user));
            break;
        case TAPE_ENDS:
            crew_call_ended(user, transaction_of(user)->operation, CALL_DONE, user->turn.began_ns);
            break;
        case TAPE_WAITS:
            user->turn.wake_ns = outpace_clock_ns() + tape_wait_ns(user->machine);
            user->turn.phase = SLEEPING;
            break;
        case TAPE_REFUSES:
            crew_refusal(user);
            undo(loop, user, CALL_NO_ROW);
            break;
        default:
            cycle_ends(user, outcome);
        }
    }
}

static void begin_cycle(crew_user *user, int64_t lag_ns)
{
    user->turn.lag_ns = lag_ns;
    user->turn.started_ns = crew_cycle_begins(user, lag_ns);
    tape_begin(user->machine);
    user->turn.phase = RUNNING;
}

/* ---- one user ---- */

/* Runs a user until it has to wait. Returns false if the user is finished. */
static bool advance(crew_loop *loop, crew_user *user)
{
    outpace_crew *crew = user->crew;
    for (;;) {
        int64_t start_ns;
        switch (user->turn.phase) {
        case RESTING:
            if (!wait_is_over(loop, user))
                return true;
            if (!atomic_load(&user->leave)) {
                open_connection(user);
                break;
            }
            if (!loop->sweeps)
                return true;
            crew_user_ended(user);
            return false;
        case OPENING:
            if (!atomic_load(&user->turn.opened))
                return true;
            connection_opened(user);
            break;
        case STARTING:
            start_ns = atomic_load(&crew->start_ns);
            user->turn.wake_ns = start_ns ? start_ns + user->begin_ns : INT64_MAX;
            if (!wait_is_over(loop, user))
                return true;
            user->turn.phase = FREE;
            break;
        case FREE:
            if (atomic_load(&user->leave)) {
                end_connection(user);
            } else if (!atomic_load(&user->working)) {
                return true;
            } else if (crew->open_loop) {
                user->turn.ticket = loop->tickets++;
                user->turn.phase = QUEUING;
                return true;
            } else {
                begin_cycle(user, 0);
            }
            break;
        case QUEUING:
            if (!atomic_load(&user->leave))
                return true;
            end_connection(user);
            break;
        case RUNNING:
            run_on(loop, user);
            break;
        case CALLING:
            return true;
        case RETRYING:
            if (!wait_is_over(loop, user))
                return true;
            if (!atomic_load(&user->leave)) {
                try_again(loop, user);
            } else {
                crew_call_ended(user, operation_of(user), CALL_FAILED, user->turn.began_ns);
                cycle_ends(user, tape_given_up(user->machine));
            }
            break;
        case SLEEPING: /* continues even if the user must leave, unless calls were canceled */
            if (atomic_load(&crew->canceled)) {
                undo(loop, user, CALL_FAILED);
            } else if (outpace_clock_ns() < user->turn.wake_ns) {
                schedule(loop, user->turn.wake_ns);
                return true;
            } else {
                user->turn.phase = RUNNING;
            }
            break;
        case PAUSING:
            if (!wait_is_over(loop, user))
                return true;
            crew_log_cycle(user, user->turn.outcome, user->turn.started_ns, user->turn.lag_ns);
            user->turn.phase = FREE;
            if (!crew->open_loop && crew->think_s > 0) {
                user->turn.began_ns = outpace_clock_ns();
                user->turn.wake_ns = user->turn.began_ns + crew_think_ns(user);
                user->turn.phase = THINKING;
            }
            break;
        case THINKING:
            if (!wait_is_over(loop, user))
                return true;
            crew_log_think(user, user->turn.began_ns);
            user->turn.phase = FREE;
            break;
        }
    }
}

/* ---- all users ---- */

/* Returns the user that has waited longest for an arrival. */
static crew_user *first_in_line(crew_loop *loop)
{
    crew_user *first = NULL;
    for (size_t i = 0; i < loop->members; i++) {
        crew_user *user = loop->member[i];
        if (user->turn.phase == QUEUING && (!first || user->turn.ticket < first->turn.ticket))
            first = user;
    }
    return first;
}

static void serve_arrivals(crew_loop *loop)
{
    crew_user *user;
    while (loop->crew->open_loop && (user = first_in_line(loop))) {
        int64_t due_ns = 0, intended_ns = crew_arrival(loop->crew, outpace_clock_ns(), &due_ns);
        if (!intended_ns) {
            schedule(loop, due_ns);
            return;
        }
        begin_cycle(user, crew_arrived(user, intended_ns));
        run_on(loop, user);
        if (user->turn.phase != CALLING)
            schedule(loop, 0);
    }
}

/* Adds the users that have joined. */
static void add_joined(crew_loop *loop)
{
    outpace_crew *crew = loop->crew;
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user; user = user->next) {
        if (user->loop != loop || user->turn.taken_in)
            continue;
        if (loop->members == loop->room) {
            size_t room = 2 * loop->room + 16;
            crew_user **member = realloc(loop->member, room * sizeof *member);
            if (member)
                loop->member = member;
            crew_user **waits = realloc(loop->waits, (room + OWN) * sizeof *waits);
            if (waits)
                loop->waits = waits;
            struct pollfd *watched = realloc(loop->watched, (room + OWN) * sizeof *watched);
            if (watched)
                loop->watched = watched;
            if (!member || !waits || !watched)
                abort(); /* a user that is never served would falsify the result; a lost worker is reported and replaced */
            loop->room = room;
        }
        user->turn.taken_in = true;
        user->turn.phase = RESTING;
        user->turn.wake_ns = 0;
        atomic_store(&user->system_thread, thread_id());
        loop->member[loop->members++] = user;
    }
    mutex_unlock(&crew->lock);
}

/* Waits until a socket is ready, a user's deadline has passed or the loop is woken; returns how many descriptors are
   ready. */
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

static void run_round(crew_loop *loop)
{
    size_t kept = 0, watched = OWN;
    if (loop->joined)
        add_joined(loop);
    loop->joined = false;
    loop->until_ns = INT64_MAX;
    loop->sweeps = true;
    for (size_t i = 0; i < loop->members; i++) {
        crew_user *user = loop->member[i];
        if (advance(loop, user))
            loop->member[kept++] = user;
    }
    loop->members = kept;
    loop->sweeps = false;
    serve_arrivals(loop);
    loop->watched[0] = (struct pollfd){.fd = loop->wake[0], .events = POLLIN};
    for (size_t i = 0; i < loop->members; i++) {
        crew_user *user = loop->member[i];
        if (user->turn.phase != CALLING)
            continue;
        bool writes = false;
        int fd = loop->by.socket(user->session, &writes);
        if (fd < 0) { /* the connection is lost; the next call detects that */
            continue_call(loop, user);
            schedule(loop, 0);
            continue;
        }
        loop->watched[watched] = (struct pollfd){.fd = fd, .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
        loop->waits[watched++] = user;
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
        crew_user *user = loop->waits[i];
        if (!loop->watched[i].revents)
            continue;
        /* Continue to the next call, so that the server works on it while the other users are handled. Finished users
           are removed in the next round. */
        continue_call(loop, user);
        advance(loop, user);
    }
}

static void run(void *given)
{
    crew_loop *loop = given;
    thread_minimize_timer_slack();
    /* Two loops on the same core would leave another core idle. */
    thread_pin_to_core(loop->number, loop->loops);
    while (!atomic_load(&loop->stop))
        run_round(loop);
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
    if (!loop->watched || !thread_start(&loop->thread, run, loop)) {
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
