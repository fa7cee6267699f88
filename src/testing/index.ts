/** What tests of and on top of Reeve need: given/when/then for the engine, a manual clock, and the suite every journal passes. */

export { journalConformance } from "../journal/conformance.ts";
export type { ConformanceCase, JournalUnderTest } from "../journal/conformance-kit.ts";
export { MemoryJournal } from "../journal/memory-journal.ts";
export { type ManualClock, manualClock } from "../runtime/clock.ts";
export { type Given, given, Scenario, type TaskSketch } from "./given.ts";
export { blocked, CONFLICT, CRASH, done, failed, gate, MERGED } from "./outcomes.ts";
