/* SPDX-License-Identifier: Apache-2.0 */
#include "histogram.h"

void histogram_add(struct histogram *histogram, const struct histogram *other)
{
    if (!other->count)
        return;
    if (!histogram->count || other->min_ns < histogram->min_ns)
        histogram->min_ns = other->min_ns;
    if (other->max_ns > histogram->max_ns)
        histogram->max_ns = other->max_ns;
    histogram->count += other->count;
    histogram->sum_ns += other->sum_ns;
    for (int bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++)
        histogram->counts[bucket] += other->counts[bucket];
}

void outpace_histogram_record(struct histogram *histogram, const int64_t *latencies_ns, int64_t number)
{
    for (int64_t index = 0; index < number; index++)
        histogram_record(histogram, latencies_ns[index]);
}
