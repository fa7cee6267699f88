/** What `reeve logs` shows of what real agents printed: recordings played through their drivers, as their drivers print. */
import { expect, test } from "vitest";
import type { Deed } from "../../src/domain/words/deed.ts";
import { drivers } from "../../src/effects/agents/drivers/drivers.ts";
import { Transcript } from "../../src/effects/agents/output/transcript.ts";
import { deedLines } from "../../src/views/terminal/log/deed-lines.ts";
import { textOf } from "../../src/views/terminal/paint/line.ts";
import { expectGolden } from "../golden-text.ts";
import { playOpencode, recordedEvents } from "./recorded/play-opencode.ts";
import { playRecorded } from "./recorded/play-recorded.ts";

async function play(name: string, file: string): Promise<readonly object[]> {
  if (name === "opencode") {
    const { lines, end } = await playOpencode(recordedEvents(file));
    return [...lines, end];
  }
  const driver = await drivers[name]?.();
  if (driver === undefined) throw new Error(`no driver ${name}`);
  const { lines, end } = await playRecorded(driver, [`./${file}.jsonl`]);
  return [...lines, end];
}

function shown(lines: readonly object[]): string {
  const transcript = new Transcript();
  const said = lines.map((line, n) => JSON.stringify({ ...line, at: Date.UTC(2026, 10, 16, 9, 0, n) }));
  return textsOf(said.flatMap((line) => transcript.take("out", line))).join("\n");
}

function textsOf(deeds: readonly Deed[]): string[] {
  const latest = new Map(deeds.map((deed) => [deed.index, deed]));
  const rows = [...latest.values()].flatMap((deed) => deedLines(deed, { width: 100 }));
  return rows.map((line) =>
    textOf(line)
      .replace(/^\d\d:\d\d/, "hh:mm")
      .trimEnd(),
  );
}

test.each([
  ["claude", "claude-2.1.325/create-file"],
  ["codex", "codex-0.166.0/server-create-file"],
  ["codex-exec", "codex-0.166.0/exec-create-file"],
  ["gemini", "gemini-0.61.0/create-file"],
  ["copilot", "copilot-1.0.102/create-file"],
  ["opencode", "create-file"],
  ["qwen", "qwen-0.24.4/steps"],
])("what %s did is told in words, and no JSON is left", async (name, file) => {
  const text = shown(await play(name, file));
  expect(text).toMatch(/^hh:mm (?:edits|runs) /m);
  expect(text).not.toMatch(/[{}]/);
  expectGolden(`transcript-${name}`, `${text}\n`);
});

test("a turn that failed ends with what was wrong", async () => {
  const text = shown(await play("claude", "claude-2.1.325/refused-key"));
  expect(text).toMatch(/^hh:mm ends .*failed$/m);
});

test("of a failed command the telling lines are shown, of all others the last; the rest is counted", () => {
  const output = [
    "> test",
    ...Array.from({ length: 40 }, (_, n) => `ok ${n}`),
    "✗ refuses it",
    "  expected 409, got 500",
  ];
  const call = { type: "tool_call", name: "Bash", input: JSON.stringify({ command: "npm test" }) };
  const back = (ok: boolean) => ({ type: "tool_result", name: "Bash", ok, text: output.join("\n") });
  expect(
    shown([call, back(false)])
      .split("\n")
      .slice(1),
  ).toEqual(["       │ ✗ refuses it", "       │   expected 409, got 500", "       │ 41 more lines"]);
  expect(shown([call, back(true)])).toContain("│   expected 409, got 500\n       │ 42 more lines");
});

test("what steers a terminal or hides does neither, although JSON spelled it out", () => {
  const text = "red \u001b[31m\u001b]0;title\u0007 and \u202ehidden\u200b";
  expect(shown([{ type: "text", text }])).toBe("hh:mm says   red  and hidden");
});

test("a line that only looks like a driver's stays what it is", () => {
  const deeds = new Transcript().take("out", '{"type":"tool_call","name":7}');
  expect(deeds).toMatchObject([{ kind: "prints", text: '{"type":"tool_call","name":7}' }]);
});
