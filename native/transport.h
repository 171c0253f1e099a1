/* SPDX-License-Identifier: Apache-2.0 */
/* What carries a user's calls: a session of its own, used by one thread at a time. */
#ifndef OUTPACE_TRANSPORT_H
#define OUTPACE_TRANSPORT_H

#include <stdatomic.h>

#include "tape.h"
#include "threads.h"

#define FAILURE_TEXT 4096

/* state: SQLSTATE, or a missing row's kind. text: as pyodbc words it, UTF-8. stage: of a session that was refused, 0 the
   connection itself, else the number of the statement that prepares it, from 1. */
typedef struct {
    char state[TAPE_WHY];
    char text[FAILURE_TEXT];
    int32_t stage;
} call_failure;

typedef enum { CALL_DONE, CALL_FAILED, CALL_NO_ROW, CALL_FAULT, CALL_UNDER_WAY } call_end;

typedef struct {
    void *with;
    /* NULL: refused, and why. */
    void *(*open)(void *with, int32_t user, call_failure *why);
    call_end (*call)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    void (*close)(void *session);
    /* From another thread, while the session is open: what it does now fails soon, and whatever it does afterwards may.
       It returns at once. NULL where that can't be had. */
    void (*cancel)(void *session);
    bool elsewhere; /* another process answers the calls */
} transport;

/* The same for who does not wait for a call: it is begun, and gone on with whenever its socket can be read, or where it
   `writes` written, until it is no longer under way. */
typedef struct {
    call_end (*begin)(void *session, uint32_t statement, tape_machine *machine, call_failure *why);
    call_end (*go_on)(void *session, tape_machine *machine, call_failure *why);
    int (*socket)(void *session, bool *writes);
} transport_steps;

/* Who asks a server to cancel a call: a thread of its own, since one that hangs does not answer that either. */
typedef struct {
    bool begun; /* ever */
    atomic_bool asking;
    thread_handle thread;
    void (*ask)(void *session);
    void *session;
} canceller;

/* Has it ask, unless it does already. */
void canceller_begin(canceller *is, void (*ask)(void *session), void *session);
/* Waits until it asks no more. */
void canceller_end(canceller *is);

/* How many characters of UTF-16 are taken of a column for a text register; the rest is cut off. */
int32_t transport_characters(const tape *of, tape_register to);

/* Sets the failure of a call whose row is missing. */
void transport_no_row(const tape *of, uint32_t statement, const tape_machine *machine, call_failure *why);

#endif
