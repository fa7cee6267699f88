/**
 * The empty state, and its way to JSON and back. Derived indexes are never written down: they are rebuilt when it comes back,
 * so a snapshot cannot disagree with itself.
 */
import type { AccountHold } from "../domain/account.ts";
import type { Attempt } from "../domain/attempt.ts";
import type { CostSum } from "../domain/cost.ts";
import type { Pattern } from "../domain/pattern.ts";
import type { Question } from "../domain/question.ts";
import type { Replan } from "../domain/replan.ts";
import type { Host, State } from "../domain/state.ts";
import { NO_TALK } from "../domain/talk.ts";
import { NOTHING_FOUND } from "./merge/nothing-found.ts";
import { NO_SETTINGS } from "./settings.ts";
import { freezeTree, thawTree } from "./supervision/tree.ts";
import { derive, emptyDerived } from "./task/derived.ts";
import { type FrozenTask, freezeTask, thawTask } from "./task/frozen-task.ts";

/** Snapshots of another version are not read; the history is replayed instead. */
export const STATE_VERSION = 2;

export function initialState(): State {
  return {
    run: {
      id: "",
      title: "",
      planFile: "",
      planHash: "",
      phase: "none",
      verdict: null,
      because: null,
      createdAt: 0,
      openedAt: 0,
      endedAt: null,
      workedMs: 0,
      heardAt: 0,
      reopen: false,
      base: null,
      check: "not_due",
    },
    settings: NO_SETTINGS,
    gangs: {},
    contract: null,
    checkpoints: [],
    tasks: new Map(),
    attempts: new Map(),
    hosts: new Map(),
    questions: new Map(),
    timers: new Map(),
    patterns: new Map(),
    replans: new Map(),
    failures: [],
    accounts: new Map(),
    limits: {},
    mergeQueue: [],
    coherence: NOTHING_FOUND,
    talk: NO_TALK,
    violations: [],
    tree: null,
    questionsAsked: 0,
    replansAsked: 0,
    replansProposed: 0,
    attemptsStarted: 0,
    restarts: 0,
    usage: { tokens: 0, usd: 0 },
    costs: new Map(),
    history: null,
    analysis: null,
    usdUnknown: false,
    derived: emptyDerived(),
  };
}

interface FrozenState
  extends Omit<
    State,
    | "tasks"
    | "attempts"
    | "hosts"
    | "questions"
    | "timers"
    | "accounts"
    | "costs"
    | "patterns"
    | "replans"
    | "tree"
    | "derived"
  > {
  readonly tasks: readonly FrozenTask[];
  readonly attempts: readonly Attempt[];
  readonly hosts: readonly (readonly [string, Host])[];
  readonly questions: readonly Question[];
  readonly timers: readonly (readonly [string, number])[];
  readonly accounts: readonly (readonly [string, AccountHold])[];
  readonly costs?: readonly (readonly [string, CostSum])[];
  readonly patterns: readonly Pattern[];
  /** Absent in snapshots of before, as are the two numbers. */
  readonly replans?: readonly Replan[];
  readonly tree: unknown;
}

export function freezeState(state: State): unknown {
  const { derived: _derived, ...rest } = state;
  const frozen: FrozenState = {
    ...rest,
    tasks: [...state.tasks.values()].map(freezeTask),
    attempts: [...state.attempts.values()],
    hosts: [...state.hosts],
    questions: [...state.questions.values()],
    timers: [...state.timers],
    accounts: [...state.accounts],
    costs: [...state.costs],
    patterns: [...state.patterns.values()],
    replans: [...state.replans.values()],
    tree: state.tree && freezeTree(state.tree),
  };
  return frozen;
}

export function thawState(json: unknown): State {
  const frozen = json as FrozenState;
  const state: State = {
    ...frozen,
    tasks: new Map(frozen.tasks.map(thawTask).map((task) => [task.id, task])),
    attempts: new Map(frozen.attempts.map((attempt) => [attempt.id, attempt])),
    hosts: new Map(frozen.hosts),
    questions: new Map(frozen.questions.map((question) => [question.id, question])),
    timers: new Map(frozen.timers),
    accounts: new Map(frozen.accounts),
    limits: frozen.limits ?? {}, // absent in snapshots of before
    costs: new Map(frozen.costs ?? []),
    history: frozen.history ?? null,
    analysis: frozen.analysis ?? null,
    patterns: new Map(frozen.patterns.map((pattern) => [pattern.id, pattern])),
    replans: new Map((frozen.replans ?? []).map((replan) => [replan.id, replan])),
    replansAsked: frozen.replansAsked ?? 0,
    replansProposed: frozen.replansProposed ?? 0,
    tree: frozen.tree === null ? null : thawTree(frozen.tree),
    coherence: frozen.coherence ?? NOTHING_FOUND, // absent in snapshots of before
    talk: frozen.talk ?? NO_TALK, // so is this
    derived: emptyDerived(),
  };
  derive(state);
  return state;
}
