/** A second system on the same runner, journal and mailbox: what `reeve run` is made of is not its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryRuns } from "../../src/journal/memory/memory-store.ts";
import { openRuns } from "../../src/journal/open-runs.ts";
import type { Runs } from "../../src/journal/runs.ts";
import { Runner } from "../../src/runtime/runner/runner.ts";
import { manualClock } from "../../src/runtime/time/clock.ts";
import {
  type ApprovalAnswer,
  type ApprovalEvent,
  type ApprovalInput,
  approvalList,
  approvalRules,
} from "../../src/testing/approval-list.ts";
import { child, nextLine } from "../journal/child.ts";
import { scratchDir } from "../journal/scratch.ts";

const LONG_MS = 20_000;
const PROCESS = "../systems/approval-process.ts";

test("killed and opened again, ordered by mail from another process, watched from a third: it ends as one", async () => {
  const stateDir = scratchDir();
  const runs = openRuns({ stateDir });
  const first = child(PROCESS, [stateDir]);
  expect(await nextLine(first)).toBe("roof, walls wait for approval.");
  await approve(runs, 1, "roof");
  expect(await nextLine(first)).toBe("Ann approved roof.");
  expect(await runs.answer<ApprovalAnswer>("r1", { sender: "ann", number: 1 }, LONG_MS)).toMatchObject({
    type: "answered",
    answer: "taken",
  });
  await first.kill();

  const watched: string[] = [];
  const watching = watch(runs, watched);
  await approve(runs, 1, "roof"); // again, as somebody does who does not know whether it was heard
  await approve(runs, 2, "walls");
  expect(await runs.waiting("r1")).toHaveLength(1);
  const second = child(PROCESS, [stateDir]);
  const said: string[] = [];
  for await (const line of second.lines) said.push(line);
  expect(said).toEqual(["Ann approved walls.", "Everything is approved.", "The result is announced.", "end: done"]);
  await watching;
  expect(watched).toEqual(["list_opened", "item_approved", "item_approved", "list_decided", "list_announced"]);
  expect(readFileSync(join(stateDir, "announcement.txt"), "utf8")).toBe("missing: \n");
  expect((await runs.state("r1", approvalRules)).state.phase).toBe("announced");
  expect(await runs.verify("r1")).toMatchObject({ sound: true, readableTo: 4 });
});

test("its timer is kept over a crash, and what was owed when somebody died is done by the next", async () => {
  const runs = memoryRuns();
  const clock = manualClock(1_000);
  const announced: (readonly string[])[] = [];
  const dying = open(runs, clock, () => new Promise(() => {}));
  await dying.until("roof wait for approval.");
  // It dies: nothing is closed, and somebody else takes over.
  const next = open(runs, clock, async (missing) => void announced.push(missing));
  await next.ready;
  clock.advance(60_000);
  expect((await next.work).type).toBe("done");
  expect(next.said).toEqual(["Time is up without the approval of roof.", "The result is announced."]);
  expect(announced).toEqual([["roof"]]);
  // The deadline woke the dead one too; it was refused and is over.
  expect(await dying.work).toMatchObject({ type: "journal", error: { kind: "superseded" } });
});

test("an announcement that was never confirmed is made again", async () => {
  const runs = memoryRuns();
  const clock = manualClock(1_000);
  const announced: (readonly string[])[] = [];
  const dying = open(runs, clock, () => new Promise(() => {}));
  await dying.until("roof wait for approval.");
  clock.advance(60_000);
  await dying.until("Time is up without the approval of roof.");
  const next = open(runs, clock, async (missing) => void announced.push(missing));
  expect((await next.work).type).toBe("done");
  expect(announced).toEqual([["roof"]]);
  expect(next.said).toEqual(["The result is announced."]);
  await expect(dying.runner.order({ type: "announcement_made" })).rejects.toMatchObject({ kind: "superseded" });
  expect((await dying.work).type).toBe("journal");
});

test("a predecessor that does not know that it was replaced records nothing more", async () => {
  const runs = memoryRuns();
  const clock = manualClock(1_000);
  const stale = open(runs, clock, () => new Promise(() => {}));
  await stale.until("roof wait for approval.");
  const owner = open(runs, clock, async () => {});
  await owner.ready;
  const word: ApprovalInput = { type: "approve", item: "roof", by: "Bob" };
  await expect(stale.runner.order(word)).rejects.toMatchObject({ kind: "superseded" });
  expect((await stale.work).type).toBe("journal");
  expect(await owner.runner.order({ ...word, by: "Ann" })).toBe("taken");
  const end = await owner.work;
  expect(end).toMatchObject({ type: "done" });
  expect(end.type === "done" && end.state.items.get("roof")).toBe("Ann");
});

/** The lease is not asked for: whoever had it may be gone without having let go. */
function open(
  runs: Runs,
  clock: ReturnType<typeof manualClock>,
  announce: (missing: readonly string[]) => Promise<void>,
) {
  const said: string[] = [];
  const waiting = new Map<string, () => void>();
  const system = approvalList({ clock, items: ["roof"], withinMs: 60_000, announce });
  const runner = new Runner(system, {
    runs,
    lease: { run: "r1", release: async () => {} },
    clock,
    dice: () => 0.5,
    stays: () => false,
    onSentence: (sentence) => {
      said.push(sentence);
      waiting.get(sentence)?.();
    },
  });
  const work = runner.work();
  const until = (sentence: string): Promise<void> =>
    said.includes(sentence) ? Promise.resolve() : new Promise((resolve) => void waiting.set(sentence, resolve));
  /** An order waits until all is settled; one that decides nothing leaves no trace. */
  const ready = runner.order({ type: "time_up" });
  return { runner, work, said, until, ready };
}

async function watch(runs: Runs, seen: string[]): Promise<void> {
  for await (const { events } of runs.tail<ApprovalInput, ApprovalEvent>("r1", 1, AbortSignal.timeout(LONG_MS))) {
    seen.push(...events.map(({ type }) => type));
    if (seen.includes("list_announced")) return;
  }
}

function approve(runs: Runs, number: number, item: string): Promise<void> {
  const input: ApprovalInput = { type: "approve", item, by: "Ann" };
  return runs.post("r1", { sender: "ann", number, at: 1, from: "Ann, from another process", input });
}
