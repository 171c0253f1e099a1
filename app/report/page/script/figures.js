// Figures as app/analysis/format.py prints them; tests run the same cases in Python and here.

const NO_DATA = "–";
const STEPS = {
  __proto__: null,
  s: [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]],
  B: [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]],
  "B/s": [[1e9, "GB/s"], [1e6, "MB/s"], [1e3, "kB/s"], [1, "B/s"]],
};
const STEP_OF_ZERO = { __proto__: null, s: [1e-3, "ms"], B: [1e6, "MB"], "B/s": [1e6, "MB/s"] };

/** Return a positive number as decimal digits without an exponent. */
function plainDigits(text) {
  const [, whole, fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + "0".repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Round decimal digits half up. */
function roundedDigits(text, decimals) {
  const [whole, fraction = ""] = text.split(".");
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  const rounded = String(kept + (Number(fraction[decimals] ?? "0") >= 5 ? 1n : 0n)).padStart(decimals + 1, "0");
  return decimals ? `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}` : rounded;
}

/** Format a number with thousands, rounded half up in decimal. */
function fixed(value, decimals) {
  const size = Math.abs(value);
  const scaled = size * 10 ** decimals;
  let text;
  if (scaled < 1e9 && Math.abs((scaled % 1) - 0.5) > 1e-6) {
    text = size.toFixed(decimals);
  } else {
    text = roundedDigits(plainDigits(size < 1e15 ? size.toPrecision(15) : String(size)), decimals);
  }
  const [whole, fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction ? `.${fraction}` : "");
  return value < 0 && /[1-9]/.test(grouped) ? `-${grouped}` : grouped;
}

function significantDecimals(value, figures, most = 12) {
  if (value === 0 || !Number.isFinite(value)) return 0;
  const exponent = Number(Math.abs(value).toExponential(figures - 1).split("e")[1]);
  return Math.min(Math.max(figures - 1 - exponent, 0), most);
}

/** Return the size of the display unit of a value, and its text. */
function stepOf(value, unit) {
  const steps = STEPS[unit];
  if (!steps) return [1, unit];
  if (value === 0) return STEP_OF_ZERO[unit];
  const rounded = Number(Math.abs(value).toPrecision(3));
  return steps.find(([size]) => rounded >= size) ?? steps[steps.length - 1];
}

function numberText(value, isWhole) {
  const size = Number(Math.abs(value).toPrecision(3));
  if (isWhole || size === 0 || size >= 100) return fixed(value, 0);
  return fixed(value, size >= 1 ? 1 : significantDecimals(size, 2));
}

function valueText(value, unit) {
  if (!Number.isFinite(value)) return [NO_DATA, (STEP_OF_ZERO[unit] ?? [1, unit])[1]];
  const [size, unitText] = stepOf(value, unit);
  return [numberText(value / size, unit === "" && Number.isInteger(value)), unitText];
}

function labelText(value, unit) {
  const [text, unitText] = valueText(value, unit);
  return text === NO_DATA ? text : `${text} ${unitText}`.trimEnd();
}

function countText(value) {
  return Number.isFinite(value) ? fixed(value, 0) : NO_DATA;
}

function ratioText(baseline, challenger) {
  if (!(Number.isFinite(baseline) && Number.isFinite(challenger) && baseline > 0 && challenger >= 0)) return NO_DATA;
  const ratio = challenger / baseline;
  if (ratio === 0) return "0×";
  if (ratio < 0.001) return "< 0.001×";
  if (ratio > 1e6) return "> 1,000,000×";
  return `${fixed(ratio, significantDecimals(ratio, 3, 5))}×`;
}

function durationText(seconds) {
  if (!Number.isFinite(seconds)) return NO_DATA;
  const sign = seconds < 0 ? "-" : "";
  const whole = seconds < 0 ? Math.ceil(-seconds) : Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return sign + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(whole % 60)}`;
}

function decimalsOf(step) {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 6;
}

/** Return the texts of an axis' ticks, which share unit and decimals; the unit is printed with the largest. */
function axisTexts(ticks, unit) {
  const known = ticks.filter((tick) => tick !== null);
  const largest = Math.max(...known.map(Math.abs));
  const [size, unitText] = stepOf(largest, unit);
  const decimals = known.length > 1 ? decimalsOf((known[1] - known[0]) / size) : 1;
  const last = known[known.length - 1];
  return ticks.map((tick) => {
    if (tick === null) return "";
    const text = local(fixed(tick / size, decimals));
    return tick === last && STEPS[unit] ? `${text} ${unitText}` : text;
  });
}
