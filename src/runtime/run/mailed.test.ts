/** What other processes may lay into a run's mailbox, over the real rules of a run. */
import { expect, test } from "vitest";
import type { Answer } from "../../engine/input.ts";
import { memoryRuns } from "../../journal/memory/memory-store.ts";
import { runRules } from "./run-rules.ts";

const BY = { user: "x", host: "h", tty: null, pid: 1, command: "reeve skip" };

test.each([
  ["an order", { type: "pause" }, "answered"],
  ["that an order was refused", { type: "agent_ordered", attempts: [], by: BY }, "answered"],
  ["what only Reeve sees for itself", { type: "outside_write_seen", paths: ["forged"], ended: [] }, "refused"],
  ["a start that nobody asked for", { type: "attempt_claimed", attempt: "a.1" }, "refused"],
  ["what is no input at all", { type: "toString" }, "refused"],
  ["nothing", null, "refused"],
])("%s", async (_name, input, outcome) => {
  const runs = memoryRuns();
  const lease = await runs.lease("r1");
  if ("heldBy" in lease) throw new Error("nobody else can have it");
  const run = await runs.open(lease, { rules: runRules, now: () => 1, dice: () => 0 });
  await run.serveMail();
  const name = { sender: "somebody", number: 1 };
  await runs.post("r1", { ...name, at: 1, from: "somebody", input });
  expect((await runs.answer<Answer>("r1", name, 20_000))?.type).toBe(outcome);
  expect((await run.state()).violations.flatMap(({ paths }) => paths)).not.toContain("forged");
  await run.close();
  await lease.release();
});
