// A page that is served while its session is recorded: rows of new intervals, once a second.

const SILENCE_S = 5;
const LIVE_SPAN_S = 120;
const MOST_JITTER_MS = 1500;
const RETRY_MS = 3000;

function showState(text, isOn) {
  parts.pill.textContent = text;
  parts.pill.classList.toggle("off", !isOn);
}

function follow() {
  const source = new EventSource(`${live.events}?after=${page.message}`);
  let seen = Date.now();
  const watch = setInterval(() => {
    const seconds = Math.round((Date.now() - seen) / 1000);
    if (seconds > SILENCE_S && source.readyState === 1) showState(say("no data for {seconds} s", { seconds: String(seconds) }), false);
  }, 1000);
  source.addEventListener("open", () => showState(say("LIVE"), true));
  source.addEventListener("error", () => showState(say("waiting"), false));
  source.addEventListener("rows", (event) => {
    seen = Date.now();
    showState(say("LIVE"), true);
    appendRows(JSON.parse(event.data));
  });
  source.addEventListener("again", () => {
    source.close();
    clearInterval(watch);
    // Many viewers are told at the same moment; each waits for a random time.
    setTimeout(readAgain, Math.random() * MOST_JITTER_MS);
  });
}

async function readAgain() {
  try {
    const answer = await fetch(live.data, { cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error(String(answer.status));
    take(await inflated(new Uint8Array(await answer.arrayBuffer())));
    if (view.isFollowing) [view.from, view.to] = [Math.max(0, length() - LIVE_SPAN_S), length()];
    writeAll();
    if (page.over) showState(say("ended"), false);
    else follow();
  } catch {
    setTimeout(readAgain, RETRY_MS);
  }
}

function grown(values, more) {
  const joinedValues = new Float64Array(values.length + more.length);
  joinedValues.set(values);
  joinedValues.set(more, values.length);
  return joinedValues;
}
const numbers = (values) => values.map((value) => value ?? NaN);

/** Append one message: groups of counters with the same times and denominators. */
function appendRows(message) {
  page.message = message.message;
  page.seconds = message.seconds;
  if (message.phases) page.phases = message.phases;
  page.events.push(...message.events.slice(Math.max(0, page.events_seen - message.events_from)));
  page.events_seen = Math.max(page.events_seen, message.events_from + message.events.length);
  if (message.headline) page.headlines = [...page.headlines.filter((one) => one.from_s !== null), message.headline, { ...message.headline, from_s: null }];
  const known = new Map();
  for (const group of message.groups) {
    for (const [index, allValues] of group.counters) {
      const counter = counters[index].load();
      // The data that were read last may contain what the first messages after them repeat.
      const last = counter.ends.length ? counter.ends[counter.ends.length - 1] : -Infinity;
      const first = group.ends.findIndex((end) => end > last + 1e-6);
      if (first < 0) continue;
      const [begins, ends, values] = [group.begins, group.ends, allValues].map((list) => list.slice(first));
      if (!known.has(counter.ends)) known.set(counter.ends, grown(counter.ends, ends));
      counter.ends = known.get(counter.ends);
      counter.begins = grown(counter.begins, begins);
      counter.points = null;
      if (counter.isLatency) {
        counter.values = grown(counter.values, numbers(values));
        continue;
      }
      const [numerators, denominators] = [numbers(values), numbers(group.denominators.slice(first))];
      counter.numerators = grown(counter.numerators, numerators);
      counter.denominators = grown(counter.denominators, denominators);
      counter.values = grown(counter.values, numerators.map((numerator, i) => figure(numerator / denominators[i])));
    }
  }
  if (view.isFollowing) {
    view.now = Infinity;
    [view.from, view.to] = [Math.max(0, length() - LIVE_SPAN_S), length()];
  }
  for (const { plot, drawn } of charts) {
    plot.setData(joined(drawn.map((one) => counters[one.index])), false);
    plot.setScale("x", { min: view.from, max: view.to });
  }
  later(writeReadouts);
  later(writeHero);
  if (!document.hidden && page.message % 2 === 0) later(writeTable);
}
