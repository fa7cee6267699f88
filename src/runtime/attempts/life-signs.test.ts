import { expect, test } from "vitest";
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import { LifeSigns } from "./life-signs.ts";

function lived(...events: readonly AgentEvent[]): LifeSigns {
  const life = new LifeSigns(0);
  for (const [at, event] of events.entries()) life.see(event, at + 1);
  return life;
}

function says(text: string): AgentEvent {
  return { type: "text", text };
}

test("only what was not said before is new", () => {
  const life = lived(says("Compiling"), says("Compiling"), says("Compiling"));
  expect(life).toMatchObject({ newAt: 1, repeated: 2 });
});

test("a counter is new for a while, and a loop that counts is one all the same", () => {
  const counts = (n: number) => Array.from({ length: n }, (_, at) => says(`step ${at + 1} of 900`));
  expect(lived(...counts(100)).newAt).toBe(100);
  const looped = lived(...counts(400));
  expect(looped.newAt).toBeLessThan(250);
  expect(looped.repeated).toBeGreaterThan(100);
});

test.each([
  (n: number) => `attempt ${n} failed with 503, retrying in ${n * 2} s`,
  (n: number) => `[2026-11-17T10:00:${String(n % 60).padStart(2, "0")}Z] connection refused (try ${n})`,
  (n: number) => `Versuch ${n} fehlgeschlagen, erneut in ${n} s`,
  (n: number) => `接続に失敗しました (${n} 回目)`,
  (n: number) => `попытка ${n}: ошибка соединения`,
  (n: number) => `échec de la tentative ${n}`,
])("a failure that is told again with another number is no news", (line) => {
  expect(lived(...Array.from({ length: 30 }, (_, n) => says(line(n)))).newAt).toBe(1);
});

test("that it tries again is new once, whatever the number", () => {
  const notices = Array.from(
    { length: 30 },
    (_, at): AgentEvent => ({ type: "retry_notice", text: `try ${at} of 99` }),
  );
  expect(lived(...notices)).toMatchObject({ newAt: 1, repeated: 29 });
});

test("a tool is at work from its call to its end, also where its end has another name", () => {
  const call: AgentEvent = { type: "tool_call", name: "Bash", input: "make" };
  expect(lived(call).tool(11)).toEqual({ name: "Bash", forMs: 10 });
  expect(lived(call, { type: "tool_result", name: "shell", ok: true, text: "" }).tool(11)).toBeNull();
});

test("steps without a token are counted in a row", () => {
  const step = (tokens: number): AgentEvent => ({ type: "usage", usage: { tokens } });
  expect(lived(step(0), step(0)).emptySteps).toBe(2);
  expect(lived(step(0), step(5)).emptySteps).toBe(0);
});

test("while the machine slept nobody was silent", () => {
  const life = lived(says("begin"));
  life.slept(1_000);
  expect(life.newAt).toBe(1_001);
});
