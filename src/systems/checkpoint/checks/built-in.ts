/** The three checkpoints that every session has, each with the checks of process and health behind its own. */
import { citesArchitecture, componentsCovered } from "./architecture.ts";
import type { CheckpointSpec } from "./check.ts";
import { decisionChain, decisionsContinue, wisdomConsistent } from "./decisions.ts";
import { HEALTH } from "./health.ts";
import { complexity, dependencies, execution, mustHaves } from "./plan-checks.ts";
import { briefAndRequirements, processChecks } from "./process.ts";
import { openQuestions, selfScores } from "./reports.ts";
import { termsOfAll, termsOfTwo } from "./terms.ts";
import { scope, vision } from "./vision.ts";

export const BUILT_IN: readonly CheckpointSpec[] = [
  {
    id: "CHECKPOINT-001",
    title: "Brief and requirements agree",
    checks: [
      vision,
      termsOfTwo,
      scope,
      decisionsContinue,
      briefAndRequirements,
      ...processChecks(["brief", "requirements"]),
      ...HEALTH,
    ],
  },
  {
    id: "CHECKPOINT-002",
    title: "The whole specification agrees",
    checks: [
      termsOfAll,
      decisionChain,
      componentsCovered,
      selfScores,
      openQuestions,
      wisdomConsistent,
      ...processChecks(),
      ...HEALTH,
    ],
  },
  {
    id: "CHECKPOINT-003",
    title: "Plan and requirements agree",
    checks: [mustHaves, complexity, dependencies, execution, citesArchitecture, ...processChecks(), ...HEALTH],
  },
];
