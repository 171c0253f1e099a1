/* The interface of the native library: what Python calls through ctypes (app/native), and nothing else is exported.

   Plain C11 without a Python ABI and with nothing linked but the C library: one file serves every Python. ODBC and the
   databases' own libraries are found at run time. docs/native.md tells how a part is added. */
#ifndef OUTPACE_H
#define OUTPACE_H

#include <stdint.h>

#if defined _WIN32
#define OUTPACE_EXPORT __declspec(dllexport)
#else
#define OUTPACE_EXPORT __attribute__((visibility("default")))
#endif

/* Rises when an exported function changes its meaning or its arguments, or goes; app/native/native_library.py has the same. */
#define OUTPACE_INTERFACE 1

/* The library itself (library.c) */

OUTPACE_EXPORT int32_t outpace_interface(void);

/* SHA-256 of the sources that it was built of, hexadecimal. */
OUTPACE_EXPORT const char *outpace_sources(void);

/* The clock (clock.c) */

/* Nanoseconds of the clock of Python's time.perf_counter_ns. */
OUTPACE_EXPORT int64_t outpace_clock_ns(void);

#endif
