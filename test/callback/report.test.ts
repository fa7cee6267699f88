/** How agents hand back results, and say that they are blocked, over real HTTP. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attemptFolder } from "../../src/effects/processes/attempt-folder.ts";
import { until, untilPasses } from "../wait.ts";
import { type Lab, openLab, SECRET } from "./lab.ts";

test("a result is recorded, lies where adapters look for it, and holds no secret", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const { text, isError } = await agent.call("report_result", {
    files_created: ["x.ts"],
    decisions: [`used the key ${SECRET}`],
  });
  expect({ text, isError }).toEqual({ text: "Reeve has your result. End your turn now.", isError: false });
  expect(lab.run.names()).toEqual(["result_reported:a.1"]);
  const stored = JSON.parse(readFileSync(resultFile(lab, "a.1"), "utf8"));
  expect(stored).toMatchObject({ status: "done", task_id: "a", files_created: ["x.ts"] });
  expect(lab.run.state.attempts.live.get("a.1")?.reported).toEqual(stored);
  expect(JSON.stringify(stored)).not.toContain(SECRET);
});

test("what is wrong with a result is told back, and nothing is recorded", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const wrong = await agent.call("report_result", { files_created: "x.ts" });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("files_created: must be a list of texts");
  const other = await agent.call("report_result", { task_id: "b" });
  expect(other.text).toContain('task_id is "b", but the task is "a"');
  expect(lab.run.names()).toEqual([]);
  expect(existsSync(resultFile(lab, "a.1"))).toBe(false);
});

test("the same result reported twice is recorded once, another one replaces it", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  await agent.call("report_result", { decisions: ["one"] });
  await agent.call("report_result", { decisions: ["one"] });
  await agent.call("report_result", { decisions: ["two"] });
  expect(lab.run.names()).toEqual(["result_reported:a.1", "result_reported:a.1"]);
  expect(readFileSync(resultFile(lab, "a.1"), "utf8")).toContain("two");
});

test("a result that cannot be recorded still lies where adapters look for it", async () => {
  const lab = await openLab({ unrecorded: true });
  const agent = await lab.client("a.1");
  expect((await agent.call("report_result")).isError).toBe(false);
  expect(existsSync(resultFile(lab, "a.1"))).toBe(true);
  expect((await agent.call("add_wisdom", { text: "x" })).text).toContain("Reeve cannot record this at the moment");
});

test("an agent that waits while it is blocked gets the answer and goes on", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const blocked = { blocked_reason: "ambiguous_spec", uncertain_about: "Red or blue?", options: ["red", "blue"] };
  const waiting = agent.call("report_blocked", { ...blocked, wait_s: 60 });
  await until("the attempt to wait", () => lab.run.state.attempts.live.get("a.1")?.waitsUntil !== undefined);
  await until("its result", () => existsSync(resultFile(lab, "a.1")));
  expect([...lab.run.state.questions.open.values()]).toMatchObject([
    { id: "q1", asker: "a", tasks: [], text: "Red or blue?" },
  ]);
  lab.when({ type: "answer", question: "q1", text: "blue" });
  expect((await waiting).text).toMatch(/^The answer: blue\nYou are no longer blocked/);
  expect(existsSync(resultFile(lab, "a.1"))).toBe(false);
  expect(lab.run.state.attempts.live.get("a.1")?.reported).toBeUndefined();
});

test("an agent whose wait is over is told to end, and its result says that it is blocked", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const blocked = { blocked_reason: "ambiguous_spec", uncertain_about: "Red or blue?" };
  const waiting = agent.call("report_blocked", { ...blocked, wait_s: 60 });
  await untilPasses("the sign of its waiting", () => expect(lab.signs).toEqual([["a.1", "waits for an answer to q1"]]));
  lab.clock.advance(60_000);
  expect((await waiting).text).toMatch(/^Not answered yet\. End your turn now/);
  expect(JSON.parse(readFileSync(resultFile(lab, "a.1"), "utf8"))).toMatchObject({ status: "blocked" });
});

test("what rules see to first is not asked of a person at once", async () => {
  const lab = await openLab();
  const agent = await lab.client("a.1");
  const blocked = { blocked_reason: "missing_dependency", uncertain_about: "b has to come first" };
  const { text } = await agent.call("report_blocked", { ...blocked, wait_s: 60 });
  expect(text).toContain("Noted that you are blocked. Reeve handles this itself");
  expect(lab.run.names()).toEqual(["result_reported:a.1"]);
});

function resultFile(lab: Lab, attempt: string): string {
  return attemptFolder(lab.runDir, attempt).result;
}
