/**
 * The grounding gates, in their order: does what the agent says agree with what is there? They stop at the first that
 * fails, because each relies on those before it. A gate sees the work only through `FinishedWork`.
 */
import { addAll } from "../../../basics/long-lists.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import { type GateResult, hasPassed, type VerifyOrder } from "../../../domain/proof/gate.ts";
import type { OwnParts } from "../../../domain/proof/own-parts.ts";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import type { Sealed } from "../../workspace/workspaces.ts";
import type { CheckClock } from "../check/check-clock.ts";
import type { CheckRun } from "../check/run-check.ts";
import type { PastPart } from "../secrets/branch-history.ts";
import type { ScanOrder } from "../secrets/scan-secrets.ts";
import { secretsGate } from "../secrets/secrets-gate.ts";
import type { ScanAnswer } from "../secrets/secrets-scanner.ts";
import { acceptanceGate } from "./acceptance-gate.ts";
import { conflictsGate, diffGate } from "./change-gates.ts";
import { declaredFilesGate } from "./declared-files-gate.ts";
import { linksGate, type StrayLinks } from "./links-gate.ts";
import { notBlockedGate, testsExistGate } from "./result-gates.ts";
import { scopeGate } from "./scope-gate.ts";
import type { WorkFiles } from "./work-files.ts";

export interface FinishedWork {
  readonly order: VerifyOrder;
  /** The project's folder where the agent worked. What lies there tells nothing about what will be merged. */
  readonly dir: string;
  /** What will be merged. */
  readonly files: WorkFiles;
  /** Null where there is no git. */
  readonly sealed: SealedWork | null;
  /** What the task changed; without git what the agent says it changed. Relative to the project. */
  readonly paths: readonly string[];
  /** A file of the commit the task began from; undefined where it has none such. */
  readonly baseText: (path: string) => Promise<string | undefined>;
  /** All that its commits bring into the history. */
  readonly history: () => AsyncIterable<PastPart>;
  readonly strayLinks: () => Promise<StrayLinks>;
  readonly run: (
    check: CommandCheck,
    more?: { readonly cwd?: string; readonly env?: Record<string, string> },
  ) => Promise<CheckRun>;
  /** What Reeve writes into files of the project: no gate flags it. Null: nothing is known of such files. */
  readonly own: OwnParts | null;
  /** Null: the project does not want it looked for. */
  readonly scan: ((order: ScanOrder) => Promise<ScanAnswer>) | null;
}

export type SealedWork = Extract<Sealed, { readonly type: "sealed" }>;

/** Thrown by no gate: a check that could not be run ends the whole look, because it says nothing about the work. */
export type GateAnswer = readonly GateResult[] | { readonly failure: Failure };
export type GroundingGate = (work: FinishedWork) => Promise<GateAnswer>;

const GROUNDING_GATES: readonly GroundingGate[] = [
  diffGate,
  conflictsGate,
  linksGate,
  declaredFilesGate,
  scopeGate,
  notBlockedGate,
  testsExistGate,
  acceptanceGate,
  secretsGate,
];

export async function runGroundingGates(
  work: FinishedWork,
  clock: Pick<CheckClock, "now">,
  signal: AbortSignal,
): Promise<GateAnswer> {
  const results: GateResult[] = [];
  for (const gate of GROUNDING_GATES) {
    if (signal.aborted) break;
    const startedAt = clock.now();
    const answer = await gate(work);
    if ("failure" in answer) return answer;
    const tookMs = clock.now() - startedAt;
    addAll(
      results,
      answer.map((each) => (each.tookMs === 0 ? { ...each, tookMs } : each)),
    );
    if (!hasPassed(answer)) break;
  }
  return results;
}
