import fc from "fast-check";
import { expect, test } from "vitest";
import { qualityGatesIn } from "./quality-gates.ts";

const runs = (page: string): readonly string[] => qualityGatesIn(page).map((gate) => gate.run);

test("lines of shell blocks in the section are gates, each with ten minutes", () => {
  const page =
    "# Agents\n\n```sh\nnot this\n```\n\n## Quality Gates\n\n```bash\n# all of it\nnpm run types\n$ npm test -- \\\n  --run\n\n```\n";
  expect(qualityGatesIn(page)).toEqual([
    { name: "npm run types", run: "npm run types", timeoutS: 600 },
    { name: "npm test -- --run", run: "npm test --   --run", timeoutS: 600 },
  ]);
});

test("list items that open with a command are gates; a label is its name", () => {
  const page =
    "## Quality gates:\n- `npm test`\n* [ ] Types: `npm run types` must be clean\n1. **Lint**: `npm run lint`\n- Run `make check` and `make docs`\n";
  expect(qualityGatesIn(page).map(({ name, run }) => [name, run])).toEqual([
    ["npm test", "npm test"],
    ["Types", "npm run types"],
    ["Lint", "npm run lint"],
    ["make check", "make check"],
    ["make docs", "make docs"],
  ]);
});

test("code in a sentence is no command", () => {
  expect(
    runs(
      "## Quality Gates\nUse `npm test`.\n- No `any` anywhere\n- `any` is forbidden\n- `src/api.ts` stays as it is\n- keep `npm test` green\n",
    ),
  ).toEqual([]);
});

test("one word is a command when only a remark follows", () => {
  expect(runs("## Quality Gates\n- `pytest`\n- `tox` — all of it\n- ./x\n- `./check` (quick)\n")).toEqual([
    "pytest",
    "tox",
    "./check",
  ]);
});

test("the section ends at the next heading of its rank; deeper ones belong to it", () => {
  const page = "## Quality Gates\n### Quick\n- `a b`\n## Style\n- `c d`\n# Quality Gates\n- `e f`\n";
  expect(runs(page)).toEqual(["a b", "e f"]);
});

test("other blocks are not run, and a heading inside a block is none", () => {
  const page =
    "## Quality Gates\n```ts\nrm x\n```\n```\nplain y\n```\n~~~sh\n# Not a heading\nmake all\n~~~\n- `d e`\n";
  expect(runs(page)).toEqual(["make all", "d e"]);
});

test("a page without the section has no gates, and a command counts once", () => {
  expect(runs("# Nothing\n- `npm test`\n")).toEqual([]);
  expect(runs("## Quality Gates\n- `npm test`\n- Again: `npm test`\n")).toEqual(["npm test"]);
});

test("any page is read in bounded time into bounded gates", () => {
  const piece = fc.constantFrom(
    "## Quality Gates",
    "```sh",
    "```",
    "- `a b`",
    "# x",
    "`",
    "~~~",
    "\\",
    "npm test",
    "- **L**: `x y`",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 200 }), (lines) => {
      const gates = qualityGatesIn(lines.join("\n"));
      expect(gates.length).toBeLessThanOrEqual(30);
      expect(gates.every(({ name, run }) => run.trim() !== "" && name.length <= 80 && !/\n/.test(run))).toBe(true);
    }),
  );
  expect(qualityGatesIn(`## Quality Gates\n- ${"`a ".repeat(200_000)}`)).toEqual(expect.any(Array));
  expect(qualityGatesIn(`## Quality Gates\n- ${"* ".repeat(200_000)}: \`a b\``)).toEqual([]);
});
