/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual users of a worker, each in its own thread unless an event loop runs them (crew_loop.c). They follow the rules
   of the reference implementation, app/driver/users.py and app/driver/pacing.py. A tape defines their work;
   app/driver/tally.py counts the resulting events. */

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "crew_loop.h"
#include "libpq.h"
#include "odbc.h"
#include "outpace.h"
#include "sqlite_calls.h"
#include "threads.h"

#define SECOND_NS CREW_SECOND_NS
#define LONGEST_RETRY_WAIT_S 1.0
#define FIRST_PAUSE_S 0.01
#define LONGEST_PAUSE_S 5.0
#define LONGEST_THINK 10.0 /* in multiples of the mean */
#define CHECK_NS (SECOND_NS / 5)
/* Wait without a timeout. */
#define NEVER_NS (INT64_MAX / 2)

/* ---- events ---- */

static void log_event(event_log *log, int64_t code, int64_t moment_ns, int64_t value_ns)
{
    mutex_lock(&log->lock);
    if (log->used + 3 > log->room) {
        size_t room = log->room ? 2 * log->room : 3 * 256;
        int64_t *larger = realloc(log->number, room * sizeof *larger);
        if (!larger)
            abort(); /* a lost event would falsify the result; a lost worker is reported and replaced */
        log->number = larger;
        log->room = room;
    }
    log->number[log->used++] = code;
    log->number[log->used++] = moment_ns;
    log->number[log->used++] = value_ns;
    mutex_unlock(&log->lock);
}

static void log_own_event(crew_user *user, int code, int64_t moment_ns, int64_t value_ns)
{
    log_event(&user->log, user->crew->order + code, moment_ns, value_ns);
}

/* ---- waits ---- */

/* Waits until a time. Returns false if the user must leave. */
static bool wait_until(crew_user *user, int64_t at_ns)
{
    mutex_lock(&user->lock);
    while (!atomic_load(&user->leave) && outpace_clock_ns() < at_ns)
        cond_wait_until(&user->cond, &user->lock, at_ns);
    mutex_unlock(&user->lock);
    return !atomic_load(&user->leave);
}

static void wake(crew_user *user)
{
    if (user->loop) {
        crew_loop_wake(user->loop);
        return;
    }
    mutex_lock(&user->lock);
    cond_broadcast(&user->cond);
    mutex_unlock(&user->lock);
}

/* Equivalent of random.Random.uniform(0, most) with the user's RNG for pauses, in nanoseconds. */
static int64_t random_ns(crew_user *user, double most_s)
{
    return (int64_t)(most_s * mersenne_twister_random(&user->pauses) * 1e9);
}

int64_t crew_retry_ns(crew_user *user)
{
    return random_ns(user, LONGEST_RETRY_WAIT_S);
}

int64_t crew_think_ns(crew_user *user)
{
    const outpace_crew *crew = user->crew;
    if (!crew->pause)
        return random_ns(user, 2 * crew->think_s);
    const outpace_crew_pause *pause = &crew->pause[atomic_load(&user->operation)];
    double drawn = mersenne_twister_random(&user->pauses);
    double factor = pause->exponential ? fmin(-log(1 - drawn), LONGEST_THINK) : 2 * drawn;
    return (int64_t)((pause->fixed_s + pause->mean_s * factor) * 1e9);
}

/* The back-off grows with the number of consecutive failures, so that errors do not cause a busy loop. */
int64_t crew_setback_ns(const crew_user *user)
{
    if (!user->setbacks)
        return 0;
    double pause_s = FIRST_PAUSE_S * (double)(INT64_C(1) << (user->setbacks < 16 ? user->setbacks : 16));
    pause_s = pause_s < LONGEST_PAUSE_S ? pause_s : LONGEST_PAUSE_S;
    return (int64_t)(pause_s * 1e9);
}

static void pause_after_setbacks(crew_user *user)
{
    if (user->setbacks)
        wait_until(user, outpace_clock_ns() + crew_setback_ns(user));
}

static bool wait_for_start(crew_user *user)
{
    mutex_lock(&user->lock);
    while (!atomic_load(&user->leave) && !atomic_load(&user->crew->start_ns))
        cond_wait_until(&user->cond, &user->lock, outpace_clock_ns() + CHECK_NS);
    mutex_unlock(&user->lock);
    return !atomic_load(&user->leave) && wait_until(user, atomic_load(&user->crew->start_ns) + user->begin_ns);
}

static void wait_for_work(crew_user *user)
{
    mutex_lock(&user->lock);
    if (!atomic_load(&user->leave) && !atomic_load(&user->working))
        cond_wait_until(&user->cond, &user->lock, outpace_clock_ns() + CHECK_NS);
    mutex_unlock(&user->lock);
}

/* ---- the open loop ---- */

static void log_missed(void *with, int64_t at_ns)
{
    outpace_crew *crew = with;
    log_event(&crew->arrivals.log, crew->order + MISSED, at_ns, 0);
}

int64_t crew_arrival(outpace_crew *crew, int64_t now_ns, int64_t *look_ns)
{
    int64_t intended_ns = arrivals_due(&crew->arrivals.due, now_ns);
    int64_t next_ns = arrivals_next_ns(&crew->arrivals.due, now_ns);
    *look_ns = next_ns < now_ns + CHECK_NS ? next_ns : now_ns + CHECK_NS;
    return intended_ns == ARRIVALS_NONE ? 0 : intended_ns;
}

/* Waits for the next arrival; only one user does so at a time. Returns 0 if the user must leave. */
static int64_t wait_for_arrival(crew_user *user)
{
    while (!atomic_load(&user->leave)) {
        int64_t look_ns, intended_ns = crew_arrival(user->crew, outpace_clock_ns(), &look_ns);
        if (intended_ns)
            return intended_ns;
        wait_until(user, look_ns);
    }
    return 0;
}

int64_t crew_arrived(crew_user *user, int64_t intended_ns)
{
    int64_t began_ns = outpace_clock_ns();
    log_own_event(user, LAG, began_ns, began_ns - intended_ns);
    return began_ns - intended_ns;
}

/* Claims the next arrival and returns its intended time, or 0 if the user must leave. */
static int64_t claim_arrival(crew_user *user)
{
    queue *of = &user->crew->arrivals;
    mutex_lock(&of->lock);
    while (of->taken && !atomic_load(&user->leave))
        cond_wait_until(&of->cond, &of->lock, outpace_clock_ns() + CHECK_NS);
    bool ours = !atomic_load(&user->leave);
    of->taken = of->taken || ours;
    mutex_unlock(&of->lock);
    if (!ours)
        return 0;
    int64_t intended_ns = wait_for_arrival(user);
    mutex_lock(&of->lock);
    of->taken = false;
    cond_broadcast(&of->cond);
    mutex_unlock(&of->lock);
    return intended_ns;
}

/* ---- cycles ---- */

bool crew_should_retry(crew_user *user, bool retry, call_end end)
{
    int32_t what = end == CALL_NO_ROW ? OUTPACE_NO_ROW : OUTPACE_CALL;
    if (atomic_load(&user->crew->canceled))
        return false;
    int32_t next = user->crew->failed(user->number, what, retry, user->why.state, user->why.text);
    user->reconnect = next == OUTPACE_RECONNECT;
    return next == OUTPACE_AGAIN;
}

int64_t crew_call_begins(crew_user *user, uint32_t operation)
{
    atomic_store(&user->operation, (int32_t)operation);
    atomic_store(&user->answered_ns, user->response_ns);
    int64_t began_ns = outpace_clock_ns();
    atomic_store(&user->called_ns, began_ns);
    return began_ns;
}

bool crew_call_ended(crew_user *user, uint32_t operation, call_end end, int64_t began_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    atomic_store(&user->called_ns, 0);
    if (end != CALL_DONE)
        return false;
    log_event(&user->log, operation, ended_ns, ended_ns - began_ns);
    if (user->crew->timed[operation])
        user->response_ns += ended_ns - began_ns;
    return true;
}

void crew_refusal(crew_user *user)
{
    const char *text;
    snprintf(user->why.state, sizeof user->why.state, "%s", tape_refusal(user->machine, &text));
    snprintf(user->why.text, FAILURE_TEXT, "%s", text);
}

/* Starts an operation: a call, or a transaction of several calls. Processor time is measured for every cpu_every-th
   operation. */
static int64_t operation_begins(crew_user *user, uint32_t operation)
{
    bool weighed = user->crew->cpu_every && --user->until_cpu <= 0;
    user->cpu_ns = weighed ? thread_cpu_ns() : -1;
    return crew_call_begins(user, operation);
}

static bool operation_ends(crew_user *user, uint32_t operation, call_end end, int64_t began_ns)
{
    bool done = crew_call_ended(user, operation, end, began_ns);
    if (done && user->cpu_ns >= 0) {
        log_own_event(user, CALL_CPU, outpace_clock_ns(), (thread_cpu_ns() - user->cpu_ns) * user->crew->cpu_every);
        user->until_cpu = user->crew->cpu_every;
    }
    return done;
}

static call_end call(crew_user *user, uint32_t statement, call_failure *why)
{
    atomic_fetch_add(&user->calls, 1);
    call_end end = user->crew->transport.call(user->session, statement, user->machine, why);
    atomic_fetch_add(&user->calls, 1);
    return end;
}

/* Makes a call outside a transaction; returns false if the cycle ends with it. */
static bool timed_call(crew_user *user, uint32_t statement)
{
    const tape_statement *of = tape_statement_at(user->crew->of, statement);
    int64_t began_ns = operation_begins(user, of->operation);
    call_end end;
    while ((end = call(user, statement, &user->why)) == CALL_FAILED || end == CALL_NO_ROW)
        if (!crew_should_retry(user, of->retry, end) || !wait_until(user, outpace_clock_ns() + crew_retry_ns(user)))
            break;
    return operation_ends(user, of->operation, end, began_ns);
}

/* Handles a failed transaction; returns whether to retry it. */
static bool retry_transaction(crew_user *user, call_end end)
{
    const tape_transaction *of = tape_transaction_of(user->machine);
    if (of->undo >= 0)
        call(user, (uint32_t)of->undo, &user->ignored);
    if (end != CALL_FAULT && crew_should_retry(user, end == CALL_FAILED, end) &&
        wait_until(user, outpace_clock_ns() + crew_retry_ns(user))) {
        tape_again(user->machine);
        return true;
    }
    return operation_ends(user, of->operation, CALL_FAILED, user->transaction_ns);
}

/* Sleeps within a transaction, even if the user must leave; returns false if calls have been canceled. */
static bool sleep_in_transaction(crew_user *user)
{
    int64_t until_ns = outpace_clock_ns() + tape_wait_ns(user->machine);
    mutex_lock(&user->lock);
    for (int64_t now_ns; (now_ns = outpace_clock_ns()) < until_ns && !atomic_load(&user->crew->canceled);)
        cond_wait_until(&user->cond, &user->lock, until_ns < now_ns + CHECK_NS ? until_ns : now_ns + CHECK_NS);
    mutex_unlock(&user->lock);
    return !atomic_load(&user->crew->canceled);
}

static tape_outcome run_tape(crew_user *user)
{
    tape_machine *machine = user->machine;
    const tape_transaction *transaction = tape_transaction_of(machine);
    tape_begin(machine);
    for (;;) {
        uint32_t statement;
        call_end end;
        tape_outcome found = tape_go_on(machine, &statement);
        switch (found) {
        case TAPE_CALLS:
            atomic_store(&user->statement, (int32_t)statement);
            if (!transaction->under_way) {
                if (!timed_call(user, statement))
                    return tape_given_up(machine);
                break;
            }
            if ((end = call(user, statement, &user->why)) != CALL_DONE && !retry_transaction(user, end))
                return tape_given_up(machine);
            break;
        case TAPE_BEGINS:
            user->transaction_ns = operation_begins(user, transaction->operation);
            break;
        case TAPE_ENDS:
            operation_ends(user, transaction->operation, CALL_DONE, user->transaction_ns);
            break;
        case TAPE_WAITS:
            if (!sleep_in_transaction(user) && !retry_transaction(user, CALL_FAILED))
                return tape_given_up(machine);
            break;
        case TAPE_REFUSES:
            crew_refusal(user);
            retry_transaction(user, CALL_NO_ROW);
            return TAPE_ABANDONED;
        default:
            return found;
        }
    }
}

int64_t crew_cycle_begins(crew_user *user, int64_t lag_ns)
{
    int64_t started_ns = outpace_clock_ns();
    atomic_store(&user->lag_ns, lag_ns);
    atomic_store(&user->busy_since_ns, started_ns);
    user->response_ns = 0;
    user->reconnect = false;
    return started_ns;
}

bool crew_cycle_ended(crew_user *user, tape_outcome outcome)
{
    if (outcome == TAPE_FAULT)
        user->crew->failed(user->number, OUTPACE_FAULT, 0, "", tape_fault(user->machine));
    if (outcome == TAPE_FAULT || outcome == TAPE_ABANDONED)
        user->setbacks++;
    return outcome != TAPE_FAULT && (outcome != TAPE_ABANDONED || !user->reconnect);
}

void crew_log_cycle(crew_user *user, tape_outcome outcome, int64_t started_ns, int64_t lag_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    if (outcome == TAPE_ABANDONED) {
        log_own_event(user, UNTIMED, ended_ns, ended_ns - started_ns);
    } else {
        log_own_event(user, ORDER, ended_ns, user->response_ns + lag_ns);
        log_own_event(user, UNTIMED, ended_ns, ended_ns - started_ns - user->response_ns);
        if (outcome == TAPE_ROLLED_BACK)
            log_own_event(user, ROLLBACK, ended_ns, 0);
        user->setbacks = 0;
    }
    atomic_store(&user->latest_began_ns, started_ns - lag_ns);
    atomic_store(&user->latest_ended_ns, outpace_clock_ns());
    atomic_store(&user->busy_since_ns, 0);
}

/* Runs one cycle; returns false if the session ends with it. */
static bool cycle(crew_user *user, int64_t lag_ns)
{
    int64_t started_ns = crew_cycle_begins(user, lag_ns);
    tape_outcome outcome = run_tape(user);
    if (!crew_cycle_ended(user, outcome))
        return false;
    if (outcome == TAPE_ABANDONED)
        pause_after_setbacks(user);
    crew_log_cycle(user, outcome, started_ns, lag_ns);
    return true;
}

void crew_log_think(crew_user *user, int64_t began_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    log_own_event(user, THINK, ended_ns, ended_ns - began_ns);
}

static void think(crew_user *user)
{
    int64_t began_ns = outpace_clock_ns();
    wait_until(user, began_ns + crew_think_ns(user));
    crew_log_think(user, began_ns);
}

static void work(crew_user *user)
{
    outpace_crew *crew = user->crew;
    while (!atomic_load(&user->leave)) {
        if (!atomic_load(&user->working)) {
            wait_for_work(user);
            continue;
        }
        int64_t lag_ns = 0;
        if (crew->open_loop) {
            int64_t intended_ns = claim_arrival(user);
            if (!intended_ns)
                return;
            lag_ns = crew_arrived(user, intended_ns);
        }
        if (!cycle(user, lag_ns))
            return;
        if (!crew->open_loop && crew->think_s > 0)
            think(user);
    }
}

static void report_tried(crew_user *user)
{
    if (!user->reported)
        user->crew->tried(user->number, atomic_load(&user->alive));
    user->reported = true;
}

void crew_session(crew_user *user, void *session)
{
    mutex_lock(&user->lock);
    user->session = session;
    mutex_unlock(&user->lock);
    atomic_store(&user->alive, session != NULL);
    if (session)
        report_tried(user);
}

void crew_refused(crew_user *user)
{
    if (!atomic_load(&user->crew->canceled))
        user->crew->failed(user->number, OUTPACE_CONNECT, user->why.stage, user->why.state, user->why.text);
    user->setbacks++;
}

void crew_connection_ended(crew_user *user)
{
    atomic_store(&user->busy_since_ns, 0);
    atomic_store(&user->called_ns, 0);
    report_tried(user);
}

void crew_user_ended(crew_user *user)
{
    report_tried(user); /* needed even if the user leaves before its start, because Python waits for the report */
    atomic_store(&user->running, false);
}

/* Runs cycles on one connection until the user must leave or the connection is lost. */
static void keep_connection(crew_user *user)
{
    transport *by = &user->crew->transport;
    void *session = by->open(by->with, user->number, &user->why);
    if (!session) {
        crew_refused(user);
        return;
    }
    crew_session(user, session);
    if (wait_for_start(user))
        work(user);
    crew_session(user, NULL);
    by->close(session);
}

static void run(void *given)
{
    crew_user *user = given;
    const outpace_crew *crew = user->crew;
    atomic_store(&user->system_thread, thread_id());
    thread_minimize_timer_slack();
    /* Without pauses between calls, every processor is busy. If the server runs on the same processors, users that
     * preempt it on every response slow it down more than they gain. Loops do not need this: there are only a few of
     * them, and all users wait for them. */
    if (crew->transport.elsewhere && !crew->open_loop && crew->think_s <= 0)
        thread_avoid_preempting();
    while (!atomic_load(&user->leave)) {
        keep_connection(user);
        crew_connection_ended(user);
        pause_after_setbacks(user);
    }
    crew_user_ended(user);
}

/* ---- calls answered by Python ---- */

typedef struct {
    outpace_crew *crew;
    int32_t user;
} python_session;

static void *open_python_session(void *with, int32_t number, call_failure *why)
{
    outpace_crew *crew = with;
    int64_t rows = 0;
    why->stage = 0;
    why->state[0] = why->text[0] = 0;
    python_session *own = calloc(1, sizeof *own);
    if (!own || !crew->answerer(number, OUTPACE_ASK_OPEN, NULL, 0, NULL, &rows)) {
        free(own);
        return NULL;
    }
    *own = (python_session){crew, number};
    return own;
}

static call_end call_python(void *session, uint32_t statement, tape_machine *machine, call_failure *why)
{
    python_session *own = session;
    const tape *read = own->crew->of;
    const tape_statement *of = tape_statement_at(read, statement);
    outpace_tape_value values[OUTPACE_MOST_ARGUMENTS];
    outpace_tape_answer *results = tape_answers(read, statement);
    int64_t rows = 0;
    why->state[0] = why->text[0] = 0;
    for (uint32_t i = 0; i < of->arguments; i++)
        values[i] = tape_argument(machine, statement, i);
    bool answered =
        results && own->crew->answerer(own->user, (int32_t)statement, values, (int32_t)of->arguments, results, &rows);
    bool stored = answered && tape_store_answers(machine, statement, results, rows);
    free(results);
    if (!answered)
        return CALL_FAILED;
    if (stored)
        return CALL_DONE;
    if (rows > 0 || of->missing_kind < 0)
        return CALL_FAULT;
    transport_no_row(read, statement, machine, why);
    return CALL_NO_ROW;
}

static void close_python_session(void *session)
{
    python_session *own = session;
    int64_t rows = 0;
    own->crew->answerer(own->user, OUTPACE_ASK_CLOSE, NULL, 0, NULL, &rows);
    free(own);
}

/* ---- functions called by Python ---- */

outpace_crew *outpace_crew_new(const uint8_t *bytes, int64_t size, const outpace_crew_settings *settings,
                               const uint8_t *timed, outpace_crew_failed failed, outpace_crew_tried tried, char *why)
{
    outpace_crew *crew = calloc(1, sizeof *crew);
    tape *of = tape_read(bytes, (size_t)size, why);
    if (!crew || !of)
        goto refused;
    crew->of = of;
    for (uint32_t i = 0; i < tape_statements(of); i++)
        if (tape_statement_at(of, i)->operation >= (uint32_t)settings->operations) {
            snprintf(why, TAPE_WHY, "statement %u is of an operation that the workload lacks", i);
            goto refused;
        }
    if (tape_operations(of) > (uint32_t)settings->operations) {
        snprintf(why, TAPE_WHY, "a transaction is of an operation that the workload lacks");
        goto refused;
    }
    if (!arrivals_make(&crew->arrivals.due, (int64_t)(settings->max_lag_s * 1e9), settings->arrivals, log_missed, crew)) {
        snprintf(why, TAPE_WHY, "the state of the arrivals' random generator is none");
        goto refused;
    }
    crew->timed = calloc((size_t)settings->operations + 1, sizeof *crew->timed);
    if (!crew->timed)
        goto refused;
    for (int32_t i = 0; i < settings->operations; i++)
        crew->timed[i] = timed[i] != 0;
    crew->failed = failed;
    crew->tried = tried;
    crew->order = settings->operations;
    crew->cpu_every = settings->cpu_every;
    crew->think_s = settings->think_s;
    crew->open_loop = settings->open_loop != 0;
    mutex_init(&crew->lock);
    mutex_init(&crew->arrivals.lock);
    mutex_init(&crew->arrivals.log.lock);
    cond_init(&crew->arrivals.cond);
    return crew;
refused:
    if (crew)
        free(crew->timed);
    free(crew);
    tape_free(of);
    return NULL;
}

int32_t outpace_crew_pauses(outpace_crew *crew, const outpace_crew_pause *pauses)
{
    size_t bytes = (size_t)crew->order * sizeof *pauses;
    crew->pause = malloc(bytes);
    if (!crew->pause)
        return 0;
    memcpy(crew->pause, pauses, bytes);
    return 1;
}

void outpace_crew_over_odbc(outpace_crew *crew, outpace_odbc *odbc)
{
    crew->transport = odbc_transport(odbc, crew->of);
}

void outpace_crew_over_libpq(outpace_crew *crew, outpace_libpq *libpq, int32_t loops)
{
    crew->transport = libpq_transport(libpq, crew->of);
    loops = loops < CREW_MOST_LOOPS ? loops : CREW_MOST_LOOPS;
    while (crew->loops < loops) {
        crew_loop *loop = crew_loop_begin(crew, libpq_steps(), crew->loops, loops);
        if (!loop)
            return;
        crew->loop[crew->loops++] = loop;
    }
}

void outpace_crew_over_sqlite(outpace_crew *crew, outpace_sqlite *sqlite)
{
    crew->transport = sqlite_transport(sqlite, crew->of);
}

void outpace_crew_answered(outpace_crew *crew, outpace_tape_answerer_of_user answerer)
{
    crew->answerer = answerer;
    crew->transport = (transport){crew, open_python_session, call_python, close_python_session, NULL, false};
}

static void user_free(crew_user *user)
{
    tape_machine_free(user->machine);
    free(user->log.number);
    mutex_destroy(&user->log.lock);
    mutex_destroy(&user->lock);
    cond_destroy(&user->cond);
    free(user);
}

/* Returns the loop with the fewest users. The crew's lock must be held. */
static crew_loop *emptiest_loop(const outpace_crew *crew)
{
    int32_t emptiest = 0, users[CREW_MOST_LOOPS] = {0};
    for (int32_t i = 0; i < crew->loops; i++) {
        for (const crew_user *user = crew->first; user; user = user->next)
            users[i] += user->loop == crew->loop[i] && !atomic_load(&user->leave);
        if (users[i] < users[emptiest])
            emptiest = i;
    }
    return crew->loops ? crew->loop[emptiest] : NULL;
}

int32_t outpace_crew_join(outpace_crew *crew, int32_t number, int32_t seat, int64_t begin_ns, int32_t working,
                          const uint32_t *draws, const uint32_t *pauses)
{
    mersenne_twister own;
    crew_user *user = calloc(1, sizeof *user);
    if (!user)
        return 0;
    mutex_init(&user->log.lock);
    mutex_init(&user->lock);
    cond_init(&user->cond);
    user->crew = crew;
    user->number = number;
    user->begin_ns = begin_ns;
    user->until_cpu = crew->cpu_every;
    atomic_store(&user->working, working != 0);
    atomic_store(&user->running, true);
    if (mersenne_twister_set(&own, draws) && mersenne_twister_set(&user->pauses, pauses))
        user->machine = tape_machine_new(crew->of, seat, &own);
    if (!user->machine) {
        user_free(user);
        return 0;
    }
    mutex_lock(&crew->lock);
    user->loop = emptiest_loop(crew);
    bool begun = user->loop || thread_start(&user->thread, run, user);
    if (begun) {
        user->next = crew->first;
        crew->first = user;
    }
    if (begun && user->loop)
        crew_loop_wake(user->loop);
    mutex_unlock(&crew->lock);
    if (!begun)
        user_free(user);
    return begun;
}

/* Returns the user with this number. The crew's lock must be held. */
static crew_user *user_of(outpace_crew *crew, int32_t number)
{
    crew_user *user = crew->first;
    while (user && user->number != number)
        user = user->next;
    return user;
}

void outpace_crew_leave(outpace_crew *crew, int32_t number)
{
    mutex_lock(&crew->lock);
    crew_user *user = user_of(crew, number);
    if (user) {
        atomic_store(&user->leave, true);
        wake(user);
    }
    mutex_unlock(&crew->lock);
}

void outpace_crew_work(outpace_crew *crew, int32_t number, int32_t working)
{
    mutex_lock(&crew->lock);
    crew_user *user = user_of(crew, number);
    if (user) {
        atomic_store(&user->working, working != 0);
        wake(user);
    }
    mutex_unlock(&crew->lock);
}

void outpace_crew_release(outpace_crew *crew, int64_t start_ns)
{
    atomic_store(&crew->start_ns, start_ns);
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user; user = user->next)
        wake(user);
    mutex_unlock(&crew->lock);
}

void outpace_crew_set_rate(outpace_crew *crew, double rate, int64_t from_ns)
{
    outpace_arrivals_set_rate(&crew->arrivals.due, rate, from_ns);
}

void outpace_crew_expire(outpace_crew *crew, int64_t now_ns)
{
    outpace_arrivals_expire(&crew->arrivals.due, now_ns);
}

int32_t outpace_crew_look(outpace_crew *crew, outpace_crew_user *users, int32_t room)
{
    int32_t count = 0;
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user && count < room; user = user->next)
        users[count++] = (outpace_crew_user){
            .number = user->number,
            .alive = atomic_load(&user->alive),
            .leaving = atomic_load(&user->leave),
            .running = atomic_load(&user->running),
            .operation = atomic_load(&user->operation),
            .statement = atomic_load(&user->statement),
            .working = atomic_load(&user->working),
            .thread = atomic_load(&user->system_thread),
            .busy_since_ns = atomic_load(&user->busy_since_ns),
            .lag_ns = atomic_load(&user->lag_ns),
            .latest_began_ns = atomic_load(&user->latest_began_ns),
            .latest_ended_ns = atomic_load(&user->latest_ended_ns),
            .called_ns = atomic_load(&user->called_ns),
            .answered_ns = atomic_load(&user->answered_ns),
        };
    mutex_unlock(&crew->lock);
    return count;
}

/* Moves the events of a log to the end of `to`. Returns false, without changes, if out of memory. */
static bool move_log(event_log *log, int64_t **to, int64_t *used)
{
    mutex_lock(&log->lock);
    int64_t *larger = log->used ? realloc(*to, ((size_t)*used + log->used) * sizeof **to) : *to;
    bool fine = larger || !log->used;
    if (log->used && larger) {
        memcpy(larger + *used, log->number, log->used * sizeof *larger);
        *to = larger;
        *used += (int64_t)log->used;
        log->used = 0;
    }
    mutex_unlock(&log->lock);
    return fine;
}

int64_t outpace_crew_take(outpace_crew *crew, int64_t **numbers)
{
    int64_t used = 0;
    *numbers = NULL;
    move_log(&crew->arrivals.log, numbers, &used);
    mutex_lock(&crew->lock);
    for (crew_user **at = &crew->first; *at;) {
        crew_user *user = *at;
        /* Check for the end before moving the log, so that no event is lost. */
        bool gone = atomic_load(&user->leave) && !atomic_load(&user->running);
        if (!move_log(&user->log, numbers, &used) || !gone) {
            at = &user->next;
            continue;
        }
        *at = user->next;
        if (!user->loop)
            thread_join(user->thread);
        user_free(user);
    }
    mutex_unlock(&crew->lock);
    return used;
}

void outpace_crew_give_back(int64_t *numbers)
{
    free(numbers);
}

/* Waits until no user is running, or until a time. Returns how many users are still running. */
static int32_t running_at(outpace_crew *crew, int64_t until_ns)
{
    for (;;) {
        int32_t left = 0;
        mutex_lock(&crew->lock);
        for (crew_user *user = crew->first; user; user = user->next)
            left += atomic_load(&user->running);
        mutex_unlock(&crew->lock);
        if (!left || outpace_clock_ns() >= until_ns)
            return left;
        thread_sleep(SECOND_NS / 200);
    }
}

static void cancel_calls(outpace_crew *crew)
{
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user; user = user->next) {
        mutex_lock(&user->lock);
        if (user->session)
            crew->transport.cancel(user->session);
        mutex_unlock(&user->lock);
        wake(user);
    }
    mutex_unlock(&crew->lock);
}

int32_t outpace_crew_dismiss(outpace_crew *crew, double grace_s)
{
    int64_t until_ns = outpace_clock_ns() + (int64_t)(grace_s * 1e9);
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user; user = user->next) {
        user->calls_then = atomic_load(&user->calls);
        atomic_store(&user->leave, true);
        wake(user);
    }
    mutex_unlock(&crew->lock);
    return running_at(crew, until_ns);
}

int32_t outpace_crew_unreturned(outpace_crew *crew)
{
    int32_t calls = 0;
    mutex_lock(&crew->lock);
    for (crew_user *user = crew->first; user; user = user->next)
        calls += user->calls_then % 2 == 1 && atomic_load(&user->calls) == user->calls_then;
    mutex_unlock(&crew->lock);
    return calls;
}

int32_t outpace_crew_cancel(outpace_crew *crew, double wait_s)
{
    int64_t until_ns = outpace_clock_ns() + (int64_t)(wait_s * 1e9);
    atomic_store(&crew->canceled, true);
    if (!crew->transport.cancel)
        return running_at(crew, 0);
    for (;;) {
        /* A cancel request that arrives just before a call starts does not affect it: repeat until all calls have
           ended. */
        cancel_calls(crew);
        int64_t repeat_ns = outpace_clock_ns() + SECOND_NS;
        int32_t left = running_at(crew, repeat_ns < until_ns ? repeat_ns : until_ns);
        if (!left || outpace_clock_ns() >= until_ns)
            return left;
    }
}

int32_t outpace_crew_free(outpace_crew *crew)
{
    int64_t *numbers;
    outpace_crew_take(crew, &numbers);
    free(numbers);
    if (crew->first)
        return 0;
    for (int32_t i = 0; i < crew->loops; i++)
        crew_loop_end(crew->loop[i]);
    mutex_destroy(&crew->lock);
    arrivals_drop(&crew->arrivals.due);
    mutex_destroy(&crew->arrivals.lock);
    mutex_destroy(&crew->arrivals.log.lock);
    cond_destroy(&crew->arrivals.cond);
    free(crew->arrivals.log.number);
    free(crew->timed);
    free(crew->pause);
    tape_free(crew->of);
    free(crew);
    return 1;
}
