/** The look before every start: what it finds, how often it looks, and that it looks again while something is missing. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { Unready } from "../../domain/tree/unready.ts";
import type { Input } from "../../engine/input.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { failed } from "../../testing/outcomes.ts";
import { Readiness, type ReadinessOptions } from "./readiness.ts";

const LOGIN: Unready = { program: "acc", agents: ["agent"], by: "login", message: "Not logged in.", evidence: [] };
const AWAY = { endpoint: "https://api.example.com", agents: ["agent"], detail: "ENOTFOUND" };
const BRAKE = { same: 0, ofLast: 8, violations: [] } as const;
const NO_BRAKE = { brake: { ...BRAKE, diskMb: 0, memoryMb: 0 } };

function lab(run: Scenario, more: Partial<ReadinessOptions> = {}) {
  const lab = { missing: [] as readonly Unready[], looks: 0, at: 0, reports: [] as Input[] };
  const readiness = new Readiness({
    look: () => {
      lab.looks += 1;
      return Promise.resolve(lab.missing);
    },
    reach: () => Promise.resolve(null),
    dir: tmpdir(),
    state: () => Promise.resolve(run.state),
    now: () => lab.at,
    report: (input) => lab.reports.push(input),
    ...more,
  });
  return Object.assign(lab, { readiness });
}

test("starts of one agent that come together share one look; later ones look again", async () => {
  const all = lab(given({ tasks: ["a"], policies: NO_BRAKE }));
  const starts = Array.from({ length: 20 }, () => all.readiness.before("agent"));
  expect(await Promise.all(starts)).toEqual(starts.map(() => null));
  expect(all.looks).toBe(1);
  expect(await all.readiness.before("agent")).toBeNull();
  expect(all.looks).toBe(1);
  all.at += 10_000;
  await all.readiness.before("agent");
  expect(all.looks).toBe(2);
});

test("what is missing is told with the start that met it, and what a person accepted is not missing", async () => {
  const run = given({ tasks: ["a"], policies: NO_BRAKE });
  const all = lab(run);
  all.missing = [LOGIN, { ...LOGIN, by: "gate", program: "make" }];
  expect(await all.readiness.before("agent")).toMatchObject({ outcome: { type: "failed" }, unready: [LOGIN] });
  expect(await all.readiness.before("other")).toBeNull();
  run.state.run.accepted = ["login acc"];
  expect(await all.readiness.before("agent")).toBeNull();
});

test("a machine without disk or memory starts nothing, and it is nobody's failure", async () => {
  const full = given({ tasks: ["a"], policies: { brake: { ...BRAKE, diskMb: 1e12, memoryMb: 0 } } });
  expect(await lab(full).readiness.before("agent")).toMatchObject({ outcome: { failure: { machine: "disk" } } });
  const tight = given({ tasks: ["a"], policies: { brake: { ...BRAKE, diskMb: 0, memoryMb: 1e12 } } });
  expect(await lab(tight).readiness.before("agent")).toMatchObject({ outcome: { failure: { machine: "memory" } } });
});

test("a provider that cannot be reached is held, unless agents reach it though Reeve does not", async () => {
  const run = given({ tasks: ["a"], policies: NO_BRAKE });
  const all = lab(run, { reach: () => Promise.resolve(AWAY) });
  expect(await all.readiness.before("agent")).toMatchObject({ unreached: AWAY });
  run.state.network.trusted = [AWAY.endpoint];
  expect(await all.readiness.before("agent")).toBeNull();
});

test("while something is asked about it looks again, ever more rarely, and tells once that it is there", async () => {
  const run = given({ tasks: ["a"], policies: NO_BRAKE });
  const all = lab(run);
  await all.readiness.lookAgain();
  expect(all.looks).toBe(0);
  const usage = { tokens: 0, usd: 0 };
  const outcome = failed("config_error", "terminal");
  run.when({ type: "attempt_ended", attempt: "a.1", outcome, usage, unready: [LOGIN] });
  all.missing = [LOGIN];
  for (all.at = 0; all.at < 3_600_000; all.at += 5_000) await all.readiness.lookAgain();
  expect(all.looks).toBeGreaterThan(100);
  expect(all.looks).toBeLessThan(130);
  expect(all.reports).toEqual([]);
  all.missing = [];
  all.at += 30_000;
  await all.readiness.lookAgain();
  expect(all.reports).toEqual([{ type: "readiness_seen", unready: [] }]);
});
