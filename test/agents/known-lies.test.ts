/** The table of known lies in docs/agents names tests that exist: a test that goes or is renamed takes its row along. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/agents/README.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| (.+) \| (.+) \| `([^`]+)` "(.+)" \|$/gm)];

test("there are rows", () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map(([, agent, lie, file, name]) => ({ agent, lie, file, name })))(
  "$agent: $lie",
  ({ file = "", name = "" }) => {
    expect(readFileSync(new URL(file, import.meta.url), "utf8")).toContain(name);
  },
);
