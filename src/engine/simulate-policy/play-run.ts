/** Plays one run in virtual time to its end and says what it came to. Every end has a name; none is left unexplained. */
import { isFinal } from "../../domain/work/task.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { takeNext } from "./agenda.ts";
import { performAll } from "./perform-all.ts";
import { comesAfterHalt } from "./person.ts";
import { newWorld, type Scene, START_MS, type World } from "./simulated-world.ts";

/**
 * done: every task · failed: ended without some · asks: waits for a person who never answers · halted: by a brake that
 * nobody released · endless: not over at the horizon · stuck: nothing moves it, which is a bug.
 */
export const RUN_ENDS = ["done", "failed", "asks", "halted", "endless", "stuck"] as const;
export type RunEnd = (typeof RUN_ENDS)[number];

export interface PlayedRun {
  readonly end: RunEnd;
  /** Why it is not done; null where it is. */
  readonly why: string | null;
  /** Of the plan's own tasks. */
  readonly tasksDone: number;
  readonly ms: number;
  readonly usd: number;
  readonly tokens: number;
  readonly attempts: number;
  readonly fixes: number;
  readonly questions: number;
  readonly halts: number;
}

const HOUR_MS = 3_600_000;
/** So many attempts per task are no longer a run but a loop. */
const ATTEMPTS_PER_TASK_MAX = 200;
/** The same for whatever else may happen without time passing. */
const HAPPENINGS_PER_ATTEMPT_MAX = 20;

export function playRun(scene: Scene, seed: number): PlayedRun {
  const world = newWorld(scene, seed);
  const { state } = world;
  const end = playToEnd(world);
  const horizon = scene.faults.horizonHours * HOUR_MS;
  return {
    end,
    why: end === "done" ? null : whyOf(world, end),
    tasksDone: scene.plan.tasks.filter(({ id }) => state.tasks.get(id)?.status === "done").length,
    ms: end === "endless" ? horizon : world.lastAt - START_MS,
    usd: state.spending.usage.usd ?? 0,
    tokens: state.spending.usage.tokens,
    attempts: state.attempts.started,
    fixes: state.patterns.found.size,
    questions: state.questions.asked,
    halts: world.halts,
  };
}

function playToEnd(world: World): RunEnd {
  const { state, scene, agenda } = world;
  const until = START_MS + scene.faults.horizonHours * HOUR_MS;
  const attemptsMax = ATTEMPTS_PER_TASK_MAX * scene.plan.tasks.length;
  for (;;) {
    performAll(world);
    if (state.run.phase === "ended") return state.run.verdict === "done" ? "done" : "failed";
    if (state.run.phase === "halted" && !comesAfterHalt(world)) return "halted";
    const next = takeNext(agenda);
    if (next === undefined) return state.questions.open.size > 0 ? "asks" : "stuck";
    const isLoop = state.attempts.started > attemptsMax || agenda.noted > attemptsMax * HAPPENINGS_PER_ATTEMPT_MAX;
    if (next.at > until || isLoop) return "endless";
    world.now = next.at;
    next.happen();
  }
}

function whyOf({ state }: World, end: RunEnd): string {
  if (end === "halted" && state.run.because) return becauseSentence(state.run.because);
  const open = [...state.tasks.values()].filter(
    ({ status }) => status !== "done" && (end === "failed" || !isFinal(status)),
  );
  const first = open.find(({ because }) => because !== null) ?? open[0];
  if (first === undefined) return "the integrated work is not green";
  const reason = first.because ? becauseSentence(first.because) : first.status;
  return `${first.id} ${first.status}: ${reason}`;
}
