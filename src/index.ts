/** The public library. What is not exported here or in `reeve/testing` may change without notice. */

export type { FleetView } from "./app/look/fleet-view.ts";
export { type Checked, formatMistake, type Mistake } from "./config/mistakes/mistake.ts";
export type { Failure, FailureClass, RestartKind } from "./domain/proof/failure.ts";
export type { Config } from "./domain/spec/config.ts";
export type { Plan, TaskSpec } from "./domain/spec/plan.ts";
export type {
  ChildSpec,
  SupervisorSpec,
  Tree,
  TreeAction,
  TreeCall,
  TreeFact,
  TreeMessage,
  TreeReply,
  WorkerSpec,
} from "./domain/tree/tree.ts";
export type { BlockedResult, DoneResult, Outcome } from "./domain/work/outcome.ts";
export { parseResult } from "./domain/work/result-schema.ts";
export type { Effect } from "./engine/effect.ts";
export type { Event } from "./engine/event.ts";
export type { Answer, Input } from "./engine/input.ts";
export type { State } from "./engine/state.ts";
export { checkChildSpecs } from "./engine/supervision/shape/check-specs.ts";
export { applyTreeFact } from "./engine/supervision/shape/facts.ts";
export { outstandingOf } from "./engine/supervision/shape/outstanding.ts";
export { createTree, freezeTree, thawTree } from "./engine/supervision/shape/tree.ts";
export { defineTree } from "./engine/supervision/simulate/define-tree.ts";
export { driveTree } from "./engine/supervision/simulate/drive.ts";
export { renderSimulation, simulateLines } from "./engine/supervision/simulate/simulate.ts";
export { stepTree } from "./engine/supervision/step.ts";
export { JournalError, type JournalErrorKind } from "./journal/journal-error.ts";
export { openRuns } from "./journal/open-runs.ts";
export type { Fold, JournalRecord, Receipt, Rules } from "./journal/rules.ts";
export type { Lease, Mail, MailOutcome, OpenOptions, OpenRun, Runs } from "./journal/runs.ts";
export {
  defineFleet,
  type FleetDefinition,
  readFleet,
  type Supervised,
  type SuperviseOptions,
  superviseFleet,
} from "./library.ts";
export type { RunWorkEnd } from "./runtime/run/run-options.ts";
export { runRules } from "./runtime/run/run-rules.ts";
export { Runner } from "./runtime/runner/runner.ts";
export type { RunnerOptions, WorkEnd } from "./runtime/runner/runner-options.ts";
export type { Desk, Performer, System, Teller } from "./runtime/runner/system.ts";
export {
  connectReeve,
  type Overview,
  ReeveApiError,
  type ReeveClient,
  type StreamedRecord,
  type TaskPage,
} from "./views/web/client/client.ts";
