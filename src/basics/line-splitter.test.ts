import fc from "fast-check";
import { expect, test } from "vitest";
import { LINE_BYTES_MAX, LineSplitter } from "./line-splitter.ts";

test("the same lines come out however the bytes are cut into pieces", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" }).map((line) => line.replaceAll(/[\r\n]/g, ""))),
      fc.array(fc.nat(20)),
      (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const splitter = new LineSplitter();
        const out: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          out.push(...splitter.push(bytes.subarray(at, at + cut)));
          at += cut;
        }
        out.push(...splitter.push(bytes.subarray(at)), ...splitter.break());
        expect(out).toEqual(lines);
        expect(splitter.pendingBytes).toBe(0);
      },
    ),
  );
});

test("an open line is held until it ends, or is given as it stands", () => {
  const splitter = new LineSplitter();
  expect(splitter.push(Buffer.from("a\r\nb"))).toEqual(["a"]);
  expect(splitter.pendingBytes).toBe(1);
  expect(splitter.break()).toEqual(["b"]);
  expect(splitter.break()).toEqual([]);
});

test("bytes that are no UTF-8 become a replacement character, and the rest stays", () => {
  expect(new LineSplitter().push(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toEqual(["a\ufffdb"]);
});

test("a line without end is kept up to the bound, and what is cut is counted", () => {
  const splitter = new LineSplitter();
  for (let i = 0; i < 40; i += 1) expect(splitter.push(Buffer.alloc(100_000, "x"))).toEqual([]);
  expect(splitter.pendingBytes).toBe(4_000_000);
  const [line = ""] = splitter.push(Buffer.from("\n"));
  expect(line).toBe(`${"x".repeat(LINE_BYTES_MAX)} […${4_000_000 - LINE_BYTES_MAX} more bytes in this line]`);
});
