/**
 * kill -9 at any moment loses nothing and runs nothing twice, with real processes. REEVE_KILLS sets how many kills,
 * REEVE_SEED plays one seed; a failing seed is in the message.
 */
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/engine/event.ts";
import { thoroughly } from "../thoroughly.ts";
import { LONG_TEST_HANG_MS } from "../wait.ts";
import { type CrashRun, crashRun, TASK_IDS } from "./crash-harness.ts";
import { allGone } from "./kit.ts";
import { seedSource } from "./seed-source.ts";

const KILLS = Number(process.env["REEVE_KILLS"] ?? thoroughly(110, 8));
const SIDE_BY_SIDE = thoroughly(2, 1);
const KILLS_PER_RUN_MAX = Math.min(40, KILLS);

describe("Reeve, killed with SIGKILL at random moments and started again", () => {
  it(
    `ends every run of ${TASK_IDS.length + 1} tasks as if nothing had happened, over at least ${KILLS} kills`,
    async () => {
      const seeds = seedSource();
      let kills = 0;
      const lane = async () => {
        while (kills < KILLS) {
          const run = await crashRun(seeds(), KILLS_PER_RUN_MAX);
          kills += run.kills;
          await inspect(run);
          run.project.remove();
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
      expect(kills).toBeGreaterThanOrEqual(KILLS);
    },
    LONG_TEST_HANG_MS,
  );
});

async function inspect(run: CrashRun): Promise<void> {
  try {
    await expectGoodEnd(run);
  } catch (error) {
    throw new Error(`seed ${run.seed}, ${run.kills} kills: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function expectGoodEnd({ project, code }: CrashRun): Promise<void> {
  const events = project.json<Event & { id: string }>("events");
  const of = (type: string) => events.filter((event) => event.type === type) as unknown as Record<string, unknown>[];
  // The doomed task asks a person, everything else is done: exit 3.
  expect(code).toBe(3);
  expect(
    of("task_done")
      .map((event) => event["task"])
      .sort(),
  ).toEqual([...TASK_IDS].sort());
  for (const id of TASK_IDS) expect(project.read(`out-${id.slice(1)}.txt`)).toBe(`work ${id.slice(1)}\n`);
  // Every agent process that ever started did so once, whatever was delivered twice.
  const started = project
    .read("ran.log")
    .split("\n")
    .filter((line) => line.startsWith("start "));
  expect(started.length).toBe(new Set(started).size);
  // What is known of its failures survives: after exactly two crashes of the same kind a person was asked, once. An attempt
  // that was lost with its Reeve before it began costs nothing and changes nothing.
  const ends = of("attempt_ended")
    .filter((event) => event["task"] === "doomed")
    .map((event) => (event["outcome"] as { type: string }).type);
  expect(ends.filter((type) => type === "failed")).toEqual(["failed", "failed"]);
  expect(of("question_asked").length).toBe(1);
  await allGone(project);
}
