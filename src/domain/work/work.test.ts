import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { BugError } from "../bug.ts";
import { isFinal, mayMove, moveWork, WORK_STATUSES } from "./work.ts";

describe("a task's status", () => {
  it("follows the agent from working over verifying to done", () => {
    const task = { ...given({ tasks: ["a"] }).task("a") };
    expect(task.status).toBe("working");
    moveWork(task, "verifying", 5);
    moveWork(task, "done", 6);
    expect(task).toMatchObject({ status: "done", changedAt: 6 });
  });

  it("goes after a failure to a restart or to a person, never straight to done", () => {
    expect(mayMove("failed", "waiting_for_wakeup")).toBe(true);
    expect(mayMove("failed", "waiting_for_input")).toBe(true);
    expect(mayMove("failed", "done")).toBe(false);
  });

  it("rejects every move that is not in the table, and changes nothing then", () => {
    for (const from of WORK_STATUSES) {
      for (const to of WORK_STATUSES) {
        if (from === to || mayMove(from, to)) continue;
        const task = { ...given({ tasks: ["a"] }).task("a"), status: from };
        expect(() => moveWork(task, to, 1)).toThrow(BugError);
        expect(task.status).toBe(from);
      }
    }
  });

  it("leaves done only to be worked again, where others found it wrong", () => {
    expect(WORK_STATUSES.filter((to) => mayMove("done", to))).toEqual(["waiting", "ready"]);
    expect(WORK_STATUSES.filter(isFinal)).toEqual(["done", "skipped", "given_up"]);
  });
});
