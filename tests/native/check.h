/* SPDX-License-Identifier: Apache-2.0 */
/* What the C programs of the tests check with: unlike assert it is there in every build. */
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
