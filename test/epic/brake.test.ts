/** When a tick halts an epic, and when it is at its end. */
import { describe, expect, test } from "vitest";
import { EpicLab, epicText, itemRow, labOf, patternRows, rowOf } from "./epic-lab.ts";

describe("5 the brake", () => {
  const OLD = "2025-12-31T18:00:00Z";
  const RULES: readonly (readonly [string, EpicLab, string])[] = [
    [
      "the same failure three times in eight rows",
      new EpicLab(
        epicText([itemRow("a", "queued")], "in_progress") +
          patternRows(["verify_fail", "dispatch_ok", "verify_fail", "-", "verify_fail"]),
      ),
      "recurring: verify_fail",
    ],
    [
      "two workers idle for more than four hours",
      labOf(
        [
          itemRow("a", "in_progress", "dispatch=d", { at: OLD }),
          itemRow("b", "in_progress", "dispatch=d", { at: OLD }),
        ],
        "in_progress",
      ),
      "stalled workers",
    ],
    [
      "two react halts",
      new EpicLab(
        epicText([itemRow("a", "queued")], "in_progress") + patternRows(["react_halt", "dispatch_ok", "react_halt"]),
      ),
      "repeated react halt",
    ],
  ];
  test.each(RULES)("fires for %s, before anybody is asked", async (_what, epic, reason) => {
    expect(await epic.tick()).toMatchObject({ ended: "halted", sentence: `The epic halts: ${reason}.` });
    expect(epic.asked).toEqual([]);
    expect(epic.body).toMatchObject({ status: "review", phase: "halt" });
    expect(rowOf(epic)).toMatchObject({ class: "brake_fired", notes: reason });
    expect((await epic.tick()).ended).toBe("nothing");
    epic.text = epic.text.replace("status: review", "status: queued");
    await epic.tick();
    expect(rowOf(epic)?.class).toBe("brake_reset");
    expect((await epic.tick()).ended).not.toBe("halted");
  });

  test.each([
    ["two are not three", ["verify_fail", "verify_fail"]],
    ["three that are not of one class", ["verify_fail", "malformed", "dispatch_halt"]],
    [
      "three of which one is older than eight rows",
      ["malformed", "-", "-", "-", "-", "-", "-", "malformed", "malformed"],
    ],
    ["three before a reset", ["malformed", "malformed", "malformed", "brake_fired", "brake_reset"]],
    [
      "three of what is no failure",
      ["dispatch_ok", "dispatch_ok", "dispatch_ok", "verify_pass", "verify_pass", "verify_pass"],
    ],
  ])("does not fire: %s", async (_what, rows) => {
    const epic = new EpicLab(epicText([itemRow("a", "queued")], "in_progress") + patternRows(rows));
    expect((await epic.tick()).ended).toBe("decided");
  });

  test("a preflight halt takes Pauli's status and reason", async () => {
    const epic = labOf([itemRow("a", "queued")]);
    expect(
      (await epic.tick({ action: "halt", status: "blocked", reason: "the licence has to be bought first" })).ended,
    ).toBe("halted");
    expect(epic.body.status).toBe("blocked");
    expect(rowOf(epic)).toMatchObject({ class: "dispatch_halt", notes: "the licence has to be bought first" });
  });
});

describe("13 the end of an epic", () => {
  test("is a summary, once, when every item is at its surface or escalated", async () => {
    const epic = labOf(
      [itemRow("a", "ready_for_user_review", "", { surface: "pr/1" }), itemRow("b", "blocked", "reason=no licence")],
      "in_progress",
    );
    await epic.tick();
    expect(epic.body.status).toBe("ready_for_user_review");
    expect(epic.text).toContain("| b | Do b | blocked |  | no licence |");
    expect((await epic.tick()).ended).toBe("nothing");
  });
});
