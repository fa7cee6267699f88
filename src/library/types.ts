/**
 * The types that public signatures mention, each under one name. Members of the large unions (`Event`, `Input`, `Effect`,
 * `Refusal`) and parts of `State` and `Config` are reached from there: `Extract<Event, { type: "task_done" }>`.
 */
export type { AccountView } from "../app/look/parts/account-view.ts";
export type { CapView } from "../app/look/parts/cap-view.ts";
export type { IntegrationView } from "../app/look/parts/integration-view.ts";
export type { MonitorView } from "../app/look/parts/monitors-view.ts";
export type { NetworkView } from "../app/look/parts/network-view.ts";
export type { PatternView } from "../app/look/parts/pattern-view.ts";
export type { RunningView } from "../app/look/parts/running-view.ts";
export type { LiveView, TaskState, TaskView } from "../app/look/parts/task-view.ts";
export type { TreeView } from "../app/look/parts/tree-view.ts";
export type { WaitingView } from "../app/look/parts/waiting-view.ts";
export type { WarnedView } from "../app/look/parts/warned-view.ts";
export type { ToldReport } from "../app/orders/await-told.ts";
export type { OrderAnswer, OrderGiven } from "../app/orders/give-order.ts";
export type { Severity as MistakeSeverity } from "../config/mistakes/mistake.ts";
export type { Because } from "../domain/because.ts";
export type { Entity, EntityKind } from "../domain/proof/failure.ts";
export type { MachineNeed } from "../domain/proof/machine-need.ts";
export type { ProjectCap, SharedCap } from "../domain/spec/caps.ts";
export type { AgentLimits } from "../domain/spec/config.ts";
export type { FailureRule } from "../domain/spec/failure-rule.ts";
export type { Severity as QuestionSeverity } from "../domain/spec/notify.ts";
export type {
  Acceptance,
  Backoff,
  Budget,
  CheckpointSpec,
  CommandCheck,
  Contract,
  ContractEntity,
  GangSpec,
  Role,
  Strategy,
  TaskId,
} from "../domain/spec/plan.ts";
export type { PlanChange, Replan, ReplanId } from "../domain/spec/replan.ts";
export type { Response as ViolationResponse, RuleKind, ViolationRule } from "../domain/spec/violation-rule.ts";
export type { RunBase } from "../domain/spec/workspace.ts";
export type { AgentEnd, AgentLife, AgentState } from "../domain/tree/agent-life.ts";
export type { HostRoom } from "../domain/tree/host-room.ts";
export type { Monitor } from "../domain/tree/monitor.ts";
export type { Mail as TreeMail } from "../domain/tree/tree-fact.ts";
export type { Spent } from "../domain/words/spent.ts";
export type { TokenPrice, TokenUsage } from "../domain/words/token-usage.ts";
export type { AttemptId } from "../domain/work/attempt.ts";
export type { Grade, HealthLimits } from "../domain/work/health.ts";
export type { Advised, BlockedReason } from "../domain/work/outcome.ts";
export type { ParsedResult } from "../domain/work/result-schema.ts";
export type {
  AdvisorRole,
  CrossCuttingConcern,
  PlannerAnswer,
  PlannerEntity,
  PlannerTask,
  PlanValidation,
  ValidationSeverity,
} from "../domain/work/role-answers.ts";
export type { TaskStatus } from "../domain/work/task.ts";
export type { AdvisorId, WorkStatus } from "../domain/work/work.ts";
export type { HoldKind } from "../engine/account/account.ts";
export type { Analysis, Recommendation } from "../engine/advisor/state.ts";
export type { GrantedLimit, PersonInput, Refusal as OrderRefusal } from "../engine/input.ts";
export type { Move } from "../engine/next-move.ts";
export type { Job } from "../engine/proof/events.ts";
export type { Held } from "../engine/question/holds.ts";
export type { RunCheck, RunPhase } from "../engine/run/state.ts";
export type { Resource } from "../engine/scheduling/resource.ts";
export type { SpecError } from "../engine/supervision/shape/check-specs.ts";
export type { Outstanding } from "../engine/supervision/shape/outstanding.ts";
export type { CaseEnd, CaseItem, CaseStep, SimulationCase } from "../engine/supervision/simulate/case-format.ts";
export type {
  PoolDefinition,
  SupervisorDefinition,
  WorkerDefinition,
} from "../engine/supervision/simulate/define-tree.ts";
export type { StartAction, StopAction } from "../engine/supervision/simulate/drive.ts";
export type { Simulated } from "../engine/supervision/simulate/simulate.ts";
export type { SimulationResult, StepResult } from "../engine/supervision/simulate/simulate-case.ts";
export type { TreeStep } from "../engine/supervision/step.ts";
export type { Told as ToldHow } from "../engine/talk/events.ts";
export type { Violation } from "../engine/violation/violation.ts";
export type { JournalReport } from "../journal/journal-report.ts";
export type { EventMeta, Head, KeyedEffect, Stamped, StoredRecord } from "../journal/rules.ts";
export type {
  Holder,
  MailName,
  Patience,
  PatienceClock,
  PostedMail,
  StateView,
  Vouch,
  WaitingMail,
} from "../journal/runs.ts";
export type { FormatSpan } from "../journal/upgrade/upgrade.ts";
export type { Quiescence } from "../runtime/run/quiescence.ts";
export type { RunRest } from "../runtime/run/run-options.ts";
export type { RunRules } from "../runtime/run/run-rules.ts";
export type { Clock } from "../runtime/time/clock.ts";
export type { Heart } from "../runtime/time/heart.ts";
export type { RunPage } from "../views/model/run-page.ts";
export type { OrderDone } from "../views/web/server/orders.ts";
