// Charts over time: one row per figure, a column per system or all systems overlaid, with one linked cursor.

const DASHES = [[], [10, 5], [3, 3], [12, 4, 3, 4], [6, 3], [2, 5]];
const MOST_PHASES = 60;
const FONT = "system-ui, sans-serif";

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Return the page's text for an English one, with {names} replaced. */
function say(text, values = {}) {
  const found = Object.hasOwn(page.texts, text) ? page.texts[text] : text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

/** Return a figure as the page's language writes it. */
function local(text) {
  return page.decimal === "," ? text.replace(/[.,]/g, (sign) => (sign === "." ? "," : ".")) : text;
}

const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => darkScheme.matches && !view.isPrinting;
const isNarrow = () => innerWidth < 700;
const length = () => Math.max(page.seconds, 1);
/** Return the last moment that is shown: that of the replay, or the end. */
const edge = () => Math.min(view.now, length());

function colorOf(system) {
  if (system < 0) return isDark() ? "#8a97a6" : "#586574";
  return page.systems[system][isDark() ? "dark" : "light"];
}

function inks() {
  return isDark()
    ? { ink: "#eef2f7", dim: "#8a97a6", grid: "#222a34", panel: "#161c24", band: "rgba(143, 164, 189, 0.10)" }
    : { ink: "#16202b", dim: "#586574", grid: "#e6ebf0", panel: "#ffffff", band: "rgba(77, 101, 128, 0.08)" };
}

function chip(system) {
  const made = element("span", "chip", system < 0 ? "·" : page.systems[system].letter);
  made.style.background = colorOf(system);
  return made;
}

/** Return times and values for uPlot, which takes null for a gap. */
function points(counter) {
  counter.load();
  return (counter.points ??= [counter.ends, Array.from(counter.values, (value) => (value === value ? value : null))]);
}

function joined(counters) {
  const isShared = counters.every((counter) => counter.load().ends === counters[0].ends);
  if (isShared) return [counters[0].ends, ...counters.map((counter) => points(counter)[1])];
  return uPlot.join(counters.map((counter) => points(counter)));
}

/** Return a round number that is at least as large. */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 5, 7.5, 10].find((step) => value <= step * power) * power;
}

/** Return the value range of counters within the span in view. */
function valueRange(counters, limits = []) {
  let low = Infinity;
  let high = Math.max(0, ...limits);
  for (const counter of counters) {
    counter.load();
    for (let i = lower(counter.ends, view.from), last = upper(counter.ends, view.to); i < last; i++) {
      const value = counter.values[i];
      if (value > high) high = value;
      if (value < low && (value > 0 || !view.isLog)) low = value;
    }
  }
  if (!view.isLog) return [Math.min(0, Number.isFinite(low) ? low : 0), roundUp(high * 1.02)];
  if (!(high > 0)) return [1, 10];
  const bottom = low > 0 && Number.isFinite(low) ? low : high;
  return [10 ** Math.floor(Math.log10(bottom)), 10 ** Math.ceil(Math.log10(high) + 1e-9)];
}

/** Return the rows of charts: those of the page, and counters that the reader added. */
function chartRows() {
  const added = view.added.map((path) => ({
    title: path,
    unit: counters.find((counter) => counter.path === path).unit,
    counters: page.systems.map((_, system) => indexesOf(path, system)),
    machine: indexesOf(path, -1),
    limits: [],
  }));
  return [...page.charts, ...added];
}
const indexesOf = (path, system) =>
  counters.filter((counter) => counter.system === system && counter.path === path).map((counter) => counter.index);

function buildCharts() {
  for (const chart of charts) chart.plot.destroy();
  charts = [];
  parts.grid.replaceChildren();
  const seen = page.systems.map((_, index) => index).filter((index) => !view.hidden.has(index));
  const columns = view.isOverlay || isNarrow() ? 1 : Math.max(seen.length, 1);
  parts.grid.style.setProperty("--columns", columns);
  for (const row of chartRows()) {
    const drawn = seen.map((system) => row.counters[system].map((index, place) => ({ index, system, place })));
    const machine = (row.machine ?? []).map((index) => ({ index, system: -1, place: 0 }));
    const all = [...drawn.flat(), ...machine].map((one) => counters[one.index]);
    if (!all.length) continue;
    if (view.isOverlay || machine.length) {
      addChart(row, seen, [...drawn.flat(), ...machine], [], all);
      continue;
    }
    seen.forEach((system, column) => {
      const others = drawn.filter((_, other) => other !== column).flatMap((list) => list.slice(0, 1));
      if (drawn[column].length) addChart(row, [system], drawn[column], others, all);
      else if (columns > 1) parts.grid.append(element("div", "empty"));
    });
  }
  paintLegend();
  writeReadouts();
}

/** Add one chart: its curves, and the other systems' curves as thin ghosts. */
function addChart(row, systems, curves, ghosts, all) {
  const readout = element("span", "readout");
  const title = element("span", "chart-title");
  for (const system of systems.length === 1 ? systems : []) {
    title.append(chip(system), element("b", "", page.systems[system].name));
  }
  title.append(element("span", "dim", row.title));
  const host = element("div", "plot");
  const box = element("figure", "chart", element("figcaption", "", title, readout), host);
  parts.grid.append(box);
  const drawn = [...curves, ...(view.isShared ? ghosts : [])];
  const own = curves.map((curve) => counters[curve.index]);
  const range = () => valueRange(view.isShared ? all : own, row.limits);
  const plot = new uPlot(chartOptions(host, row, systems, drawn, curves.length, range), joined(drawn.map((one) => counters[one.index])), host);
  plot.over.addEventListener("mouseleave", () => {
    view.cursor = null;
    later(writeReadouts);
  });
  charts.push({ plot, host, row, systems, curves, drawn, readout });
}

function chartOptions(host, row, systems, drawn, ownCount, range) {
  const axis = () => ({
    stroke: () => inks().dim,
    grid: { stroke: () => inks().grid, width: 1 },
    ticks: { show: false },
    font: `11px ${FONT}`,
  });
  return {
    width: Math.max(host.clientWidth, 120),
    height: chartHeight(),
    legend: { show: false },
    padding: [14, 8, 0, 0],
    cursor: {
      y: false,
      sync: { key: "time", setSeries: false, scales: ["x", null] },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      points: { size: 6 },
      bind: { dblclick: () => () => { showSpan(0, length()); return null; } },
    },
    scales: {
      x: { time: false, range: () => [view.from, view.to] },
      y: { distr: view.isLog ? 3 : 1, range },
    },
    axes: [
      { ...axis(), values: (_, ticks) => ticks.map(durationText), size: 22, space: 60 },
      { ...axis(), size: 62, values: (_, ticks) => (view.isLog ? logTexts(ticks, row.unit) : axisTexts(ticks, axisUnit(row.unit))) },
    ],
    series: [{}, ...drawn.map((curve, place) => curveOptions(curve, place >= ownCount))],
    hooks: {
      setCursor: [moveCursor],
      setSelect: [selectSpan],
      drawClear: [(plot) => drawPhases(plot)],
      draw: [(plot) => drawMarks(plot, row, systems)],
    },
  };
}
const chartHeight = () => (isNarrow() ? 130 : 150);
const axisUnit = (unit) => (STEPS[unit] ? unit : "");
const logTexts = (ticks, unit) => ticks.map((tick) => (tick === null ? "" : local(labelText(tick, axisUnit(unit)))));

function curveOptions({ system, place }, isGhost) {
  const isThin = isGhost || place > 0;
  return {
    stroke: () => colorOf(system),
    fill: !isGhost && !place && !view.isOverlay ? () => `${colorOf(system)}26` : undefined,
    width: isThin ? 1 : 1.8,
    alpha: isThin ? 0.7 : 1,
    dash: view.isOverlay ? DASHES[Math.max(system, 0) % DASHES.length] : [],
    points: { show: false },
  };
}

function moveCursor(plot) {
  if (plot.cursor.left < 0 || !plot.cursor.event) return;
  const moment = plot.posToVal(plot.cursor.left, "x");
  if (moment === view.cursor) return;
  view.cursor = moment;
  later(writeReadouts);
}

function selectSpan(plot) {
  if (plot.select.width <= 3) return;
  const from = plot.posToVal(plot.select.left, "x");
  const to = plot.posToVal(plot.select.left + plot.select.width, "x");
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  queueMicrotask(() => showSpan(from, to));
}

/** Shade what does not count, name the phases, and mark the windows that results are based on. */
function drawPhases(plot) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const at = (moment) => plot.valToPos(moment, "x", true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
  ctx.clip();
  ctx.font = `${10 * ratio}px ${FONT}`;
  ctx.textBaseline = "top";
  let labelled = -Infinity;
  for (const phase of page.phases.length <= MOST_PHASES ? page.phases : []) {
    const to = phase.to_s ?? length();
    if (to < view.from || phase.from_s > view.to) continue;
    const [left, right] = [at(phase.from_s), at(to)];
    if (!phase.measured) {
      ctx.fillStyle = inks().band;
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.fillStyle = inks().dim;
    const x = Math.max(left, bbox.left) + 3 * ratio;
    const width = ctx.measureText(phase.name).width;
    if (Math.min(right, bbox.left + bbox.width) - x > width && x > labelled) {
      ctx.fillText(phase.name, x, ratio);
      labelled = x + width;
    }
  }
  ctx.fillStyle = inks().dim;
  for (const [from, to] of page.windows) {
    ctx.fillRect(at(from), bbox.top + bbox.height - 2 * ratio, at(to) - at(from), 2 * ratio);
  }
  ctx.restore();
}

const SEVERITY_COLORS = { __proto__: null, error: "#d3263a", warning: "#c08a00" };

/** Draw thresholds, events and markers, and cover what lies after the replay's moment. */
function drawMarks(plot, row, systems) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const at = (moment) => plot.valToPos(moment, "x", true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width + 4 * ratio, bbox.height);
  ctx.clip();
  ctx.fillStyle = "#c08a00";
  for (const limit of row.limits) {
    for (let x = bbox.left; x < bbox.left + bbox.width; x += 8 * ratio) {
      ctx.fillRect(x, plot.valToPos(limit, "y", true), 4 * ratio, ratio);
    }
  }
  for (const event of page.events) {
    if (event.at_s < view.from || event.at_s > Math.min(view.to, view.now)) continue;
    if (event.system >= 0 && !systems.includes(event.system)) continue;
    const x = Math.round(at(event.at_s));
    ctx.fillStyle = SEVERITY_COLORS[event.severity] ?? (event.marker ? inks().ink : inks().dim);
    if (!event.marker) {
      ctx.fillRect(x, bbox.top + bbox.height - 7 * ratio, ratio, 7 * ratio);
      continue;
    }
    ctx.fillRect(x, bbox.top, ratio, bbox.height);
    ctx.beginPath();
    ctx.moveTo(x - 4 * ratio, bbox.top);
    ctx.lineTo(x + 5 * ratio, bbox.top);
    ctx.lineTo(x, bbox.top + 7 * ratio);
    ctx.fill();
  }
  if (view.now < length()) {
    const x = at(view.now);
    ctx.fillStyle = inks().panel;
    ctx.fillRect(x, bbox.top, bbox.left + bbox.width + 4 * ratio - x, bbox.height);
    ctx.fillStyle = inks().dim;
    ctx.fillRect(x, bbox.top, ratio, bbox.height);
  }
  ctx.restore();
}

/** Write the figure of each chart: under the cursor, else of the span in view. */
function writeReadouts() {
  for (const chart of charts) {
    const shown = chart.curves.map(({ index, system, place }) => {
      const counter = counters[index];
      const isCursor = view.cursor !== null && view.cursor <= view.now;
      const value = isCursor ? counter.at(view.cursor) : spanFigure(counter);
      const name = chart.systems.length > 1 && !place && system >= 0 ? `${page.systems[system].letter} ` : "";
      const [text, unit] = valueText(value, counter.unit);
      const figureName = counter.isLatency ? `${counter.figure} ` : "";
      const made = element("span", place ? "thin" : "", name + figureName + local(text));
      if (unit && text !== NO_DATA) made.append(element("small", "", ` ${unit}`));
      made.style.color = colorOf(system);
      return made;
    });
    const when = view.cursor !== null ? [element("span", "dim thin", durationText(view.cursor))] : [];
    chart.readout.replaceChildren(...when, ...shown);
  }
}
function spanFigure(counter) {
  if (counter.isLatency && !page.histograms) return counter.latest(edge());
  return counter.average(view.from, Math.min(view.to, edge()));
}

let pending = new Set();
/** Run a function once before the next frame. */
function later(work) {
  if (!pending.size) {
    requestAnimationFrame(() => {
      const due = pending;
      pending = new Set();
      for (const one of due) one();
    });
  }
  pending.add(work);
}

function resizeCharts() {
  const seen = page.systems.length - view.hidden.size;
  parts.grid.style.setProperty("--columns", view.isOverlay || isNarrow() ? 1 : Math.max(seen, 1));
  for (const { plot, host } of [...charts, ...levelCharts]) {
    plot.setSize({ width: Math.max(host.clientWidth, 120), height: plot.height });
  }
}
