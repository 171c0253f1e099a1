/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTPACE_MATHEMATICS_H
#define OUTPACE_MATHEMATICS_H

#include <math.h>

/* On Windows, use the system's C library (UCRT), which Python calls too: MinGW's own functions differ in the last
   digit, and so would the random draws of the two drivers. */
#if defined _WIN32 && defined _UCRT
extern double (*__imp_exp)(double), (*__imp_expm1)(double), (*__imp_log)(double), (*__imp_log1p)(double);
extern double (*__imp_pow)(double, double), (*__imp_sin)(double);
#define exp (*__imp_exp)
#define expm1 (*__imp_expm1)
#define log (*__imp_log)
#define log1p (*__imp_log1p)
#define pow (*__imp_pow)
#define sin (*__imp_sin)
#endif

#endif
