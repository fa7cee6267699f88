/** Rooms that handle lists which agents make long never spread them into the arguments of a call: that ends the process. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));
const ROOMS = [
  ...[
    "workspace",
    "keeping",
    "integration",
    "hygiene",
    "git",
    "gates",
    "coherence",
    "surface",
    "processes",
    "masking",
  ].map((room) => `effects/${room}`),
  "domain/secrets",
  "views/review",
];

/** A list that is spread where arguments stand, on one line or on the next. */
const SPREAD = /\b(?:push|unshift|Math\.(?:max|min)|fromCharCode|fromCodePoint|concat)\((?:[^(){}[\]]*,)?\s*\.\.\./;

test("no list that an agent can make long becomes arguments", () => {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(`${SRC}${room}`, { recursive: true, encoding: "utf8" }).map((name) => `${room}/${name}`),
  ).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((name) => SPREAD.test(readFileSync(`${SRC}${name}`, "utf8")));
  expect(found).toEqual([]);
});
