import { expect, it } from "vitest";
import { toolKind } from "./tool-kind.ts";

it.each([
  ["Read", "src/a.ts", "read"],
  ["Grep", "pattern", "read"],
  ["read_file", '{"path":"a"}', "read"],
  ["web_search", "x", "read"],
  ["Write", "src/a.ts", "changed"],
  ["MultiEdit", "src/a.ts", "changed"],
  ["apply_patch", "*** Begin", "changed"],
  ["str_replace_editor", "{}", "changed"],
  ["Bash", '{"command":"cat a.ts | head"}', "read"],
  ["Bash", '{"command":"cat a.ts > b.ts"}', "changed"],
  ["Bash", "git log --oneline", "read"],
  ["Bash", "npm test 2>&1", "other"],
  ["shell", "sed -i s/a/b/ a.ts", "changed"],
  ["exec_command", "rg foo", "read"],
  ["Task", "think about it", "other"],
  ["", "", "other"],
] as const)("%s %j is %s", (name, input, kind) => {
  expect(toolKind(name, input)).toBe(kind);
});
