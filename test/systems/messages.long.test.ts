/** The figures that the log promises: eight processes with ten thousand messages each, and a million messages read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MessageReader } from "../../src/systems/messages/message-reader.ts";
import { MessageWriter } from "../../src/systems/messages/message-writer.ts";
import { appendTogether } from "./message-writers.ts";

test("eight processes append ten thousand messages each: none is lost, ids are unique and rise", async () => {
  const { ids, perWriter, problems } = await appendTogether({ writers: 8, each: 10_000 });
  expect(problems).toEqual([]);
  expect(ids).toHaveLength(80_000);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const numbers of perWriter) expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, n) => n + 1));
});

test("a million messages are read once; after that only what is new", () => {
  const dir = mkdtempSync(join(tmpdir(), "reeve-million-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const log = join(dir, "messages.jsonl");
  const writer = new MessageWriter(log);
  const drafts = Array.from({ length: 10_000 }, (_, n) => ({
    from: `w${n % 8}`,
    to: "all",
    type: "progress",
    summary: `${n}`,
  }));
  for (let n = 0; n < 100; n++) writer.appendAll(drafts, 0);
  const reader = new MessageReader(log);
  expect(reader.read(() => {})).toMatchObject({ count: 1_000_000, problemCount: 0, mark: { line: 1_000_000 } });
  writer.append({ from: "w", to: "all", type: "progress", summary: "one more" }, 0);
  writer.close();
  expect(reader.read(() => {})).toMatchObject({ count: 1, mark: { line: 1_000_001 } });
});
