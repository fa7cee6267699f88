/** An answer can be followed step by step. */
import { expect, test } from "vitest";
import { explain } from "./explain.ts";
import { readOutput } from "./reading.ts";

test("the steps name the lines, the rules, the words, the class, the restart, the subject and the confidence", () => {
  const { answer, steps } = explain(
    readOutput({ text: "Cannot find module 'zod'\n    at main (a.js:1:1)", tool: "node" }),
  );
  expect(answer).toMatchObject({ class: "import_error", subject: "zod" });
  expect(steps[0]).toBe("Read 2 lines: 1 plain, 1 quoted, 0 warning, 0 notice.");
  for (const part of [
    /^A rule of import_error/,
    /^By its words alone: /,
    /^Class: import_error, because/,
    /^Restart: persistent/,
    /^It names: .*module zod/,
    /^Subject: zod, because/,
    /^Confidence: \d+ %/,
  ])
    expect(steps.some((step) => part.test(step))).toBe(true);
});

test("an output that says nothing is explained too", () => {
  const { answer, steps } = explain(readOutput({ text: "" }));
  expect(answer).toMatchObject({ class: "unknown", restart: "unknown", subject: null, entities: [] });
  expect(steps.at(-2)).toBe("Subject: none, because nothing is named.");
});
