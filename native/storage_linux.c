/* SPDX-License-Identifier: Apache-2.0 */
/* io_uring, Linux AIO (fio's libaio) and synchronous I/O, through direct system calls. */
#if defined __linux__

#include "storage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define NS 1000000000

int32_t storage_transfer(int descriptor, int device, const struct storage_slot *slot)
{
    ssize_t moved;
    if (slot->kind == STORAGE_READ) {
        moved = pread(descriptor, slot->buffer, slot->bytes, slot->offset);
    } else if (slot->kind == STORAGE_WRITE) {
        moved = pwrite(descriptor, slot->buffer, slot->bytes, slot->offset);
    } else {
        uint64_t range[2] = {(uint64_t)slot->offset, slot->bytes};
        moved = device ? ioctl(descriptor, BLKDISCARD, range)
                       : fallocate(descriptor, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, slot->offset, slot->bytes);
        if (moved == 0)
            moved = slot->bytes;
    }
    return moved < 0 ? -errno : (int32_t)moved;
}

char *storage_buffers_new(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

void storage_buffers_free(char *buffers, size_t bytes) { munmap(buffers, bytes); }

void storage_sleep_until(int64_t until_ns)
{
    struct timespec until = {until_ns / NS, until_ns % NS};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

int storage_take_turn(mutex *turn)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NS / 5;
    until.tv_sec += until.tv_nsec / NS;
    until.tv_nsec %= NS;
    return pthread_mutex_timedlock(turn, &until) == 0;
}

/* io_uring. Its structures and constants (include/uapi/linux/io_uring.h) are defined here, because the build system's
   headers may be older than the kernel at run time. */

#define SETUP 425
#define ENTER 426
#define REGISTER 427
#define SINGLE_ISSUER (1u << 12)
#define DEFER_TASKRUN (1u << 13)
#define GETEVENTS 1u
#define EXT_ARG 8u
#define REGISTER_FILES 2
#define REGISTER_BUFFERS2 15
#define REGISTER_BUFFERS_UPDATE 16
#define SPARSE 1u
#define FIXED_FILE 1u
#define READ_FIXED 4
#define WRITE_FIXED 5
#define READ 22
#define WRITE 23
#define SQES 0x10000000
#define ENTRIES 2048

struct entry {
    uint8_t operation, flags;
    uint16_t priority;
    int32_t file;
    uint64_t offset, address;
    uint32_t bytes, call_flags;
    uint64_t data;
    uint16_t buffer, personality;
    uint32_t rest[5];
};

struct completion {
    uint64_t data;
    int32_t result;
    uint32_t flags;
};

struct ring_offsets {
    uint32_t head, tail, mask, entries, a, b, c, d; /* sq: flags, dropped, array; cq: overflow, cqes, flags */
    uint64_t address;
};

struct ring_parameters {
    uint32_t sq_entries, cq_entries, flags, thread_cpu, thread_idle, features, work_queue, reserved[3];
    struct ring_offsets sq, cq;
};

struct buffer_table {
    uint32_t number, flags;
    uint64_t reserved, data, tags;
};

struct buffer_update {
    uint32_t offset, reserved;
    uint64_t data, tags;
    uint32_t number, reserved2;
};

struct wait_argument {
    uint64_t signals;
    uint32_t signals_bytes, reserved;
    uint64_t timeout;
};

_Static_assert(sizeof(struct entry) == 64, "an entry has 64 bytes");
_Static_assert(sizeof(struct ring_parameters) == 120, "io_uring_params has 120 bytes");

struct ring {
    int descriptor, together, fixed;
    char *rings;
    size_t rings_bytes;
    struct entry *entries;
    _Atomic uint32_t *sq_tail, *cq_head, *cq_tail;
    uint32_t *order, sq_mask, cq_mask, tail, head, first;
    struct completion *completions;
};

static void ring_close(struct storage_queue *queue)
{
    struct ring *ring = (struct ring *)queue;
    if (ring->entries)
        munmap(ring->entries, ENTRIES * sizeof(struct entry));
    if (ring->rings)
        munmap(ring->rings, ring->rings_bytes);
    close(ring->descriptor);
    free(ring);
}

static void *mapped(int descriptor, size_t bytes, off_t offset)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, offset);
    return at == MAP_FAILED ? NULL : at;
}

/* Completions are posted only in this thread, while it waits for them (kernel 6.1 or later). */
static struct storage_queue *ring_open(int descriptor, int together)
{
    struct ring_parameters found = {.flags = SINGLE_ISSUER | DEFER_TASKRUN};
    struct ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return NULL;
    ring->together = together;
    ring->descriptor = (int)syscall(SETUP, ENTRIES, &found);
    if (ring->descriptor < 0) {
        free(ring);
        return NULL;
    }
    size_t sq_bytes = found.sq.c + found.sq_entries * sizeof(uint32_t);
    size_t cq_bytes = found.cq.b + found.cq_entries * sizeof(struct completion);
    ring->rings_bytes = sq_bytes > cq_bytes ? sq_bytes : cq_bytes;
    ring->rings = mapped(ring->descriptor, ring->rings_bytes, 0);
    ring->entries = mapped(ring->descriptor, ENTRIES * sizeof(struct entry), SQES);
    struct buffer_table table = {.number = STORAGE_SLOTS, .flags = SPARSE};
    if (!ring->rings || !ring->entries ||
        syscall(REGISTER, ring->descriptor, REGISTER_FILES, &descriptor, 1) < 0) {
        int error = errno;
        ring_close((struct storage_queue *)ring);
        errno = error;
        return NULL;
    }
    ring->fixed = syscall(REGISTER, ring->descriptor, REGISTER_BUFFERS2, &table, sizeof table) >= 0;
    ring->sq_tail = (_Atomic uint32_t *)(void *)(ring->rings + found.sq.tail);
    ring->cq_head = (_Atomic uint32_t *)(void *)(ring->rings + found.cq.head);
    ring->cq_tail = (_Atomic uint32_t *)(void *)(ring->rings + found.cq.tail);
    ring->order = (uint32_t *)(void *)(ring->rings + found.sq.c);
    ring->completions = (struct completion *)(void *)(ring->rings + found.cq.b);
    ring->sq_mask = found.sq_entries - 1;
    ring->cq_mask = found.cq_entries - 1;
    ring->tail = ring->first = atomic_load(ring->sq_tail);
    ring->head = atomic_load(ring->cq_head);
    return (struct storage_queue *)ring;
}

/* Registers a buffer, so that the kernel need not pin its pages for each I/O. If the limit on locked memory is too low,
   ordinary reads and writes are used. */
static int ring_reserve(struct storage_queue *queue, const struct storage_slot *slot, uint32_t block_bytes)
{
    struct ring *ring = (struct ring *)queue;
    struct entry *entry = &ring->entries[slot->index];
    *entry = (struct entry){.flags = FIXED_FILE, .address = (uintptr_t)slot->buffer, .data = (uint64_t)slot->index};
    struct iovec place = {slot->buffer, block_bytes};
    struct buffer_update update = {.offset = (uint32_t)slot->index, .data = (uintptr_t)&place, .number = 1};
    int pinned = ring->fixed &&
                 syscall(REGISTER, ring->descriptor, REGISTER_BUFFERS_UPDATE, &update, sizeof update) == 1;
    entry->operation = pinned ? READ_FIXED : READ;
    entry->buffer = pinned ? (uint16_t)slot->index : 0;
    return 0;
}

static void ring_put(struct ring *ring, const struct storage_slot *slot)
{
    struct entry *entry = &ring->entries[slot->index];
    int pinned = entry->operation == READ_FIXED || entry->operation == WRITE_FIXED;
    int write = slot->kind == STORAGE_WRITE;
    entry->operation = pinned ? (write ? WRITE_FIXED : READ_FIXED) : (write ? WRITE : READ);
    entry->offset = (uint64_t)slot->offset;
    entry->bytes = slot->bytes;
    ring->order[ring->tail++ & ring->sq_mask] = (uint32_t)slot->index;
}

static int ring_enter(struct ring *ring, uint32_t number)
{
    long begun = syscall(ENTER, ring->descriptor, number, 0, 0, NULL, 0);
    return begun < 0 ? -errno : (int)begun;
}

/* Starts the last queued entry. */
static int ring_begin_last(struct ring *ring)
{
    atomic_store_explicit(ring->sq_tail, ring->tail, memory_order_release);
    int begun = ring_enter(ring, 1);
    if (begun == 1)
        return 0;
    /* Not accepted: remove it, so that it is not started along with the next one. */
    atomic_store_explicit(ring->sq_tail, --ring->tail, memory_order_release);
    return begun == 0 || begun == -EINTR || begun == -EBUSY ? -EAGAIN : begun;
}

static int ring_begin(struct storage_queue *queue, const struct storage_slot *slot)
{
    struct ring *ring = (struct ring *)queue;
    ring_put(ring, slot);
    return ring->together ? 0 : ring_begin_last(ring);
}

static int ring_submit(struct storage_queue *queue, struct storage_end *refused)
{
    struct ring *ring = (struct ring *)queue;
    uint32_t number = ring->tail - ring->first;
    int missing = 0;
    if (ring->together && number) {
        atomic_store_explicit(ring->sq_tail, ring->tail, memory_order_release);
        int begun = ring_enter(ring, number);
        uint32_t next = ring->first + (begun > 0 ? (uint32_t)begun : 0), last = ring->tail;
        /* Start the entries that the kernel did not accept one by one. */
        ring->tail = next;
        for (; next != last; next++) {
            uint32_t slot = ring->order[next & ring->sq_mask];
            ring->order[ring->tail++ & ring->sq_mask] = slot;
            int error = ring_begin_last(ring);
            if (error)
                refused[missing++] = (struct storage_end){(int32_t)slot, error};
        }
    }
    ring->first = ring->tail;
    return missing;
}

static int ring_wait(struct storage_queue *queue, int64_t timeout_ns, struct storage_end *ended)
{
    struct ring *ring = (struct ring *)queue;
    int64_t timeout[2] = {timeout_ns / NS, timeout_ns % NS};
    struct wait_argument argument = {.timeout = (uintptr_t)timeout};
    if (syscall(ENTER, ring->descriptor, 0, 1, GETEVENTS | EXT_ARG, &argument, sizeof argument) < 0 &&
        errno != ETIME && errno != EINTR && errno != EAGAIN && errno != EBUSY)
        return -errno;
    uint32_t done = atomic_load_explicit(ring->cq_tail, memory_order_acquire);
    int number = 0;
    while (ring->head != done) {
        const struct completion *completion = &ring->completions[ring->head++ & ring->cq_mask];
        ended[number++] = (struct storage_end){(int32_t)completion->data, completion->result};
    }
    atomic_store_explicit(ring->cq_head, ring->head, memory_order_release);
    return number;
}

static const struct storage_mechanism io_uring = {
    ring_open, ring_reserve, ring_begin, ring_submit, ring_wait, ring_close,
};

/* Linux AIO */

#define MOST (STORAGE_SLOTS / 2)

struct aio {
    aio_context_t context;
    int descriptor, together, number;
    struct iocb blocks[STORAGE_SLOTS], *line[MOST];
    struct io_event events[MOST];
};

static struct storage_queue *aio_open(int descriptor, int together)
{
    struct aio *aio = calloc(1, sizeof *aio);
    if (!aio)
        return NULL;
    aio->descriptor = descriptor;
    aio->together = together;
    if (syscall(SYS_io_setup, MOST, &aio->context) < 0) {
        int error = errno;
        free(aio);
        errno = error;
        return NULL;
    }
    return (struct storage_queue *)aio;
}

static int aio_reserve(struct storage_queue *queue, const struct storage_slot *slot, uint32_t block_bytes)
{
    struct aio *aio = (struct aio *)queue;
    struct iocb *block = &aio->blocks[slot->index];
    (void)block_bytes;
    block->aio_data = (__u64)slot->index;
    block->aio_fildes = (uint32_t)aio->descriptor;
    block->aio_buf = (uintptr_t)slot->buffer;
    return 0;
}

static int aio_begin_one(struct aio *aio, struct iocb *block)
{
    long begun = syscall(SYS_io_submit, aio->context, 1, &block);
    return begun == 1 ? 0 : begun < 0 ? -errno : -EAGAIN;
}

static int aio_begin(struct storage_queue *queue, const struct storage_slot *slot)
{
    struct aio *aio = (struct aio *)queue;
    struct iocb *block = &aio->blocks[slot->index];
    block->aio_lio_opcode = slot->kind == STORAGE_WRITE ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
    block->aio_offset = slot->offset;
    block->aio_nbytes = slot->bytes;
    if (!aio->together)
        return aio_begin_one(aio, block);
    aio->line[aio->number++] = block;
    return 0;
}

static int aio_submit(struct storage_queue *queue, struct storage_end *refused)
{
    struct aio *aio = (struct aio *)queue;
    int missing = 0;
    if (aio->number) {
        long begun = syscall(SYS_io_submit, aio->context, aio->number, aio->line);
        /* The kernel accepts I/Os up to the first one that it rejects: start the rest one by one. */
        for (long next = begun > 0 ? begun : 0; next < aio->number; next++) {
            int error = aio_begin_one(aio, aio->line[next]);
            if (error)
                refused[missing++] = (struct storage_end){(int32_t)aio->line[next]->aio_data, error};
        }
        aio->number = 0;
    }
    return missing;
}

static int aio_wait(struct storage_queue *queue, int64_t timeout_ns, struct storage_end *ended)
{
    struct aio *aio = (struct aio *)queue;
    struct timespec timeout = {timeout_ns / NS, timeout_ns % NS};
    long number = syscall(SYS_io_getevents, aio->context, 1, MOST, aio->events, &timeout);
    if (number < 0)
        return errno == EINTR ? 0 : -errno;
    for (long index = 0; index < number; index++)
        ended[index] = (struct storage_end){(int32_t)aio->events[index].data, (int32_t)aio->events[index].res};
    return (int)number;
}

static void aio_close(struct storage_queue *queue)
{
    struct aio *aio = (struct aio *)queue;
    syscall(SYS_io_destroy, aio->context);
    free(aio);
}

static const struct storage_mechanism libaio = {
    aio_open, aio_reserve, aio_begin, aio_submit, aio_wait, aio_close,
};

const struct storage_mechanism *storage_mechanism_of(int32_t number)
{
    return number == STORAGE_IO_URING ? &io_uring : number == STORAGE_LIBAIO ? &libaio : NULL;
}

#endif
