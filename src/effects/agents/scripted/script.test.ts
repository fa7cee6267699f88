import { expect, test } from "vitest";
import { formatMistake } from "../../../config/mistakes/mistake.ts";
import { parseScript, stepsFor } from "./script.ts";

const SCRIPT = `
tasks:
  build:
    - [say: trying, crash]
    - - write: { path: a.txt, text: hello }
      - sleep: 0.5
      - tool: { name: edit, input: { file: a.txt } }
      - usage: { tokens: 10, usd: 0.01 }
      - result: { decisions: [one] }
  stuck: [spin: { tool: grep, times: 3 }, hang]
default: [fail: no idea, exit: 3]
`;

test("steps are found by task and attempt; the last attempt repeats, one list stands for all", () => {
  const script = read(SCRIPT);
  expect(stepsFor(script, "build", 1)).toEqual([
    { do: "say", text: "trying" },
    { do: "crash", signal: "SIGKILL" },
  ]);
  expect(stepsFor(script, "build", 2)).toEqual([
    { do: "write", path: "a.txt", text: "hello" },
    { do: "sleep", seconds: 0.5 },
    { do: "tool", name: "edit", input: { file: "a.txt" }, output: "" },
    { do: "usage", tokens: 10, usd: 0.01 },
    { do: "result", result: { decisions: ["one"] } },
  ]);
  expect(stepsFor(script, "build", 9)).toBe(stepsFor(script, "build", 2));
  expect(stepsFor(script, "stuck", 4)).toEqual([{ do: "spin", tool: "grep", everyS: 0.05, times: 3 }, { do: "hang" }]);
  expect(stepsFor(script, "other", 1)).toEqual([
    { do: "fail", message: "no idea", code: 1, class: "crash", restart: "transient" },
    { do: "exit", code: 3 },
  ]);
});

test("without a default an unknown task has no steps", () => {
  expect(stepsFor(read("tasks: { a: [hang] }"), "b", 1)).toBeUndefined();
  expect(stepsFor(read("tasks: { a: [hang] }"), "constructor", 1)).toBeUndefined();
});

test("every mistake is told at once, with its place and what to do", () => {
  const text = `
tasks:
  a: [sya: hi, exit: 300]
  b: []
  c:
    - { say: x, exit: 0 }
    - write: { pth: x }
    - fail: { class: bad_luck }
defualt: [hang]
`;
  const script = parseScript(text, "steps.yaml");
  expect(script.ok ? [] : script.mistakes.map(formatMistake)).toEqual([
    'steps.yaml:3:7 there is no step "sya" here — did you mean `say`?',
    "steps.yaml:3:22 this value does not fit — write a whole number from 0 to 255",
    "steps.yaml:4:6 there are no steps here — write a list of steps, or one list of steps per attempt",
    expect.stringContaining("steps.yaml:6:7 this is not a step — a step is one of say, write,"),
    "steps.yaml:7:14 `path` is missing — add `path: …`",
    'steps.yaml:7:16 there is no key "pth" here — did you mean `path`?',
    expect.stringContaining("steps.yaml:8:22 this value does not fit — write one of: rate_limit,"),
    'steps.yaml:9:1 there is no key "defualt" here — did you mean `default`?',
  ]);
});

test("text that is no YAML is told with its line", () => {
  const script = parseScript("tasks: [", "steps.yaml");
  expect(script.ok ? [] : script.mistakes.map((mistake) => mistake.line)).toEqual([1]);
});

function read(text: string): Parameters<typeof stepsFor>[0] {
  const script = parseScript(text, "steps.yaml");
  if (!script.ok) throw new Error(script.mistakes.map(formatMistake).join("\n"));
  return script.value;
}
