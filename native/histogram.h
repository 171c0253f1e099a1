/* SPDX-License-Identifier: Apache-2.0 */
/* Latency histogram, with the same buckets as app/model/histogram.py: 64 per octave of nanoseconds. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

#include "outpace.h"

#define HISTOGRAM_SUB_BITS 6
#define HISTOGRAM_BUCKETS ((63 - HISTOGRAM_SUB_BITS + 1) << HISTOGRAM_SUB_BITS)

/* Histogram of one interval. Within a second, no bucket's count gets close to 2^32. min_ns and max_ns are 0 if the
   histogram is empty. */
struct histogram {
    int64_t count, sum_ns, min_ns, max_ns;
    uint32_t counts[HISTOGRAM_BUCKETS];
};

/* Returns the bucket of a latency; negative latencies are treated as 0. */
static inline uint32_t histogram_bucket(int64_t latency_ns)
{
    uint64_t value = latency_ns > 0 ? (uint64_t)latency_ns : 0;
    if (value < 1u << HISTOGRAM_SUB_BITS)
        return (uint32_t)value;
    uint32_t octave = 63 - (uint32_t)__builtin_clzll(value) - HISTOGRAM_SUB_BITS;
    return (octave << HISTOGRAM_SUB_BITS) + (uint32_t)(value >> octave);
}

/* Adds a latency. */
static inline void histogram_record(struct histogram *histogram, int64_t latency_ns)
{
    histogram->counts[histogram_bucket(latency_ns)]++;
    if (!histogram->count || latency_ns < histogram->min_ns)
        histogram->min_ns = latency_ns;
    if (latency_ns > histogram->max_ns)
        histogram->max_ns = latency_ns;
    histogram->count++;
    histogram->sum_ns += latency_ns;
}

/* Merges another histogram into this one. */
void histogram_add(struct histogram *histogram, const struct histogram *other);

/* Adds several latencies. */
OUTPACE_EXPORT void outpace_histogram_record(struct histogram *histogram, const int64_t *latencies_ns, int64_t number);

#endif
