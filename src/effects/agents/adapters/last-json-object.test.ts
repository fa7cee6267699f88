import fc from "fast-check";
import { expect, test } from "vitest";
import { lastJsonObject } from "./last-json-object.ts";

test.each([
  ["one line", 'log\n{"a":1}\n', { a: 1 }],
  ["the last of several", '{"a":1}\n{"a":2}\n', { a: 2 }],
  ["over many lines", 'working\n{\n  "a": {\n    "b": [1, {"c": 2}]\n  }\n}\nbye', { a: { b: [1, { c: 2 }] } }],
  ["inside prose and a fence", 'Result:\n```json\n{"a": "}{"}\n```\nThat is all :}', { a: "}{" }],
  ["after braces that are not JSON", 'use {x} and {{y}} then {"a":1} or {z}', { a: 1 }],
  ["with escaped quotes and backslashes", '{"a":"\\\\","b":"\\"}"}', { a: "\\", b: '"}' }],
  ["at the end of a line of text", 'done: {"a":1}', { a: 1 }],
])("finds an object %s", (_where, text, value) => {
  expect(lastJsonObject(text)).toEqual(value);
});

test.each([
  ["nothing", ""],
  ["no brace", "all done"],
  ["an open brace", '{"a":1'],
  ["only a list", "[1,2]"],
  ["braces alone", "}}}{{{"],
])("finds nothing in %s", (_what, text) => {
  expect(lastJsonObject(text)).toBeUndefined();
});

test("whatever object was printed last is found, whatever was printed before it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.boolean(),
      (before, value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        expect(lastJsonObject(`${before}\n${text}\nend of text`)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test.each([
  ["}", undefined],
  ["{", { first: 1 }],
  ['{"a":', { first: 1 }],
  ['"}', undefined],
  ['\\"}', undefined],
  ["{}x}", {}],
])("a million characters of %s are given up before the search costs more than they are worth", (piece, found) => {
  expect(lastJsonObject(`{"first":1}\n${piece.repeat(1_000_000 / piece.length)}`)).toEqual(found);
});
