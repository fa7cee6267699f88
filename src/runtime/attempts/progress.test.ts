import { describe, expect, it } from "vitest";
import { Progress } from "./progress.ts";

function gathering() {
  const reports: { activity: string | null; session: string | null; tokens: number }[] = [];
  const clock = { now: 0 };
  const progress = new Progress(
    ({ activity, session, usage }) => reports.push({ activity, session, tokens: usage.tokens }),
    () => clock.now,
  );
  return { reports, clock, progress };
}

describe("life signs", () => {
  it("after a silence are handed on at once, a flood at most once per interval", () => {
    const { reports, clock, progress } = gathering();
    for (let i = 0; i < 1000; i += 1) progress.sign("a.1", { activity: `line ${i}` });
    expect(reports.map((each) => each.activity)).toEqual(["line 0"]);
    clock.now = 4_999;
    progress.flush();
    expect(reports.length).toBe(1);
    clock.now = 5_000;
    progress.flush();
    progress.flush();
    expect(reports.map((each) => each.activity)).toEqual(["line 0", "line 999"]);
  });

  it("that name a session are never held back", () => {
    const { reports, progress } = gathering();
    progress.sign("a.1", { activity: "hello" });
    progress.sign("a.1", { session: "s-1" });
    expect(reports.at(-1)).toMatchObject({ session: "s-1", activity: "hello" });
  });

  it("add up what was used; the end has the total", () => {
    const { progress } = gathering();
    progress.sign("a.1", { usage: { tokens: 10, usd: 0.1 } });
    progress.sign("a.1", { usage: { tokens: 5, usd: 0.2 } });
    const { tokens, usd } = progress.end("a.1").usage;
    expect(tokens).toBe(15);
    expect(usd).toBeCloseTo(0.3);
  });

  it("count the kinds of tools that were used; the end has them", () => {
    const { progress } = gathering();
    for (const tool of ["read", "read", "changed"] as const) progress.sign("a.1", { tool });
    expect(progress.end("a.1").tools).toEqual({ read: 2, changed: 1, other: 0 });
    progress.sign("a.2", { activity: "thinks" });
    expect(progress.end("a.2")).not.toHaveProperty("tools");
  });

  it("with one unknown price make the cost unknown, not zero", () => {
    const { progress } = gathering();
    progress.sign("a.1", { usage: { tokens: 10, usd: 0.1 } });
    progress.sign("a.1", { usage: { tokens: 5 } });
    expect(progress.end("a.1").usage).toEqual({ tokens: 15 });
  });
});

describe("what was used, told by the agent and counted by the gateway", () => {
  it("is not added up: the larger count is handed on", () => {
    const { progress } = gathering();
    progress.sign("a.1", { usage: { tokens: 10, usd: 0.1 } });
    progress.sign("a.1", { counted: { tokens: 15, usd: 0.05 } });
    expect(progress.end("a.1").usage).toEqual({ tokens: 15, usd: 0.1 });
  });

  it("has the price that one of them knows, and none where the only one does not know it", () => {
    const { progress } = gathering();
    progress.sign("a.1", { usage: { tokens: 10 } });
    progress.sign("a.1", { counted: { tokens: 10, usd: 0.2 } });
    expect(progress.end("a.1").usage).toEqual({ tokens: 10, usd: 0.2 });
    progress.sign("b.1", { counted: { tokens: 10 } });
    expect(progress.end("b.1").usage).toEqual({ tokens: 10 });
  });

  it("tells what the model wrote apart from what it read, as long as every part says so", () => {
    const { progress } = gathering();
    progress.sign("a.1", { usage: { tokens: 10, output: 4, usd: 0.1 } });
    progress.sign("a.1", { usage: { tokens: 20, output: 6, usd: 0.1 } });
    progress.sign("a.1", { counted: { tokens: 25, output: 9, usd: 0.1 } });
    expect(progress.end("a.1").usage).toMatchObject({ tokens: 30, output: 10 });
    progress.sign("b.1", { usage: { tokens: 10, output: 4 } });
    progress.sign("b.1", { usage: { tokens: 20 } });
    expect(progress.end("b.1").usage).toEqual({ tokens: 30 });
  });

  it("goes on from what was counted before", () => {
    const { progress } = gathering();
    progress.resume("a.1", { tokens: 100, usd: 1 });
    progress.sign("a.1", { counted: { tokens: 10, usd: 0.5 } });
    expect(progress.end("a.1").usage).toEqual({ tokens: 110, usd: 1.5 });
  });

  it("is handed on at once where it is urgent", () => {
    const { reports, progress } = gathering();
    progress.sign("a.1", { counted: { tokens: 1, usd: 0 } });
    progress.sign("a.1", { counted: { tokens: 2, usd: 0 } });
    progress.sign("a.1", { counted: { tokens: 3, usd: 0 }, urgent: true });
    expect(reports.map((each) => each.tokens)).toEqual([1, 6]);
  });
});
