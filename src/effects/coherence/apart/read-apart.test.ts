/** Source files that are made to be read for minutes. */
import { expect, test } from "vitest";
import { NOTHING_KNOWN } from "../source/module-facts.ts";
import { readModule } from "../source/read-module.ts";
import { readApart } from "./read-apart.ts";

const PLAIN = "export class A { b(c: number): string { return ''; } }\nimport { d } from './e.ts';\nd(1);\n";

test("what is read apart is what is read", async () => {
  expect(await readApart("typescript", PLAIN)).toEqual(await readModule("typescript", PLAIN));
});

test("one that is made to take minutes is given up, nobody waits for it, and the next one is read", async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
  };
  const turning = setInterval(turn, 10);
  const hostile = "import {\n".repeat(50_000);
  const [late, next] = await Promise.all([
    readApart("typescript", hostile, 1_500),
    readApart("typescript", PLAIN, 20_000),
  ]);
  clearInterval(turning);
  expect(late).toEqual(NOTHING_KNOWN);
  expect(next).toEqual(await readModule("typescript", PLAIN));
  expect(turns).toBeGreaterThan(5);
});
