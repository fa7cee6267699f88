/** Reading segments as a keeper would leave them, at every moment of their being written. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createOutputReader, type OutputPiece, readTail } from "./output-reader.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reeve-output-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

test("nothing is there yet, then lines come as they are completed", async () => {
  const reader = createOutputReader(dir, "out");
  expect(await reader.read()).toBeUndefined();
  writeFileSync(join(dir, "out.0"), "one\ntw");
  expect(await reader.read()).toEqual([line("one")]);
  expect(reader.position()).toBe(4);
  appendFileSync(join(dir, "out.0"), "o\n");
  expect(await reader.read()).toEqual([line("two")]);
  expect(await reader.read()).toBeUndefined();
});

test("a line that goes over into the next segment is one line", async () => {
  writeFileSync(join(dir, "out.0"), "on");
  writeFileSync(join(dir, "out.2"), "e\ntwo");
  const reader = createOutputReader(dir, "out");
  expect(await readAll(reader)).toEqual([line("one"), line("two")]);
});

test("what was deleted is told to the byte, between the pieces of the lines it cut", async () => {
  writeFileSync(join(dir, "out.0"), "one\ncut");
  writeFileSync(join(dir, "out.1000"), "tail\nend\n");
  writeFileSync(join(dir, "err.0"), "other stream\n");
  const reader = createOutputReader(dir, "out");
  expect(await readAll(reader)).toEqual([
    line("one"),
    line("cut"),
    { type: "gap", bytes: 993 },
    line("tail"),
    line("end"),
  ]);
});

test("a segment that is deleted while it is read is a gap as well", async () => {
  writeFileSync(join(dir, "out.0"), "a\n");
  const reader = createOutputReader(dir, "out");
  expect(await reader.read()).toEqual([line("a")]);
  writeFileSync(join(dir, "out.2"), "b\n");
  expect(await reader.read()).toEqual([line("b")]);
  rmSync(join(dir, "out.2"));
  writeFileSync(join(dir, "out.10"), "c\n");
  expect(await readAll(reader)).toEqual([{ type: "gap", bytes: 6 }, line("c")]);
});

test("a later reader goes on from a position, also when that is gone", async () => {
  writeFileSync(join(dir, "out.0"), "one\ntwo\n");
  expect(await readAll(createOutputReader(dir, "out", 4))).toEqual([line("two")]);
  rmSync(join(dir, "out.0"));
  writeFileSync(join(dir, "out.100"), "late\n");
  expect(await readAll(createOutputReader(dir, "out", 4))).toEqual([{ type: "gap", bytes: 96 }, line("late")]);
});

test("links and folders under the name of a segment are not followed", async () => {
  symlinkSync("/dev/zero", join(dir, "out.0"));
  mkdirSync(join(dir, "out.5"));
  writeFileSync(join(dir, "out.9x"), "no\n");
  expect(await readAll(createOutputReader(dir, "out"))).toEqual([{ type: "gap", bytes: 5 }]);
  expect(await readTail(dir, "out", 100)).toBe("");
});

test("the tail is the end of the stream, over segments, but not over a gap", async () => {
  writeFileSync(join(dir, "out.0"), "lost");
  writeFileSync(join(dir, "out.10"), "abc");
  writeFileSync(join(dir, "out.13"), "def");
  expect(await readTail(dir, "out", 100)).toBe("abcdef");
  expect(await readTail(dir, "out", 4)).toBe("cdef");
  expect(await readTail(dir, "err", 4)).toBe("");
});

test("kept, missing and pending bytes add up, however the stream was cut, whenever it was read", async () => {
  const cuts = fc.array(
    fc.record({ text: fc.string({ unit: fc.constantFrom("a", "b", "\n") }), keep: fc.boolean(), read: fc.boolean() }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(cuts, async (pieces) => {
      const name = mkdtempSync(join(dir, "p-"));
      const reader = createOutputReader(name, "out");
      const seen: OutputPiece[] = [];
      let at = 0;
      for (const { text, keep, read } of pieces) {
        if (keep && text !== "") writeFileSync(join(name, `out.${at}`), text);
        at += text.length;
        if (read) seen.push(...((await reader.read()) ?? []));
      }
      writeFileSync(join(name, `out.${at}`), "\n");
      seen.push(...(await readAll(reader)));
      const bytes = seen.map((piece, index) =>
        piece.type === "gap" ? piece.bytes : piece.text.length + (cutShort(seen, index) ? 0 : 1),
      );
      const total = bytes.reduce((sum, count) => sum + count, 0);
      // A line that ends right where a gap begins has its line end counted or not; nothing else may differ.
      expect(Math.abs(total - (at + 1))).toBeLessThanOrEqual(seen.filter((piece) => piece.type === "gap").length);
    }),
    { numRuns: 60 },
  );
});

function cutShort(pieces: readonly OutputPiece[], index: number): boolean {
  return pieces[index + 1]?.type === "gap";
}

function line(text: string): OutputPiece {
  return { type: "line", text };
}

async function readAll(reader: ReturnType<typeof createOutputReader>): Promise<OutputPiece[]> {
  const all: OutputPiece[] = [];
  for (let pieces = await reader.read(); pieces; pieces = await reader.read()) all.push(...pieces);
  return [...all, ...reader.finish()];
}
