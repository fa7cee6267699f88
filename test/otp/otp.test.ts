/**
 * Random trees and scripts, played by the simulator and by the real supervisor of Erlang/OTP: the traces, the replies
 * and what is alive in the end are equal. `OTP_SEED` and `OTP_CASES` choose others and more of them.
 */
import { expect, test } from "vitest";
import { thoroughly } from "../thoroughly.ts";
import { HANG_MS } from "../wait.ts";
import { generateCase, simulateRaw } from "./generate-case.ts";
import { recordWithOtp, whyNoOtp } from "./live-otp.ts";
import { inOrder } from "./same-trace.ts";

const SEED = Number(process.env.OTP_SEED ?? 1);
const CASES = Number(process.env.OTP_CASES ?? thoroughly(600, 150));

test(`${CASES} random cases from seed ${SEED} come out as in OTP`, ({ skip }) => {
  const missing = whyNoOtp();
  if (missing !== null) {
    console.log(`skipped: ${missing}`);
    skip(missing);
  }
  const cases = Array.from({ length: CASES }, (_, i) => generateCase(SEED + i));
  const recorded = recordWithOtp(cases, HANG_MS);
  expect(recorded).toHaveLength(CASES);
  for (const [i, each] of cases.entries()) {
    const real = recorded[i];
    if (!real) throw new Error(`OTP recorded nothing for ${each.id}`);
    const play = `${each.id}; again: OTP_SEED=${SEED + i} OTP_CASES=1\n${JSON.stringify(each)}`;
    expect(JSON.parse(JSON.stringify(inOrder(simulateRaw(each)))), play).toEqual(inOrder(real));
  }
});

test("the random cases have in them what they are to prove", () => {
  const results = Array.from({ length: 300 }, (_, i) => simulateRaw(generateCase(i)));
  const steps = results.flatMap((result) => result.steps);
  const happened = new Set(steps.flatMap((step) => step.events.map(([what]) => what)));
  expect([...happened].sort()).toEqual(["end", "start", "start_failed", "start_ignored", "stop"]);
  expect(steps.filter((step) => step.replies !== undefined).length).toBeGreaterThan(20);
  expect(results.filter((result) => result.boot_reply !== "ok").length).toBeGreaterThan(3);
  expect(results.filter((result) => result.root === "down").length).toBeGreaterThan(20);
  expect(results.some((result) => result.alive.some((path) => path.includes("#")))).toBe(true);
  const replies = new Set(
    steps.flatMap((step) => [step.reply, ...(step.replies ?? [])]).map((reply) => JSON.stringify(reply)),
  );
  for (const error of [
    "not_found",
    "running",
    "restarting",
    "already_present",
    "already_started",
    "bad_combination",
    "simple_one_for_one",
    "start_failed",
    "noproc",
  ]) {
    expect(replies, error).toContain(JSON.stringify({ error }));
  }
});
