/** What the output of a failed gate means, by Reeve's rules and by those of reeve.yaml. */
import { describe, expect, it } from "vitest";
import { type GateResult, NOTHING_CHANGED, type VerifyOrder } from "../../domain/proof/gate.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { Jobs } from "../jobs.ts";
import { classifying, type GateReading } from "./classify-gates.ts";

const TREES = { dir: "/shop/.reeve/worktrees/r1", isOfWorktrees: true, prefix: "" };
const MISSING = [
  "$ npm test",
  "Error: Cannot find module '/shop/.reeve/worktrees/r1/a-task/src/db.mjs' imported from /shop/.reeve/worktrees/r1/a-task/src/a.mjs",
  "    at finalizeResolution (node:internal/modules/esm/resolve:272:11)",
];

describe("a failed gate", () => {
  it("is told by class, subject and telling lines, with paths as the project sees them", async () => {
    const { result } = await verified(MISSING);
    expect(result?.failure).toEqual({
      class: "import_error",
      subject: "src/db.mjs",
      entities: [{ kind: "module", name: "src/db.mjs" }],
      confidence: 0.99,
      telling: ["Error: Cannot find module 'src/db.mjs' imported from src/a.mjs"],
    });
    expect(result?.evidence).toEqual(MISSING);
  });

  it("in a project below the top of its repository, or in a shared folder, likewise", async () => {
    const below = await verified(["ENOENT: no such file or directory, open '/w/t/app/x.csv'"], [], {
      place: { dir: "/w", isOfWorktrees: true, prefix: "app" },
    });
    expect(below.result?.failure).toMatchObject({ class: "file_not_found", subject: "x.csv" });
    const shared = await verified(["ENOENT: no such file or directory, open '/w (1)/x.csv'"], [], {
      place: { dir: "/w (1)", isOfWorktrees: false, prefix: "" },
    });
    expect(shared.result?.failure).toMatchObject({ class: "file_not_found", subject: "x.csv" });
  });

  it("whose output speaks of what the work cannot be to blame for stays a failed gate", async () => {
    const { result } = await verified(["Error: 429 Too Many Requests: rate limit reached"]);
    expect(result).toMatchObject({ verdict: "failed" });
    expect(result?.failure).toBeUndefined();
  });
});

describe("a rule of reeve.yaml", () => {
  const BUSY: FailureRule = { match: "simulator {subject} is busy", class: "overloaded" };
  const LICENCE: FailureRule = { match: "licence of {subject} has run out", class: "auth" };
  const STYLE: FailureRule = { match: "house style: {subject}", class: "lint_failure" };

  it("wins over Reeve's own", async () => {
    const { result } = await verified([...MISSING, "house style: tabs"], [STYLE]);
    expect(result?.failure).toMatchObject({ class: "lint_failure", subject: "tabs", telling: ["house style: tabs"] });
  });

  it("may name any class, as long as the work is to mend", async () => {
    const own = { match: "wrong secret for {subject}", class: "auth", restart: "persistent" } as const;
    const { result } = await verified(["wrong secret for stage"], [own]);
    expect(result?.failure).toMatchObject({ class: "auth", subject: "stage" });
  });

  it.each([
    ["passes by itself: then the gate is tried again, not the agent", BUSY, "simulator iPhone is busy", "transient"],
    ["only a person can mend: then one is asked, at no retry", LICENCE, "licence of mapmaker has run out", "terminal"],
  ])("may say that it is what %s", async (_what, rule, said, restart) => {
    for (const job of [verified, merged]) {
      const { failure } = await job(["$ npm test", said], [rule]);
      expect(failure).toMatchObject({ class: rule.class, restart, evidence: [said] });
      expect(failure?.message).toBe(`\`npm test\` ended with exit code 1: ${said}`);
    }
  });

  it("says nothing of gates that passed, or that looked at no output", async () => {
    for (const gate of [{ verdict: "passed" }, { gate: "diff" }] as const)
      expect((await verified(["simulator iPhone is busy"], [BUSY], {}, gate)).failure).toBeNull();
  });
});

async function verified(
  evidence: readonly string[],
  rules: readonly FailureRule[] = [],
  reading: Partial<GateReading> = {},
  more: Partial<GateResult> = {},
) {
  const gates = [failed(evidence, more)];
  const verification = { commit: "c1", base: "c0", changed: NOTHING_CHANGED, gates };
  const jobs = classifying(jobsThat({ verify: async () => ({ type: "verified", verification }) }), {
    rules,
    place: TREES,
    ...reading,
  });
  const answer = await jobs.verify({} as VerifyOrder, SIGNAL);
  if (answer.type === "failed") return { failure: answer.failure, result: undefined };
  return { failure: null, result: answer.verification.gates[0] };
}

async function merged(evidence: readonly string[], rules: readonly FailureRule[]) {
  const integration = { type: "red", onto: "c1", others: [], gates: [failed(evidence)], report: "" } as const;
  const jobs = classifying(jobsThat({ integrate: async () => ({ type: "integrated", integration }) }), {
    rules,
    place: TREES,
  });
  const answer = await jobs.integrate({} as Parameters<Jobs["integrate"]>[0], SIGNAL);
  return { failure: answer.type === "failed" ? answer.failure : null };
}

const SIGNAL = new AbortController().signal;

function failed(evidence: readonly string[], more: Partial<GateResult> = {}): GateResult {
  const message = "`npm test` ended with exit code 1.";
  return { gate: "quality", name: "npm test", verdict: "failed", message, evidence, tookMs: 1, ...more };
}

function jobsThat(some: Partial<Jobs>): Jobs {
  return some as Jobs;
}
