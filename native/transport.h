/* SPDX-License-Identifier: Apache-2.0 */
/* Transport of a user's calls: sessions, each used by one thread at a time. */
#ifndef OUTPACE_TRANSPORT_H
#define OUTPACE_TRANSPORT_H

#include <stdatomic.h>

#include "tape.h"
#include "threads.h"

#define FAILURE_TEXT 4096

/* Why a call or a connection failed. state: SQLSTATE, or the kind of a missing row. text: in pyodbc's wording, UTF-8.
   stage: for a refused session, 0 for the connection itself, else the number of its setting, from 1. */
typedef struct {
    char state[TAPE_WHY];
    char text[FAILURE_TEXT];
    int32_t stage;
} call_failure;

typedef enum { CALL_DONE, CALL_FAILED, CALL_NO_ROW, CALL_FAULT, CALL_UNDER_WAY } call_end;

typedef struct {
    void *with;
    /* Opens a session; NULL with `why` if it is refused. */
    void *(*open)(void *with, int32_t user, call_failure *why);
    call_end (*call)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    void (*close)(void *session);
    /* Cancels the call in flight, from another thread while the session is open: it fails soon, and later calls may
     * fail too. Returns immediately. NULL if not supported. */
    void (*cancel)(void *session);
    bool elsewhere; /* another process executes the calls */
} transport;

/* Nonblocking calls: begin one, then continue it with go_on whenever its socket is readable, or writable if `writes` is
   set, until it is no longer in flight. */
typedef struct {
    call_end (*begin)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    call_end (*go_on)(void *session, tape_machine *machine, call_failure *why);
    int (*socket)(void *session, bool *writes);
} transport_steps;

/* Thread that sends a cancel request to a server, because the request may block too. */
typedef struct {
    bool begun; /* the thread was started */
    atomic_bool asking;
    thread_handle thread;
    void (*ask)(void *session);
    void *session;
} cancel_sender;

/* Starts a request unless one is in flight. */
void cancel_sender_start(cancel_sender *sender, void (*ask)(void *session), void *session);
/* Waits for the request in flight. */
void cancel_sender_join(cancel_sender *sender);

/* Returns how many UTF-16 units of a column fit in a string register; the rest is truncated. */
int32_t transport_characters(const tape *of, tape_register to);

/* Sets the failure of a call whose row is missing. */
void transport_no_row(const tape *of, uint32_t statement, const tape_machine *machine, call_failure *why);

#endif
