/**
 * The state of a run: the fold of its events, one slice per subject. Owned by whoever folds it and changed in place,
 * because a plan of 10,000 tasks must not be copied per event. What is derived is never written down: it is rebuilt when a
 * snapshot is read, so a snapshot cannot disagree with itself.
 */
import type { TaskId } from "../domain/spec/plan.ts";
import type { Settings } from "../domain/spec/settings.ts";
import type { Task } from "../domain/work/task.ts";
import { type AccountsState, accountsSlice } from "./account/state.ts";
import { type AdvisorsState, advisorsSlice } from "./advisor/state.ts";
import { type AttemptsState, attemptsSlice } from "./attempt/state.ts";
import { type BrakeState, brakeSlice } from "./brake/state.ts";
import { type SpendingState, spendingSlice } from "./budget/state.ts";
import { type GrowthState, growthSlice } from "./growth/state.ts";
import { type Host, hostsSlice } from "./host/state.ts";
import { type MergeState, mergeSlice } from "./merge/state.ts";
import { type NetworkState, networkSlice } from "./network/state.ts";
import { type NoticesState, noticesSlice } from "./notice/state.ts";
import { type PatternsState, patternsSlice } from "./pattern/state.ts";
import { type QuestionsState, questionsSlice } from "./question/state.ts";
import { type PlanState, planSlice, type ReplansState, replansSlice } from "./replan/state.ts";
import { type Run, runSlice } from "./run/state.ts";
import { NO_SETTINGS } from "./settings.ts";
import { plainSlice, type Slice, wholeMap } from "./slice.ts";
import { NO_TALK, type Talk } from "./talk/talk.ts";
import { derive, emptyDerived } from "./task/derived.ts";
import { type Derived, tasksSlice } from "./task/state.ts";
import type { SetTimer } from "./timer.ts";
import { type TreeState, treeSlice } from "./tree/state.ts";
import type { Violation } from "./violation/violation.ts";

/** Snapshots of another version are not read; the history is replayed instead. */
export const STATE_VERSION = 6;

export interface State {
  run: Run;
  settings: Settings;
  plan: PlanState;
  tasks: Map<TaskId, Task>;
  attempts: AttemptsState;
  hosts: Map<string, Host>;
  questions: QuestionsState;
  timers: Map<string, SetTimer>;
  patterns: PatternsState;
  replans: ReplansState;
  accounts: AccountsState;
  network: NetworkState;
  growth: GrowthState;
  merge: MergeState;
  brake: BrakeState;
  /** What people were told. */
  notices: NoticesState;
  /** What agents said beside their work. */
  talk: Talk;
  /** The latest few. */
  violations: Violation[];
  tree: TreeState;
  spending: SpendingState;
  advisors: AdvisorsState;
  derived: Derived;
}

type Kept = Omit<State, "derived">;

const SLICES: { readonly [K in keyof Kept]: Slice<Kept[K]> } = {
  run: runSlice,
  settings: plainSlice<Settings>(() => NO_SETTINGS),
  plan: planSlice,
  tasks: tasksSlice,
  attempts: attemptsSlice,
  hosts: hostsSlice,
  questions: questionsSlice,
  timers: wholeMap<string, SetTimer>(),
  patterns: patternsSlice,
  replans: replansSlice,
  accounts: accountsSlice,
  network: networkSlice,
  growth: growthSlice,
  merge: mergeSlice,
  brake: brakeSlice,
  notices: noticesSlice,
  talk: plainSlice<Talk>(() => NO_TALK),
  violations: plainSlice<Violation[]>(() => []),
  tree: treeSlice,
  spending: spendingSlice,
  advisors: advisorsSlice,
};
const NAMES = Object.keys(SLICES) as readonly (keyof Kept)[];

export function initialState(): State {
  return { ...slices((name) => SLICES[name].initial()), derived: emptyDerived() };
}

export function freezeState(state: State): unknown {
  return slices((name) => freeze(name, state));
}

export function thawState(json: unknown): State {
  const frozen = json as Readonly<Record<keyof Kept, unknown>>;
  const state = { ...slices((name) => SLICES[name].thaw(frozen[name])), derived: emptyDerived() };
  derive(state);
  return state;
}

function freeze<K extends keyof Kept>(name: K, state: State): unknown {
  const slice: Slice<Kept[K]> = SLICES[name];
  return slice.freeze(state[name]);
}

/** Whoever makes each by its own name makes all of them. */
function slices(make: (name: keyof Kept) => unknown): Kept {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as unknown as Kept;
}
