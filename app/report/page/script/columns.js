// Reads the page's data: base64, one zlib stream, JSON, columns (app/report/page/columns.py).

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function inflated(bytes) {
  if (typeof DecompressionStream === "undefined") return inflatedHere(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Inflate a zlib stream in a browser without DecompressionStream (before 2023): RFC 1950 and 1951. */
function inflatedHere(source) {
  let at = 2; // after the two bytes of the zlib head
  let held = 0;
  let heldBits = 0;
  let out = new Uint8Array(source.length * 4);
  let size = 0;

  function reserve(count) {
    if (size + count <= out.length) return;
    const larger = new Uint8Array(Math.max(out.length * 2, size + count));
    larger.set(out);
    out = larger;
  }
  function bits(count) {
    while (heldBits < count) {
      held |= source[at++] << heldBits;
      heldBits += 8;
    }
    const value = held & ((1 << count) - 1);
    held >>>= count;
    heldBits -= count;
    return value;
  }
  function tree(lengths) {
    const counts = new Uint16Array(16);
    const offsets = new Uint16Array(16);
    const symbols = new Uint16Array(lengths.length);
    for (const length of lengths) counts[length]++;
    counts[0] = 0;
    for (let i = 1; i < 16; i++) offsets[i] = offsets[i - 1] + counts[i - 1];
    lengths.forEach((length, symbol) => {
      if (length) symbols[offsets[length]++] = symbol;
    });
    return { counts, symbols };
  }
  function symbol({ counts, symbols }) {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= bits(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("damaged data");
  }
  function trees(type) {
    if (type === 1) {
      const literal = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
      return [tree(literal), tree(new Array(30).fill(5))];
    }
    const literals = bits(5) + 257;
    const distances = bits(5) + 1;
    const codes = bits(4) + 4;
    const codeLengths = new Array(19).fill(0);
    for (let i = 0; i < codes; i++) codeLengths[CODE_ORDER[i]] = bits(3);
    const codeTree = tree(codeLengths);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const code = symbol(codeTree);
      if (code < 16) {
        lengths.push(code);
        continue;
      }
      const value = code === 16 ? lengths[lengths.length - 1] : 0;
      let repeats = code === 16 ? 3 + bits(2) : code === 17 ? 3 + bits(3) : 11 + bits(7);
      while (repeats--) lengths.push(value);
    }
    return [tree(lengths.slice(0, literals)), tree(lengths.slice(literals))];
  }

  for (let isLast = 0; !isLast; ) {
    isLast = bits(1);
    const type = bits(2);
    if (type === 0) {
      held = heldBits = 0;
      const length = source[at] | (source[at + 1] << 8);
      at += 4;
      reserve(length);
      out.set(source.subarray(at, at + length), size);
      size += length;
      at += length;
      continue;
    }
    const [literalTree, distanceTree] = trees(type);
    for (;;) {
      const code = symbol(literalTree);
      if (code === 256) break;
      if (code < 256) {
        reserve(1);
        out[size++] = code;
        continue;
      }
      const length = LENGTH_BASE[code - 257] + bits(LENGTH_BITS[code - 257]);
      const distanceCode = symbol(distanceTree);
      const distance = DISTANCE_BASE[distanceCode] + bits(DISTANCE_BITS[distanceCode]);
      reserve(length);
      for (let i = 0; i < length; i++, size++) out[size] = out[size - distance];
    }
  }
  return out.subarray(0, size);
}

/** Decode one column, described by its head. */
function decoded(head, bytes) {
  if (head.kind === "bytes") return bytes.subarray(head.at, head.at + head.size);
  const { n, at } = head;
  const values = new Float64Array(n);
  if (head.kind === "constant") return values.fill(head.value === null ? NaN : head.value);
  if (head.kind === "float") {
    const bits = new Uint32Array(n);
    for (let i = 0; i < n; i++) {
      bits[i] = bytes[at + i] | (bytes[at + n + i] << 8) | (bytes[at + 2 * n + i] << 16) | (bytes[at + 3 * n + i] << 24);
    }
    return Float64Array.from(new Float32Array(bits.buffer));
  }
  let sum = 0;
  for (let i = 0; i < n; i++) {
    let code = 0;
    for (let plane = head.planes - 1; plane >= 0; plane--) code = code * 256 + bytes[at + plane * n + i];
    if (head.difference) {
      sum += code % 2 ? -(code + 1) / 2 : code / 2;
      code = sum;
    }
    values[i] = code === 0 ? NaN : (code - 1 + head.base) * head.unit;
  }
  return values;
}

function leb128(bytes) {
  const numbers = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 127) * factor;
    if (byte & 128) {
      factor *= 128;
    } else {
      numbers.push(value);
      value = 0;
      factor = 1;
    }
  }
  return numbers;
}

const FORMAT = 1;

/** Return the content of a stream, with `column(index)` for its columns. */
function contentOf(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const content = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (content.format !== FORMAT) throw new Error(`page format ${content.format}`);
  const body = bytes.subarray(4 + length);
  const known = [];
  content.column = (index) => (known[index] ??= decoded(content.columns[index], body));
  return content;
}
