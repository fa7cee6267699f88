/** Proposals of subtasks, and the thread that every tick leaves. */
import { describe, expect, test } from "vitest";
import { itemRow, labOf, logOf } from "./epic-lab.ts";

describe("10 a decomposition", () => {
  const subtask = (title: string, more = {}) => ({
    title,
    why: "needed",
    files: [],
    days: 0.5,
    acceptance: ["it works"],
    ...more,
  });
  const four = { verdict: "PROCEED", subtasks: ["A", "B", "C", "D"].map((title) => subtask(title)) };

  test("that both agree on waits for its person, with one item that verifies the goal", async () => {
    const epic = labOf([], "ready");
    await epic.tick(four);
    await epic.tick({ verdict: "WARN", reason: "B is large" });
    expect(epic.body).toMatchObject({ status: "review", phase: "review" });
    expect(epic.body.items.at(-1)).toMatchObject({
      title: "Verify: goal resolved",
      fields: { deps: "e-1,e-2,e-3,e-4" },
    });
    expect(epic.body.items.every(({ status }) => status === "ready")).toBe(true);
  });

  test("that they disagree on twice is for a person", async () => {
    const epic = labOf([], "ready");
    for (let round = 1; round <= 2; round += 1) {
      await epic.tick(four);
      await epic.tick({ verdict: "BLOCK", reason: "B and C are one" });
    }
    expect((await epic.tick()).ended).toBe("halted");
    expect(epic.body.status).toBe("review");
    expect(epic.text).toContain("## Pending Decisions");
    expect(epic.body.items).toEqual([]);
  });

  test("of too many, too large or too wide subtasks says so and cuts nothing", async () => {
    const epic = labOf([], "ready");
    const many = Array.from({ length: 9 }, (_, at) =>
      subtask(`T${at}`, at === 0 ? { days: 2 } : at === 1 ? { files: Array(11).fill("f") } : {}),
    );
    const ticked = await epic.tick({ verdict: "PROCEED", subtasks: many });
    expect(ticked).toMatchObject({ sentence: expect.stringMatching(/9 subtasks; 3 to 7.*2 days.*11 files/) });
    expect(epic.text.match(/^\| \d+ \| T\d/gm)).toHaveLength(9);
  });
});

describe("15 a loose thread", () => {
  test("every line of the log names what comes next", async () => {
    const epic = labOf([itemRow("a", "queued"), itemRow("b", "queued")]);
    await epic.tick();
    epic.workerEnds("a", "0", "pr/1", ["Write the docs"]);
    await epic.tick();
    await epic.tick({ action: "halt", status: "blocked", reason: "the licence has to be bought" });
    const log = logOf(epic);
    expect(log.length).toBeGreaterThanOrEqual(4);
    for (const line of log) expect(line).toMatch(/ Next: \S/);
    expect(epic.body.items.map(({ title }) => title)).toContain("Write the docs");
  });

  test("methodology and what is published in a person's name are pending decisions", async () => {
    const epic = labOf([itemRow("a", "queued", "tags=methodology")]);
    await epic.tick();
    expect(epic.asked).toEqual([]);
    expect(epic.text).toContain("## Pending Decisions");
    expect(epic.status("a")).toBe("review");
    const decided = labOf([itemRow("a", "queued", "tags=methodology")], "queued", "DECISION (a): the second one");
    await decided.tick();
    expect(decided.dispatched).toHaveLength(1);
  });
});
