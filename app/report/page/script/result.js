// Headline, figures of the systems, and the result: bars, percentiles, curves over the load.

function headlineAt(moment) {
  const whole = page.headlines.find((one) => one.from_s === null);
  if (moment === Infinity && whole) return whole;
  let found = page.headlines[0];
  for (const one of page.headlines) if (one.from_s !== null && one.from_s <= moment) found = one;
  return found ?? { main: "", small: "", leader: "" };
}

function writeHero() {
  const headline = headlineAt(view.now);
  const leader = page.systems.findIndex((system) => system.letter === headline.leader);
  parts.headline.textContent = headline.main;
  parts.headline.style.color = leader >= 0 ? colorOf(leader) : "";
  parts.basis.textContent = headline.small;
  const moment = edge();
  parts.blocks.replaceChildren(...page.systems.map((system, index) => systemBlock(system, index, moment)));
  parts.scrub.max = String(length());
  parts.scrub.value = String(moment);
  parts.time.textContent = `${durationText(moment)} / ${durationText(length())}`;
  writeEvents(moment);
}

function systemBlock(system, index, moment) {
  const name = element("div", "who", chip(index), system.name);
  const block = element("div", "block", name);
  const color = colorOf(index);
  if (view.now === Infinity && page.result) {
    const value = element("div", "value", page.result.texts[index]);
    value.style.color = color;
    block.append(value, element("div", "dim", page.result.label));
    return block;
  }
  const chart = page.charts[0];
  const counter = chart && counters[chart.counters[index][0]];
  if (!counter) return block;
  const measured = page.phases.filter((phase) => phase.measured && phase.from_s < moment).at(-1);
  const from = measured ? measured.from_s : Math.max(0, moment - 10);
  const to = measured ? Math.min(measured.to_s ?? moment, moment) : moment;
  const average = chart.unit === "s" ? labelText(counter.average(from, to), "s") : countText(counter.average(from, to));
  const value = element("div", "value", local(average));
  value.style.color = color;
  const now = `${say("this second")} ${local(labelText(counter.latest(moment), counter.unit))}`;
  block.append(value, element("div", "dim", measured ? `${chart.title}, ${say("measured so far")} · ${now}` : `${chart.title} · ${now}`));
  return block;
}

function writeEvents(moment) {
  const due = page.events.filter((event) => event.at_s <= moment);
  parts.events.hidden = !due.length;
  if (parts.events.hidden || parts.events.dataset.count === String(due.length)) return;
  parts.events.dataset.count = String(due.length);
  const rows = due.slice(-200).reverse().map((event) => {
    const when = element("button", "link", durationText(event.at_s));
    when.type = "button";
    when.addEventListener("click", () => { view.isFollowing = false; goTo(event.at_s + 0.001); });
    const system = event.system >= 0 ? [chip(event.system)] : [];
    return element("li", event.severity, when, ...system, element("span", "", event.text));
  });
  parts.events.lastChild.replaceChildren(...rows);
}

/** Write what does not depend on the moment: bars, percentiles, curves over the load. */
function writeResult() {
  for (const { plot } of levelCharts) plot.destroy();
  levelCharts = [];
  parts.result.replaceChildren();
  if (page.result) parts.result.append(bars(page.result), ...(page.result.ladder.length ? [ladder(page.result)] : []));
  parts.result.hidden = !page.result;
  parts.levels.replaceChildren();
  parts.levels.hidden = !page.levels.length;
  if (!page.levels.length) return;
  const grid = element("div", "level-grid");
  parts.levels.append(element("h2", "", say("Over the load")), grid);
  for (const levels of page.levels) addLevels(levels, grid);
}

function bars(result) {
  const most = Math.max(...result.values.map((value) => value ?? 0));
  const card = element("div", "card", element("h3", "", result.label));
  page.systems.forEach((system, index) => {
    const bar = element("span", "result-bar");
    bar.style.width = `${most > 0 ? (100 * (result.values[index] ?? 0)) / most : 0}%`;
    bar.style.background = colorOf(index);
    const text = element("b", "", result.texts[index]);
    text.style.color = colorOf(index);
    card.append(element("div", "bar-row", element("span", "who", chip(index), system.name), element("span", "track", bar), text));
  });
  return card;
}

function ladder(result) {
  const most = Math.max(...result.ladder.flatMap(([, values]) => values.map((value) => value ?? 0)));
  const card = element("div", "card", element("h3", "", result.latency));
  for (const [name, values] of result.ladder) {
    const track = element("span", "track");
    const texts = element("span", "rung-texts");
    values.forEach((value, index) => {
      if (value === null) return;
      const dot = element("span", "dot");
      dot.style.left = `${most > 0 ? (100 * value) / most : 0}%`;
      dot.style.background = colorOf(index);
      const text = element("b", "", `${page.systems[index].letter} ${local(labelText(value, "s"))}`);
      text.style.color = colorOf(index);
      track.append(dot);
      texts.append(text);
    });
    card.append(element("div", "rung", element("span", "", name), track, texts));
  }
  return card;
}

function addLevels(levels, grid) {
  const readout = element("span", "readout dim", levels.axis);
  const host = element("div", "plot");
  grid.append(element("figure", "chart", element("figcaption", "", element("b", "", levels.title), readout), host));
  const data = uPlot.join(levels.curves.map(([, loads, values]) => [loads, values]));
  const loads = data[0];
  const isLog = loads.length > 2 && loads[0] > 0 && loads[loads.length - 1] / loads[0] >= 16;
  const systems = levels.curves.map(([letter]) => page.systems.findIndex((system) => system.letter === letter));
  const axis = () => ({ stroke: () => inks().dim, grid: { stroke: () => inks().grid, width: 1 }, ticks: { show: false }, font: `11px ${FONT}` });
  const around = (_, low, high) => {
    const margin = low === high ? 1 : (high - low) * 0.04;
    return [low - margin, high + margin];
  };
  const plot = new uPlot(
    {
      width: Math.max(host.clientWidth, 200),
      height: 200,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: {
        x: isLog ? { time: false, distr: 3, log: 2 } : { time: false, range: around },
        y: { range: (_, low, high) => [0, roundUp(high * 1.02)] },
      },
      axes: [
        { ...axis(), splits: () => loads, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : local(String(tick)))), filter: (_, ticks) => ticks },
        { ...axis(), size: 62, values: (_, ticks) => axisTexts(ticks, axisUnit(levels.unit)) },
      ],
      series: [{}, ...systems.map((system, place) => ({ stroke: () => colorOf(system), width: 2, spanGaps: true, dash: DASHES[place % DASHES.length], points: { show: true, size: 7, fill: () => colorOf(system) } }))],
      hooks: { setCursor: [(own) => writeLevelReadout(own, levels, systems, readout)] },
    },
    data,
    host,
  );
  levelCharts.push({ plot, host });
}

function writeLevelReadout(plot, levels, systems, readout) {
  const index = plot.cursor.idx;
  if (index === null || index === undefined) {
    readout.replaceChildren(levels.axis);
    return;
  }
  const figures = systems.map((system, place) => {
    const name = system >= 0 ? page.systems[system].letter : "";
    const made = element("span", "", `${name} ${local(labelText(plot.data[place + 1][index] ?? NaN, axisUnit(levels.unit)))}`);
    made.style.color = colorOf(system);
    return made;
  });
  readout.replaceChildren(local(String(plot.data[0][index])), ...figures);
}
