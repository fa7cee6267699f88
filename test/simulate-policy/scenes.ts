/** Scenes to simulate, in few words: a plan, settings, and what goes wrong. */
import fc from "fast-check";
import { present } from "../../src/basics/present.ts";
import { FAILURE_CLASSES } from "../../src/domain/proof/failure.ts";
import { FAULT_KINDS, type Fault, type Faults } from "../../src/domain/spec/faults.ts";
import type { Scene } from "../../src/engine/simulate-policy/simulated-world.ts";
import { given, type TaskSketch } from "../../src/testing/given.ts";

export interface SceneSketch {
  readonly tasks?: readonly (TaskSketch | string)[];
  readonly faults?: readonly FaultSketch[];
  readonly takes?: Partial<Omit<Faults, "faults">>;
  readonly settings?: Partial<Scene["settings"]>;
  readonly policies?: Partial<Scene["settings"]["policies"]>;
  readonly isolated?: boolean;
}

type FaultSketch = Partial<Fault> & Pick<Fault, "probability">;

const exact = (value: number) => ({ kind: "exact", value }) as const;

/** Ten tasks side by side, each ten minutes and one dollar, unless said otherwise. */
export function aScene({ tasks = TEN, faults = [], takes, settings, policies, isolated = true }: SceneSketch): Scene {
  const { state } = given({
    tasks,
    ...(settings && { settings }),
    ...(policies && { policies }),
  });
  return {
    plan: { title: "plan", gangs: {}, tasks: [...state.tasks.values()].map(({ spec }) => spec), checkpoints: [] },
    settings: state.settings,
    base: isolated ? { commit: "base", branch: null } : null,
    verifyParallel: 2,
    faults: {
      attempt: { minutes: exact(10), usd: exact(1), tokens: exact(1000) },
      verifyMinutes: exact(0),
      mergeMinutes: exact(0),
      raisedUsdFactor: 1,
      answersAfterMinutes: 480,
      horizonHours: 168,
      ...takes,
      faults: faults.map((fault) => ({
        how: "fails",
        class: "test_failure",
        tasks: null,
        takes: {},
        shared: null,
        ...fault,
      })),
    },
  };
}

const TEN = Array.from({ length: 10 }, (_, index) => `t${index}`);

export const SHARED = { mendedAlone: 0, mendedByFix: 1, madeBy: null, lastsMinutes: null };

const part = fc.constantFrom(0, 0.1, 0.5, 0.9, 1);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** Any fault that faults.yaml could say. */
const aFault: fc.Arbitrary<FaultSketch> = fc
  .record({
    how: fc.constantFrom(...FAULT_KINDS),
    class: fc.constantFrom(...FAILURE_CLASSES),
    restart: maybe(fc.constantFrom("transient", "persistent", "terminal", "unknown")),
    subject: maybe(fc.constantFrom("src/db", "t1", "users", "f1.ts")),
    probability: part,
    afterFailure: maybe(part),
    tasks: fc.option(fc.subarray(TEN, { minLength: 1 }), { nil: null }),
    retryAfterMinutes: maybe(fc.constantFrom(1, 90)),
    shared: fc.option(
      fc.record({
        mendedAlone: part,
        mendedByFix: part,
        madeBy: fc.option(fc.constantFrom(...TEN), { nil: null }),
        lastsMinutes: fc.option(fc.constantFrom(5, 600), { nil: null }),
      }),
      { nil: null },
    ),
  })
  .map((fault) => present(fault));

/** Any scene: chains, shared files, gangs of files, tight limits, a person who answers or does not. */
export const anyScene: fc.Arbitrary<Scene> = fc
  .record({
    edges: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }),
    files: fc.array(fc.nat(9), { maxLength: 4 }),
    faults: fc.array(aFault, { maxLength: 4 }),
    isolated: fc.boolean(),
    answers: fc.constantFrom(null, 60, 480),
    policies: fc.record({
      escalation: fc.constantFrom("ask", "give_up"),
      patterns: fc.record({ threshold: fc.constantFrom(2, 3, 1000), running: fc.constantFrom("finish", "stop") }),
      haltFailedShare: fc.constantFrom(0.3, 1),
      attemptsMax: fc.constantFrom(2, 12),
      holdAccounts: fc.boolean(),
    }),
    maxParallel: fc.integer({ min: 1, max: 8 }),
    budgets: fc.constantFrom({}, { usd: 12 }, { minutes: 200 }),
    tiers: fc.constantFrom(
      [],
      [
        { name: "low", model: "a" },
        { name: "high", model: "b" },
      ],
    ),
    minutes: fc.constantFrom(8, 60),
  })
  .map(({ edges, files, faults, isolated, answers, policies, maxParallel, budgets, tiers, minutes }) => {
    const tasks = TEN.map((id, index) => ({
      id,
      dependsOn: [...new Set(edges.filter(([to, from]) => to === index && from < to).map(([, from]) => `t${from}`))],
      files: files.includes(index) ? ["f1.ts"] : [],
    }));
    const agents = { agent: { minutes, parallel: 10, tiers } };
    const takes = { answersAfterMinutes: answers };
    return aScene({ tasks, faults, isolated, takes, policies, settings: { maxParallel, budgets, agents } });
  });
