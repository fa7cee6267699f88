/**
 * Where another policy would have decided otherwise: every decision of a run is decided twice again, from the same state, input and
 * dice, once by the settings it had and once by the other policy's; what differs is told. After each, the run continues as it really
 * did, so every decision is judged in the situation that really was. Nothing is journaled.
 */
import type { Config } from "../../../domain/spec/config.ts";
import type { Settings } from "../../../domain/spec/settings.ts";
import { step } from "../../../engine/engine.ts";
import type { Event } from "../../../engine/event.ts";
import type { Input } from "../../../engine/input.ts";
import { settingsOf } from "../../../engine/settings.ts";
import { freezeState, type State, thawState } from "../../../engine/state.ts";
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
}

export interface ComparedRun {
  readonly run: string;
  /** How many decisions were looked at. */
  readonly decisions: number;
  readonly others: readonly OtherDecision[];
  /** What an attempt of this run came to on average; null: no price is known. */
  readonly usdPerAttempt: number | null;
}

/** What can be decided in more than one way. */
const DECIDED: ReadonlySet<Input["type"]> = new Set([
  "attempt_ended",
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
  for await (const record of recordsOf(project, run)) {
    if (DECIDED.has(record.input.type) && record.events.length > 0) {
      decisions += 1;
      const other = compare(replay.state, record, changed);
      if (other) others.push(other);
    }
    replayRecord(replay, record);
  }
  const { usage, usdUnknown } = replay.state.spending;
  const { started } = replay.state.attempts;
  const known = started > 0 && !usdUnknown && (usage.usd ?? 0) > 0;
  return { run, decisions, others, usdPerAttempt: known ? (usage.usd ?? 0) / started : null };
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
  if (JSON.stringify(was) === JSON.stringify(would)) return null;
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
  };
}

function decidedBy(state: State, { input, at, dice }: RunRecord, changed: Partial<Settings>): readonly Event[] {
  const copy = thawState(structuredClone(freezeState(state)));
  copy.settings = { ...copy.settings, ...changed };
  return step(copy, input, at, dice).events.filter(({ type }) => DECISIONS.has(type));
}
