// Counters over any span, as app/session computes them: raw over raw for averages, merged histograms for percentiles.

const LARGEST_FIGURE = 1e100;
const SLACK_ROWS = 64;
const EDGE_S = 0.5;
const BUCKETS = 3712;
const BEYOND_S = 1.0;
const MOVED = 0.02;
const TIME_ONLY = -2;

/** Return the first index whose value is not below x. */
function lower(values, x) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return the first index whose value is above x. */
function upper(values, x) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return a figure; NaN beyond any real quantity, and 0 for a tiny one. */
function figure(value) {
  const size = Math.abs(value);
  return !(size <= LARGEST_FIGURE) ? NaN : size >= 1 / LARGEST_FIGURE ? value : 0;
}

/** Return half the usual distance of two readings, at most half a second. */
function slackOf(ends) {
  if (ends.length < 2) return 0.5;
  const distances = [];
  for (let i = 1; i < Math.min(ends.length, SLACK_ROWS); i++) distances.push(ends[i] - ends[i - 1]);
  distances.sort((a, b) => a - b);
  const count = distances.length;
  return Math.min(0.5, (distances[(count - 1) >> 1] + distances[count >> 1]) / 4);
}

class Counter {
  constructor(content, row, index) {
    Object.assign(this, row);
    this.index = index;
    this.content = content;
    this.isLatency = Boolean(row.figure);
  }

  /** Decode the columns when they are first needed. */
  load() {
    if (this.ends) return this;
    const { column } = this.content;
    const [begins, ends, numerators, denominators] = this.columns;
    this.ends = column(ends);
    if (this.isLatency) {
      this.begins = this.ends.map((end) => end - 1);
      this.values = column(numerators);
      return this;
    }
    if (Array.isArray(begins)) {
      this.begins = new Float64Array(this.ends.length);
      this.begins.set(this.ends.subarray(0, -1), 1);
      if (this.ends.length) this.begins[0] = begins[0];
    } else {
      this.begins = column(begins);
    }
    this.numerators = column(numerators);
    this.denominators = column(denominators);
    this.values = this.numerators.map((numerator, i) => figure(numerator / this.denominators[i]));
    return this;
  }

  /** Return the first index of a span's intervals, and the one after the last. */
  rows(from, to) {
    this.load();
    if (this.isLatency) {
      const first = lower(this.ends, from + 1 - EDGE_S);
      return [first, Math.max(first, upper(this.ends, to + EDGE_S))];
    }
    const slack = (this.slack ??= slackOf(this.ends));
    let first = lower(this.begins, from - slack);
    let last = upper(this.ends, to + slack);
    while (last > first && this.begins[last - 1] + this.ends[last - 1] > 2 * to) last--;
    while (first < last && this.begins[first] + this.ends[first] < 2 * from) first++;
    return [Math.min(first, last), last];
  }

  average(from, to) {
    if (this.isLatency) return percentile(this, from, to);
    const [first, last] = this.rows(from, to);
    let numerator = 0;
    let denominator = 0;
    for (let i = first; i < last; i++) {
      if (Number.isFinite(this.numerators[i]) && Number.isFinite(this.denominators[i])) {
        numerator += this.numerators[i];
        denominator += this.denominators[i];
      }
    }
    return denominator ? figure(numerator / denominator) : NaN;
  }

  /** Return average, minimum, maximum and p95 over a span; `atLeast`: calls in flight could raise the average. */
  statistics(from, to) {
    const [first, last] = this.rows(from, to);
    const known = this.values.subarray(first, last).filter((value) => value === value).sort();
    const count = known.length;
    return {
      average: this.average(from, to),
      minimum: count ? known[0] : NaN,
      maximum: count ? known[count - 1] : NaN,
      p95: count ? known[Math.ceil(0.95 * count - 1e-9) - 1] : NaN,
      atLeast: this.isLatency && isLowerBound(this, from, to),
    };
  }

  /** Return the value of the interval that is nearest to a moment; NaN if none is near. */
  at(moment) {
    this.load();
    const next = lower(this.ends, moment);
    const isBefore = next > 0 && (next >= this.ends.length || moment - this.ends[next - 1] < this.ends[next] - moment);
    const i = isBefore ? next - 1 : next;
    return i < this.ends.length && Math.abs(this.ends[i] - moment) < 5 ? this.values[i] : NaN;
  }

  /** Return the value of the last interval that ended by a moment; NaN if it ended more than 3 s before. */
  latest(moment) {
    this.load();
    const i = upper(this.ends, moment + 0.5) - 1;
    return i >= 0 && moment - this.ends[i] < 3 ? this.values[i] : NaN;
  }
}

/** Histograms of one system and operation in blocks; null if there are none. */
function histogramsOf(content, system, operation) {
  const known = (content.knownHistograms ??= new Map());
  const key = `${system}|${operation}`;
  if (!known.has(key)) {
    const columns = content.histograms && Object.hasOwn(content.histograms.of, key) && content.histograms.of[key];
    if (!columns) {
      known.set(key, null);
    } else {
      const [starts, lows, highs] = columns.slice(0, 3).map(content.column);
      const [filled, distances, counts] = columns.slice(3).map((column) => leb128(content.column(column)));
      const places = [0];
      for (const count of filled) places.push(places[places.length - 1] + count);
      known.set(key, { starts, lows, highs, distances, counts, places });
    }
  }
  return known.get(key);
}

/** Return the whole blocks that a span's percentiles are of: [from, to]. */
function blockSpan(content, from, to) {
  const block = content.histograms ? content.histograms.block_s : 1;
  const first = Math.ceil(from / block - EDGE_S) * block;
  const last = (Math.floor(to / block - EDGE_S) + 1) * block;
  return [first, block > 1 ? Math.max(last, first + block) : last];
}

/** Merge the histograms of a span; one merge serves all percentiles of an operation. */
function merged(content, system, operation, from, to) {
  const [first, last] = blockSpan(content, from, to);
  const known = (content.knownMerges ??= new Map());
  const key = `${system}|${operation}|${first}|${last}`;
  if (known.has(key)) return known.get(key);
  if (known.size > 256) known.clear();
  const histograms = histogramsOf(content, system, operation);
  let result = null;
  if (histograms) {
    const buckets = new Float64Array(BUCKETS);
    let count = 0;
    let low = Infinity;
    let high = 0;
    for (let i = lower(histograms.starts, first), end = lower(histograms.starts, last); i < end; i++) {
      let bucket = 0;
      for (let j = histograms.places[i]; j < histograms.places[i + 1]; j++) {
        bucket += histograms.distances[j];
        buckets[bucket] += histograms.counts[j];
        count += histograms.counts[j];
      }
      low = Math.min(low, histograms.lows[i]);
      high = Math.max(high, histograms.highs[i]);
    }
    if (count) result = { buckets, count, low, high };
  }
  known.set(key, result);
  return result;
}

/** Return the latency in nanoseconds at a rank of a merged histogram. */
function atRank(histogram, rank) {
  let bucket = 0;
  for (let sum = 0; bucket < BUCKETS; bucket++) {
    sum += histogram.buckets[bucket];
    if (sum >= rank) break;
  }
  const octave = Math.max((bucket >> 6) - 1, 0);
  const middle = (bucket - octave * 64) * 2 ** octave + (2 ** octave - 1) / 2;
  return Math.min(Math.max(middle, histogram.low), histogram.high);
}
const rankOf = (percent, count) => Math.max(Math.ceil((percent / 100) * count - 1e-9), 1);

function percentile(counter, from, to) {
  const histogram = merged(counter.content, counter.system, counter.operation, from, to);
  if (!histogram) return NaN;
  if (counter.figure === "max") return histogram.high / 1e9;
  return atRank(histogram, rankOf(Number(counter.figure.slice(1)), histogram.count)) / 1e9;
}

/** Return the ages of an operation's calls in flight at a moment (SessionReader.ages_s). */
function agesAt(counter, moment) {
  const ages = [];
  const first = new Map();
  for (const one of counter.content.late) {
    if (one.system !== counter.system || one.at_s < moment - EDGE_S) continue;
    if (!first.has(one.target)) first.set(one.target, one.at_s);
    if (one.at_s > first.get(one.target) || one.operation !== counter.operation) continue;
    const later = Math.max(one.at_s - moment, 0);
    for (const age of one.ages_s) if (age > later) ages.push(age - later);
  }
  return ages;
}

/** Return whether calls in flight at a span's end could raise its percentile (app/model/censoring.py). */
function isLowerBound(counter, from, to) {
  const ages = agesAt(counter, to);
  if (!ages.length) return false;
  const ended = merged(counter.content, counter.system, counter.operation, from, to);
  const limit = BEYOND_S + (ended ? atRank(ended, rankOf(99, ended.count)) / 1e9 : 0);
  const more = ages.filter((age) => age > limit).length;
  if (!more || !ended || counter.figure === "max") return more > 0;
  const percent = Number(counter.figure.slice(1));
  const rank = Math.ceil((percent / 100) * (ended.count + more) - 1e-9);
  if (rank > ended.count) return true;
  return atRank(ended, rank) > (1 + MOVED) * atRank(ended, rankOf(percent, ended.count));
}
