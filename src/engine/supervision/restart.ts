/**
 * Restarts. A failure is counted; one too many and the supervisor gives up. Otherwise those whom the strategy makes
 * fall with the child are stopped, last started first, and all are started again in order: at once or, with a backoff,
 * when the timer is due. A start that fails makes that child `restarting` and sends the supervisor a `retry`, which
 * waits behind what else is in the mailbox and counts again.
 */
import type { LiveSupervisor, TreeNode } from "../../domain/tree/tree.ts";
import { backoffDelayMs } from "./backoff.ts";
import { letGo, startChild, stopBackFrom } from "./children.ts";
import { exceedsIntensity, restartsInWindow } from "./intensity.ts";
import { timerName } from "./shape/timer.ts";
import { terminate } from "./terminate.ts";
import { begin, type ChildAnswer, finish, record, type Turn } from "./turn.ts";

export function countedRestart(turn: Turn, supervisor: LiveSupervisor, child: TreeNode): void {
  const { spec, process, path } = supervisor;
  const kept = restartsInWindow(process.restarts, turn.at, spec.periodS, spec.intensity);
  record(turn, { type: "restart_counted", path, at: turn.at, kept });
  const count = kept + 1;
  if (exceedsIntensity(count, spec.intensity)) return giveUp(turn, supervisor, child);
  const delayMs = backoffDelayMs(spec.backoff, count, turn.dice);
  const at = turn.at + delayMs;
  const number = turn.tree.timers + 1;
  const timer = delayMs > 0 ? timerName(child.path, number) : null;
  turn.actions.push({ type: "restart_scheduled", path: child.path, timer, at, delayMs, count });
  if (timer === null) return restartNow(turn, supervisor, child);
  record(turn, { type: "child_held", path: child.path, timer: number, due: at });
  if (alone(supervisor)) return finish(turn, supervisor);
  begin(turn, supervisor, { type: "restart_hold", child: child.path });
  if (!stopGroup(turn, supervisor, child, process.last)) finish(turn, supervisor);
}

/** Already counted. */
export function restartNow(turn: Turn, supervisor: LiveSupervisor, child: TreeNode): void {
  if (alone(supervisor)) {
    begin(turn, supervisor, { type: "restart_start", child: child.path });
    startChild(turn, child);
    return;
  }
  record(turn, { type: "child_moved", path: child.path, state: "stopped" });
  begin(turn, supervisor, { type: "restart_stop", child: child.path });
  if (!stopGroup(turn, supervisor, child, supervisor.process.last)) startGroup(turn, supervisor, child);
}

export function groupStopped(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, failed: TreeNode): void {
  const { prev } = child;
  const holds = supervisor.process.operation?.type === "restart_hold";
  letGo(turn, child);
  if (stopGroup(turn, supervisor, failed, prev)) return;
  if (holds) finish(turn, supervisor);
  else startGroup(turn, supervisor, failed);
}

export function restartAnswered(turn: Turn, supervisor: LiveSupervisor, child: TreeNode, answer: ChildAnswer): void {
  const { next } = child;
  if (answer === "start_failed") {
    record(turn, { type: "child_moved", path: child.path, state: "restarting" });
    record(turn, { type: "mail_queued", path: supervisor.path, mail: { type: "retry", path: child.path } });
    return finish(turn, supervisor);
  }
  if (answer === "start_ignored") letGo(turn, child);
  if (next === null || alone(supervisor)) finish(turn, supervisor);
  else startChild(turn, next);
}

/** Does a child of this supervisor fall without its siblings? */
function alone({ spec }: LiveSupervisor): boolean {
  return spec.strategy === "one_for_one" || spec.strategy === "simple_one_for_one";
}

function stopGroup(turn: Turn, supervisor: LiveSupervisor, failed: TreeNode, from: TreeNode | null): boolean {
  return stopBackFrom(turn, from, failed, supervisor.spec.strategy === "rest_for_one");
}

function startGroup(turn: Turn, supervisor: LiveSupervisor, failed: TreeNode): void {
  const first = supervisor.spec.strategy === "rest_for_one" ? failed : (supervisor.process.first ?? failed);
  begin(turn, supervisor, { type: "restart_start", child: failed.path });
  startChild(turn, first);
}

/** The failed child is let go first: it gets no `stop`. */
function giveUp(turn: Turn, supervisor: LiveSupervisor, child: TreeNode): void {
  const { path, spec, process } = supervisor;
  const { intensity, periodS } = spec;
  const restarts = [...process.restarts];
  turn.actions.push({ type: "gave_up", path, restarts, intensity, periodS, lastFailed: child.path });
  letGo(turn, child);
  terminate(turn, supervisor, "shutdown", false);
}
