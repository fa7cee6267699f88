/** The last look at the whole: what passes by itself is waited for, what does not is red. No time passes here. */
import { expect, test } from "vitest";
import type { Failure } from "../../domain/proof/failure.ts";
import type { CheckRunOrder } from "../../domain/proof/gate.ts";
import { gateResult } from "../gates/gate-result.ts";
import { openCheckWhole } from "./check-whole.ts";
import type { CheckRunAnswer } from "./integration.ts";

const LOCKED = failed("transient", "Another git holds a lock.");
const BROKEN = failed("terminal", "The repository is broken.");
const CHECKED: CheckRunAnswer = { type: "checked", head: "c9", gates: [gateResult("quality", "passed", "Fine.")] };
const ORDER: CheckRunOrder = { gates: [], contract: null };

function failed(restart: Failure["restart"], message: string): CheckRunAnswer {
  return { type: "failed", failure: { class: "git_state", restart, message, evidence: ["as git said"] } };
}

/** Answers in turn, the last one for ever; pauses end at once and are written down. */
function aLook(answers: readonly CheckRunAnswer[], during: (pauseMs: number) => void = () => {}) {
  const pausesMs: number[] = [];
  let looks = 0;
  const check = openCheckWhole({
    integrator: {
      checkIntegrated: async () => {
        looks += 1;
        return answers[Math.min(looks, answers.length) - 1] ?? CHECKED;
      },
    },
    checkContract: async (commit) => [gateResult("contract", "passed", `Kept at ${commit}.`)],
    clock: {
      setTimer: (delayMs, call) => {
        pausesMs.push(delayMs);
        during(delayMs);
        const turn = setImmediate(call);
        return () => clearImmediate(turn);
      },
    },
  });
  return { check, pausesMs, looks: () => looks };
}

const { signal } = new AbortController();

test("a whole that can be looked at is looked at once, the contract after it", async () => {
  const { check, looks } = aLook([CHECKED]);
  expect(await check(ORDER, signal)).toMatchObject({ head: "c9", gates: [{ message: "Fine." }] });
  expect(looks()).toBe(1);
  const contract = { entities: [] } as unknown as CheckRunOrder["contract"];
  expect((await check({ ...ORDER, contract }, signal)).gates.map(({ message }) => message)).toEqual([
    "Fine.",
    "Kept at c9.",
  ]);
});

test("trouble that passes is waited for, each time longer", async () => {
  const { check, pausesMs } = aLook([LOCKED, LOCKED, CHECKED]);
  expect(await check(ORDER, signal)).toMatchObject({ head: "c9", gates: [{ verdict: "passed" }] });
  expect(pausesMs).toEqual([5_000, 20_000]);
});

test("trouble that stays is red after the fourth look, with what it was", async () => {
  const { check, looks } = aLook([LOCKED]);
  expect(await check(ORDER, signal)).toMatchObject({
    head: null,
    gates: [
      {
        verdict: "failed",
        message: "Another git holds a lock. Reeve tried 4 times.",
        evidence: ["as git said"],
      },
    ],
  });
  expect(looks()).toBe(4);
});

test("trouble that will not pass is red at once", async () => {
  const { check, pausesMs } = aLook([BROKEN]);
  expect(await check(ORDER, signal)).toMatchObject({ head: null, gates: [{ message: "The repository is broken." }] });
  expect(pausesMs).toEqual([]);
});

test("a Reeve that ends does not wait", async () => {
  const stop = new AbortController();
  const { check, looks } = aLook([LOCKED], () => stop.abort());
  await check(ORDER, stop.signal);
  expect(looks()).toBe(1);
});
