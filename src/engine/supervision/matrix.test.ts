/** Every restart type × reason × strategy × place of the child, against a table written from OTP's documentation. */
import { describe, expect, test } from "vitest";
import { readCase } from "./simulate/case-format.ts";
import { simulateCase } from "./simulate/simulate-case.ts";

const REASONS = ["normal", "shutdown", "error", "killed"] as const;
const TYPES = ["permanent", "transient", "temporary"] as const;
const CHILDREN = ["a", "b", "c"] as const;

type Reason = (typeof REASONS)[number];
type Child = (typeof CHILDREN)[number];

const RESTARTED: Record<(typeof TYPES)[number], readonly Reason[]> = {
  permanent: ["normal", "shutdown", "error", "killed"],
  transient: ["error", "killed"],
  temporary: [],
};

/** Who is stopped with the child, in order, and who is then started, in order. */
const FALLS: Record<string, Record<Child, { readonly stop: string; readonly start: string }>> = {
  one_for_one: { a: { stop: "", start: "a" }, b: { stop: "", start: "b" }, c: { stop: "", start: "c" } },
  one_for_all: { a: { stop: "cb", start: "abc" }, b: { stop: "ca", start: "abc" }, c: { stop: "ba", start: "abc" } },
  rest_for_one: { a: { stop: "cb", start: "abc" }, b: { stop: "c", start: "bc" }, c: { stop: "", start: "c" } },
};

function play(strategy: string, intensity: number, failing: Child, restart: string, reason: Reason) {
  const children = CHILDREN.map((id) => ({ id, type: "worker", restart: id === failing ? restart : "permanent" }));
  const read = readCase({
    tree: { id: "root", type: "supervisor", strategy, intensity, period_s: 60, children },
    script: [
      { do: "end", child: `root/${failing}`, reason },
      { do: "which_children", parent: "root" },
    ],
  });
  if (!read.ok) throw new Error(read.mistakes.join());
  const { steps, root } = simulateCase(read.case);
  return { events: steps[0]?.events, listed: steps[1]?.reply, root };
}

function listed(stopped: Child | null, gone: Child | null) {
  return [...CHILDREN]
    .reverse()
    .filter((id) => id !== gone)
    .map((id) => ({ id, state: id === stopped ? "undefined" : "running", type: "worker" }));
}

const CASES = TYPES.flatMap((type) => REASONS.map((reason) => ({ type, reason })));

describe.each(Object.keys(FALLS))("%s", (strategy) => {
  describe.each(CASES)("a $type child that ends with $reason", ({ type, reason }) => {
    const restarted = RESTARTED[type].includes(reason);

    test.each(CHILDREN)(restarted ? "is restarted (%s)" : "is let go (%s)", (failing) => {
      const { events, listed: children } = play(strategy, 1, failing, type, reason);
      const falls = restarted ? FALLS[strategy]?.[failing] : { stop: "", start: "" };
      expect(events).toEqual([
        ["end", `root/${failing}`, reason],
        ...[...(falls?.stop ?? "?")].map((id) => ["stop", `root/${id}`]),
        ...[...(falls?.start ?? "?")].map((id) => ["start", `root/${id}`]),
      ]);
      const isTemporary = type === "temporary";
      expect(children).toEqual(listed(restarted || isTemporary ? null : failing, isTemporary ? failing : null));
    });

    test.each(CHILDREN)(restarted ? "uses up the intensity (%s)" : "uses up no intensity (%s)", (failing) => {
      const { events, root } = play(strategy, 0, failing, type, reason);
      const others = [...CHILDREN].reverse().filter((id) => id !== failing);
      const givesUp = [...others.map((id) => ["stop", `root/${id}`]), ["end", "root", "shutdown"]];
      expect(events).toEqual([["end", `root/${failing}`, reason], ...(restarted ? givesUp : [])]);
      expect(root).toBe(restarted ? "down" : "up");
    });
  });
});
