// Table of all counters over the span in view.

const MOST_ROWS = 400;
const STATISTICS = [["average", "average"], ["minimum", "smallest"], ["maximum", "largest"], ["p95", "p95"]];
const MACHINE_STATISTICS = [STATISTICS[0], STATISTICS[2]];
const MACHINE = -1;

/** Return a counter's rows, one per path, with the counters of all systems. */
function counterRows() {
  const rows = new Map();
  for (const counter of counters) {
    if (!rows.has(counter.path)) rows.set(counter.path, { path: counter.path, counters: new Map(), first: counter });
    rows.get(counter.path).counters.set(counter.system, counter);
  }
  return [...rows.values()];
}

function spanText(from, to) {
  return `${durationText(from)} – ${durationText(to)}`;
}

function writeTable() {
  const [from, to] = [view.from, Math.min(view.to, edge())];
  const words = view.find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tableRows.filter((row) => {
    const text = `${row.path} ${row.first.layer} ${row.first.unit}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shown = found.slice(0, MOST_ROWS).map((row) => withFigures(row, from, to));
  sortRows(shown);
  const columns = page.systems.map((_, system) => system);
  if (counters.some((counter) => counter.system === MACHINE)) columns.push(MACHINE);
  const table = element("table", "", tableHead(columns), element("tbody", "", ...shown.map((row) => tableRow(row, columns))));
  parts.tableTitle.textContent = say("Counters, {span}", { span: spanText(from, to) });
  parts.tableScroll.replaceChildren(table);
  parts.tableNote.textContent = tableNote(from, to, shown.length, found.length);
}

function tableNote(from, to, shown, found) {
  const notes = [say("Averages are computed from raw values over the span; p95 is that of the seconds' values.")];
  if (page.histograms) {
    const seconds = String(page.histograms.block_s);
    const span = spanText(...blockSpan(page, from, to));
    notes.push(
      say("The average of a percentile is that of all calls in whole blocks of {seconds} s, {span}; ≥ marks a lower bound.", {
        seconds,
        span,
      }),
    );
  } else if (counters.some((counter) => counter.isLatency)) {
    notes.push(say("Latencies over a span need the finished page."));
  }
  if (found > shown) notes.unshift(say("The first {shown} of {found}: search for others.", { shown: String(shown), found: String(found) }));
  return notes.join(" ");
}

function withFigures(row, from, to) {
  const statistics = new Map([...row.counters].map(([system, counter]) => [system, counter.statistics(from, to)]));
  const baseline = statistics.get(page.baseline);
  const challenger = page.systems.length === 2 ? statistics.get(1 - page.baseline) : undefined;
  const isComparable = baseline && challenger && !baseline.atLeast && !challenger.atLeast;
  return { ...row, statistics, ratio: isComparable ? challenger.average / baseline.average : NaN };
}

function sortRows(rows) {
  const { key, direction } = view.sort;
  if (!key) return;
  const [system, name] = key.split("|");
  const valueOf = (row) => (key === "path" ? row.path : key === "ratio" ? row.ratio : row.statistics.get(Number(system))?.[name]);
  rows.sort((one, other) => {
    const [x, y] = [valueOf(one), valueOf(other)];
    if (typeof x === "string") return direction * x.localeCompare(y);
    const isMissing = (value) => (Number.isFinite(value) ? 0 : 1);
    return isMissing(x) - isMissing(y) || direction * (x - y) || 0;
  });
}

function tableHead(columns) {
  const groups = element("tr", "", element("th", ""), element("th", ""));
  const names = element("tr", "", element("th", "", say("Chart")), sortable(say("Counter"), "path"));
  for (const system of columns) {
    const statistics = system === MACHINE ? MACHINE_STATISTICS : STATISTICS;
    const group = element("th", "group", chip(system), system === MACHINE ? say("Driver's machine") : page.systems[system].name);
    group.colSpan = statistics.length;
    groups.append(group);
    for (const [name, label] of statistics) names.append(sortable(say(label), `${system}|${name}`));
  }
  if (page.systems.length === 2) {
    groups.append(element("th", ""), element("th", "less-more"));
    const [challenger, baseline] = [1 - page.baseline, page.baseline].map((system) => page.systems[system].letter);
    names.append(sortable(`${challenger} / ${baseline}`, "ratio"), element("th", "less-more", "< 1× >"));
  }
  return element("thead", "", groups, names);
}

function sortable(text, key) {
  const button = element("button", "", text);
  button.type = "button";
  button.addEventListener("click", () => {
    const isSame = view.sort.key === key;
    view.sort = { key, direction: isSame ? -view.sort.direction : key === "path" ? 1 : -1 };
    writeTable();
  });
  const head = element("th", "", button);
  const order = view.sort.direction > 0 ? "ascending" : "descending";
  head.setAttribute("aria-sort", view.sort.key === key ? order : "none");
  return head;
}

function tableRow(row, columns) {
  const box = element("input");
  box.type = "checkbox";
  box.checked = view.added.includes(row.path);
  box.setAttribute("aria-label", say("Add a chart of {counter}", { counter: row.path }));
  box.addEventListener("change", () => {
    view.added = box.checked ? [...view.added, row.path] : view.added.filter((path) => path !== row.path);
    buildCharts();
  });
  const made = element("tr", "", element("td", "", box), element("td", "name", row.path, element("span", "dim", ` ${row.first.layer}`)));
  for (const system of columns) {
    const statistics = row.statistics.get(system);
    for (const [name] of system === MACHINE ? MACHINE_STATISTICS : STATISTICS) {
      const text = statistics ? local(labelText(statistics[name], row.first.unit)) : "";
      made.append(element("td", "figure", name === "average" && statistics?.atLeast && text !== NO_DATA ? `≥ ${text}` : text));
    }
  }
  if (page.systems.length === 2) made.append(element("td", "figure", ratioOf(row)), element("td", "less-more", ratioBar(row)));
  return made;
}

function ratioOf(row) {
  return Number.isFinite(row.ratio) ? local(ratioText(1, row.ratio)) : NO_DATA;
}

/** Return a bar from 1× on a log scale; green or red only if the counter has a better direction. */
function ratioBar(row) {
  const bar = element("span", "bar");
  if (!(row.ratio > 0) || !Number.isFinite(row.ratio)) return bar;
  const decades = Math.max(-1, Math.min(1, Math.log10(row.ratio)));
  const isBetter = row.first.better === "more" ? decades > 0 : decades < 0;
  bar.classList.add(row.first.better ? (isBetter ? "better" : "worse") : "neutral");
  bar.style.width = `${50 * Math.abs(decades)}%`;
  bar.style.left = `${decades < 0 ? 50 + 50 * decades : 50}%`;
  return bar;
}
