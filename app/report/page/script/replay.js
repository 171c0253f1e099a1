// The span in view and the moment of the replay.

const SPEEDS = [0.5, 1, 2, 5, 10, 30, 60, 300];
const LEAST_SPAN_S = 1;
const FRAME_MS = 80;
const TABLE_MS = 1000;

function showSpan(from, to) {
  let [left, right] = [Math.max(Math.min(from, length()), 0), Math.min(to, length())];
  if (right - left < LEAST_SPAN_S) {
    const middle = (left + right) / 2;
    [left, right] = [Math.max(0, middle - LEAST_SPAN_S / 2), middle + LEAST_SPAN_S / 2];
  }
  [view.from, view.to] = [left, right];
  if (page.isLive) view.isFollowing = view.isFollowing && right >= length() - 1.5;
  for (const { plot } of charts) plot.setScale("x", { min: left, max: right });
  later(writeReadouts);
  later(writeTable);
  later(writeHero);
}

function zoom(factor) {
  const middle = view.cursor ?? (view.from + view.to) / 2;
  const width = Math.max((view.to - view.from) * factor, LEAST_SPAN_S);
  const share = (middle - view.from) / (view.to - view.from);
  const from = Math.max(0, Math.min(middle - share * width, length() - width));
  showSpan(from, from + width);
}

function moveSpan(seconds) {
  const width = view.to - view.from;
  const from = Math.max(0, Math.min(view.from + seconds, length() - width));
  showSpan(from, from + width);
}

/** Show a moment of the session; at or after its end, the whole session. */
function goTo(moment) {
  view.now = moment >= length() ? Infinity : Math.max(moment, 0);
  if (view.now !== Infinity && (view.now > view.to || view.now < view.from)) {
    const width = view.to - view.from;
    const from = Math.max(0, Math.min(view.now - width / 2, length() - width));
    showSpan(from, from + width);
  }
  for (const { plot } of charts) plot.redraw(false);
  later(writeReadouts);
  later(writeHero);
  if (!view.playing || performance.now() - view.tableAt > TABLE_MS) {
    view.tableAt = performance.now();
    later(writeTable);
  }
}

function togglePlay() {
  view.isFollowing = false;
  if (view.playing) {
    cancelAnimationFrame(view.playing);
    view.playing = 0;
    writeTools();
    later(writeTable);
    return;
  }
  let moment = view.now === Infinity ? 0 : view.now;
  let before = performance.now();
  let drawn = 0;
  const step = (time) => {
    moment += ((time - before) / 1000) * view.speed;
    before = time;
    if (moment >= length()) {
      view.playing = 0;
      goTo(Infinity);
      writeTools();
      return;
    }
    view.playing = requestAnimationFrame(step);
    if (time - drawn > FRAME_MS) {
      drawn = time;
      goTo(moment);
    }
  };
  view.playing = requestAnimationFrame(step);
  writeTools();
}

function changeSpeed(direction) {
  const place = SPEEDS.indexOf(view.speed) + direction;
  view.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
  writeTools();
}

function toggle(name) {
  view[name] = !view[name];
  writeTools();
  buildCharts();
}

function hideSystem(system) {
  if (view.hidden.has(system)) view.hidden.delete(system);
  else view.hidden.add(system);
  buildCharts();
}

function stepMoment(seconds) {
  view.isFollowing = false;
  goTo(edge() + seconds);
}

const KEYS = {
  __proto__: null,
  " ": togglePlay,
  o: () => toggle("isOverlay"),
  l: () => toggle("isLog"),
  s: () => toggle("isShared"),
  Escape: () => showSpan(0, length()),
  "-": () => zoom(2),
  "+": () => zoom(0.5),
  "=": () => zoom(0.5),
  ">": () => changeSpeed(1),
  "<": () => changeSpeed(-1),
  ",": () => moveSpan((view.from - view.to) / 4),
  ".": () => moveSpan((view.to - view.from) / 4),
  "/": () => parts.search.focus(),
  Home: () => { view.isFollowing = false; goTo(0); },
  End: () => { view.isFollowing = page.isLive; goTo(Infinity); },
};

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches("input[type=search], select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const arrow = { __proto__: null, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (arrow) {
    stepMoment(arrow * (event.shiftKey ? 30 : 1));
  } else if (/^[1-9]$/.test(key) && Number(key) <= page.systems.length) {
    hideSystem(Number(key) - 1);
  } else if (KEYS[key]) {
    KEYS[key]();
  } else {
    return;
  }
  event.preventDefault();
}
