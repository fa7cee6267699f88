/** Files and schemas that are made to take long, or too much. */
import { expect, test } from "vitest";
import { judgeApart } from "./judge-apart.ts";

const json = (file: string, value: unknown) => ({ file, text: JSON.stringify(value) });

test("what fits is fine, and what does not is named", async () => {
  const schema = json("s.json", { type: "object", properties: { a: { type: "number" } }, required: ["a"] });
  expect(await judgeApart(json("d.json", { a: 1 }), schema)).toBeNull();
  expect(await judgeApart(json("d.json", { a: "x" }), schema)).toEqual([expect.stringContaining("a: ")]);
  expect(await judgeApart({ file: "d.yaml", text: "a: [1, 2" }, null)).toEqual([
    expect.stringContaining("d.yaml cannot be parsed"),
  ]);
});

test("a YAML file of 40,000 keys is read", async () => {
  const text = Array.from({ length: 40_000 }, (_, n) => `k${n}: 1`).join("\n");
  expect(await judgeApart({ file: "d.yaml", text }, null)).toBeNull();
});

test("a pattern that goes on for ever is given up, and nobody else waits for it", async () => {
  const schema = json("s.json", { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } });
  let turns = 0;
  const turn = () => {
    turns += 1;
  };
  const turning = setInterval(turn, 10);
  const found = await judgeApart(json("d.json", { a: `${"a".repeat(60)}!` }), schema, 1_000);
  clearInterval(turning);
  expect(found).toEqual(["d.json with s.json could not be checked within 1 s"]);
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ["nesting", { file: "d.json", text: "[".repeat(1_000_000) }],
  ["nesting in YAML", { file: "d.yaml", text: "[".repeat(200_000) }],
  ["aliases that multiply", { file: "d.yaml", text: bomb() }],
])("%s ends with a finding", async (_name, data) => {
  expect(await judgeApart(data, null, 5_000)).toEqual([expect.stringMatching(/cannot be parsed|could not be checked/)]);
});

function bomb(): string {
  const lines = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(", ")}]`);
  return ["a0: &a0 [x, x]", ...lines].join("\n");
}
