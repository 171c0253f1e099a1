/* SPDX-License-Identifier: Apache-2.0 */
/* SQLite VFS that counts the calls, bytes and time of reads, writes and syncs, separately for the database and its log.

   A VFS registered under its own name becomes the counting one: all of its functions except xOpen are those of the base
   VFS. Its file object consists of the counters followed by the base VFS's file object, to which every method is
   forwarded. A call therefore finds its counters without a lookup or a lock.

   A file belongs to one connection, and a connection is used by one thread at a time, so a relaxed load, add and store
   counts exactly. The stores are atomic because another thread reads the counters concurrently; the values it reads
   never decrease. */

#include "outpace.h"
#include "sqlite_files.h"
#include "threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { DATABASE, LOG, OTHER, ROLES = OUTPACE_VFS_ROLES };
enum { READS, READ_BYTES, READ_NS, WRITES, WRITE_BYTES, WRITE_NS, SYNCS, SYNC_NS, COUNTS };

typedef struct CountedFile CountedFile;

/* Counting VFS; like the registered VFS, it is never freed. The lock protects the list of open files (live), the
   counters of closed files and the values last read. */
struct outpace_vfs {
    SqliteVfs *base;
    SqliteVfs *own;
    outpace_vfs *next;
    mutex lock;
    CountedFile *live;
    int64_t closed[ROLES][COUNTS];
    int64_t closed_busy_ns[ROLES];
    int64_t read_busy_ns[ROLES];
};

struct CountedFile {
    SqliteFile file;
    int role;
    outpace_vfs *vfs;
    CountedFile *next;
    CountedFile *previous;
    _Atomic int64_t count[COUNTS];
    /* Time and state in one value, so that they are always consistent: twice the nanoseconds of all calls; while a call
       is in flight, its start time is subtracted before doubling, and 1 is added. */
    _Atomic int64_t busy;
};

/* Offset of the base VFS's file object. */
enum { BASE_AT = (sizeof(CountedFile) + 15) / 16 * 16 };

static _Atomic(outpace_vfs *) all;

static SqliteFile *base_of(SqliteFile *file) { return (SqliteFile *)((char *)file + BASE_AT); }

static void add(CountedFile *file, int what, int64_t amount)
{
    int64_t before = atomic_load_explicit(&file->count[what], memory_order_relaxed);
    atomic_store_explicit(&file->count[what], before + amount, memory_order_relaxed);
}

static int64_t begin_call(CountedFile *file)
{
    int64_t all_ns = atomic_load_explicit(&file->busy, memory_order_relaxed) / 2, now_ns = outpace_clock_ns();
    atomic_store_explicit(&file->busy, 2 * (all_ns - now_ns) + 1, memory_order_release);
    return now_ns;
}

/* Counts the end of a call. calls, time: indexes of the counters to increase. */
static void end_call(CountedFile *file, int64_t began_ns, int calls, int time)
{
    int64_t now_ns = outpace_clock_ns();
    int64_t rest_ns = (atomic_load_explicit(&file->busy, memory_order_relaxed) - 1) / 2;
    atomic_store_explicit(&file->busy, 2 * (rest_ns + now_ns), memory_order_release);
    add(file, calls, 1);
    add(file, time, now_ns - began_ns);
}

/* Returns the total time of all calls of a file so far. under_way: set to 1 if a call is in flight, otherwise 0. */
static int64_t busy_ns(CountedFile *file, int64_t *under_way)
{
    int64_t busy = atomic_load_explicit(&file->busy, memory_order_acquire), before, now_ns;
    do {
        before = busy;
        now_ns = outpace_clock_ns();
        busy = atomic_load_explicit(&file->busy, memory_order_acquire);
    } while (busy != before); /* ensures that a call in flight was already in flight at now_ns */
    *under_way = busy & 1;
    return *under_way ? (busy - 1) / 2 + now_ns : busy / 2;
}

static int counted_read(SqliteFile *file, void *buffer, int amount, int64_t offset)
{
    CountedFile *counted = (CountedFile *)file;
    SqliteFile *base = base_of(file);
    int64_t began_ns = begin_call(counted);
    int result = base->methods->read(base, buffer, amount, offset);
    end_call(counted, began_ns, READS, READ_NS);
    if (result == SQLITE_OK) {
        add(counted, READ_BYTES, amount);
    } else if (result == SQLITE_IOERR_SHORT_READ) { /* the rest of the buffer is filled with zeros */
        int64_t size = 0;
        base->methods->file_size(base, &size);
        add(counted, READ_BYTES, size <= offset ? 0 : size - offset < amount ? size - offset : amount);
    }
    return result;
}

static int counted_write(SqliteFile *file, const void *buffer, int amount, int64_t offset)
{
    CountedFile *counted = (CountedFile *)file;
    SqliteFile *base = base_of(file);
    int64_t began_ns = begin_call(counted);
    int result = base->methods->write(base, buffer, amount, offset);
    end_call(counted, began_ns, WRITES, WRITE_NS);
    if (result == SQLITE_OK)
        add(counted, WRITE_BYTES, amount);
    return result;
}

static int counted_sync(SqliteFile *file, int flags)
{
    CountedFile *counted = (CountedFile *)file;
    SqliteFile *base = base_of(file);
    int64_t began_ns = begin_call(counted);
    int result = base->methods->sync(base, flags);
    end_call(counted, began_ns, SYNCS, SYNC_NS);
    return result;
}

static int counted_close(SqliteFile *file)
{
    CountedFile *counted = (CountedFile *)file;
    SqliteFile *base = base_of(file);
    outpace_vfs *vfs = counted->vfs;
    int64_t under_way;
    mutex_lock(&vfs->lock);
    for (int i = 0; i < COUNTS; i++)
        vfs->closed[counted->role][i] += atomic_load_explicit(&counted->count[i], memory_order_relaxed);
    vfs->closed_busy_ns[counted->role] += busy_ns(counted, &under_way);
    if (counted->previous)
        counted->previous->next = counted->next;
    else
        vfs->live = counted->next;
    if (counted->next)
        counted->next->previous = counted->previous;
    mutex_unlock(&vfs->lock);
    return base->methods->close(base);
}

/* Methods that are forwarded without counting. */

static int forward_truncate(SqliteFile *file, int64_t size)
{
    SqliteFile *base = base_of(file);
    return base->methods->truncate(base, size);
}

static int forward_file_size(SqliteFile *file, int64_t *size)
{
    SqliteFile *base = base_of(file);
    return base->methods->file_size(base, size);
}

static int forward_lock(SqliteFile *file, int level)
{
    SqliteFile *base = base_of(file);
    return base->methods->lock(base, level);
}

static int forward_unlock(SqliteFile *file, int level)
{
    SqliteFile *base = base_of(file);
    return base->methods->unlock(base, level);
}

static int forward_check_reserved_lock(SqliteFile *file, int *reserved)
{
    SqliteFile *base = base_of(file);
    return base->methods->check_reserved_lock(base, reserved);
}

static int forward_file_control(SqliteFile *file, int what, void *argument)
{
    SqliteFile *base = base_of(file);
    return base->methods->file_control(base, what, argument);
}

static int forward_sector_size(SqliteFile *file)
{
    SqliteFile *base = base_of(file);
    return base->methods->sector_size(base);
}

static int forward_device_characteristics(SqliteFile *file)
{
    SqliteFile *base = base_of(file);
    return base->methods->device_characteristics(base);
}

static int forward_shm_map(SqliteFile *file, int region, int size, int extend, void volatile **address)
{
    SqliteFile *base = base_of(file);
    return base->methods->shm_map(base, region, size, extend, address);
}

static int forward_shm_lock(SqliteFile *file, int offset, int count, int flags)
{
    SqliteFile *base = base_of(file);
    return base->methods->shm_lock(base, offset, count, flags);
}

static void forward_shm_barrier(SqliteFile *file)
{
    SqliteFile *base = base_of(file);
    base->methods->shm_barrier(base);
}

static int forward_shm_unmap(SqliteFile *file, int remove)
{
    SqliteFile *base = base_of(file);
    return base->methods->shm_unmap(base, remove);
}

static int forward_fetch(SqliteFile *file, int64_t offset, int amount, void **page)
{
    SqliteFile *base = base_of(file);
    return base->methods->fetch(base, offset, amount, page);
}

static int forward_unfetch(SqliteFile *file, int64_t offset, void *page)
{
    SqliteFile *base = base_of(file);
    return base->methods->unfetch(base, offset, page);
}

#define OF_VERSION_1                                                                                                  \
    .close = counted_close, .read = counted_read, .write = counted_write, .truncate = forward_truncate,                \
    .sync = counted_sync, .file_size = forward_file_size, .lock = forward_lock, .unlock = forward_unlock,                \
    .check_reserved_lock = forward_check_reserved_lock, .file_control = forward_file_control,                           \
    .sector_size = forward_sector_size, .device_characteristics = forward_device_characteristics
#define OF_VERSION_2                                                                                                  \
    OF_VERSION_1, .shm_map = forward_shm_map, .shm_lock = forward_shm_lock, .shm_barrier = forward_shm_barrier,          \
    .shm_unmap = forward_shm_unmap
#define OF_VERSION_3 OF_VERSION_2, .fetch = forward_fetch, .unfetch = forward_unfetch

/* Method tables: a file's version is that of the base VFS's file. */
static const SqliteMethods methods_of_version[] = {
    {.version = 1, OF_VERSION_1},
    {.version = 2, OF_VERSION_2},
    {.version = 3, OF_VERSION_3},
};

static const SqliteMethods *counted_methods(const SqliteMethods *base)
{
    int version = base->version < 1 ? 1 : base->version > 3 ? 3 : base->version;
    return &methods_of_version[version - 1];
}

/* Returns the role of a file from its flags. */
static int role_of(int flags)
{
    if (flags & SQLITE_OPEN_MAIN_DB)
        return DATABASE;
    return flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL) ? LOG : OTHER;
}

static int counted_open(SqliteVfs *own, const char *name, SqliteFile *file, int flags, int *out_flags)
{
    outpace_vfs *vfs = atomic_load_explicit(&all, memory_order_acquire);
    while (vfs && vfs->own != own)
        vfs = vfs->next;
    file->methods = NULL;
    if (!vfs)
        return SQLITE_CANTOPEN;
    CountedFile *counted = (CountedFile *)file;
    SqliteFile *base = base_of(file);
    base->methods = NULL;
    int result = vfs->base->open(vfs->base, name, base, flags, out_flags);
    if (!base->methods)
        return result;
    /* Also needed after a failure, because SQLite closes every file that has methods. */
    counted->role = role_of(flags);
    counted->vfs = vfs;
    counted->previous = NULL;
    for (int i = 0; i < COUNTS; i++)
        atomic_init(&counted->count[i], 0);
    atomic_init(&counted->busy, 0);
    mutex_lock(&vfs->lock);
    counted->next = vfs->live;
    if (vfs->live)
        vfs->live->previous = counted;
    vfs->live = counted;
    mutex_unlock(&vfs->lock);
    file->methods = counted_methods(base->methods);
    return result;
}

outpace_vfs *outpace_vfs_counted(void *base_address, void *own_address)
{
    SqliteVfs *base = base_address, *own = own_address;
    outpace_vfs *vfs = calloc(1, sizeof *vfs);
    if (!vfs)
        return NULL;
    vfs->base = base;
    vfs->own = own;
    mutex_init(&vfs->lock);
    own->file_bytes = BASE_AT + base->file_bytes;
    own->delete_file = base->delete_file;
    own->access = base->access;
    own->full_path = base->full_path;
    own->randomness = base->randomness;
    own->sleep = base->sleep;
    own->current_time = base->current_time;
    own->last_error = base->last_error;
    if (own->version >= 2 && base->version >= 2)
        own->current_time_int64 = base->current_time_int64;
    vfs->next = atomic_load_explicit(&all, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&all, &vfs->next, vfs, memory_order_release, memory_order_relaxed)) {
    }
    own->open = counted_open;
    return vfs;
}

int64_t outpace_vfs_read(outpace_vfs *vfs, outpace_vfs_counts counts[OUTPACE_VFS_ROLES])
{
    mutex_lock(&vfs->lock);
    int64_t now_ns = outpace_clock_ns();
    int64_t count[ROLES][COUNTS];
    memcpy(count, vfs->closed, sizeof count);
    for (int role = 0; role < ROLES; role++)
        counts[role] = (outpace_vfs_counts){.busy_ns = vfs->closed_busy_ns[role]};
    for (CountedFile *file = vfs->live; file; file = file->next) {
        int64_t under_way;
        for (int i = 0; i < COUNTS; i++)
            count[file->role][i] += atomic_load_explicit(&file->count[i], memory_order_relaxed);
        counts[file->role].busy_ns += busy_ns(file, &under_way);
        counts[file->role].under_way += under_way;
        counts[file->role].open += 1;
    }
    for (int role = 0; role < ROLES; role++) {
        /* A call that has ended but is not counted yet appears to be in flight for a few more nanoseconds. */
        if (counts[role].busy_ns < vfs->read_busy_ns[role])
            counts[role].busy_ns = vfs->read_busy_ns[role];
        vfs->read_busy_ns[role] = counts[role].busy_ns;
    }
    mutex_unlock(&vfs->lock);
    for (int role = 0; role < ROLES; role++) {
        outpace_vfs_counts *to = &counts[role];
        const int64_t *from = count[role];
        to->reads = from[READS];
        to->read_bytes = from[READ_BYTES];
        to->read_ns = from[READ_NS];
        to->writes = from[WRITES];
        to->write_bytes = from[WRITE_BYTES];
        to->write_ns = from[WRITE_NS];
        to->syncs = from[SYNCS];
        to->sync_ns = from[SYNC_NS];
    }
    return now_ns;
}
