/** Lines of failures: classified, raw, from a history, and broken. */
import { expect, test } from "vitest";
import { readFailureLines } from "./read-failure-lines.ts";

test("a classified line is believed, with its text or with its evidence", () => {
  const { failures } = readFailureLines(
    [
      '{"id":"a","class":"network","subject":"host.example","text":"all of it","tool":"npm","exit_code":1}',
      '{"id":2,"class":"auth","subject":null,"evidence":["one","two"]}',
    ].join("\n"),
  );
  expect(failures).toEqual([
    { id: "a", class: "network", subject: "host.example", text: "all of it", tool: "npm", exitCode: 1 },
    { id: "2", class: "auth", text: "one\ntwo" },
  ]);
});

test("a raw line is classified", () => {
  const { failures } = readFailureLines('{"id":"a","tool":"node","text":"Error: Cannot find module \'./ledger\'"}');
  expect(failures[0]).toMatchObject({ id: "a", class: "import_error", tool: "node" });
});

test("an entry of a history is a failure too", () => {
  const { failures } = readFailureLines(
    '{"id":"shop/r1/api.1","class":"crash","error":"it fell","evidence":["at x"],"run":"r1","project":"shop","upstream":"db","at":5}',
  );
  expect(failures[0]).toMatchObject({ text: "it fell\nat x", project: "shop", run: "r1", upstream: "db", at: 5 });
});

test("broken lines are named by their place and spoil nothing", () => {
  const { failures, bad } = readFailureLines(
    [
      "",
      '{"id":"a","text":"x"}',
      '{"id":"b"',
      "7",
      '{"text":"no id"}',
      '{"id":"c"}',
      '{"id":"a","text":"y"}',
      "\u0000",
    ].join("\n"),
  );
  expect(failures.map(({ id }) => id)).toEqual(["a"]);
  expect(bad.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8]);
});
