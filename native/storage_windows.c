/* SPDX-License-Identifier: Apache-2.0 */
/* Overlapped I/O with a completion port, equivalent to app/workloads/storage_io/overlapped.py, which opens the file. */
#if defined _WIN32

#include "storage.h"

#include <errno.h>
#include <stdlib.h>

#include "outpace.h"

#define MOST (STORAGE_SLOTS / 2)
#define MS 1000000

static HANDLE file_of(int descriptor) { return (HANDLE)(intptr_t)descriptor; }

/* Converts a Windows error to errno. */
static int number_of(DWORD error)
{
    switch (error) {
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_FULL:
        return ENOSPC;
    case ERROR_DEV_NOT_EXIST:
    case ERROR_NO_SUCH_DEVICE:
        return ENODEV;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_INVALID_PARAMETER:
        return EINVAL;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_NO_SYSTEM_RESOURCES:
    case ERROR_WORKING_SET_QUOTA:
        return EAGAIN;
    default:
        return EIO;
    }
}

/* Starts an I/O; returns 0, or -errno if it did not start. An I/O that completes immediately is reported like any
   other. */
static int begun(HANDLE file, const struct storage_slot *slot, OVERLAPPED *at)
{
    at->Internal = at->InternalHigh = 0;
    at->Offset = (DWORD)slot->offset;
    at->OffsetHigh = (DWORD)(slot->offset >> 32);
    BOOL done = slot->kind == STORAGE_WRITE ? WriteFile(file, slot->buffer, slot->bytes, NULL, at)
                                            : ReadFile(file, slot->buffer, slot->bytes, NULL, at);
    DWORD error = done ? ERROR_SUCCESS : GetLastError();
    return error == ERROR_SUCCESS || error == ERROR_IO_PENDING ? 0 : -number_of(error);
}

int32_t storage_transfer(int descriptor, int device, const struct storage_slot *slot)
{
    static _Thread_local HANDLE ended;
    (void)device;
    if (slot->kind == STORAGE_TRIM)
        return -EINVAL;
    if (!ended && !(ended = CreateEventW(NULL, TRUE, FALSE, NULL)))
        return -EAGAIN;
    /* Setting the low bit of the event handle keeps the completion from being queued to a port associated with the
       file. */
    OVERLAPPED at = {.hEvent = (HANDLE)((uintptr_t)ended | 1)};
    DWORD moved = 0;
    int error = begun(file_of(descriptor), slot, &at);
    if (error)
        return error;
    return GetOverlappedResult(file_of(descriptor), &at, &moved, TRUE) ? (int32_t)moved : -number_of(GetLastError());
}

char *storage_buffers_new(size_t bytes)
{
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void storage_buffers_free(char *buffers, size_t bytes)
{
    (void)bytes;
    VirtualFree(buffers, 0, MEM_RELEASE);
}

/* Sleep() wakes up only at system timer ticks, up to 16 ms apart. A high-resolution timer (Windows 10, version 1803) is
   precise. */
void storage_sleep_until(int64_t until_ns)
{
    static _Thread_local HANDLE timer;
    int64_t left_ns = until_ns - outpace_clock_ns();
    LARGE_INTEGER due = {.QuadPart = -(left_ns / 100)}; /* negative: relative to now */
    if (left_ns <= 0)
        return;
    if (!timer)
        timer = CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    if (timer && SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE))
        WaitForSingleObject(timer, INFINITE);
    else
        thread_sleep(left_ns);
}

int storage_take_turn(mutex *turn)
{
    for (int naps = 0; naps < 200; naps++) {
        if (TryAcquireSRWLockExclusive(turn))
            return 1;
        thread_sleep(MS);
    }
    return 0;
}

struct port {
    HANDLE port, file;
    OVERLAPPED at[STORAGE_SLOTS];
    OVERLAPPED_ENTRY ended[MOST];
};

/* Opens another handle to the file, which is closed with the port, because a handle remains associated with a port
   until it is closed. */
static struct storage_queue *port_open(int descriptor, int together)
{
    struct port *port = calloc(1, sizeof *port);
    (void)together;
    if (!port) {
        errno = ENOMEM;
        return NULL;
    }
    port->file = file_of(descriptor);
    port->port = CreateIoCompletionPort(port->file, NULL, 0, 1);
    if (!port->port) {
        errno = number_of(GetLastError());
        free(port);
        return NULL;
    }
    return (struct storage_queue *)port;
}

static int port_reserve(struct storage_queue *queue, const struct storage_slot *slot, uint32_t block_bytes)
{
    (void)queue, (void)slot, (void)block_bytes;
    return 0;
}

static int port_begin(struct storage_queue *queue, const struct storage_slot *slot)
{
    struct port *port = (struct port *)queue;
    return begun(port->file, slot, &port->at[slot->index]);
}

static int port_submit(struct storage_queue *queue, struct storage_end *refused)
{
    (void)queue, (void)refused;
    return 0;
}

static int port_wait(struct storage_queue *queue, int64_t timeout_ns, struct storage_end *ended)
{
    struct port *port = (struct port *)queue;
    ULONG number = 0;
    DWORD left_ms = (DWORD)((timeout_ns + MS - 1) / MS);
    if (!GetQueuedCompletionStatusEx(port->port, port->ended, MOST, &number, left_ms, FALSE)) {
        DWORD error = GetLastError();
        return error == WAIT_TIMEOUT ? 0 : -number_of(error);
    }
    for (ULONG index = 0; index < number; index++) {
        OVERLAPPED *at = port->ended[index].lpOverlapped;
        DWORD moved = 0;
        BOOL fine = GetOverlappedResult(port->file, at, &moved, FALSE);
        ended[index] = (struct storage_end){(int32_t)(at - port->at), fine ? (int32_t)moved : -number_of(GetLastError())};
    }
    return (int)number;
}

static void port_close(struct storage_queue *queue)
{
    struct port *port = (struct port *)queue;
    CloseHandle(port->port);
    free(port);
}

static const struct storage_mechanism overlapped = {
    port_open, port_reserve, port_begin, port_submit, port_wait, port_close,
};

const struct storage_mechanism *storage_mechanism_of(int32_t number)
{
    return number == STORAGE_OVERLAPPED ? &overlapped : NULL;
}

#endif
