/** One value, one text: whoever reads it elsewhere can make the same one. */
import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("keys are in order, nothing is between, and nothing outside printable ASCII is in it", () => {
  expect(canonicalJson({ b: [1, null, { y: "ü\u202e\n", x: undefined }], a: true })).toBe(
    '{"a":true,"b":[1,null,{"y":"\\u00fc\\u202e\\n"}]}',
  );
});

test("any value comes back, whatever order its keys had", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = canonicalJson(value);
      expect(text).toMatch(/^[ -~]*$/);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("Python writes the same (needs python3)", () => {
  const value = { z: "é\u007f\u{1f600}\t", a: [0, -7, 1234567890123], "b c": { y: null, x: false } };
  const program = 'import json,sys; print(json.dumps(json.load(sys.stdin), sort_keys=True, separators=(",", ":")))';
  const text = execFileSync("python3", ["-c", program], { input: JSON.stringify(value), encoding: "utf8" });
  expect(canonicalJson(value)).toBe(text.trimEnd());
});
