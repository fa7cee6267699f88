/** No answer of a job shows a key that is configured for an agent, and what code decides by stays as it is. */
import { expect, test } from "vitest";
import { COHERENT } from "../../domain/proof/coherence.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { type GateResult, type Integration, NOTHING_CHANGED } from "../../domain/proof/gate.ts";
import type { Jobs } from "../jobs.ts";
import { plainWorkspaces } from "../workspace/open-workspaces.ts";
import { safeJobs, safeWorkspaces } from "./safe-jobs.ts";

const KEY = "configured-key-value";
/** Words that answers are told apart by are values somebody may have configured, too. */
const SECRETS = [KEY, "verified", "integrated", "conflict", "quality", "failed", "transient"];

const GATE: GateResult = {
  gate: "quality",
  name: `run with ${KEY}`,
  verdict: "failed",
  message: `It says ${KEY}.`,
  failure: { class: "test_failure", subject: KEY },
  evidence: [`key=${KEY}`],
  tookMs: 1,
};
const FAILURE: Failure = {
  class: "git_state",
  restart: "transient",
  subject: KEY,
  message: `Not with ${KEY}.`,
  evidence: [KEY],
};

async function answers(integration: Integration) {
  const verification = { commit: "c1", base: "c0", changed: NOTHING_CHANGED, gates: [GATE] };
  const jobs: Jobs = {
    verify: async () => ({ type: "verified", verification }),
    compare: async () => ({ report: COHERENT }),
    integrate: async () => ({ type: "integrated", integration }),
    check: async () => ({ head: "c1", gates: [GATE] }),
  };
  const failing: Jobs = {
    ...jobs,
    verify: async () => ({ type: "failed", failure: FAILURE }),
    integrate: async () => ({ type: "failed", failure: FAILURE }),
  };
  const { signal } = new AbortController();
  const all = [safeJobs(jobs, SECRETS), safeJobs(failing, SECRETS)].map(async (safe) => [
    await safe.verify({} as never, signal),
    await safe.integrate({} as never, signal),
    await safe.check({} as never, signal),
  ]);
  return (await Promise.all(all)).flat();
}

test.each<Integration>([
  { type: "merged", commit: "c2", onto: "c0", gates: [GATE] },
  { type: "conflict", onto: "c0", files: ["a"], others: ["b"], report: `<<<< ${KEY}` },
  { type: "red", onto: "c0", gates: [GATE], others: [], report: `It is red: ${KEY}` },
])("of a merge that is $type and all that goes before and after it", async (integration) => {
  const all = await answers(integration);
  expect(JSON.stringify(all)).not.toContain(KEY);
  expect(all).toMatchObject([
    { type: "verified", verification: { commit: "c1", gates: [{ gate: "quality", verdict: "failed" }] } },
    { type: "integrated", integration: { type: integration.type, onto: "c0" } },
    { head: "c1", gates: [{ failure: { class: "test_failure" } }] },
    { type: "failed", failure: { class: "git_state", restart: "transient" } },
    { type: "failed" },
    {},
  ]);
});

test("of a workspace that could not be made ready", async () => {
  const broken = {
    ...plainWorkspaces("/p"),
    recover: async () => FAILURE,
    prepare: async () => ({ type: "failed", failure: FAILURE }) as const,
  };
  const safe = safeWorkspaces(broken, SECRETS);
  const told = [await safe.recover(), await safe.prepare({} as never)];
  expect(JSON.stringify(told)).not.toContain(KEY);
  expect(told).toMatchObject([{ restart: "transient" }, { type: "failed" }]);
  expect(await safeWorkspaces(plainWorkspaces("/p"), SECRETS).recover()).toBeNull();
});
