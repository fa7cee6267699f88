/** What Node's `readline` hands on is the value that was written, whatever it holds. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLine } from "./json-line.ts";

test("every text is one line for `readline`, and read as it was written", async () => {
  const ends = fc.constantFrom("\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f", "a", '"', "\\");
  const texts = fc
    .sample(fc.array(ends, { maxLength: 12 }), { numRuns: 200, seed: 7 })
    .map((letters) => letters.join(""));
  const stream = new PassThrough();
  const read: unknown[] = [];
  const lines = createInterface({ input: stream }).on("line", (line) => read.push(JSON.parse(line)));
  stream.end(texts.map((text) => `${jsonLine({ text })}\n`).join(""));
  await once(lines, "close");
  expect(read).toEqual(texts.map((text) => ({ text })));
});
