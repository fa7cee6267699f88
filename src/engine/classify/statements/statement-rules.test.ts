/** Sentences of programs that nobody wrote a rule for: what is said to be absent, there twice or not as it must be. */
import { expect, test } from "vitest";
import { classify } from "../classify.ts";

test.each([
  ["quux: no such module 'ledger'", "import_error", "ledger"],
  ["zork: error: the library `ledger` could not be found", "import_error", "ledger"],
  ["[zork] Undefined procedure: settle", "type_error", "settle"],
  ["zork: relation invoices already exists", "schema_mismatch", "invoices"],
  ["zork> File rates.json does not exist.", "file_not_found", "rates.json"],
  ["zork: fatal: command taxtool was not found", "file_not_found", "taxtool"],
  ["zork: unrecognized option '--colour'", "config_error", "--colour"],
])("%s", (text, of, subject) => {
  expect(classify({ text, tool: "zork", exitCode: 1 })).toMatchObject({ class: of, subject });
});

test("a file is for the agent to mend, a program for a person", () => {
  expect(classify({ text: "zork: File rates.json does not exist." }).restart).toBe("persistent");
  expect(classify({ text: "zork: fatal: command taxtool was not found" }).restart).toBe("terminal");
});

test("where a compiler leaves the name to the eye, it is what is underlined", () => {
  const text = "Zork: Undeclared identifier.\n --> app.zk:2:38:\n  |\n2 | run { settle(1); }\n  |       ^^^^^^";
  expect(classify({ text, exitCode: 1 })).toMatchObject({ class: "type_error", subject: "settle" });
});
