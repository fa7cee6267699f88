/** What a tick does with answers and with the ends of workers, named after the lines of its contract. */
import { describe, expect, test } from "vitest";
import { dispatch, EpicLab, epicText, itemRow, labOf, rowOf } from "./epic-lab.ts";

describe("1 a tick", () => {
  test.each(["inbox", "review", "blocked", "paused", "someday", "cancelled", "done", "ready_for_user_review"])(
    "does nothing in an epic that is %s, and writes no row",
    async (status) => {
      const epic = labOf([itemRow("a", "queued")], status);
      const before = epic.text;
      expect((await epic.tick()).ended).toBe("nothing");
      expect(epic.text).toBe(before);
      expect(epic.asked).toEqual([]);
    },
  );

  test("that finds the body broken writes nothing", async () => {
    const epic = new EpicLab(epicText(["| 1 | a |\n"]));
    expect(await epic.tick()).toMatchObject({ ended: "malformed", mistakes: [{ line: 19 }] });
  });

  test("goes on with the other rows where one has an unknown status", async () => {
    const epic = labOf([itemRow("a", "quued"), itemRow("b", "queued")]);
    expect(await epic.tick()).toMatchObject({
      ended: "decided",
      dispatch: { item: "b" },
      warnings: [{ hint: "did you mean queued?" }],
    });
  });
});

describe("3 an answer of another shape", () => {
  test.each([
    ["nothing", null],
    ["prose", "I would dispatch a"],
    ["another action", { action: "merge", task_id: "a" }],
    ["one key too many", { ...dispatch("a"), note: "x" }],
    ["one key too few", { action: "halt", reason: "x" }],
    ["a command of its own", { ...dispatch("a"), command: "rm -rf /" }],
    ["an item that is not queued", dispatch("b")],
    ["an item that is not there", dispatch("zzz")],
  ])("(%s) is a row of class malformed and nothing else", async (_what, answer) => {
    const epic = labOf([itemRow("a", "queued"), itemRow("b", "ready")]);
    await epic.tick(answer);
    expect(rowOf(epic)).toMatchObject({ decision: "pauli verdict malformed", class: "malformed" });
    expect(epic.body.items.map(({ status }) => status)).toEqual(["queued", "ready"]);
    expect(epic.dispatched).toEqual([]);
  });

  test("of Marsha is told as hers; in react a dispatch is none of the shapes", async () => {
    const exited = itemRow("a", "in_progress", "exit=0; dispatch=d1", { worker: "claude", surface: "pr/1" });
    const epic = labOf([exited], "in_progress");
    await epic.tick({ verdict: "FINE" });
    expect(rowOf(epic)).toMatchObject({ decision: "marsha verdict malformed", class: "malformed" });
    const react = labOf([itemRow("a", "in_progress", "exit=1 crash; dispatch=d1")], "in_progress");
    await react.tick(dispatch("a"));
    expect(react.asked).toEqual([
      { role: "pauli", brief: { epic: "e", role: "react", context: "a: exit 1 crash without a review surface" } },
    ]);
    expect(rowOf(react)?.class).toBe("malformed");
  });

  test("2 that asks a tick to read files a task: instructions need fixing, once", async () => {
    const epic = labOf([itemRow("a", "queued")]);
    await epic.tick({ action: "read_file", path: "src/a.ts" });
    await epic.tick({ action: "grep", pattern: "x" });
    expect(epic.body.items.filter(({ title }) => title === "Instructions need fixing")).toHaveLength(1);
  });
});

describe("12 a worker's end", () => {
  test.each([
    ["exit 0 with a surface is verified", "exit=0; dispatch=d", "pr/1", "marsha"],
    ["exit 0 without a surface is reacted to", "exit=0; dispatch=d", "", "pauli"],
    ["another exit is reacted to, surface or not", "exit=2; dispatch=d", "pr/1", "pauli"],
  ])("%s", async (_what, notes, surface, role) => {
    const epic = labOf([itemRow("a", "in_progress", notes, { surface })], "in_progress");
    await epic.tick();
    expect(epic.asked.map((each) => each.role)).toEqual([role]);
  });
});

test("17 a person's edit between ticks wins and is noted", async () => {
  const epic = labOf([itemRow("a", "queued"), itemRow("b", "queued")]);
  await epic.tick();
  epic.text = epic.text.replace("| Do b | queued |", "| Do b, please | paused |");
  epic.workerEnds("a", "0", "pr/1");
  epic.text = epic.text.replace("Do b, please", "Do b, thanks");
  await epic.tick();
  expect(epic.text).toContain("The Work Items were edited by hand since the last checkpoint");
  expect(epic.status("b")).toBe("paused");
});
