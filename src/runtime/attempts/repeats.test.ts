import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Input } from "../../engine/input.ts";
import { type Call, Repeats } from "./repeats.ts";

function counting(limit: number) {
  const told: Extract<Input, { type: "calls_repeated" }>[] = [];
  const repeats = new Repeats({
    limitOf: () => limit,
    report: (input) => {
      if (input.type === "calls_repeated") told.push(input);
    },
  });
  const calls = (times: number, call: Partial<Call>, attempt = "a.1") => {
    for (let n = 0; n < times; n += 1) repeats.call(attempt, { name: "Bash", input: "ls", changes: false, ...call });
  };
  /** One call with its result, n times. */
  const rounds = (times: number, round: (n: number) => readonly [input: string, ok: boolean, text: string]) => {
    for (let n = 0; n < times; n += 1) {
      const [input, ok, text] = round(n);
      repeats.call("a.1", { name: "Bash", input, changes: false });
      repeats.result("a.1", { name: "Bash", ok, text });
    }
  };
  return { told, calls, rounds, repeats };
}

describe("calls of tools that are repeated", () => {
  it("are reported when the same was made as often as the limit says, and again only as often once more", () => {
    const { told, calls } = counting(5);
    calls(4, {});
    expect(told).toEqual([]);
    calls(1, {});
    expect(told).toEqual([{ type: "calls_repeated", attempt: "a.1", tool: "Bash", input: "ls", same: 5, alike: 5 }]);
    calls(4, {});
    expect(told).toHaveLength(1);
  });

  it("count also where others come between: a circle has more than one step", () => {
    const { told, calls } = counting(5);
    for (let round = 0; round < 5; round += 1) for (const input of ["a", "b", "c"]) calls(1, { input });
    expect(told[0]).toMatchObject({ input: "a", same: 5 });
  });

  it("that differ in numbers only may be four times as many", () => {
    const { told, calls } = counting(5);
    for (let n = 1; n < 20; n += 1) calls(1, { input: `sed -n ${n}0,${n}9p file` });
    expect(told).toEqual([]);
    calls(1, { input: "sed -n 200,209p file" });
    expect(told[0]).toMatchObject({ same: 1, alike: 20 });
  });

  it("are forgotten when something new is made, and not when the same is made again", () => {
    const { told, calls } = counting(5);
    for (let n = 0; n < 10; n += 1) {
      calls(4, { input: "npm test" });
      calls(1, { name: "Edit", input: `file, version ${"x".repeat(n)}`, changes: true });
    }
    expect(told).toEqual([]);
    calls(6, { name: "Edit", input: "file, the same", changes: true });
    expect(told[0]).toMatchObject({ tool: "Edit", same: 5 });
  });

  it("are counted for each attempt, and not at all without a limit", () => {
    const { told, calls, repeats } = counting(5);
    calls(4, {});
    calls(4, {}, "b.1");
    repeats.end("a.1");
    calls(4, {});
    expect(told).toEqual([]);
    const never = counting(0);
    never.calls(1_000, {});
    expect(never.told).toEqual([]);
  });

  it("are never reported of an agent whose calls all differ in more than numbers", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 200 }), (inputs) => {
        const { told, calls } = counting(2);
        for (const input of inputs) calls(1, { input });
        expect(told).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("near-identical calls", () => {
  const ID = "3f2b8c1e-55aa-4c1b-9d2e-";
  it.each<[string, (n: number) => readonly [string, boolean, string]]>([
    ["a counter", (n) => [`curl -H "X-Try: ${n}" https://api`, false, `503 Service Unavailable (try ${n})`]],
    ["a time", (n) => [`deploy --at 2026-11-17T10:${10 + n}:00Z`, false, `10:${10 + n}:01 refused`]],
    [
      "an id",
      (n) => [`run --id ${ID}${String(n).padStart(12, "0")}`, false, `job ${ID}${String(n).padStart(12, "0")} failed`],
    ],
    [
      "a temporary file",
      (n) => [`build -o /var/tmp/tmp.${"abcdefgh"[n % 8]}XyZ${n}/out`, false, "ld: cannot find -lfoo"],
    ],
    ["a growing pause", (n) => [`sleep ${2 ** n}; npm publish`, false, `npm error code E503 after ${n} s`]],
  ])("that fail in the same way are counted as the same, though they differ in %s", (_, round) => {
    const { told, rounds } = counting(10);
    rounds(9, round);
    expect(told).toEqual([]);
    rounds(1, (n) => round(n + 9));
    expect(told).toHaveLength(1);
  });

  it.each<[string, (n: number) => readonly [string, boolean, string]]>([
    ["a build that is polled while it gets on", (n) => ["gh run view 42", true, `Building… ${n}%`]],
    ["a build that counts its steps", (n) => ["sleep 5; tail -1 build.log", true, `[${n + 1}/100] CC`]],
    [
      "a log that grows",
      (n) => ["tail -3 test.log", true, `ok ${"abcdefghij"[n % 10]}${"klmnopqrst"[Math.floor(n / 10)]}`],
    ],
  ])("are left alone: %s", (_, round) => {
    const { told, rounds } = counting(10);
    rounds(39, round);
    expect(told).toEqual([]);
  });

  it("are left alone: a file of numbers that is read page by page", () => {
    const { told, rounds } = counting(10);
    rounds(39, (n) => [`sed -n ${n * 10},${n * 10 + 9}p data.csv`, true, `${n},${n * 3}\n${n + 1},${n * 5}`]);
    expect(told).toEqual([]);
  });

  it("are left alone: tests that fail alike after each edit", () => {
    const { told, rounds, calls } = counting(10);
    for (let n = 0; n < 60; n += 1) {
      rounds(1, () => ["npm test", false, `3 failed in ${n} ms`]);
      calls(1, { name: "Edit", input: `src/a.ts: ${"x".repeat(n + 1)}`, changes: true });
    }
    expect(told).toEqual([]);
  });

  it("are left alone: files of one name in many folders", () => {
    const { told, rounds } = counting(10);
    const word = (n: number) => `${"abcdefgh"[n % 8]}${"ijklmnop"[Math.floor(n / 8)]}`;
    rounds(60, (n) => [`cat src/${word(n)}/index.ts`, true, `export const ${word(n)} = 1`]);
    expect(told).toEqual([]);
  });

  it("of a build that stands still are found", () => {
    const { told, rounds } = counting(10);
    rounds(5, (n) => ["gh run view 42", true, `Building… ${n}%`]);
    rounds(12, () => ["gh run view 42", true, "Building… 5% (since 12:00:01)"]);
    expect(told).toHaveLength(1);
  });

  it("are counted at last, whatever they say", () => {
    const { told, rounds } = counting(10);
    rounds(40, (n) => ["fortune", true, `saying ${"abcdefgh"[n % 8]}${"ijklm"[Math.floor(n / 8)]}`]);
    expect(told[0]).toMatchObject({ alike: 40 });
  });
});
