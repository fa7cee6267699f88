/** What the brake remembers: the latest decisions about tasks, and how far a release has got. */
import type { Because } from "../../domain/because.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { attemptOf, workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { settleAgent } from "../task/agent-life.ts";
import { clearTimer, setTimer } from "../timer.ts";
import type { BrakeEvent } from "./events.ts";

export const evolve: Evolve<BrakeEvent> = {
  brake_paused({ brake }) {
    Object.assign(brake, { paused: true, staged: false });
  },
  attempt_paused(state, { attempt: id }, at) {
    const attempt = attemptOf(state, id);
    attempt.pausedAt = at;
    clearTimer(state, { of: "attempt", attempt: id });
    settleAgent(state, workOf(state, attempt), at);
  },
  /** Nobody is late by it. */
  attempt_woken(state, { attempt: id }, at) {
    const attempt = attemptOf(state, id);
    const heldMs = at - (attempt.pausedAt ?? at);
    delete attempt.pausedAt;
    Object.assign(attempt, { idleMs: (attempt.idleMs ?? 0) + heldMs, deadlineAt: attempt.deadlineAt + heldMs });
    setTimer(state, { of: "attempt", attempt: id }, attempt.deadlineAt);
    settleAgent(state, workOf(state, attempt), at);
  },
  release_staged({ brake }) {
    brake.staged = true;
  },
  release_completed({ brake }) {
    brake.staged = false;
  },
};

export const also: AlsoEvolve = {
  task_done: (state, { task }) => decided(state, task, null),
  task_given_up: (state, { task, because }) => lost(state, [task], because),
  question_asked(state, { question }) {
    if (question.kind === "task") lost(state, question.tasks, question.because);
  },
  /** What was decided before a person let it go on is theirs to judge. */
  run_resumed({ brake }) {
    brake.decided = [];
    delete brake.paused;
  },
  run_stopping({ brake }) {
    delete brake.paused;
  },
};

const DECIDED_MAX = 20;

/** Several that are asked about at once have one cause already: that is one decision. */
function lost(state: State, tasks: readonly TaskId[], { facts }: Because): void {
  const [task] = tasks;
  const kind = facts["class"];
  if (task !== undefined && kind !== undefined) decided(state, task, `${kind}`);
}

function decided({ brake }: State, task: TaskId, kind: string | null): void {
  const others = brake.decided.filter((each) => each.task !== task);
  brake.decided = [...others, { task, class: kind }].slice(-DECIDED_MAX);
}
