/** Tasks that the plan did not have: fixes of a common cause, and advisors; others wait for them. Part of `evolve`. */

import type { TaskSpec } from "../../domain/plan.ts";
import { isFinal, type Task } from "../../domain/task.ts";
import type { EventOf } from "../event.ts";
import { taskOf } from "../lookup.ts";
import { pushReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import { needs } from "../task/evolve.ts";
import { newTask, nextIndex } from "../task/frozen-task.ts";

export function adviceAsked(state: State, event: EventOf<"advice_asked">, at: number): void {
  const { advisor, advises } = event;
  addTask(state, advisor, at, { advises, because: advises.because });
  if (advises.role === "coherence") state.merge.coherence = { ...state.merge.coherence, checker: "asked" };
  if (advises.about === advisor.id) return; // about the whole: nobody waits for it but the end of the run
  const about = taskOf(state, advises.about);
  if (advises.role === "supervisor") about.advised += 1;
  if (advises.replan?.tries === 1) state.replans.asked += 1;
  if (!isFinal(about.status)) needs(state, about, advisor.id, at);
}

export function adviceGiven(state: State, event: EventOf<"advice_given">, at: number): void {
  const { task, advisor, text } = event;
  taskOf(state, task).advice = text;
  state.advisors.latest = { task, advisor, text, at };
}

export function patternFound(state: State, event: EventOf<"pattern_found">, at: number): void {
  const { pattern, fix, because } = event;
  state.patterns.found.set(pattern.id, { ...pattern, members: [...pattern.members] });
  addTask(state, fix, at, { fixes: pattern.id, because });
  for (const id of [...pattern.members, ...pattern.held]) needs(state, taskOf(state, id), fix.id, at);
}

export function patternJoined(state: State, event: EventOf<"pattern_joined">, at: number): void {
  const pattern = state.patterns.found.get(event.pattern);
  if (!pattern) return;
  if (!pattern.members.includes(event.task)) pattern.members.push(event.task);
  needs(state, taskOf(state, event.task), pattern.fix, at);
}

/** A task that the plan did not have. */
function addTask(state: State, spec: TaskSpec, at: number, more: Partial<Task>): void {
  const task = Object.assign(newTask(spec, nextIndex(state.tasks.values()), at), more);
  state.tasks.set(spec.id, task);
  state.derived.dependants.set(spec.id, []);
  state.derived.counts[task.status] += 1;
  if (task.status === "ready") pushReady(state.derived.ready, task);
}
