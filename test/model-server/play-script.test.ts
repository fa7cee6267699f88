/** A model that follows a script: step by step, attempt by attempt, for whichever task Reeve's prompt is about. */
import { expect, test } from "vitest";
import { parseScript } from "../../src/effects/agents/scripted/script.ts";
import type { Conversation, Message } from "./conversation.ts";
import { type Begun, scriptPlayer } from "./play-script.ts";
import type { Answer } from "./reply.ts";

const SCRIPT = `tasks:
  a:
    - [say: looking, sleep: 2, write: { path: a.txt, text: A }, crash]
    - [usage: { tokens: 100 }, resolve: a.txt, result: { decisions: [yes] }]
  b:
    - [result: "all done!"]
    - [result: { status: blocked, uncertain_about: "which?" }]
  c: [hang]
`;

test("each tool result brings the next step, and after the last one the result", () => {
  const play = player();
  expect(play(prompt("b"))).toMatchObject({ text: "all done!", tool: null });
  expect(play(prompt("a"))).toMatchObject({
    text: "looking",
    delayMs: 2_000,
    tool: { name: "bash", args: { command: "printf '%s' 'A' > 'a.txt'" } },
  });
  expect(play(prompt("a"), turn())).toMatchObject({ tool: { args: { command: "kill -9 $PPID" } } });
  expect(play(prompt("a", "You were restarted: it fell."))).toMatchObject({
    usage: { input: 90, output: 10 },
    tool: { args: { command: expect.stringMatching(/^grep .* mv both-sides.tmp a.txt$/) } },
  });
  const end = play(prompt("a", "You were restarted: it fell."), turn()) as Answer;
  expect(JSON.parse(end.text)).toMatchObject({ status: "done", task_id: "a", decisions: ["yes"], concerns: [] });
});

test("the same prompt after the last step is the next attempt; before it, the same one again", () => {
  const play = player();
  expect(play(prompt("a"))).toEqual(play(prompt("a")));
  expect(play(prompt("b"))).toMatchObject({ text: "all done!" });
  expect((play(prompt("b")) as Answer).text).toContain('"status":"blocked"');
});

test("whoever was stopped before the first question is at the second attempt", () => {
  expect(player()(prompt("a", "You were restarted: with its gang."))).toMatchObject({ usage: { input: 90 } });
});

test("a form for the answer is handed in by its tool first", () => {
  const play = player();
  play(prompt("b"));
  const form = { tools: [{ name: "StructuredOutput", freeform: false }] };
  expect(play(prompt("b"), [], form)).toMatchObject({ tool: { name: "StructuredOutput", args: { task_id: "b" } } });
  expect(play(prompt("b"), turn(), form)).toMatchObject({ tool: null });
});

test("what hangs gets no answer, and an unknown task none from the script", () => {
  expect(player()(prompt("c"))).toEqual({ type: "silence" });
  expect(player()(prompt("d"))).toBeNull();
  expect(player()([{ ...said("user"), text: "hello" }])).toBeNull();
});

test("each attempt is told once, with what its model remembers", () => {
  const told: Begun[] = [];
  const play = player((begun) => told.push(begun));
  for (const since of [[], [], turn()]) play(prompt("a"), since);
  play([...prompt("a"), ...turn(), ...prompt("a", "You were restarted: it fell.")]);
  expect(told).toEqual([
    { task: "a", attempt: 1, remembered: 0 },
    { task: "a", attempt: 2, remembered: 1 },
  ]);
});

test("a step that no model can do is refused", () => {
  expect(() => player(undefined, "default: [exit: 3]")(prompt("x"))).toThrow("does not know the step `exit`");
});

function player(onBegun?: (begun: Begun) => void, text = SCRIPT) {
  const script = parseScript(text, "script.yaml");
  if (!script.ok) throw new Error(JSON.stringify(script.mistakes));
  const play = scriptPlayer(script.value, onBegun);
  return (before: readonly Message[], since: readonly Message[] = [], more: Partial<Conversation> = {}) => {
    const tools = [{ name: "bash", freeform: false }];
    const basics = { api: "chat", model: "m", stream: true, system: "", tools, schema: undefined } as const;
    return play({ ...basics, messages: [...before, ...since], ...more });
  };
}

function prompt(task: string, first = ""): readonly Message[] {
  return [{ ...said("user"), text: `${first}\nDo it. Done: {"status":"done","task_id":"${task}"}` }];
}

function turn(): readonly Message[] {
  return [
    { ...said("assistant"), toolCalls: ["bash"] },
    { ...said("tool"), toolResults: ["ok"] },
  ];
}

function said(role: Message["role"]): Message {
  return { role, text: "", toolCalls: [], toolResults: [] };
}
