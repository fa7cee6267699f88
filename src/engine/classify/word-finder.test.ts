import fc from "fast-check";
import { expect, test } from "vitest";
import { matchText } from "./text-pattern.ts";
import { wordFinder } from "./word-finder.ts";

test("finds exactly the owners of which a word occurs", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 8 }), text, (words, where) => {
      const found = wordFinder(words)(where);
      const expected = words.flatMap((own, owner) => (own.some((one) => where.includes(one)) ? [owner] : []));
      expect([...found].toSorted((one, other) => one - other)).toEqual(expected);
    }),
  );
});

test("a user's pattern is words in their order, whatever the case and whatever stands between", () => {
  expect(matchText("disk * is full", "The DISK sda1 is Full now")).toBe("");
  expect(matchText("full * disk", "the disk is full")).toBeUndefined();
  expect(matchText("host {subject} is down", "host db-7 is down")).toBe("db-7");
  expect(matchText("no route to {subject}", "no route to db-7 (eth0)")).toBe("db-7");
  expect(matchText(".* (a+)+$", "aaaa")).toBeUndefined();
});
