/* SPDX-License-Identifier: Apache-2.0 */
/* Users of a worker, each with one I/O in flight; equivalent to app/driver/depth_crew.py. Either one thread serves all
   users with asynchronous I/O, or each user has its own thread with synchronous I/O.

   Each user has two slots. While the I/O in one slot is in flight, the next I/O is prepared in the other, to minimize
   the idle time of the storage. */
#if defined __linux__ || defined _WIN32

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mersenne_twister.h"
#include "storage.h"
#include "storage_crew.h"
#include "threads.h"

#define NS 1000000000LL
#define CHECK_NS 50000000LL     /* maximum wait for I/O before checking for requests */
#define FIRST_PAUSE_NS 10000000LL
#define MAX_PAUSE_NS 5000000000LL
#define SETBACK_MEMORY_NS 10000000000LL /* time without a failure after which the back-off is reset */
#define RETRY_NS 1000000LL
#define STARVED_RETRY_NS 500000LL     /* retry interval while there are no choices */
#define PAGE 4096
#define FEW_OPERATIONS 64
#define CORRUPT (-EBADMSG)
#define BUSY (-EBUSY)

/* States of a seat. FREE: not in use. TAKEN: assigned, but not admitted yet. NEW: admitted, but not yet noticed by the
   loop. SEATED: served by the loop. */
enum state { FREE, TAKEN, NEW, SEATED };

struct user {
    _Atomic int state, leaving;
    int32_t place, ahead;
    struct storage_slot slots[2];
    int64_t begin_ns, failed_ns, hungry_ns;
    _Atomic int64_t lag_ns;
    int32_t setbacks;
    mersenne_twister pauses;
    /* Each number is offset / 512 << 8 | operation, or only the operation for sequential I/O. */
    _Atomic uint64_t drawn, filled;
    uint64_t choices[STORAGE_CHOICES];
};

struct rest {
    int64_t until_ns;
    int32_t place;
};

struct storage_crew {
    struct storage_options given;
    struct storage_transfer transfers[FEW_OPERATIONS];
    struct tally *tally;
    const struct storage_mechanism *mechanism;
    struct verified_blocks *verified;
    bool unbroken;
    struct user *users[STORAGE_SLOTS / 2];
    _Atomic int32_t places;
    _Atomic int changed, leave;
    _Atomic int64_t start_ns;
    _Atomic uint64_t serial;
    mutex own;      /* protects faults and position; used with `hungry` */
    condition hungry;   /* signaled when a user needs choices, or was seated */
    mutex turn;     /* held by the user that waits for the next arrival */
    int64_t position;
    int32_t faults_number;
    struct storage_fault faults[STORAGE_FAULTS];
    /* Used only by the loop's thread. base_ns: start of the run, 0 until it is known. */
    int64_t base_ns;
    struct storage_queue *queue;
    struct rest resting[STORAGE_SLOTS];
    int32_t resting_number, refused_number, seated, idle_first, idle_number, under_way;
    int32_t idle[STORAGE_SLOTS];
    struct storage_end ended[2 * STORAGE_SLOTS], refused[STORAGE_SLOTS];
};

static void signal_hungry(struct storage_crew *crew)
{
    mutex_lock(&crew->own);
    cond_broadcast(&crew->hungry);
    mutex_unlock(&crew->own);
}

static struct storage_slot *slot_of(struct storage_crew *crew, int32_t index)
{
    return &crew->users[index >> 1]->slots[index & 1];
}

static int64_t began(const struct storage_slot *slot)
{
    return atomic_load_explicit(&slot->began_ns, memory_order_relaxed);
}

static void set_began(struct storage_slot *slot, int64_t at_ns)
{
    atomic_store_explicit(&slot->began_ns, at_ns, memory_order_relaxed);
}

static bool is_leaving(const struct user *user) { return atomic_load_explicit(&user->leaving, memory_order_relaxed); }

static bool is_over(const struct storage_crew *crew)
{
    return atomic_load_explicit(&crew->leave, memory_order_relaxed);
}

static void record(struct storage_crew *crew, int32_t code, int64_t at_ns, int64_t value_ns)
{
    tally_lock(crew->tally);
    tally_record(crew->tally, code, at_ns, value_ns);
    tally_unlock(crew->tally);
}

/* Records a successful I/O and, in an open loop, the order, including its lag. The tally's lock must be held. */
static void record_io(struct storage_crew *crew, const struct user *user, int32_t operation, int64_t at_ns,
                      int64_t latency_ns)
{
    tally_record(crew->tally, operation, at_ns, latency_ns);
    if (crew->given.open_loop)
        tally_record(crew->tally, crew->given.order, at_ns,
                     latency_ns + atomic_load_explicit(&user->lag_ns, memory_order_relaxed));
}

/* Choices and written data */

/* Takes the next choice of a user; returns false if Python has not provided one yet. */
static bool choose(struct storage_crew *crew, struct user *user, int64_t *offset, int32_t *operation)
{
    uint64_t drawn = atomic_load_explicit(&user->drawn, memory_order_relaxed);
    if (drawn == atomic_load_explicit(&user->filled, memory_order_acquire))
        return false;
    uint64_t choice = user->choices[drawn % STORAGE_CHOICES];
    atomic_store_explicit(&user->drawn, drawn + 1, memory_order_release);
    if ((drawn + 1) % STORAGE_BATCH == 0)
        signal_hungry(crew);
    *operation = (int32_t)(choice & 255);
    *offset = (int64_t)(choice >> 8) * 512;
    if (crew->given.sequential) {
        int64_t bytes = crew->transfers[*operation].bytes;
        mutex_lock(&crew->own);
        *offset = crew->position + bytes <= crew->given.area_bytes ? crew->position : 0;
        crew->position = *offset + bytes;
        mutex_unlock(&crew->own);
    }
    return true;
}

/* Makes every page of the block differ from all pages written before. */
static void stamp(struct storage_crew *crew, struct storage_slot *slot)
{
    if (crew->given.page)
        return;
    uint64_t serial = atomic_fetch_add_explicit(&crew->serial, 1, memory_order_relaxed);
    for (uint32_t at = 0; at < slot->bytes; at += PAGE)
        memcpy(slot->buffer + at, &serial, sizeof serial);
}

static void release(struct storage_crew *crew, struct storage_slot *slot)
{
    if (crew->verified && slot->prepared)
        verified_blocks_release(crew->verified, slot->offset);
    slot->prepared = 0;
}

/* Prepares the slot's next I/O; returns false if there is no choice yet. */
static bool prepare(struct storage_crew *crew, struct user *user, struct storage_slot *slot)
{
    int64_t offset;
    int32_t operation;
    if (slot->prepared)
        return true;
    if (!choose(crew, user, &offset, &operation))
        return false;
    slot->kind = (enum storage_kind)crew->transfers[operation].kind;
    slot->bytes = crew->transfers[operation].bytes;
    atomic_store_explicit(&slot->operation, operation, memory_order_relaxed);
    if (crew->verified) {
        offset = verified_blocks_take(crew->verified, offset);
        if (offset < 0)
            return false; /* all blocks are in use; retry when one is released */
    }
    slot->offset = offset;
    slot->number = 0;
    if (slot->kind == STORAGE_WRITE) {
        stamp(crew, slot);
        if (crew->verified)
            slot->number = verified_blocks_stamp(crew->verified, slot->buffer, offset);
    }
    slot->prepared = 1;
    return true;
}

/* Finishes an I/O and releases its block. Returns `moved`, or CORRUPT if a verified read found corruption. */
static int32_t finish_io(struct storage_crew *crew, struct storage_slot *slot, int32_t moved)
{
    if (crew->verified) {
        bool whole = moved == (int32_t)slot->bytes;
        if (!verified_blocks_ended(crew->verified, slot->buffer, slot->offset, slot->number, whole))
            moved = CORRUPT;
        release(crew, slot);
    }
    slot->prepared = 0;
    return moved;
}

/* Failures and retries */

static void add_fault(struct storage_crew *crew, int32_t moved, uint32_t bytes)
{
    mutex_lock(&crew->own);
    int32_t at = 0;
    /* Short I/Os share one entry; the last entry collects the overflow. */
    while (at < crew->faults_number && at < STORAGE_FAULTS - 1 &&
           !(crew->faults[at].moved == moved || (crew->faults[at].moved >= 0 && moved >= 0)))
        at++;
    if (at == crew->faults_number) {
        crew->faults[at] = (struct storage_fault){moved, bytes, 0};
        crew->faults_number++;
    }
    crew->faults[at].count++;
    mutex_unlock(&crew->own);
}

/* Counts a failed I/O; returns the back-off of its user, so that errors do not cause a busy loop. */
static int64_t pause_after(struct storage_crew *crew, struct user *user, struct storage_slot *slot, int32_t moved,
                           int64_t now_ns)
{
    add_fault(crew, moved, slot->bytes);
    record(crew, crew->given.untimed, now_ns, now_ns - began(slot));
    set_began(slot, 0);
    user->setbacks = now_ns - user->failed_ns > SETBACK_MEMORY_NS ? 1 : user->setbacks + 1;
    user->failed_ns = now_ns;
    int64_t pause_ns = FIRST_PAUSE_NS << (user->setbacks < 16 ? user->setbacks : 16);
    return pause_ns < MAX_PAUSE_NS ? pause_ns : MAX_PAUSE_NS;
}

/* Equivalent of random.Random.uniform(0, 2 * think time). */
static int64_t think_ns(struct storage_crew *crew, struct user *user)
{
    return (int64_t)(2 * crew->given.think_s * mersenne_twister_random(&user->pauses) * NS);
}

/* Resting users, in a heap ordered by the end of their rest, and idle users */

static void rest_until(struct storage_crew *crew, int64_t until_ns, int32_t place)
{
    struct rest *heap = crew->resting;
    int32_t at = crew->resting_number++;
    while (at && heap[(at - 1) / 2].until_ns > until_ns) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = (struct rest){until_ns, place};
}

static int32_t take_rested(struct storage_crew *crew)
{
    struct rest *heap = crew->resting, last = heap[--crew->resting_number];
    int32_t place = heap[0].place, at = 0;
    for (int32_t child = 1; child < crew->resting_number; child = 2 * at + 1) {
        if (child + 1 < crew->resting_number && heap[child + 1].until_ns < heap[child].until_ns)
            child++;
        if (heap[child].until_ns >= last.until_ns)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return place;
}

static void make_idle(struct storage_crew *crew, int32_t place)
{
    crew->idle[(crew->idle_first + crew->idle_number++) % STORAGE_SLOTS] = place;
}

static struct user *take_idle(struct storage_crew *crew)
{
    int32_t place = crew->idle[crew->idle_first];
    crew->idle_first = (crew->idle_first + 1) % STORAGE_SLOTS;
    crew->idle_number--;
    return crew->users[place];
}

static void remove_user(struct storage_crew *crew, struct user *user)
{
    for (int slot = 0; slot < 2; slot++)
        release(crew, &user->slots[slot]);
    crew->seated--;
    atomic_store_explicit(&user->state, FREE, memory_order_release);
}

/* One thread for all users */

/* Adds new users, and removes leaving users that have no I/O in flight; others leave when their I/O completes. Returns
   0 or -errno. */
static int update_seats(struct storage_crew *crew)
{
    atomic_store(&crew->changed, 0);
    int32_t places = atomic_load(&crew->places);
    for (int32_t place = 0; place < places; place++) {
        struct user *user = crew->users[place];
        if (atomic_load_explicit(&user->state, memory_order_acquire) != NEW)
            continue;
        for (int own = 0; own < 2; own++) {
            int error = crew->mechanism->reserve(crew->queue, &user->slots[own], (uint32_t)crew->given.block_bytes);
            if (error)
                return error;
        }
        rest_until(crew, crew->base_ns + user->begin_ns, place);
        crew->seated++;
        atomic_store_explicit(&user->state, SEATED, memory_order_release);
    }
    /* Remove leaving users that have no I/O in flight. */
    int32_t resting = crew->resting_number, idle = crew->idle_number;
    struct rest *all = crew->resting;
    crew->resting_number = 0;
    for (int32_t at = 0; at < resting; at++) {
        struct rest one = all[at];
        if (is_leaving(crew->users[one.place]))
            remove_user(crew, crew->users[one.place]);
        else
            rest_until(crew, one.until_ns, one.place);
    }
    while (idle--) {
        struct user *user = take_idle(crew);
        if (is_leaving(user))
            remove_user(crew, user);
        else
            make_idle(crew, user->place);
    }
    signal_hungry(crew);
    return 0;
}

/* Handles a prepared I/O that could not be started: its user retries it after a pause. */
static void refuse(struct storage_crew *crew, struct storage_end refused)
{
    int64_t now_ns = outpace_clock_ns();
    struct storage_slot *slot = slot_of(crew, refused.slot);
    struct user *user = crew->users[refused.slot >> 1];
    int64_t pause_ns = RETRY_NS;
    crew->under_way--;
    user->ahead = slot->index & 1;
    if (refused.moved == -EAGAIN)
        set_began(slot, 0); /* the kernel's queue is full: not an error, retry soon */
    else
        pause_ns = pause_after(crew, user, slot, refused.moved, now_ns);
    if (is_leaving(user))
        remove_user(crew, user);
    else
        rest_until(crew, now_ns + pause_ns, user->place);
}

static void begin(struct storage_crew *crew, struct user *user, struct storage_slot *slot, int64_t at_ns)
{
    user->ahead = !(slot->index & 1);
    crew->under_way++;
    set_began(slot, at_ns);
    int error = crew->mechanism->begin(crew->queue, slot);
    if (error)
        crew->refused[crew->refused_number++] = (struct storage_end){slot->index, error};
}

/* Starts the queued I/Os, if I/Os are started together. */
static void submit(struct storage_crew *crew)
{
    if (crew->given.together)
        crew->refused_number +=
            crew->mechanism->submit(crew->queue, crew->refused + crew->refused_number);
}

static void refuse_all(struct storage_crew *crew)
{
    for (int32_t at = 0; at < crew->refused_number; at++)
        refuse(crew, crew->refused[at]);
    crew->refused_number = 0;
}

/* Makes a user wait for choices; the wait is recorded as driver time. */
static void wait_for_choices(struct storage_crew *crew, struct user *user, int64_t now_ns)
{
    if (!user->hungry_ns)
        user->hungry_ns = now_ns;
    signal_hungry(crew);
    rest_until(crew, now_ns + STARVED_RETRY_NS, user->place);
}

static void end_starvation(struct storage_crew *crew, struct user *user, int64_t now_ns)
{
    if (user->hungry_ns)
        record(crew, crew->given.untimed, now_ns, now_ns - user->hungry_ns);
    user->hungry_ns = 0;
}

/* Returns the time at which the next rest ends or the next arrival is due. */
static int64_t next_ns(struct storage_crew *crew, int64_t now_ns)
{
    int64_t next = crew->resting_number ? crew->resting[0].until_ns : now_ns + NS;
    if (crew->given.arrivals && crew->idle_number) {
        int64_t arrival_ns = arrivals_next_ns(crew->given.arrivals, now_ns);
        next = arrival_ns < next ? arrival_ns : next;
    }
    return next;
}

/* Tight loop for a single user, with one I/O at a time. */
static void run_synchronously(struct storage_crew *crew, struct user *user)
{
    int64_t ended_ns = 0;
    crew->under_way = 1;
    while (!is_over(crew) && !atomic_load_explicit(&crew->changed, memory_order_relaxed)) {
        struct storage_slot *slot = &user->slots[user->ahead];
        if (!prepare(crew, user, slot)) {
            crew->under_way = 0;
            wait_for_choices(crew, user, outpace_clock_ns());
            return;
        }
        int64_t began_ns = outpace_clock_ns();
        end_starvation(crew, user, began_ns);
        set_began(slot, began_ns);
        int32_t moved = storage_transfer(crew->given.descriptor, crew->given.device, slot);
        int64_t now_ns = outpace_clock_ns();
        int32_t operation = atomic_load_explicit(&slot->operation, memory_order_relaxed);
        moved = finish_io(crew, slot, moved);
        if (moved != (int32_t)slot->bytes) {
            crew->under_way = 0;
            rest_until(crew, now_ns + pause_after(crew, user, slot, moved, now_ns), user->place);
            return;
        }
        set_began(slot, 0);
        tally_lock(crew->tally);
        record_io(crew, user, operation, now_ns, now_ns - began_ns);
        if (ended_ns)
            tally_record(crew->tally, crew->given.untimed, began_ns, began_ns - ended_ns);
        tally_unlock(crew->tally);
        ended_ns = now_ns;
    }
    crew->under_way = 0;
    make_idle(crew, user->place);
}

/* Starts the I/Os that are due. */
static void begin_due(struct storage_crew *crew)
{
    int64_t now_ns = outpace_clock_ns();
    while (crew->resting_number && crew->resting[0].until_ns <= now_ns)
        make_idle(crew, take_rested(crew));
    if (crew->unbroken && crew->seated == 1 && crew->idle_number == 1 && !crew->under_way) {
        struct user *user = take_idle(crew);
        if (is_leaving(user))
            remove_user(crew, user);
        else
            run_synchronously(crew, user);
        return;
    }
    while (crew->idle_number) {
        struct user *user = crew->users[crew->idle[crew->idle_first]];
        if (is_leaving(user)) {
            remove_user(crew, take_idle(crew));
            continue;
        }
        if (!prepare(crew, user, &user->slots[user->ahead])) {
            wait_for_choices(crew, take_idle(crew), now_ns);
            continue;
        }
        if (crew->given.arrivals) {
            int64_t intended_ns = arrivals_due(crew->given.arrivals, now_ns);
            if (intended_ns == ARRIVALS_NONE)
                break;
            atomic_store_explicit(&user->lag_ns, now_ns - intended_ns, memory_order_relaxed);
            record(crew, crew->given.lag, now_ns, now_ns - intended_ns);
        }
        end_starvation(crew, take_idle(crew), now_ns);
        int32_t other = !user->ahead;
        begin(crew, user, &user->slots[!other], outpace_clock_ns());
        prepare(crew, user, &user->slots[other]);
    }
    submit(crew);
    refuse_all(crew);
}

/* Handles a user whose I/O completed and was not followed by another at once: the user thinks, becomes idle or
   leaves. */
static void free_user(struct storage_crew *crew, struct user *user, int64_t now_ns)
{
    if (is_leaving(user)) {
        remove_user(crew, user);
    } else if (!crew->given.open_loop && crew->given.think_s > 0) {
        int64_t pause_ns = think_ns(crew, user);
        record(crew, crew->given.think, now_ns, pause_ns);
        rest_until(crew, now_ns + pause_ns, user->place);
    } else {
        make_idle(crew, user->place);
    }
}

/* Handles completed I/Os; returns 0 or -errno. Without think time, a user's next I/O is started first; counting the
   completed one and preparing another happen afterward. As in fio, the end of an I/O is the time at which it is handled
   among those that completed together, which is when the next one starts. */
static int handle_completions(struct storage_crew *crew)
{
    int64_t now_ns = outpace_clock_ns(), left_ns = next_ns(crew, now_ns) - now_ns;
    left_ns = left_ns < 0 ? 0 : left_ns > CHECK_NS ? CHECK_NS : left_ns;
    struct storage_end *ended = crew->ended;
    int number = crew->mechanism->wait(crew->queue, left_ns, ended);
    if (number <= 0)
        return number;
    now_ns = outpace_clock_ns();
    bool together = crew->given.together, follow = crew->unbroken && !is_over(crew);
    crew->under_way -= number;
    for (int at = 0; at < number; at++) {
        struct storage_slot *slot = slot_of(crew, ended[at].slot);
        struct user *user = crew->users[ended[at].slot >> 1];
        struct storage_slot *next = &user->slots[!(slot->index & 1)];
        ended[at].moved = finish_io(crew, slot, ended[at].moved);
        user->ahead = next->index & 1;
        if (follow && ended[at].moved == (int32_t)slot->bytes && next->prepared && !is_leaving(user))
            begin(crew, user, next, together ? now_ns : outpace_clock_ns());
    }
    submit(crew);
    tally_lock(crew->tally);
    for (int at = 0; at < number; at++) {
        struct storage_slot *slot = slot_of(crew, ended[at].slot);
        struct user *user = crew->users[ended[at].slot >> 1];
        if (ended[at].moved != (int32_t)slot->bytes)
            continue;
        int64_t next_ns = began(&user->slots[!(slot->index & 1)]), ended_ns = next_ns ? next_ns : now_ns;
        record_io(crew, user, atomic_load_explicit(&slot->operation, memory_order_relaxed), ended_ns,
                  ended_ns - began(slot));
    }
    tally_unlock(crew->tally);
    for (int at = 0; at < number; at++) {
        struct storage_slot *slot = slot_of(crew, ended[at].slot);
        struct user *user = crew->users[ended[at].slot >> 1];
        if (ended[at].moved != (int32_t)slot->bytes) {
            int64_t pause_ns = pause_after(crew, user, slot, ended[at].moved, now_ns);
            if (is_leaving(user))
                remove_user(crew, user);
            else
                rest_until(crew, now_ns + pause_ns, user->place);
            continue;
        }
        set_began(slot, 0);
        if (began(&user->slots[!(slot->index & 1)]))
            prepare(crew, user, slot);
        else
            free_user(crew, user, now_ns);
    }
    refuse_all(crew);
    return 0;
}

/* Discards the I/Os in flight; their users start over. */
static void restart_users(struct storage_crew *crew)
{
    for (int32_t place = 0; place < atomic_load(&crew->places); place++) {
        struct user *user = crew->users[place];
        if (atomic_load(&user->state) != SEATED)
            continue;
        for (int own = 0; own < 2; own++) {
            release(crew, &user->slots[own]);
            set_began(&user->slots[own], 0);
        }
        atomic_store(&user->state, is_leaving(user) ? FREE : NEW);
    }
    crew->resting_number = crew->refused_number = crew->idle_number = crew->seated = crew->under_way = 0;
    crew->base_ns = 0;
}

static int run_loop(struct storage_crew *crew)
{
    int error = update_seats(crew);
    while (!error && !atomic_load(&crew->start_ns)) {
        if (is_over(crew))
            return 0;
        storage_sleep_until(outpace_clock_ns() + CHECK_NS / 5);
        if (atomic_load(&crew->changed))
            error = update_seats(crew);
    }
    crew->base_ns = atomic_load(&crew->start_ns);
    for (int32_t at = 0; at < crew->resting_number; at++)
        crew->resting[at].until_ns += crew->base_ns;
    while (!error && (!is_over(crew) || crew->under_way)) {
        if (atomic_load_explicit(&crew->changed, memory_order_relaxed) && (error = update_seats(crew)))
            break;
        if (!is_over(crew))
            begin_due(crew);
        if (crew->under_way) {
            error = handle_completions(crew);
            continue;
        }
        int64_t now_ns = outpace_clock_ns(), next = next_ns(crew, now_ns);
        storage_sleep_until(next < now_ns + CHECK_NS ? next : now_ns + CHECK_NS);
    }
    return error;
}

int32_t outpace_storage_run(struct storage_crew *crew)
{
    thread_minimize_timer_slack();
    if (!crew->mechanism)
        return ENOSYS;
    crew->queue = crew->mechanism->open(crew->given.descriptor, crew->given.together);
    if (!crew->queue)
        return errno;
    int error = run_loop(crew);
    crew->mechanism->close(crew->queue);
    crew->queue = NULL;
    restart_users(crew);
    return error;
}

/* One thread per user */

static bool is_done(const struct storage_crew *crew, const struct user *user)
{
    return is_over(crew) || is_leaving(user);
}

static void sleep_until(const struct storage_crew *crew, const struct user *user, int64_t until_ns)
{
    for (int64_t now_ns; !is_done(crew, user) && (now_ns = outpace_clock_ns()) < until_ns;)
        storage_sleep_until(until_ns < now_ns + CHECK_NS ? until_ns : now_ns + CHECK_NS);
}

/* Waits for the next arrival and claims it. Returns its intended time, or ARRIVALS_NONE if the user must leave. */
static int64_t claim(struct storage_crew *crew, const struct user *user)
{
    struct arrivals *arrivals = crew->given.arrivals;
    int64_t intended_ns = ARRIVALS_NONE;
    while (!storage_take_turn(&crew->turn))
        if (is_done(crew, user))
            return ARRIVALS_NONE;
    while (!is_done(crew, user)) {
        int64_t now_ns = outpace_clock_ns();
        intended_ns = arrivals_due(arrivals, now_ns);
        if (intended_ns != ARRIVALS_NONE)
            break;
        int64_t next = arrivals_next_ns(arrivals, now_ns);
        storage_sleep_until(next < now_ns + CHECK_NS ? next : now_ns + CHECK_NS);
    }
    mutex_unlock(&crew->turn);
    return intended_ns;
}

/* Performs one I/O; returns the user's back-off if it failed, otherwise 0. */
static int64_t do_one(struct storage_crew *crew, struct user *user, struct storage_slot *slot, int64_t *ended_ns)
{
    int64_t began_ns = outpace_clock_ns();
    set_began(slot, began_ns);
    int32_t moved = storage_transfer(crew->given.descriptor, crew->given.device, slot);
    int32_t operation = atomic_load_explicit(&slot->operation, memory_order_relaxed);
    /* In this mode, verification is included in the latency. */
    moved = finish_io(crew, slot, moved);
    int64_t now_ns = outpace_clock_ns(), before_ns = *ended_ns;
    *ended_ns = now_ns;
    if (moved != (int32_t)slot->bytes)
        return pause_after(crew, user, slot, moved, now_ns);
    set_began(slot, 0);
    tally_lock(crew->tally);
    record_io(crew, user, operation, now_ns, now_ns - began_ns);
    if (before_ns && !crew->given.open_loop)
        tally_record(crew->tally, crew->given.untimed, began_ns, began_ns - before_ns);
    tally_unlock(crew->tally);
    return 0;
}

void outpace_storage_user(struct storage_crew *crew, int32_t place)
{
    struct user *user = crew->users[place];
    struct storage_slot *slot = &user->slots[0];
    int64_t ended_ns = 0, start_ns;
    thread_minimize_timer_slack();
    atomic_store_explicit(&user->state, SEATED, memory_order_release);
    signal_hungry(crew);
    while (!(start_ns = atomic_load(&crew->start_ns)) && !is_done(crew, user))
        storage_sleep_until(outpace_clock_ns() + CHECK_NS / 5);
    sleep_until(crew, user, start_ns + user->begin_ns);
    while (!is_done(crew, user)) {
        if (!prepare(crew, user, slot)) {
            signal_hungry(crew);
            storage_sleep_until(outpace_clock_ns() + STARVED_RETRY_NS);
            continue;
        }
        if (crew->given.open_loop) {
            int64_t intended_ns = claim(crew, user);
            if (intended_ns == ARRIVALS_NONE)
                break;
            int64_t now_ns = outpace_clock_ns();
            atomic_store_explicit(&user->lag_ns, now_ns - intended_ns, memory_order_relaxed);
            record(crew, crew->given.lag, now_ns, now_ns - intended_ns);
        }
        int64_t pause_ns = do_one(crew, user, slot, &ended_ns);
        int32_t code = pause_ns ? crew->given.untimed : crew->given.think;
        if (!pause_ns && !crew->given.open_loop && crew->given.think_s > 0)
            pause_ns = think_ns(crew, user);
        if (pause_ns) {
            sleep_until(crew, user, ended_ns + pause_ns);
            int64_t now_ns = outpace_clock_ns();
            record(crew, code, now_ns, now_ns - ended_ns);
            ended_ns = now_ns;
        }
    }
    release(crew, slot);
    atomic_store_explicit(&user->state, FREE, memory_order_release);
}

/* Functions called by Python */

struct storage_crew *outpace_storage_new(const struct storage_options *given)
{
    struct storage_crew *crew = given->operations <= FEW_OPERATIONS ? calloc(1, sizeof *crew) : NULL;
    if (!crew)
        return NULL;
    crew->given = *given;
    memcpy(crew->transfers, given->transfers, (size_t)given->operations * sizeof *crew->transfers);
    crew->tally = given->tally;
    crew->mechanism = storage_mechanism_of(given->mechanism);
    crew->unbroken = !given->open_loop && !(given->think_s > 0);
    atomic_store(&crew->serial, given->serial);
    mutex_init(&crew->own);
    mutex_init(&crew->turn);
    cond_init(&crew->hungry);
    if (given->verify) {
        crew->verified = verified_blocks_new(given->area_bytes, given->block_bytes, given->run);
        if (!crew->verified) {
            free(crew);
            return NULL;
        }
    }
    return crew;
}

static size_t buffer_bytes(const struct storage_crew *crew)
{
    return ((size_t)crew->given.block_bytes + PAGE - 1) / PAGE * PAGE;
}

void outpace_storage_free(struct storage_crew *crew)
{
    for (int32_t place = 0; place < atomic_load(&crew->places); place++) {
        storage_buffers_free(crew->users[place]->slots[0].buffer, 2 * buffer_bytes(crew));
        free(crew->users[place]);
    }
    verified_blocks_free(crew->verified);
    mutex_destroy(&crew->own);
    mutex_destroy(&crew->turn);
    cond_destroy(&crew->hungry);
    free(crew);
}

/* Fills a buffer with SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators. OOPSLA
   2014). */
static void fill(struct storage_crew *crew, char *buffer, size_t bytes)
{
    uint64_t state = crew->given.run ^ atomic_fetch_add(&crew->serial, 1) << 20;
    for (size_t at = 0; at < bytes; at += sizeof state) {
        uint64_t number = state += 0x9e3779b97f4a7c15;
        number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
        number = (number ^ number >> 27) * 0x94d049bb133111eb;
        number ^= number >> 31;
        memcpy(buffer + at, crew->given.page ? crew->given.page + at % PAGE : (char *)&number, sizeof number);
    }
}

static struct user *user_new(struct storage_crew *crew, int32_t place)
{
    struct user *user = calloc(1, sizeof *user);
    size_t bytes = buffer_bytes(crew);
    char *buffers = storage_buffers_new(2 * bytes);
    if (!user || !buffers) {
        free(user);
        if (buffers)
            storage_buffers_free(buffers, 2 * bytes);
        return NULL;
    }
    user->place = place;
    for (int own = 0; own < 2; own++) {
        user->slots[own].index = 2 * place + own;
        user->slots[own].buffer = buffers + (size_t)own * bytes;
        fill(crew, user->slots[own].buffer, bytes);
    }
    return user;
}

int32_t outpace_storage_seat(struct storage_crew *crew, int64_t begin_ns, const uint32_t *pauses)
{
    int32_t places = atomic_load(&crew->places), place = 0;
    while (place < places && atomic_load_explicit(&crew->users[place]->state, memory_order_acquire) != FREE)
        place++;
    if (place == STORAGE_SLOTS / 2)
        return -1;
    if (place == places) {
        crew->users[place] = user_new(crew, place);
        if (!crew->users[place])
            return -1;
        atomic_store(&crew->places, places + 1);
    }
    struct user *user = crew->users[place];
    if (!mersenne_twister_set(&user->pauses, pauses))
        return -1;
    user->begin_ns = begin_ns;
    user->ahead = user->setbacks = 0;
    user->failed_ns = user->hungry_ns = 0;
    atomic_store(&user->leaving, 0);
    atomic_store(&user->lag_ns, 0);
    atomic_store(&user->drawn, 0);
    atomic_store(&user->filled, 0);
    atomic_store_explicit(&user->state, TAKEN, memory_order_release);
    return place;
}

void outpace_storage_admit(struct storage_crew *crew, int32_t place)
{
    atomic_store_explicit(&crew->users[place]->state, NEW, memory_order_release);
    atomic_store(&crew->changed, 1);
}

void outpace_storage_leave(struct storage_crew *crew, int32_t place)
{
    atomic_store(&crew->users[place]->leaving, 1);
    atomic_store(&crew->changed, 1);
}

int32_t outpace_storage_seated(struct storage_crew *crew, int32_t place)
{
    struct user *user = crew->users[place];
    return atomic_load_explicit(&user->state, memory_order_acquire) == SEATED && !is_leaving(user);
}

uint64_t *outpace_storage_choices(struct storage_crew *crew, int32_t place)
{
    return crew->users[place]->choices;
}

int64_t outpace_storage_room(struct storage_crew *crew, int32_t place, int64_t *filled)
{
    struct user *user = crew->users[place];
    uint64_t until = atomic_load_explicit(&user->filled, memory_order_relaxed);
    *filled = (int64_t)until;
    return STORAGE_CHOICES - (int64_t)(until - atomic_load_explicit(&user->drawn, memory_order_acquire));
}

void outpace_storage_filled(struct storage_crew *crew, int32_t place, int64_t number)
{
    atomic_fetch_add_explicit(&crew->users[place]->filled, (uint64_t)number, memory_order_release);
}

static int32_t hungry(struct storage_crew *crew, int32_t *places)
{
    int32_t number = 0;
    for (int32_t place = 0; place < atomic_load(&crew->places); place++) {
        int64_t filled;
        if (atomic_load_explicit(&crew->users[place]->state, memory_order_acquire) != FREE &&
            outpace_storage_room(crew, place, &filled) >= STORAGE_BATCH)
            places[number++] = place;
    }
    return number;
}

int32_t outpace_storage_hungry(struct storage_crew *crew, int64_t until_ns, int32_t *places)
{
    mutex_lock(&crew->own);
    int32_t number = hungry(crew, places);
    if (!number) {
        cond_wait_until(&crew->hungry, &crew->own, until_ns);
        number = hungry(crew, places);
    }
    mutex_unlock(&crew->own);
    return number;
}

void outpace_storage_start(struct storage_crew *crew, int64_t start_ns)
{
    atomic_store(&crew->start_ns, start_ns);
}

void outpace_storage_position(struct storage_crew *crew, int64_t position)
{
    mutex_lock(&crew->own);
    crew->position = position;
    mutex_unlock(&crew->own);
}

void outpace_storage_dismiss(struct storage_crew *crew)
{
    atomic_store(&crew->leave, 1);
    signal_hungry(crew);
}

int32_t outpace_storage_under_way(struct storage_crew *crew, struct storage_under_way *found)
{
    int32_t number = 0;
    for (int32_t place = 0; place < atomic_load(&crew->places); place++) {
        const struct user *user = crew->users[place];
        for (int own = 0; own < 2; own++) {
            const struct storage_slot *slot = &user->slots[own];
            int64_t began_ns = began(slot);
            if (began_ns)
                found[number++] = (struct storage_under_way){
                    began_ns,
                    atomic_load_explicit(&user->lag_ns, memory_order_relaxed),
                    atomic_load_explicit(&slot->operation, memory_order_relaxed),
                };
        }
    }
    return number;
}

int32_t outpace_storage_faults(struct storage_crew *crew, struct storage_fault *found)
{
    mutex_lock(&crew->own);
    int32_t number = crew->faults_number;
    memcpy(found, crew->faults, (size_t)number * sizeof *found);
    crew->faults_number = 0;
    mutex_unlock(&crew->own);
    return number;
}

int32_t outpace_storage_wrong(struct storage_crew *crew, struct wrong_block *found)
{
    return crew->verified && verified_blocks_wrong(crew->verified, found);
}

int32_t outpace_storage_choose(struct storage_crew *crew, int32_t place, int64_t *offset,
                                              int32_t *operation)
{
    return choose(crew, crew->users[place], offset, operation);
}

#endif
