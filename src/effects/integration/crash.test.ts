import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Errand } from "../../../test/integration/integrate-process.ts";
import { anIntegrationWorld, BRANCH, gate, type IntegrationWorld, order } from "../../../test/integration-world.ts";
import { thoroughly } from "../../../test/thoroughly.ts";

const TASKS = thoroughly(12, 5);
const KILLS_MIN = thoroughly(15, 3);
const program = fileURLToPath(new URL("../../../test/integration/integrate-process.ts", import.meta.url));
let world: IntegrationWorld;
afterEach(() => world.repository.remove());

test("killed at random moments, a queue of merges ends as if nothing had happened", async () => {
  world = anIntegrationWorld({ "a.txt": "one\ntwo\nthree\n" });
  world.repository.write("a.txt", "dirty\n");
  const before = world.untouched();
  const journal = join(world.repository.dir, "../journal");
  writeFileSync(journal, "");
  const errand = {
    dir: world.repository.dir,
    stateDir: world.stateDir,
    base: world.base,
    orders: someOrders(),
    journal,
  };
  const mark = `crash-${process.pid}`;
  const seed = Number(process.env["REEVE_TEST_SEED"] ?? 20_2607);
  const deaths = fc.sample(aDeath, { seed, numRuns: 10_000 });
  let kills = 0;
  for (const death of deaths) {
    const { status, signal, stderr } = perform({ ...errand, mark, dieAt: death.call, how: death.how });
    kills += signal === "SIGKILL" ? 1 : 0;
    expect(world.repository.git("fsck", "--no-dangling"), `seed ${seed}, kill ${kills}`).toBe("");
    expect(world.untouched(), `seed ${seed}, kill ${kills}`).toBe(before);
    expect({ status, stderr }).not.toMatchObject({ status: 3 });
    if (status === 0) break;
  }
  const [answers, expected] = [readFileSync(journal, "utf8").trimEnd().split("\n"), errand.orders.map(expectedAnswer)];
  expect(answers, `seed ${seed}`).toEqual(expected);
  const merged = expected.flatMap((line) => (line.endsWith(" merged") ? [line.split(" ")[0] ?? ""] : []));
  const subjects = world.repository.git(
    "log",
    "--first-parent",
    "--reverse",
    "--format=%s",
    `${world.base}..${BRANCH}`,
  );
  expect(subjects.split("\n")).toEqual(merged.map((task) => `Merge ${task}: Do ${task}`));
  expect(kills).toBeGreaterThanOrEqual(KILLS_MIN);
});

/** Most orders are green; some are red, some conflict with the one before. */
function someOrders() {
  return Array.from({ length: TASKS }, (_, index) => {
    const task = `t${index}`;
    const files = kindOf(index) === "conflict" ? { "f0.txt": `${index}\n` } : { [`f${index}.txt`]: `${index}\n` };
    const run = kindOf(index) === "red" ? "false" : `test -f f${kindOf(index) === "conflict" ? 0 : index}.txt`;
    return order(task, world.work(task, files), index % 3 === 0 ? [] : [gate(run)]);
  });
}

function kindOf(index: number): "merged" | "red" | "conflict" {
  if (index % 6 === 4) return "red";
  return index % 6 === 5 ? "conflict" : "merged";
}

function expectedAnswer({ task }: { readonly task: string }, index: number): string {
  return `${task} ${kindOf(index)}`;
}

const aDeath = fc.record({
  call: fc.integer({ min: 1, max: 24 }),
  how: fc.oneof(fc.constant("before" as const), fc.constant("after" as const), fc.integer({ min: 0, max: 8 })),
});

function perform(errand: Errand): { status: number | null; signal: NodeJS.Signals | null; stderr: string } {
  return spawnSync(process.execPath, [program, JSON.stringify(errand)], { encoding: "utf8" });
}
