/** The public library. What is not exported here or in `reeve/testing` may change without notice. */

export type { FleetView } from "./app/look/fleet-view.ts";
export type { InboxItem } from "./app/look/questions.ts";
export type { Refusal } from "./app/refusal.ts";
export type { RunEnd } from "./app/run/work-run.ts";
export { type Checked, formatMistake, type Mistake } from "./config/mistakes/mistake.ts";
export type { Failure, FailureClass, RestartKind } from "./domain/proof/failure.ts";
export type { AgentConfig, Config } from "./domain/spec/config.ts";
export type { Plan, TaskSpec } from "./domain/spec/plan.ts";
export type * from "./domain/tree/tree.ts";
export type { BlockedResult, DoneResult, ExitStatus, Outcome, Usage } from "./domain/work/outcome.ts";
export type { Question, QuestionId, QuestionKind } from "./domain/work/question.ts";
export { parseResult } from "./domain/work/result-schema.ts";
export type {
  AdapterKit,
  AgentAdapter,
  AgentEvent,
  AgentReader,
  AttemptEnd,
  AttemptRequest,
  Launch,
  OutputStream,
  OwnAdapter,
} from "./effects/agents/adapters/agent-adapter.ts";
export { classifyEnd } from "./effects/agents/adapters/classify-end.ts";
export { readOutcome } from "./effects/agents/adapters/read-outcome.ts";
export type { Effect } from "./engine/effect.ts";
export type { Event } from "./engine/event.ts";
export type { Answer, Input } from "./engine/input.ts";
export type { State } from "./engine/state.ts";
export { checkChildSpecs } from "./engine/supervision/shape/check-specs.ts";
export { applyTreeFact } from "./engine/supervision/shape/facts.ts";
export { outstandingOf } from "./engine/supervision/shape/outstanding.ts";
export { createTree, freezeTree, thawTree } from "./engine/supervision/shape/tree.ts";
export {
  type ChildDefinition,
  type DefinedTree,
  defineChild,
  defineTree,
} from "./engine/supervision/simulate/define-tree.ts";
export { driveTree } from "./engine/supervision/simulate/drive.ts";
export { renderSimulation, simulateLines } from "./engine/supervision/simulate/simulate.ts";
export { stepTree } from "./engine/supervision/step.ts";
export { JournalError, type JournalErrorKind } from "./journal/journal-error.ts";
export { openRuns } from "./journal/open-runs.ts";
export type { Fold, JournalRecord, Receipt, Rules } from "./journal/rules.ts";
export type { Lease, Mail, MailOutcome, OpenOptions, OpenRun, Runs } from "./journal/runs.ts";
export { defineFleet, type FleetDefinition, type FleetTexts } from "./library/define-fleet.ts";
export type { EventsOptions } from "./library/follow-run.ts";
export { openProject, type ProjectOptions, type ReeveProject, type ResumeOptions } from "./library/open-project.ts";
export { ReeveError, type ReeveErrorCode } from "./library/reeve-error.ts";
export type { CallOptions, OrderResult, ReeveRun } from "./library/run-handle.ts";
export { readFleet, type Supervised, type SuperviseOptions, superviseFleet } from "./library/supervise-fleet.ts";
export type * from "./library/types.ts";
export type { WorkedRun, WorkOptions } from "./library/work-run.ts";
export type { RunWorkEnd } from "./runtime/run/run-options.ts";
export { type RunRecord, runRules } from "./runtime/run/run-rules.ts";
export { Runner } from "./runtime/runner/runner.ts";
export type { RunnerOptions, WorkEnd } from "./runtime/runner/runner-options.ts";
export type { Desk, MailRules, Performer, System, Teller } from "./runtime/runner/system.ts";
export type { TreeChild, TreeOptions } from "./runtime/tree/life.ts";
export { type RunningTree, superviseTree } from "./runtime/tree/supervise-tree.ts";
export { TreeError, type TreeErrorCode } from "./runtime/tree/tree-error.ts";
export {
  connectReeve,
  type Overview,
  ReeveApiError,
  type ReeveClient,
  type StreamedRecord,
  type TaskPage,
} from "./views/web/client/client.ts";
export type { Order } from "./views/web/server/orders.ts";
