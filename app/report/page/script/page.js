// The page: its parts, tools and start.

let page = { texts: {} };
let counters = [];
let charts = [];
let levelCharts = [];
let tableRows = [];
const live = JSON.parse(document.documentElement.dataset.live ?? "null");
const view = {
  isOverlay: false,
  isLog: false,
  isShared: true,
  isPrinting: false,
  isFollowing: Boolean(live),
  hidden: new Set(),
  from: 0,
  to: 1,
  now: Infinity,
  playing: 0,
  speed: 1,
  cursor: null,
  sort: { key: "", direction: 1 },
  find: "",
  added: [],
  tableAt: 0,
};
const parts = {};

function take(bytes) {
  page = contentOf(bytes);
  page.isLive = Boolean(live) && !page.over;
  counters = page.counters.map((row, index) => new Counter(page, { operation: -1, figure: "", ...row }, index));
  tableRows = counterRows();
  view.added = view.added.filter((path) => counters.some((counter) => counter.path === path));
}

function tool(label, title, action, key = "") {
  const button = element("button", "tool", label);
  button.type = "button";
  button.title = key ? `${title} (${key})` : title;
  button.setAttribute("aria-label", title);
  button.addEventListener("click", () => {
    action();
    button.blur();
  });
  parts.tools.append(button);
  return button;
}

function buildPage() {
  const body = document.getElementById("page");
  parts.pill = element("button", "pill");
  parts.pill.type = "button";
  parts.pill.addEventListener("click", () => {
    view.isFollowing = page.isLive;
    goTo(Infinity);
  });
  parts.headline = element("p", "headline");
  parts.basis = element("p", "dim basis");
  parts.blocks = element("div", "blocks");
  parts.tools = element("div", "tools");
  parts.tools.setAttribute("role", "toolbar");
  parts.grid = element("div", "grid");
  parts.result = element("section", "result");
  parts.levels = element("section", "levels");
  parts.tableTitle = element("h2");
  parts.search = element("input");
  parts.search.type = "search";
  parts.search.placeholder = `${say("Find a counter")} ( / )`;
  parts.search.setAttribute("aria-label", say("Find a counter"));
  parts.search.addEventListener("input", () => {
    view.find = parts.search.value;
    writeTable();
  });
  parts.tableScroll = element("div", "scroll");
  parts.tableScroll.tabIndex = 0;
  parts.tableNote = element("p", "dim");
  parts.events = element("section", "events", element("h2", "", say("Events")), element("ul"));
  parts.table = element("section", "counters", parts.tableTitle, parts.search, parts.tableScroll, parts.tableNote);
  addTools();
  const hint = element(
    "p",
    "dim hint",
    say(
      "Keys: space plays, ← → move the moment, < > change the speed, O overlay, L log scale, S shared scale, 1–9 hide a system, + − zoom, , . move the span, / finds a counter. Drag to zoom; double-click resets.",
    ),
  );
  body.append(
    element("header", "", element("span", "title", page.title), parts.pill),
    element("section", "hero", parts.headline, parts.basis, parts.blocks),
    parts.tools,
    parts.grid,
    parts.result,
    parts.levels,
    parts.events,
    parts.table,
    hint,
  );
  body.hidden = false;
  document.body.classList.add("scripted");
}

function addTools() {
  parts.play = tool("▶", say("Play"), togglePlay, "␣");
  parts.speed = element("select");
  parts.speed.title = `${say("Speed")} (< >)`;
  parts.speed.setAttribute("aria-label", say("Speed"));
  parts.speed.append(...SPEEDS.map((speed) => new Option(`${local(String(speed))}×`, String(speed))));
  parts.speed.addEventListener("change", () => {
    view.speed = Number(parts.speed.value);
    parts.speed.blur();
  });
  parts.scrub = element("input", "scrub");
  parts.scrub.type = "range";
  parts.scrub.min = "0";
  parts.scrub.step = "any";
  parts.scrub.setAttribute("aria-label", say("Moment"));
  parts.scrub.addEventListener("input", () => {
    view.isFollowing = false;
    const moment = Number(parts.scrub.value);
    goTo(moment >= length() - 0.01 ? Infinity : moment);
  });
  parts.time = element("span", "time");
  parts.tools.append(parts.speed, parts.scrub, parts.time);
  parts.toggles = {
    isOverlay: tool(say("Overlay"), say("Overlay"), () => toggle("isOverlay"), "O"),
    isLog: tool(say("Log scale"), say("Log scale"), () => toggle("isLog"), "L"),
    isShared: tool(say("Shared scale"), say("Shared scale"), () => toggle("isShared"), "S"),
  };
  tool("−", say("Show more time"), () => zoom(2), "−");
  tool("+", say("Show less time"), () => zoom(0.5), "+");
  tool(say("All"), say("Show the whole session"), () => showSpan(0, length()), "Esc");
  parts.legend = page.systems.map((system, index) => {
    const button = tool("", say("Hide or show {system}", { system: system.name }), () => hideSystem(index), String(index + 1));
    button.classList.add("system");
    return button;
  });
}

function writeTools() {
  for (const [name, button] of Object.entries(parts.toggles)) button.setAttribute("aria-pressed", String(view[name]));
  parts.play.textContent = view.playing ? "❚❚" : "▶";
  parts.play.setAttribute("aria-label", say(view.playing ? "Pause" : "Play"));
  parts.speed.value = String(view.speed);
}

function paintLegend() {
  parts.legend.forEach((button, index) => {
    button.replaceChildren(chip(index), page.systems[index].name);
    button.setAttribute("aria-pressed", String(!view.hidden.has(index)));
  });
}

function writeAll() {
  const hasCounters = counters.length > 0;
  parts.tools.hidden = parts.table.hidden = !hasCounters;
  writeHero();
  buildCharts();
  writeResult();
  if (hasCounters) writeTable();
  writeTools();
}

/** Redraw for paper, or for the screen again. */
function preparePaper(isPrinting) {
  view.isPrinting = isPrinting;
  for (const { plot, host } of charts) {
    const paper = view.isOverlay ? 700 : 340;
    const width = isPrinting ? Math.min(host.clientWidth || paper, paper) : Math.max(host.clientWidth, 120);
    plot.setSize({ width, height: plot.height });
    plot.redraw(false);
  }
  writeHero();
  writeReadouts();
  paintLegend();
}

function listen() {
  addEventListener("keydown", pressKey);
  addEventListener("beforeprint", () => preparePaper(true));
  addEventListener("afterprint", () => preparePaper(false));
  darkScheme.addEventListener("change", writeAll);
  let resizing = 0;
  addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(resizeCharts, 120);
  });
}

async function start() {
  const began = performance.now();
  try {
    take(await inflated(fromBase64(document.getElementById("data").textContent)));
    view.isOverlay = isNarrow() && page.systems.length > 1;
    buildPage();
    [view.from, view.to] = [page.isLive ? Math.max(0, length() - LIVE_SPAN_S) : 0, length()];
    if (live) showState(say(page.over ? "ended" : "LIVE"), !page.over);
    else showState(say("RECORDED {date}", { date: page.started }), true);
    parts.pill.classList.toggle("live", Boolean(live));
    writeAll();
    listen();
    if (page.isLive) follow();
  } catch (error) {
    document.getElementById("page").hidden = true;
    document.body.classList.remove("scripted");
    document.getElementById("static").prepend(element("p", "bad", `The interactive part cannot be shown: ${error.message}`));
    console.error(error);
  }
  document.documentElement.dataset.ready = String(Math.round(performance.now() - began));
}

globalThis.outpacePage = Object.freeze({
  format: FORMAT,
  counters: () => counters.map((counter) => [counter.system, counter.path]),
  statistics: (index, from, to) => counters[index].statistics(from, to),
  figures: Object.freeze({ fixed, valueText, labelText, countText, ratioText, durationText }),
  inflatedHere,
});
start();
