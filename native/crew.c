/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual users of a worker, one thread each unless a loop serves them (crew_loop.c). The rules are those of the
   reference implementation, app/driver/users.py and app/driver/pacing.py. A tape defines what they do;
   app/driver/tally.py counts the resulting events. */

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
#define LOOK_NS (SECOND_NS / 5)
/* Far future: wait only for the signal. */
#define NEVER_NS INT64_MAX / 2

/* ---- events ---- */

static void note(event_log *log, int64_t code, int64_t moment_ns, int64_t value_ns)
{
    thread_lock_take(&log->lock);
    if (log->used + 3 > log->room) {
        size_t room = log->room ? 2 * log->room : 3 * 256;
        int64_t *larger = realloc(log->number, room * sizeof *larger);
        if (!larger)
            abort(); /* a lost event would be a false result; a lost worker is reported and replaced */
        log->number = larger;
        log->room = room;
    }
    log->number[log->used++] = code;
    log->number[log->used++] = moment_ns;
    log->number[log->used++] = value_ns;
    thread_lock_give(&log->lock);
}

static void note_own(user *is, int code, int64_t moment_ns, int64_t value_ns)
{
    note(&is->log, is->crew->order + code, moment_ns, value_ns);
}

/* ---- waits ---- */

/* Returns false if the user must leave. */
static bool wait_until(user *is, int64_t at_ns)
{
    thread_lock_take(&is->lock);
    while (!atomic_load(&is->leave) && outpace_clock_ns() < at_ns)
        thread_bell_wait(&is->bell, &is->lock, at_ns);
    thread_lock_give(&is->lock);
    return !atomic_load(&is->leave);
}

static void ring(user *is)
{
    if (is->loop) {
        crew_loop_wake(is->loop);
        return;
    }
    thread_lock_take(&is->lock);
    thread_bell_ring(&is->bell);
    thread_lock_give(&is->lock);
}

/* random.Random.uniform(0, most) with the user's RNG for pauses, in nanoseconds. */
static int64_t some_ns(user *is, double most_s)
{
    return (int64_t)(most_s * mersenne_twister_random(&is->pauses) * 1e9);
}

int64_t crew_retry_ns(user *is)
{
    return some_ns(is, LONGEST_RETRY_WAIT_S);
}

int64_t crew_think_ns(user *is)
{
    return some_ns(is, 2 * is->crew->think_s);
}

/* Grows with the number of consecutive setbacks, so that errors do not cause a busy loop. */
int64_t crew_setback_ns(const user *is)
{
    if (!is->setbacks)
        return 0;
    double pause_s = FIRST_PAUSE_S * (double)(INT64_C(1) << (is->setbacks < 16 ? is->setbacks : 16));
    pause_s = pause_s < LONGEST_PAUSE_S ? pause_s : LONGEST_PAUSE_S;
    return (int64_t)(pause_s * 1e9);
}

static void pause_after_setbacks(user *is)
{
    if (is->setbacks)
        wait_until(is, outpace_clock_ns() + crew_setback_ns(is));
}

static bool wait_for_start(user *is)
{
    thread_lock_take(&is->lock);
    while (!atomic_load(&is->leave) && !atomic_load(&is->crew->start_ns))
        thread_bell_wait(&is->bell, &is->lock, outpace_clock_ns() + LOOK_NS);
    thread_lock_give(&is->lock);
    return !atomic_load(&is->leave) && wait_until(is, atomic_load(&is->crew->start_ns) + is->begin_ns);
}

static void wait_for_work(user *is)
{
    thread_lock_take(&is->lock);
    if (!atomic_load(&is->leave) && !atomic_load(&is->working))
        thread_bell_wait(&is->bell, &is->lock, outpace_clock_ns() + LOOK_NS);
    thread_lock_give(&is->lock);
}

/* ---- the open loop ---- */

static void note_missed(void *with, int64_t at_ns)
{
    outpace_crew *crew = with;
    note(&crew->arrivals.log, crew->order + MISSED, at_ns, 0);
}

int64_t crew_arrival(outpace_crew *crew, int64_t now_ns, int64_t *look_ns)
{
    int64_t intended_ns = arrivals_due(&crew->arrivals.due, now_ns);
    int64_t next_ns = arrivals_next_ns(&crew->arrivals.due, now_ns);
    *look_ns = next_ns < now_ns + LOOK_NS ? next_ns : now_ns + LOOK_NS;
    return intended_ns == ARRIVALS_NONE ? 0 : intended_ns;
}

/* Waits for the next arrival while holding the turn; returns 0 if the user must leave. */
static int64_t lead(user *is)
{
    while (!atomic_load(&is->leave)) {
        int64_t look_ns, intended_ns = crew_arrival(is->crew, outpace_clock_ns(), &look_ns);
        if (intended_ns)
            return intended_ns;
        wait_until(is, look_ns);
    }
    return 0;
}

int64_t crew_arrived(user *is, int64_t intended_ns)
{
    int64_t began_ns = outpace_clock_ns();
    note_own(is, LAG, began_ns, began_ns - intended_ns);
    return began_ns - intended_ns;
}

/* Returns the intended time of the arrival that the user claimed; 0 if the user must leave. */
static int64_t claim_arrival(user *is)
{
    queue *of = &is->crew->arrivals;
    thread_lock_take(&of->lock);
    while (of->taken && !atomic_load(&is->leave))
        thread_bell_wait(&of->bell, &of->lock, outpace_clock_ns() + LOOK_NS);
    bool ours = !atomic_load(&is->leave);
    of->taken = of->taken || ours;
    thread_lock_give(&of->lock);
    if (!ours)
        return 0;
    int64_t intended_ns = lead(is);
    thread_lock_take(&of->lock);
    of->taken = false;
    thread_bell_ring(&of->bell);
    thread_lock_give(&of->lock);
    return intended_ns;
}

/* ---- cycles ---- */

bool crew_judged(user *is, bool retry, call_end end)
{
    int32_t what = end == CALL_NO_ROW ? OUTPACE_NO_ROW : OUTPACE_CALL;
    if (atomic_load(&is->crew->cancelled))
        return false;
    int32_t next = is->crew->failed(is->number, what, retry, is->why.state, is->why.text);
    is->reconnect = next == OUTPACE_RECONNECT;
    return next == OUTPACE_AGAIN;
}

int64_t crew_call_begins(user *is, uint32_t operation)
{
    atomic_store(&is->operation, (int32_t)operation);
    atomic_store(&is->answered_ns, is->response_ns);
    int64_t began_ns = outpace_clock_ns();
    atomic_store(&is->called_ns, began_ns);
    return began_ns;
}

bool crew_call_ended(user *is, uint32_t operation, call_end end, int64_t began_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    atomic_store(&is->called_ns, 0);
    if (end != CALL_DONE)
        return false;
    note(&is->log, operation, ended_ns, ended_ns - began_ns);
    if (is->crew->timed[operation])
        is->response_ns += ended_ns - began_ns;
    return true;
}

void crew_refusal(user *is)
{
    const char *text;
    snprintf(is->why.state, sizeof is->why.state, "%s", tape_refusal(is->machine, &text));
    snprintf(is->why.text, FAILURE_TEXT, "%s", text);
}

/* Starts an operation: a call or a transaction of several. Every cpu_every-th one measures processor time. */
static int64_t operation_begins(user *is, uint32_t operation)
{
    bool weighed = is->crew->cpu_every && --is->until_cpu <= 0;
    is->cpu_ns = weighed ? thread_cpu_ns() : -1;
    return crew_call_begins(is, operation);
}

static bool operation_ends(user *is, uint32_t operation, call_end end, int64_t began_ns)
{
    bool done = crew_call_ended(is, operation, end, began_ns);
    if (done && is->cpu_ns >= 0) {
        note_own(is, CALL_CPU, outpace_clock_ns(), (thread_cpu_ns() - is->cpu_ns) * is->crew->cpu_every);
        is->until_cpu = is->crew->cpu_every;
    }
    return done;
}

static call_end call(user *is, uint32_t statement, call_failure *why)
{
    atomic_fetch_add(&is->calls, 1);
    call_end end = is->crew->transport.call(is->session, statement, is->machine, why);
    atomic_fetch_add(&is->calls, 1);
    return end;
}

/* Makes a call outside of a transaction; returns false if the cycle ends with it. */
static bool timed_call(user *is, uint32_t statement)
{
    const tape_statement *of = tape_statement_at(is->crew->of, statement);
    int64_t began_ns = operation_begins(is, of->operation);
    call_end end;
    while ((end = call(is, statement, &is->why)) == CALL_FAILED || end == CALL_NO_ROW)
        if (!crew_judged(is, of->retry, end) || !wait_until(is, outpace_clock_ns() + crew_retry_ns(is)))
            break;
    return operation_ends(is, of->operation, end, began_ns);
}

/* Handles a failed transaction; returns whether it is repeated. */
static bool begins_again(user *is, call_end end)
{
    const tape_transaction *of = tape_transaction_of(is->machine);
    if (of->undo >= 0)
        call(is, (uint32_t)of->undo, &is->unheard);
    if (end != CALL_FAULT && crew_judged(is, end == CALL_FAILED, end) &&
        wait_until(is, outpace_clock_ns() + crew_retry_ns(is))) {
        tape_again(is->machine);
        return true;
    }
    return operation_ends(is, of->operation, CALL_FAILED, is->transaction_ns);
}

/* Sleeps within a transaction, even if the user must leave; returns false if calls are canceled. */
static bool slept(user *is)
{
    int64_t until_ns = outpace_clock_ns() + tape_wait_ns(is->machine);
    thread_lock_take(&is->lock);
    for (int64_t now_ns; (now_ns = outpace_clock_ns()) < until_ns && !atomic_load(&is->crew->cancelled);)
        thread_bell_wait(&is->bell, &is->lock, until_ns < now_ns + LOOK_NS ? until_ns : now_ns + LOOK_NS);
    thread_lock_give(&is->lock);
    return !atomic_load(&is->crew->cancelled);
}

static tape_outcome run_tape(user *is)
{
    tape_machine *machine = is->machine;
    const tape_transaction *transaction = tape_transaction_of(machine);
    tape_begin(machine);
    for (;;) {
        uint32_t statement;
        call_end end;
        tape_outcome found = tape_go_on(machine, &statement);
        switch (found) {
        case TAPE_CALLS:
            atomic_store(&is->statement, (int32_t)statement);
            if (!transaction->under_way) {
                if (!timed_call(is, statement))
                    return tape_given_up(machine);
                break;
            }
            if ((end = call(is, statement, &is->why)) != CALL_DONE && !begins_again(is, end))
                return tape_given_up(machine);
            break;
        case TAPE_BEGINS:
            is->transaction_ns = operation_begins(is, transaction->operation);
            break;
        case TAPE_ENDS:
            operation_ends(is, transaction->operation, CALL_DONE, is->transaction_ns);
            break;
        case TAPE_WAITS:
            if (!slept(is) && !begins_again(is, CALL_FAILED))
                return tape_given_up(machine);
            break;
        case TAPE_REFUSES:
            crew_refusal(is);
            begins_again(is, CALL_NO_ROW);
            return TAPE_ABANDONED;
        default:
            return found;
        }
    }
}

int64_t crew_cycle_begins(user *is, int64_t lag_ns)
{
    int64_t started_ns = outpace_clock_ns();
    atomic_store(&is->lag_ns, lag_ns);
    atomic_store(&is->busy_since_ns, started_ns);
    is->response_ns = 0;
    is->reconnect = false;
    return started_ns;
}

bool crew_goes_on(user *is, tape_outcome outcome)
{
    if (outcome == TAPE_FAULT)
        is->crew->failed(is->number, OUTPACE_FAULT, 0, "", tape_fault(is->machine));
    if (outcome == TAPE_FAULT || outcome == TAPE_ABANDONED)
        is->setbacks++;
    return outcome != TAPE_FAULT && (outcome != TAPE_ABANDONED || !is->reconnect);
}

void crew_settled(user *is, tape_outcome outcome, int64_t started_ns, int64_t lag_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    if (outcome == TAPE_ABANDONED) {
        note_own(is, UNTIMED, ended_ns, ended_ns - started_ns);
    } else {
        note_own(is, ORDER, ended_ns, is->response_ns + lag_ns);
        note_own(is, UNTIMED, ended_ns, ended_ns - started_ns - is->response_ns);
        if (outcome == TAPE_ROLLED_BACK)
            note_own(is, ROLLBACK, ended_ns, 0);
        is->setbacks = 0;
    }
    atomic_store(&is->latest_began_ns, started_ns - lag_ns);
    atomic_store(&is->latest_ended_ns, outpace_clock_ns());
    atomic_store(&is->busy_since_ns, 0);
}

/* Runs one cycle; returns false if the session ends with it. */
static bool cycle(user *is, int64_t lag_ns)
{
    int64_t started_ns = crew_cycle_begins(is, lag_ns);
    tape_outcome outcome = run_tape(is);
    if (!crew_goes_on(is, outcome))
        return false;
    if (outcome == TAPE_ABANDONED)
        pause_after_setbacks(is);
    crew_settled(is, outcome, started_ns, lag_ns);
    return true;
}

void crew_thought(user *is, int64_t began_ns)
{
    int64_t ended_ns = outpace_clock_ns();
    note_own(is, THINK, ended_ns, ended_ns - began_ns);
}

static void think(user *is)
{
    int64_t began_ns = outpace_clock_ns();
    wait_until(is, began_ns + crew_think_ns(is));
    crew_thought(is, began_ns);
}

static void work(user *is)
{
    outpace_crew *crew = is->crew;
    while (!atomic_load(&is->leave)) {
        if (!atomic_load(&is->working)) {
            wait_for_work(is);
            continue;
        }
        int64_t lag_ns = 0;
        if (crew->open_loop) {
            int64_t intended_ns = claim_arrival(is);
            if (!intended_ns)
                return;
            lag_ns = crew_arrived(is, intended_ns);
        }
        if (!cycle(is, lag_ns))
            return;
        if (!crew->open_loop && crew->think_s > 0)
            think(is);
    }
}

static void tell_tried(user *is)
{
    if (!is->told)
        is->crew->tried(is->number, atomic_load(&is->alive));
    is->told = true;
}

void crew_session(user *is, void *session)
{
    thread_lock_take(&is->lock);
    is->session = session;
    thread_lock_give(&is->lock);
    atomic_store(&is->alive, session != NULL);
    if (session)
        tell_tried(is);
}

void crew_refused(user *is)
{
    if (!atomic_load(&is->crew->cancelled))
        is->crew->failed(is->number, OUTPACE_CONNECT, is->why.stage, is->why.state, is->why.text);
    is->setbacks++;
}

void crew_life_ended(user *is)
{
    atomic_store(&is->busy_since_ns, 0);
    atomic_store(&is->called_ns, 0);
    tell_tried(is);
}

void crew_gone(user *is)
{
    tell_tried(is); /* a user that leaves before its start is waited for, too */
    atomic_store(&is->running, false);
}

/* Keeps one connection, until the user must leave or the connection is lost. */
static void live(user *is)
{
    transport *by = &is->crew->transport;
    void *session = by->open(by->with, is->number, &is->why);
    if (!session) {
        crew_refused(is);
        return;
    }
    crew_session(is, session);
    if (wait_for_start(is))
        work(is);
    crew_session(is, NULL);
    by->close(session);
}

static void run(void *given)
{
    user *is = given;
    const outpace_crew *crew = is->crew;
    atomic_store(&is->system_thread, thread_number());
    thread_be_punctual();
    /* Without a pause between calls every processor is busy. If the server shares them, users that preempt it at each
       answer cost more than the answers are worth. Loops are not affected: there are only a few, and all users wait for
       them. */
    if (crew->transport.elsewhere && !crew->open_loop && crew->think_s <= 0)
        thread_give_way();
    while (!atomic_load(&is->leave)) {
        live(is);
        crew_life_ended(is);
        pause_after_setbacks(is);
    }
    crew_gone(is);
}

/* ---- calls answered by Python ---- */

typedef struct {
    outpace_crew *crew;
    int32_t user;
} asked;

static void *open_asked(void *with, int32_t number, call_failure *why)
{
    outpace_crew *crew = with;
    int64_t rows = 0;
    why->stage = 0;
    why->state[0] = why->text[0] = 0;
    asked *is = calloc(1, sizeof *is);
    if (!is || !crew->answerer(number, OUTPACE_ASK_OPEN, NULL, 0, NULL, &rows)) {
        free(is);
        return NULL;
    }
    *is = (asked){crew, number};
    return is;
}

static call_end call_asked(void *session, uint32_t statement, tape_machine *machine, call_failure *why)
{
    asked *is = session;
    const tape *tape = is->crew->of;
    const tape_statement *of = tape_statement_at(tape, statement);
    outpace_tape_value values[OUTPACE_MOST_ARGUMENTS];
    outpace_tape_answer *results = tape_answers(tape, statement);
    int64_t rows = 0;
    why->state[0] = why->text[0] = 0;
    for (uint32_t i = 0; i < of->arguments; i++)
        values[i] = tape_argument(machine, statement, i);
    bool answered =
        results && is->crew->answerer(is->user, (int32_t)statement, values, (int32_t)of->arguments, results, &rows);
    bool stored = answered && tape_store_answers(machine, statement, results, rows);
    free(results);
    if (!answered)
        return CALL_FAILED;
    if (stored)
        return CALL_DONE;
    if (rows > 0 || of->missing_kind < 0)
        return CALL_FAULT;
    transport_no_row(tape, statement, machine, why);
    return CALL_NO_ROW;
}

static void close_asked(void *session)
{
    asked *is = session;
    int64_t rows = 0;
    is->crew->answerer(is->user, OUTPACE_ASK_CLOSE, NULL, 0, NULL, &rows);
    free(is);
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
    if (!arrivals_make(&crew->arrivals.due, (int64_t)(settings->max_lag_s * 1e9), settings->arrivals, note_missed, crew)) {
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
    thread_lock_make(&crew->lock);
    thread_lock_make(&crew->arrivals.lock);
    thread_lock_make(&crew->arrivals.log.lock);
    thread_bell_make(&crew->arrivals.bell);
    return crew;
refused:
    if (crew)
        free(crew->timed);
    free(crew);
    tape_free(of);
    return NULL;
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
    crew->transport = (transport){crew, open_asked, call_asked, close_asked, NULL, false};
}

static void drop(user *is)
{
    tape_machine_free(is->machine);
    free(is->log.number);
    thread_lock_drop(&is->log.lock);
    thread_lock_drop(&is->lock);
    thread_bell_drop(&is->bell);
    free(is);
}

/* Returns the loop with the fewest users. The crew's lock must be held. */
static crew_loop *emptiest_loop(const outpace_crew *crew)
{
    int32_t emptiest = 0, users[CREW_MOST_LOOPS] = {0};
    for (int32_t i = 0; i < crew->loops; i++) {
        for (const user *is = crew->first; is; is = is->next)
            users[i] += is->loop == crew->loop[i] && !atomic_load(&is->leave);
        if (users[i] < users[emptiest])
            emptiest = i;
    }
    return crew->loops ? crew->loop[emptiest] : NULL;
}

int32_t outpace_crew_join(outpace_crew *crew, int32_t number, int32_t seat, int64_t begin_ns, int32_t working,
                          const uint32_t *draws, const uint32_t *pauses)
{
    mersenne_twister own;
    user *is = calloc(1, sizeof *is);
    if (!is)
        return 0;
    thread_lock_make(&is->log.lock);
    thread_lock_make(&is->lock);
    thread_bell_make(&is->bell);
    is->crew = crew;
    is->number = number;
    is->begin_ns = begin_ns;
    is->until_cpu = crew->cpu_every;
    atomic_store(&is->working, working != 0);
    atomic_store(&is->running, true);
    if (mersenne_twister_set(&own, draws) && mersenne_twister_set(&is->pauses, pauses))
        is->machine = tape_machine_new(crew->of, seat, &own);
    if (!is->machine) {
        drop(is);
        return 0;
    }
    thread_lock_take(&crew->lock);
    is->loop = emptiest_loop(crew);
    bool begun = is->loop || thread_begin(&is->thread, run, is);
    if (begun) {
        is->next = crew->first;
        crew->first = is;
    }
    if (begun && is->loop)
        crew_loop_wake(is->loop);
    thread_lock_give(&crew->lock);
    if (!begun)
        drop(is);
    return begun;
}

/* Returns the user of a number. The crew's lock must be held. */
static user *user_of(outpace_crew *crew, int32_t number)
{
    user *is = crew->first;
    while (is && is->number != number)
        is = is->next;
    return is;
}

void outpace_crew_leave(outpace_crew *crew, int32_t number)
{
    thread_lock_take(&crew->lock);
    user *is = user_of(crew, number);
    if (is) {
        atomic_store(&is->leave, true);
        ring(is);
    }
    thread_lock_give(&crew->lock);
}

void outpace_crew_work(outpace_crew *crew, int32_t number, int32_t working)
{
    thread_lock_take(&crew->lock);
    user *is = user_of(crew, number);
    if (is) {
        atomic_store(&is->working, working != 0);
        ring(is);
    }
    thread_lock_give(&crew->lock);
}

void outpace_crew_release(outpace_crew *crew, int64_t start_ns)
{
    atomic_store(&crew->start_ns, start_ns);
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is; is = is->next)
        ring(is);
    thread_lock_give(&crew->lock);
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
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is && count < room; is = is->next)
        users[count++] = (outpace_crew_user){
            .number = is->number,
            .alive = atomic_load(&is->alive),
            .leaving = atomic_load(&is->leave),
            .running = atomic_load(&is->running),
            .operation = atomic_load(&is->operation),
            .statement = atomic_load(&is->statement),
            .working = atomic_load(&is->working),
            .thread = atomic_load(&is->system_thread),
            .busy_since_ns = atomic_load(&is->busy_since_ns),
            .lag_ns = atomic_load(&is->lag_ns),
            .latest_began_ns = atomic_load(&is->latest_began_ns),
            .latest_ended_ns = atomic_load(&is->latest_ended_ns),
            .called_ns = atomic_load(&is->called_ns),
            .answered_ns = atomic_load(&is->answered_ns),
        };
    thread_lock_give(&crew->lock);
    return count;
}

/* Moves a log to the end of `to`. Returns false, without changes, if memory is short. */
static bool handed_over(event_log *log, int64_t **to, int64_t *used)
{
    thread_lock_take(&log->lock);
    int64_t *larger = log->used ? realloc(*to, ((size_t)*used + log->used) * sizeof **to) : *to;
    bool fine = larger || !log->used;
    if (log->used && larger) {
        memcpy(larger + *used, log->number, log->used * sizeof *larger);
        *to = larger;
        *used += (int64_t)log->used;
        log->used = 0;
    }
    thread_lock_give(&log->lock);
    return fine;
}

int64_t outpace_crew_take(outpace_crew *crew, int64_t **numbers)
{
    int64_t used = 0;
    *numbers = NULL;
    handed_over(&crew->arrivals.log, numbers, &used);
    thread_lock_take(&crew->lock);
    for (user **at = &crew->first; *at;) {
        user *is = *at;
        /* Check for the end before moving the log, so that no event is lost. */
        bool gone = atomic_load(&is->leave) && !atomic_load(&is->running);
        if (!handed_over(&is->log, numbers, &used) || !gone) {
            at = &is->next;
            continue;
        }
        *at = is->next;
        if (!is->loop)
            thread_join(is->thread);
        drop(is);
    }
    thread_lock_give(&crew->lock);
    return used;
}

void outpace_crew_give_back(int64_t *numbers)
{
    free(numbers);
}

/* Returns how many users are still running at a time, or 0 as soon as none is. */
static int32_t left_at(outpace_crew *crew, int64_t until_ns)
{
    for (;;) {
        int32_t left = 0;
        thread_lock_take(&crew->lock);
        for (user *is = crew->first; is; is = is->next)
            left += atomic_load(&is->running);
        thread_lock_give(&crew->lock);
        if (!left || outpace_clock_ns() >= until_ns)
            return left;
        thread_nap(SECOND_NS / 200);
    }
}

static void cancel_calls(outpace_crew *crew)
{
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is; is = is->next) {
        thread_lock_take(&is->lock);
        if (is->session)
            crew->transport.cancel(is->session);
        thread_lock_give(&is->lock);
        ring(is);
    }
    thread_lock_give(&crew->lock);
}

int32_t outpace_crew_dismiss(outpace_crew *crew, double grace_s)
{
    int64_t until_ns = outpace_clock_ns() + (int64_t)(grace_s * 1e9);
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is; is = is->next) {
        is->calls_then = atomic_load(&is->calls);
        atomic_store(&is->leave, true);
        ring(is);
    }
    thread_lock_give(&crew->lock);
    return left_at(crew, until_ns);
}

int32_t outpace_crew_unreturned(outpace_crew *crew)
{
    int32_t calls = 0;
    thread_lock_take(&crew->lock);
    for (user *is = crew->first; is; is = is->next)
        calls += is->calls_then % 2 == 1 && atomic_load(&is->calls) == is->calls_then;
    thread_lock_give(&crew->lock);
    return calls;
}

int32_t outpace_crew_cancel(outpace_crew *crew, double wait_s)
{
    int64_t until_ns = outpace_clock_ns() + (int64_t)(wait_s * 1e9);
    atomic_store(&crew->cancelled, true);
    if (crew->transport.cancel)
        cancel_calls(crew);
    return left_at(crew, crew->transport.cancel ? until_ns : 0);
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
    thread_lock_drop(&crew->lock);
    arrivals_drop(&crew->arrivals.due);
    thread_lock_drop(&crew->arrivals.lock);
    thread_lock_drop(&crew->arrivals.log.lock);
    thread_bell_drop(&crew->arrivals.bell);
    free(crew->arrivals.log.number);
    free(crew->timed);
    tape_free(crew->of);
    free(crew);
    return 1;
}
