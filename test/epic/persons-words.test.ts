/** Whose words count in a body: what a person says, not what they show as an example; and what an agent says is never taken for theirs. */
import { describe, expect, test } from "vitest";
import { turnsOf } from "../../src/systems/epic/body/persons-turn.ts";
import { decisionsOf } from "../../src/systems/epic/dispatch/pending.ts";
import { skipDirectives } from "../../src/systems/epic/prose/scan-prose.ts";
import { dispatch, itemRow, labOf } from "./epic-lab.ts";

describe("8 15 an override, an exemption or a decision that is only shown counts for nothing", () => {
  const shown: [string, (line: string) => string][] = [
    ["in a code fence", (line) => `To pass it, write:\n\n\`\`\`\n${line}\n\`\`\`\n`],
    ["in a fence of tildes", (line) => `~~~text\n${line}\n~~~\n`],
    ["in a comment", (line) => `<!--\n${line}\n-->\n`],
  ];
  test.each(shown)("%s", async (_where, example) => {
    const risky = itemRow("a", "queued", "tags=production");
    const lab = labOf([risky], "queued", example("CRITIC OVERRIDE: it is fine"));
    await lab.tick();
    expect(lab.asked[0]?.role).toBe("critic");
    expect(decisionsOf(labOf([risky], "queued", example("DECISION (a): yes")).body, "a")).toEqual([]);
    const { spoken } = labOf([risky], "queued", example("SKIP DIRECTIVE: test_a: why")).body;
    expect(skipDirectives(spoken)).toEqual([]);
  });

  test("said outside of it, it counts", async () => {
    const lab = labOf([itemRow("a", "queued", "tags=production")], "queued", "- CRITIC OVERRIDE: it is fine");
    await lab.tick(dispatch("a"));
    expect(lab.dispatched.map(({ item }) => item)).toEqual(["a"]);
  });
});

describe("5 what is escalated is asked, whatever words its reason has", () => {
  test.each(["waits for credentials of the bank", "by design the API refuses it", "waits for b"])("%s", (reason) => {
    const { body } = labOf([itemRow("a", "blocked", `reason=${reason}`)], "in_progress");
    expect(turnsOf(body)).toMatchObject([{ type: "requeue", item: "a" }]);
  });

  test("only what another item of the epic settles is not", () => {
    const { body } = labOf([itemRow("a", "blocked", "reason=waits for b"), itemRow("b", "queued")], "in_progress");
    expect(turnsOf(body)).toEqual([]);
  });
});

describe("17 a new item never takes the id of another", () => {
  const failed = itemRow("a", "in_progress", "exit=1 red; dispatch=d1", { worker: "claude" });

  test("also where a person deleted an earlier one", async () => {
    const lab = labOf([failed, itemRow("a-fix2", "cancelled")], "in_progress");
    await lab.tick();
    await lab.tick();
    expect(lab.body.items.map(({ id }) => id)).toEqual(["a", "a-fix2", "a-fix1"]);
  });

  test("also where a worker names what comes next", async () => {
    const lab = labOf([itemRow("a", "queued"), itemRow("a-next2", "done")]);
    await lab.tick(dispatch("a"));
    lab.workerEnds("a", "0", "pr/1", ["one", "two"]);
    expect(lab.body.items.map(({ id }) => id)).toEqual(["a", "a-next2", "a-next1", "a-next3"]);
  });
});

test("1 two epics dispatched in the same millisecond have two dispatches", async () => {
  const [one, other] = [labOf([itemRow("a", "queued")]), labOf([itemRow("a", "queued")], "queued", "Another goal.")];
  await one.tick(dispatch("a"));
  await other.tick(dispatch("a"));
  expect(one.now).toBe(other.now);
  expect(one.dispatched[0]?.id).not.toBe(other.dispatched[0]?.id);
});
