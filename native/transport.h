/* SPDX-License-Identifier: Apache-2.0 */
/* Transport of users' calls. A session is used by only one thread at a time. */
#ifndef OUTPACE_TRANSPORT_H
#define OUTPACE_TRANSPORT_H

#include <stdatomic.h>

#include "tape.h"
#include "threads.h"

#define FAILURE_TEXT 4096

/* Reason why a call or a connection failed. state: SQLSTATE, or the failure type of a missing row. text: message in
   UTF-8, in the format of pyodbc. stage: where opening a session failed: 0 for the connection itself, otherwise the
   number of the setting, from 1. */
typedef struct {
    char state[TAPE_WHY];
    char text[FAILURE_TEXT];
    int32_t stage;
} call_failure;

typedef enum { CALL_DONE, CALL_FAILED, CALL_NO_ROW, CALL_FAULT, CALL_UNDER_WAY } call_end;

typedef struct {
    void *with;
    /* Opens a session. On failure returns NULL and sets `why` to the reason. */
    void *(*open)(void *with, int32_t user, call_failure *why);
    call_end (*call)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    void (*close)(void *session);
    /* Cancels the call in flight. Called from another thread while the session is open; returns immediately. The call
     * fails soon, and later calls may fail too. NULL if not supported. */
    void (*cancel)(void *session);
    bool elsewhere; /* true if another process executes the calls */
} transport;

/* Functions for nonblocking calls. After `begin`, call `go_on` whenever the session's socket is readable, or writable
   if `writes` is set, until the result is no longer CALL_UNDER_WAY. */
typedef struct {
    call_end (*begin)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    call_end (*go_on)(void *session, tape_machine *machine, call_failure *why);
    int (*socket)(void *session, bool *writes);
} transport_steps;

/* Thread that sends cancel requests to a server, because the request may block too. */
typedef struct {
    bool begun; /* true once the thread has been started */
    atomic_bool asking;
    thread_handle thread;
    void (*ask)(void *session);
    void *session;
} cancel_sender;

/* Starts a request unless one is in flight. */
void cancel_sender_start(cancel_sender *sender, void (*ask)(void *session), void *session);
/* Waits for the request in flight. */
void cancel_sender_join(cancel_sender *sender);

/* Returns how many UTF-16 units of a column fit in a text register; longer values are truncated. */
int32_t transport_characters(const tape *of, tape_register to);

/* Sets the failure of a call whose row is missing. */
void transport_no_row(const tape *of, uint32_t statement, const tape_machine *machine, call_failure *why);

#endif
