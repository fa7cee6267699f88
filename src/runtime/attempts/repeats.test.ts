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
  return { told, calls, repeats };
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
