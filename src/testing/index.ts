/** What tests of and on top of Reeve need: given/when/then for the engine, a manual clock, and the suite every journal passes. */

export type { Gate, GateResult, GateRun, GateVerdict, Integration } from "../domain/proof/gate.ts";
export type { Settings } from "../domain/spec/settings.ts";
export type { Advisor } from "../domain/work/advisor.ts";
export type { Task } from "../domain/work/task.ts";
export { journalConformance } from "../journal/conformance/conformance.ts";
export type { ConformanceCase, RunsUnderTest } from "../journal/conformance/conformance-kit.ts";
export { type MemoryDisks, memoryRuns } from "../journal/memory/memory-store.ts";
export { type ManualClock, manualClock } from "../runtime/time/clock.ts";
export {
  type ApprovalAnswer,
  type ApprovalEffect,
  type ApprovalEvent,
  type ApprovalInput,
  type ApprovalList,
  type ApprovalOptions,
  type ApprovalSystem,
  approvalList,
  approvalRules,
} from "./approval-list.ts";
export { type Given, given, Scenario, type TaskSketch } from "./given.ts";
export { blocked, CONFLICT, CRASH, done, failed, gate, MERGED } from "./outcomes.ts";
