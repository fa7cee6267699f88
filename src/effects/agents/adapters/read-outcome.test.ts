import { describe, expect, test } from "vitest";
import type { AttemptEnd, AttemptRequest } from "./agent-adapter.ts";
import { commandAdapter } from "./command-adapter.ts";
import { lastLines, readOutcome } from "./read-outcome.ts";

const limits = { minutes: 1, outputMb: 1, parallel: 1 };
const agent = { adapter: "command", command: ["my-agent", "--fast"], env: {}, tiers: [], limits, options: {} };
const request: AttemptRequest = {
  runId: "r",
  taskId: "t",
  attemptId: "t.1",
  number: 1,
  prompt: "p",
  workspace: "/w",
  agent,
};

function end(more: Partial<AttemptEnd> & { readonly code?: number; readonly signal?: string }): AttemptEnd {
  const { code = 0, signal = null, ...rest } = more;
  return { exit: { code, signal }, out: "", err: "", ...rest };
}

describe("a program that ended well", () => {
  test.each([
    ["in the file", { result: '{"status":"done"}' }, "done"],
    ["as the last object on its output", { out: 'log\n{"status":"done"}\n' }, "done"],
    ["in the file, whatever it printed", { result: '{"status":"done"}', out: '{"status":"nonsense"}' }, "done"],
    ["on its output, where the file is empty", { result: " \n", out: '{"status":"done"}' }, "done"],
    [
      "blocked",
      { result: '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"which?"}' },
      "blocked",
    ],
  ])("has its result %s", (_where, ends, type) => {
    expect(readOutcome(end(ends), request).type).toBe(type);
  });

  test.each([
    ["nothing at all", {}, /printed nothing/],
    ["output without an object", { out: "all done\n" }, /holds no JSON object/],
    ["a file that is no JSON", { result: "{done" }, /not JSON/],
    ["an object that is no result", { out: '{"type":"text"}' }, /not valid: status/],
    ["another task's result", { result: '{"status":"done","task_id":"u"}' }, /task_id is "u"/],
  ])("but left %s: malformed output", (_what, ends, message) => {
    expect(readOutcome(end(ends), request)).toMatchObject({
      type: "failed",
      failure: { class: "malformed_output", restart: "transient", message: expect.stringMatching(message) },
    });
  });
});

describe("a program that ended badly", () => {
  test.each([
    [1, undefined, "exit 1"],
    [124, undefined, "exit 124: the usual status of a time-out"],
    [137, "SIGKILL", "exit 137 (SIGKILL): killed from outside, for lack of memory as a rule"],
    [139, "SIGSEGV", "exit 139 (SIGSEGV): a fault in the program itself"],
  ])("with %s %s crashed, whatever it printed", (code, signal, first) => {
    const outcome = readOutcome(
      end({ code, ...(signal && { signal }), out: '{"status":"done"}', err: "a\nboom\n" }),
      request,
    );
    expect(outcome).toMatchObject({
      failure: { class: "crash", restart: "transient", evidence: [first, "a", "boom"] },
    });
  });

  test.each([126, 127])("with %s could not be run: a person has to look", (code) => {
    expect(readOutcome(end({ code, err: "sh: my-agent: not found" }), request)).toMatchObject({
      failure: {
        class: "config_error",
        restart: "terminal",
        subject: "my-agent",
        message: expect.stringContaining("reeve.yaml"),
      },
    });
  });
});

test("evidence is the last lines that say something: bounded, and safe to show", () => {
  const text = `${Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n")}\n\n\u001b[31m${"x".repeat(1_000)}\n`;
  const lines = lastLines(text);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("line 41");
  expect(lines.at(-1)).toBe(`${"x".repeat(300)}…`);
});

test("the command adapter tells the last line of what came in", () => {
  const reader = commandAdapter.reader(request);
  expect(reader.read(["a", "", "\u001b[1mb\u001b[0m", " "], "out")).toEqual([{ type: "text", text: "b" }]);
  expect(reader.read(["", " "], "err")).toEqual([]);
  expect(commandAdapter.launch({ ...request, model: "m-1" })).toEqual({
    command: agent.command,
    env: { REEVE_MODEL: "m-1" },
    stdin: "p",
  });
});
