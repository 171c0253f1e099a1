/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions for the C test programs; unlike assert(), they are active in every build. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(truth)                                                              \
    do {                                                                          \
        if (!(truth)) {                                                           \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #truth);   \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

#endif
