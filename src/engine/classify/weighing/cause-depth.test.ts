/** The innermost cause wins over what wraps it. */
import { expect, test } from "vitest";
import { classify } from "../classify.ts";
import { readLines } from "../lines.ts";
import { causeDepths } from "./cause-depth.ts";

test("a wrapper's words are outermost, each cause lies further in", () => {
  const text =
    "Error: Migration failed\nCaused by: query failed\nCaused by: P1001: Can't reach database server at `db.acme.example:5432`";
  expect(causeDepths(readLines(text))).toEqual([-1, 1, 2]);
  expect(classify({ text })).toMatchObject({ class: "network", subject: "db.acme.example" });
});

test("Python tells the cause first", () => {
  const text =
    'psycopg2.errors.UndefinedTable: relation "orders" does not exist\nThe above exception was the direct cause of the following exception:\nRuntimeError: job failed';
  expect(causeDepths(readLines(text))).toEqual([1, 0, 0]);
  expect(classify({ text }).class).toBe("schema_mismatch");
});

test("the refused login inside of a failed install", () => {
  const text =
    "npm error code E401\nnpm error 401 Unauthorized - GET https://packages.acme.example/left - authentication required\nnpm error A complete log of this run can be found in: x.log";
  expect(classify({ text, tool: "npm", exitCode: 1 })).toMatchObject({ class: "auth", restart: "terminal" });
});
