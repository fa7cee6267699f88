import { expect, test } from "vitest";
import { acts } from "../../model/act.ts";
import { textOf } from "../paint/line.ts";
import { keysLine } from "./keys-line.ts";

const at = (...given: Parameters<typeof keysLine>) => textOf(keysLine(...given));

test("what only the row under the cursor can be done to comes first, and no key stands there twice", () => {
  expect(at("now", 60, false)).toMatch(/^ a answer {2}e why/);
  expect(at("now", 60, false, [acts.approve("n1"), acts.reject("n1"), acts.answer("q1")])).toMatch(
    /^ y approve {2}n refuse {2}a answer {2}e why/,
  );
  const braked = at("now", 200, false, [acts.release(), acts.answer("q1"), acts.ack("q1")]);
  expect(braked).toMatch(/^ b release {2}a answer/);
  expect(braked).not.toContain("brake");
});

test("a screen that is about something else keeps its own keys first", () => {
  expect(at("time", 80, false, [acts.answer("q1")])).toBe(at("time", 80, false));
});

test("what does not fit is left out, and the help never is", () => {
  expect(at("now", 20, false)).toBe(" a answer  e why  ?");
});
