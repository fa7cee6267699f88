/** What an agent printed, as people read it. */
import { expect, it } from "vitest";
import { transcriptLine } from "./transcript.ts";

it("shows words as words, calls in one line, and what came of them indented", () => {
  expect(transcriptLine('{"type":"text","text":"adding up"}')).toBe("adding up");
  expect(transcriptLine('{"type":"tool_call","name":"Bash","input":"{\\"command\\":\\"npm  test\\"}"}')).toBe(
    "▸ Bash npm test",
  );
  expect(transcriptLine('{"type":"tool_result","name":"Bash","ok":false,"text":"a\\nb"}')).toBe("  ✗ a\n  b");
  expect(transcriptLine('{"type":"usage","usage":{"tokens":1}}')).toBeNull();
});

it("leaves everything that is no event of Reeve's as it is", () => {
  for (const line of ["plain", "{ not json", '{"answer":1}', '{"type":"of somebody else"}', "[1]"])
    expect(transcriptLine(line)).toBe(line);
});
