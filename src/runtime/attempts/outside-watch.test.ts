import { expect, test } from "vitest";
import type { Input } from "../../engine/input.ts";
import { OutsideWatch } from "./outside-watch.ts";

function aWatch() {
  const reports: Input[] = [];
  const waiting: string[][] = [];
  const moves: string[] = [];
  const looked = {
    outsideWrites: async () => waiting.shift() ?? [],
    integrationMoves: async () => moves.splice(0),
  };
  const watch = new OutsideWatch(looked, async (input) => {
    await Promise.resolve();
    reports.push(input);
  });
  return { watch, reports, waiting, moves };
}

test("what the last agent wrote after the last look is reported before the work is over", async () => {
  const { watch, reports, waiting } = aWatch();
  waiting.push([], ["README.md"]);
  watch.look("a.1");
  await watch.lookLast();
  expect(reports).toEqual([{ type: "outside_write_seen", paths: ["README.md"], ended: ["a.1"] }]);
});

test("a look that is under way is waited for", async () => {
  const { watch, reports, waiting } = aWatch();
  waiting.push(["one"], ["two"], []);
  watch.look("a.1");
  watch.look("b.1");
  await watch.lookLast();
  expect(reports).toMatchObject([
    { paths: ["one"], ended: ["a.1"] },
    { paths: ["two"], ended: ["b.1"] },
  ]);
});

test("a moved integration branch is reported by its own name, once", async () => {
  const { watch, reports, moves } = aWatch();
  moves.push("refs/heads/reeve/r1/integration was moved");
  await watch.lookLast();
  await watch.lookLast();
  expect(reports).toMatchObject([{ type: "outside_write_seen", rule: "integration_moved", ended: [] }]);
});
