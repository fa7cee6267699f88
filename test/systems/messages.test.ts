/** The message log under many real processes at once, some of which are killed. The large figures are in the long test. */
import { expect, test } from "vitest";
import { appendTogether, killInTheMiddle } from "./message-writers.ts";

test("eight processes that append at once lose nothing, and ids rise from line to line", async () => {
  const { ids, perWriter, problems } = await appendTogether({ writers: 8, each: 300 });
  expect(problems).toEqual([]);
  expect(ids).toHaveLength(8 * 300);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  expect(perWriter).toEqual(Array.from({ length: 8 }, () => Array.from({ length: 300 }, (_, n) => n + 1)));
});

test("a writer that is killed keeps nobody out, and what it wrote is there in order", async () => {
  const { ids, killed, problems } = await killInTheMiddle({ kills: 5 });
  expect(problems).toEqual([]);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const numbers of killed) expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
