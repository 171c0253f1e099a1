/* SPDX-License-Identifier: Apache-2.0 */
/* Tests the counting VFS over a fake VFS of plain files, used as SQLite does: each file by one thread, while another
   thread reads the counters. Checks that the counters are exact and never decrease. */

#include "../../native/outpace.h"
#include "../../native/sqlite_files.h"
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 6, FILES = 40, WRITES = 25, BLOCK = 512, FAILED = 10 /* SQLITE_IOERR */ };

/* Fake VFS */

typedef struct {
    SqliteFile file;
    FILE *stream;
    int64_t size;
} PlainFile;

static int plain_close(SqliteFile *file)
{
    fclose(((PlainFile *)file)->stream);
    return SQLITE_OK;
}

static int plain_read(SqliteFile *file, void *buffer, int amount, int64_t offset)
{
    PlainFile *plain = (PlainFile *)file;
    if (offset < 0)
        return FAILED;
    fseek(plain->stream, (long)offset, SEEK_SET);
    size_t got = fread(buffer, 1, (size_t)amount, plain->stream);
    if (got == (size_t)amount)
        return SQLITE_OK;
    memset((char *)buffer + got, 0, (size_t)amount - got);
    return SQLITE_IOERR_SHORT_READ;
}

static int plain_write(SqliteFile *file, const void *buffer, int amount, int64_t offset)
{
    PlainFile *plain = (PlainFile *)file;
    if (offset < 0)
        return FAILED;
    fseek(plain->stream, (long)offset, SEEK_SET);
    if (fwrite(buffer, 1, (size_t)amount, plain->stream) != (size_t)amount)
        return FAILED;
    if (offset + amount > plain->size)
        plain->size = offset + amount;
    return SQLITE_OK;
}

static int plain_truncate(SqliteFile *file, int64_t size)
{
    ((PlainFile *)file)->size = size;
    return SQLITE_OK;
}

static int plain_sync(SqliteFile *file, int flags)
{
    (void)flags;
    return fflush(((PlainFile *)file)->stream) ? FAILED : SQLITE_OK;
}

static int plain_file_size(SqliteFile *file, int64_t *size)
{
    *size = ((PlainFile *)file)->size;
    return SQLITE_OK;
}

static int plain_lock(SqliteFile *file, int level)
{
    (void)file;
    return 100 + level;
}

static int plain_control(SqliteFile *file, int what, void *argument)
{
    (void)file;
    *(int *)argument = what;
    return SQLITE_OK;
}

static int plain_number(SqliteFile *file)
{
    (void)file;
    return 4096;
}

static int plain_reserved(SqliteFile *file, int *reserved)
{
    (void)file;
    *reserved = 1;
    return SQLITE_OK;
}

static int plain_shm_map(SqliteFile *file, int region, int size, int extend, void volatile **address)
{
    (void)file, (void)region, (void)size, (void)extend;
    *address = NULL;
    return 201;
}

static int plain_shm_lock(SqliteFile *file, int offset, int count, int flags)
{
    (void)file;
    return offset + count + flags;
}

static void plain_shm_barrier(SqliteFile *file) { (void)file; }

static int plain_shm_unmap(SqliteFile *file, int remove)
{
    (void)file;
    return 300 + remove;
}

static int plain_fetch(SqliteFile *file, int64_t offset, int amount, void **page)
{
    (void)file, (void)offset, (void)amount;
    *page = NULL;
    return SQLITE_OK;
}

static int plain_unfetch(SqliteFile *file, int64_t offset, void *page)
{
    (void)file, (void)offset, (void)page;
    return SQLITE_OK;
}

#define PLAIN                                                                                                         \
    .close = plain_close, .read = plain_read, .write = plain_write, .truncate = plain_truncate, .sync = plain_sync,   \
    .file_size = plain_file_size, .lock = plain_lock, .unlock = plain_lock, .check_reserved_lock = plain_reserved,    \
    .file_control = plain_control, .sector_size = plain_number, .device_characteristics = plain_number
#define PLAIN_2 .shm_map = plain_shm_map, .shm_lock = plain_shm_lock, .shm_barrier = plain_shm_barrier, \
    .shm_unmap = plain_shm_unmap

static const SqliteMethods first_methods = {.version = 1, PLAIN};
static const SqliteMethods third_methods = {
    .version = 3, PLAIN, PLAIN_2, .fetch = plain_fetch, .unfetch = plain_unfetch};

static int plain_open(SqliteVfs *vfs, const char *name, SqliteFile *file, int flags, int *out_flags)
{
    PlainFile *plain = (PlainFile *)file;
    CHECK(vfs->data == &first_methods); /* the base VFS, not the counting one */
    plain->stream = tmpfile();
    CHECK(plain->stream);
    plain->size = 0;
    *out_flags = flags;
    if (name && !strcmp(name, "refused")) {
        fclose(plain->stream);
        return SQLITE_CANTOPEN;
    }
    file->methods = name && !strcmp(name, "old") ? &first_methods : &third_methods;
    return name && !strcmp(name, "half open") ? SQLITE_CANTOPEN : SQLITE_OK;
}

static void some_function(void) {}

static SqliteVfs base = {
    .version = 2, .file_bytes = sizeof(PlainFile), .path_bytes = 512, .data = (void *)&first_methods,
    .open = plain_open, .delete_file = some_function, .sleep = some_function, .current_time_int64 = some_function};

/* VFSs under test */

static SqliteVfs counted = {.version = 3, .name = "counted"};
static SqliteVfs other = {.version = 1, .name = "other"};
static outpace_vfs *vfs;
static atomic_int at_work;

static SqliteFile *opened(SqliteVfs *of, const char *name, int flags, int expected)
{
    int out_flags = 0;
    SqliteFile *file = malloc((size_t)of->file_bytes);
    CHECK(file);
    memset(file, 0xA5, (size_t)of->file_bytes); /* SQLite does not initialize the buffer */
    CHECK(of->open(of, name, file, flags, &out_flags) == expected);
    CHECK(out_flags == flags);
    return file;
}

static void closed(SqliteFile *file)
{
    CHECK(file->methods->close(file) == SQLITE_OK);
    free(file);
}

static void *work(void *argument)
{
    int number = *(int *)argument;
    int flags[] = {SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_WAL, SQLITE_OPEN_MAIN_JOURNAL, 0x200 /* temporary */};
    char block[BLOCK], found[2 * BLOCK];
    memset(block, number, sizeof block);
    for (int i = 0; i < FILES; i++) {
        SqliteFile *file = opened(&counted, "plain", flags[i % 4], SQLITE_OK);
        for (int at = 0; at < WRITES; at++)
            CHECK(file->methods->write(file, block, BLOCK, (int64_t)at * BLOCK) == SQLITE_OK);
        CHECK(file->methods->sync(file, 2) == SQLITE_OK);
        CHECK(file->methods->read(file, found, BLOCK, 0) == SQLITE_OK && !memcmp(found, block, BLOCK));
        CHECK(file->methods->read(file, found, 2 * BLOCK, (WRITES - 1) * BLOCK) == SQLITE_IOERR_SHORT_READ);
        CHECK(file->methods->read(file, found, BLOCK, 1 << 20) == SQLITE_IOERR_SHORT_READ); /* beyond the end */
        CHECK(file->methods->read(file, found, BLOCK, -1) == FAILED);
        CHECK(file->methods->write(file, block, BLOCK, -1) == FAILED);
        closed(file);
    }
    atomic_fetch_sub(&at_work, 1);
    return NULL;
}

static int64_t all_of(const outpace_vfs_counts *counts)
{
    return counts->reads + counts->writes + counts->syncs + counts->read_bytes + counts->write_bytes;
}

static void *watch(void *argument)
{
    outpace_vfs_counts before[OUTPACE_VFS_ROLES], now[OUTPACE_VFS_ROLES];
    int64_t moment = outpace_vfs_read(vfs, before);
    while (atomic_load(&at_work)) {
        int64_t next = outpace_vfs_read(vfs, now);
        CHECK(next >= moment);
        for (int role = 0; role < OUTPACE_VFS_ROLES; role++) {
            CHECK(all_of(&now[role]) >= all_of(&before[role]));
            CHECK(now[role].busy_ns >= before[role].busy_ns);
            CHECK(now[role].under_way >= 0 && now[role].under_way <= THREADS && now[role].open <= THREADS);
        }
        memcpy(before, now, sizeof before);
        moment = next;
    }
    return argument;
}

static void passes_everything_on(void)
{
    int number = 0;
    void *page = &number;
    void volatile *address = &number;
    int64_t size = -1;
    SqliteFile *file = opened(&counted, "plain", SQLITE_OPEN_MAIN_DB, SQLITE_OK);
    const SqliteMethods *methods = file->methods;
    CHECK(methods->version == 3);
    CHECK(methods->lock(file, 4) == 104 && methods->unlock(file, 1) == 101);
    CHECK(methods->check_reserved_lock(file, &number) == SQLITE_OK && number == 1);
    CHECK(methods->file_control(file, 42, &number) == SQLITE_OK && number == 42);
    CHECK(methods->sector_size(file) == 4096 && methods->device_characteristics(file) == 4096);
    CHECK(methods->truncate(file, 77) == SQLITE_OK);
    CHECK(methods->file_size(file, &size) == SQLITE_OK && size == 77);
    CHECK(methods->shm_map(file, 0, 1, 1, &address) == 201 && !address);
    CHECK(methods->shm_lock(file, 1, 2, 3) == 6 && methods->shm_unmap(file, 1) == 301);
    methods->shm_barrier(file);
    CHECK(methods->fetch(file, 0, 1, &page) == SQLITE_OK && !page);
    CHECK(methods->unfetch(file, 0, NULL) == SQLITE_OK);
    closed(file);
    file = opened(&counted, "old", SQLITE_OPEN_MAIN_DB, SQLITE_OK);
    CHECK(file->methods->version == 1 && !file->methods->shm_map && !file->methods->fetch);
    closed(file);
}

static void failures_are_the_bases(void)
{
    SqliteFile *file = opened(&counted, "refused", SQLITE_OPEN_MAIN_DB, SQLITE_CANTOPEN);
    CHECK(!file->methods); /* SQLite would not close the file */
    free(file);
    closed(opened(&counted, "half open", SQLITE_OPEN_MAIN_DB, SQLITE_CANTOPEN));
}

int main(void)
{
    outpace_vfs_counts counts[OUTPACE_VFS_ROLES];
    vfs = outpace_vfs_counted(&base, &counted);
    CHECK(vfs);
    CHECK(counted.file_bytes > base.file_bytes && counted.sleep == some_function);
    CHECK(counted.current_time_int64 == some_function);
    outpace_vfs *second = outpace_vfs_counted(&base, &other);
    CHECK(second && second != vfs && !other.current_time_int64);

    pthread_t threads[THREADS], watcher;
    int numbers[THREADS];
    atomic_store(&at_work, THREADS);
    CHECK(pthread_create(&watcher, NULL, watch, NULL) == 0);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i + 1;
        CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(pthread_join(watcher, NULL) == 0);

    outpace_vfs_read(vfs, counts);
    for (int role = 0; role < OUTPACE_VFS_ROLES; role++) {
        int64_t files = (int64_t)THREADS * FILES / 4 * (role == 1 ? 2 : 1);
        CHECK(counts[role].writes == files * (WRITES + 1) && counts[role].write_bytes == files * WRITES * BLOCK);
        CHECK(counts[role].reads == files * 4 && counts[role].read_bytes == files * 2 * BLOCK);
        CHECK(counts[role].syncs == files && counts[role].open == 0 && counts[role].under_way == 0);
        int64_t all_ns = counts[role].read_ns + counts[role].write_ns + counts[role].sync_ns;
        CHECK(counts[role].busy_ns >= all_ns); /* may be greater if read just after a call has ended */
    }
    passes_everything_on();
    failures_are_the_bases();
    outpace_vfs_read(second, counts); /* has separate counters */
    CHECK(all_of(&counts[0]) == 0);
    SqliteFile *file = opened(&other, "plain", SQLITE_OPEN_MAIN_DB, SQLITE_OK);
    for (int i = 0; i < WRITES; i++)
        CHECK(file->methods->write(file, "block", 5, 5 * i) == SQLITE_OK && file->methods->sync(file, 2) == SQLITE_OK);
    outpace_vfs_read(second, counts);
    CHECK(counts[0].open == 1 && counts[0].writes == WRITES && counts[0].write_bytes == 5 * WRITES);
    CHECK(counts[0].write_ns > 0 && counts[0].sync_ns > 0);
    CHECK(counts[0].busy_ns == counts[0].write_ns + counts[0].sync_ns);
    closed(file);
    outpace_vfs_read(second, counts);
    CHECK(counts[0].open == 0 && counts[0].busy_ns == counts[0].write_ns + counts[0].sync_ns);
    return 0;
}
