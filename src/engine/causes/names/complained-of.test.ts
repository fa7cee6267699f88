/** What lines complain of, in the words of whichever tool. */
import { expect, test } from "vitest";
import { complainedOf } from "./complained-of.ts";

test.each([
  ["src/worker.py:3:0: E0401: Unable to import 'celery' (import-error)", "absent celery"],
  ["Package libsodium-1.0 was not found in the pkg-config search path.", "absent libsodium-1.0"],
  ['error: relation "audit_log" already exists', "twice audit_log"],
  ["open /etc/teasel/app.toml: permission denied", "denied /etc/teasel/app.toml"],
])("%s", (line, told) => {
  expect(complainedOf(line).map(({ says, name }) => `${says} ${name}`)).toContain(told);
});

test("where something is missing is not what is missing", () => {
  const names = complainedOf("a.ts(2,36): error TS2339: Property 'dueDate' does not exist on type 'Invoice'.");
  expect(names.map(({ name }) => name)).toEqual(["dueDate"]);
});

test("frames, source and hints complain of nothing", () => {
  expect(
    complainedOf("  12 | throw new Error(\"cannot find 'ledger'\")\nhint: 'ledger' not found\nat missing 'ledger'"),
  ).toEqual([]);
});
