/** Outputs with reports in them, as people are told them. */
import { expect, test } from "vitest";
import { asTold } from "./unfold.ts";

test("for people, what machines tell each other beside a report goes; what a program logs as JSON stays", () => {
  const go = (action: string, more: object = {}) => JSON.stringify({ Action: action, Package: "shop", ...more });
  const test = { Test: "TestTotal" };
  const output = [
    go("start"),
    go("run", test),
    go("output", { ...test, Output: "--- FAIL: TestTotal (0.00s)\n" }),
    '{"reason":"timeout","msg":"the shop was slow"}',
    go("fail"),
  ];
  expect(asTold(output.join("\n")).split("\n")).toEqual([
    "--- FAIL: TestTotal (0.00s)",
    '{"reason":"timeout","msg":"the shop was slow"}',
  ]);
  for (const text of ["", "plain words", '{"reason":"timeout"}\nmore']) expect(asTold(text)).toBe(text);
});

test("ShellCheck's rules are told by the name that people know", () => {
  const shellcheck = [{ file: "deploy.sh", line: 3, column: 6, level: "error", code: 2086, message: "Double quote." }];
  expect(asTold(JSON.stringify(shellcheck)).trim()).toBe("deploy.sh:3:1: error: Double quote. (SC2086)");
  const other = [{ file: "cart.ts", line: 3, level: "error", code: 2307, message: "Cannot find module." }];
  expect(asTold(JSON.stringify(other)).trim()).toBe("cart.ts:3:1: error: Cannot find module. (2307)");
});

test("SARIF ends with how much an analyser found; what a compiler says in it speaks for itself", () => {
  const sarif = (ruleId: string) =>
    JSON.stringify({
      runs: [
        {
          tool: { driver: { name: "semgrep" } },
          results: [
            {
              ruleId,
              level: "error",
              message: { text: "Found it." },
              locations: [{ physicalLocation: { artifactLocation: { uri: "a.c" }, region: { startLine: 1 } } }],
            },
          ],
        },
      ],
    });
  expect(asTold(sarif("c.no-gets"))).toContain("1 problem (1 error), found by semgrep");
  expect(asTold(sarif("C2065"))).not.toContain("found by");
});
