/**
 * A picture of a screen in a quarter of its bytes: its most frequent colours that differ, 256 of them, every other colour as
 * the nearest of these. Ink on paper has few colours, so that nobody sees the difference. For PNGs as Chromium writes them: 8 bits,
 * with or without alpha, not interlaced.
 */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE_BYTES = 8;
/** Length and name before the data of a chunk, a checksum behind it. */
const HEAD_BYTES = 8;
const CHUNK_BYTES = HEAD_BYTES + 4;
const COLOURS_MAX = 256;
const PALETTE = 3;

export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const palette = frequent(pixels);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = placeOf(pixels[y * width + x] ?? 0, palette, places);
  const head = Buffer.from(chunkOf(png, "IHDR"));
  head.set([8, PALETTE, 0, 0, 0], HEAD_BYTES);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk("IHDR", head),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Areas and the shades of a shadow are of these, and stay exactly what they are. */
const EXACT = 160;
/** Squared: what is nearer than this to a colour that is there already needs no place of its own. */
const APART = 140;

function frequent(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const palette = sorted.slice(0, EXACT).map(([colour]) => colour);
  // The shades of one letter's edge are many, the red of one mark is rare: both have to be there.
  for (const [colour] of sorted.slice(EXACT)) {
    if (palette.length < COLOURS_MAX && palette.every((other) => distance(colour, other) > APART)) palette.push(colour);
  }
  return palette;
}

/** Remembered once it was looked for. */
function placeOf(colour: number, palette: readonly number[], places: Map<number, number>): number {
  const known = places.get(colour);
  if (known !== undefined) return known;
  let nearest = 0;
  for (const [place, other] of palette.entries())
    if (distance(colour, other) < distance(colour, palette[nearest] ?? 0)) nearest = place;
  places.set(colour, nearest);
  return nearest;
}

function distance(one: number, other: number): number {
  const of = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255);
  return of(16) ** 2 + of(8) ** 2 + of(0) ** 2;
}

function decode(png: Buffer): { readonly width: number; readonly height: number; readonly pixels: Uint32Array } {
  const head = chunkOf(png, "IHDR");
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = head[9] === 6 ? 4 : 3;
  const data = inflateSync(chunkOf(png, "IDAT"));
  const length = width * channels;
  let before = Buffer.alloc(length);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1);
    const row = unfiltered(data.subarray(from + 1, from + 1 + length), data[from] ?? 0, before, channels);
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = row.readUIntBE(x * channels, 3);
    before = row;
  }
  return { width, height, pixels };
}

/** What each byte was before it was written as a difference to what is left, above, or both. */
function unfiltered(line: Buffer, filter: number, above: Buffer, channels: number): Buffer<ArrayBuffer> {
  const row = Buffer.alloc(line.length);
  for (const [x, byte] of line.entries()) {
    const [a, b, c] = [row[x - channels] ?? 0, above[x] ?? 0, x < channels ? 0 : (above[x - channels] ?? 0)];
    const guesses = [0, a, b, (a + b) >> 1, paeth(a, b, c)];
    row[x] = (byte + (guesses[filter] ?? 0)) & 255;
  }
  return row;
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** All of this name, put together. */
function chunkOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const from = at + HEAD_BYTES;
    if (png.toString("latin1", at + 4, from) === wanted) found.push(png.subarray(from, from + length));
    at += length + CHUNK_BYTES;
  }
  return Buffer.concat(found);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const made = Buffer.alloc(named.length + HEAD_BYTES);
  made.writeUInt32BE(data.length, 0);
  named.copy(made, 4);
  made.writeUInt32BE(crc32(named), made.length - 4);
  return made;
}
