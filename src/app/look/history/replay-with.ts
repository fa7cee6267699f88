/**
 * Where another policy would have decided otherwise: every decision of a run is decided twice again, from the same state, input and
 * dice, once by the settings it had and once by the other policy's; what differs is told. After each, the run continues as it really
 * did, so every decision is judged in the situation that really was. Nothing is journaled.
 */
import type { Config } from "../../../domain/spec/config.ts";
import type { Settings } from "../../../domain/spec/settings.ts";
import type { Usage } from "../../../domain/work/outcome.ts";
import { step } from "../../../engine/engine.ts";
import type { Event } from "../../../engine/event.ts";
import type { Input } from "../../../engine/input.ts";
import { settingsOf } from "../../../engine/settings.ts";
import { freezeState, type State, thawState } from "../../../engine/state.ts";
import { retune } from "../../../engine/tree/retune.ts";
import type { RunRecord } from "../../../runtime/run/run-rules.ts";
import type { Project } from "../../project/project.ts";
import { recordsOf } from "../../project/records.ts";
import { newReplay, replayRecord } from "./replay-run.ts";

export interface OtherDecision {
  readonly seq: number;
  readonly at: number;
  readonly was: readonly Event[];
  readonly would: readonly Event[];
  /** More attempts, and more questions to a person, than there really were; fewer where below 0. */
  readonly attempts: number;
  readonly questions: number;
  /** How much longer tasks would have waited for their restart; less where below 0. */
  readonly waitMs: number;
  /** Steps up in model that the next attempts would have had. */
  readonly tiers: number;
  /** What that comes to more, by what attempts of this run cost; null: no price is known. */
  readonly usd: number | null;
}

export interface ComparedRun {
  readonly run: string;
  /** How many decisions were looked at. */
  readonly decisions: number;
  readonly others: readonly OtherDecision[];
  /** What an attempt of this run came to on average; null: no price is known. */
  readonly usdPerAttempt: number | null;
  /** Where it would have halted a run that really continued; told once, though every later record would halt it again. */
  readonly halted: HaltedAt | null;
}

export interface HaltedAt {
  readonly seq: number;
  readonly at: number;
  /** What was spent after that. */
  readonly tokensAfter: number;
  readonly usdAfter: number;
}

/** What can be decided in more than one way. */
const DECIDED: ReadonlySet<Input["type"]> = new Set([
  "attempt_ended",
  "calls_repeated",
  "task_verified",
  "task_integrated",
  "run_checked",
]);

/** What a person would call a decision; what merely follows from one is left out. */
const DECISIONS: ReadonlySet<Event["type"]> = new Set([
  "restart_scheduled",
  "task_requeued",
  "task_reopened",
  "task_given_up",
  "task_skipped",
  "question_asked",
  "question_joined",
  "pattern_found",
  "dependency_added",
  "advice_asked",
  "run_stopping",
  "supervisor_gave_up",
  "attempt_stopping",
]);

const TRIES: ReadonlySet<Event["type"]> = new Set(["restart_scheduled", "task_requeued", "task_reopened"]);

/** `config` is the project's; `decides` is what the policy has otherwise. */
export async function compareRun(
  project: Project,
  run: string,
  config: Config,
  decides: Partial<Config>,
): Promise<ComparedRun> {
  const replay = newReplay(run);
  const changed = changesOf(config, decides);
  const others: OtherDecision[] = [];
  let decisions = 0;
  let halt: { readonly seq: number; readonly at: number; readonly usage: Usage } | null = null;
  for await (const record of recordsOf(project, run)) {
    if (isDecision(replay.state, record, changed)) {
      decisions += 1;
      const other = compare(replay.state, record, changed);
      const isHalt = other !== null && halts(other);
      if (other !== null && !(isHalt && halt !== null)) others.push(other);
      replayRecord(replay, record);
      if (isHalt) halt ??= { seq: record.seq, at: record.at, usage: replay.state.spending.usage };
    } else replayRecord(replay, record);
  }
  const { usage, usdUnknown } = replay.state.spending;
  const { started } = replay.state.attempts;
  const known = started > 0 && !usdUnknown && (usage.usd ?? 0) > 0;
  const usdPerAttempt = known ? (usage.usd ?? 0) / started : null;
  const halted = halt && {
    seq: halt.seq,
    at: halt.at,
    tokensAfter: usage.tokens - halt.usage.tokens,
    usdAfter: (usage.usd ?? 0) - (halt.usage.usd ?? 0),
  };
  const all = others.map((other) => priced(other, replay.state, usdPerAttempt));
  return { run, decisions, others: all, usdPerAttempt, halted };
}

function halts({ was, would }: OtherDecision): boolean {
  const stops = (events: readonly Event[]) => events.some(({ type }) => type === "run_stopping");
  return stops(would) && !stops(was);
}

/** What an agent reports as it works is one only where a budget that is otherwise is used up by it. */
function isDecision(state: State, { input, events }: RunRecord, { budgets }: Partial<Settings>): boolean {
  if (events.length === 0) return false;
  if (input.type !== "attempt_progressed") return DECIDED.has(input.type);
  if (budgets === undefined) return false;
  const used = state.attempts.live.get(input.attempt)?.usage ?? { tokens: 0 };
  const { usage } = state.spending;
  const crosses = (limit: number | undefined, before: number, more: number) =>
    limit !== undefined && before <= limit && before + more > limit;
  return (
    crosses(budgets.usd, usage.usd ?? 0, (input.usage.usd ?? 0) - (used.usd ?? 0)) ||
    crosses(budgets.tokens, usage.tokens, input.usage.tokens - used.tokens)
  );
}

/** Only what the policy changes: a run may have had settings that are no longer in the file. */
function changesOf(config: Config, decides: Partial<Config>): Partial<Settings> {
  const before = settingsOf(config) as unknown as Record<string, unknown>;
  const after = settingsOf({ ...config, ...decides }) as unknown as Record<string, unknown>;
  const differing = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(differing.map((key) => [key, after[key]]));
}

function compare(state: State, record: RunRecord, changed: Partial<Settings>): OtherDecision | null {
  const was = decidedBy(state, record, {});
  const would = decidedBy(state, record, changed);
  if (substanceOf(was) === substanceOf(would)) return null;
  const count = (events: readonly Event[], types: ReadonlySet<Event["type"]>) =>
    events.filter(({ type }) => types.has(type)).length;
  const more = (types: ReadonlySet<Event["type"]>) => count(would, types) - count(was, types);
  return {
    seq: record.seq,
    at: record.at,
    was,
    would,
    attempts: more(TRIES),
    questions: more(new Set(["question_asked"])),
    waitMs: delayOf(would) - delayOf(was),
    tiers: raisedIn(would) - raisedIn(was),
    usd: null,
  };
}

/** What happens, without how it is argued: to give up after the second of none is to give up all the same. */
function substanceOf(events: readonly Event[]): string {
  return JSON.stringify(events, (key, value: unknown) => (ARGUED.has(key) ? undefined : value));
}

const ARGUED: ReadonlySet<string> = new Set(["because", "text", "table"]);

/** Of restarts that are only planned, for the task itself to wait. */
function delayOf(events: readonly Event[]): number {
  return events.reduce((sum, event) => sum + (event.type === "restart_scheduled" ? event.delayMs : 0), 0);
}

function raisedIn(events: readonly Event[]): number {
  return events.reduce((sum, event) => sum + (event.type === "task_requeued" ? event.counts.raised : 0), 0);
}

/** A model one step up costs what its tier costs beside the one below, where both have a price; else it counts as no dearer. */
function priced(other: OtherDecision, { settings, tasks }: State, each: number | null): OtherDecision {
  if (each === null) return other;
  const requeued = other.would.find((event) => event.type === "task_requeued");
  const task = requeued?.type === "task_requeued" ? tasks.get(requeued.task) : undefined;
  const [first, second] = settings.agents[task?.spec.agent ?? ""]?.tiers ?? [];
  const step = first?.usdPerMillion && second?.usdPerMillion ? second.usdPerMillion / first.usdPerMillion - 1 : 0;
  return { ...other, usd: each * (other.attempts + other.tiers * step) };
}

function decidedBy(state: State, { input, at, dice }: RunRecord, changed: Partial<Settings>): readonly Event[] {
  const copy = thawState(structuredClone(freezeState(state)));
  const { policies } = copy.settings;
  copy.settings = { ...copy.settings, ...changed };
  if (changed.policies !== undefined && copy.tree.root !== null)
    retune(copy.tree.root.root, policies.roles, changed.policies.roles);
  return step(copy, input, at, dice).events.filter(({ type }) => DECISIONS.has(type));
}
