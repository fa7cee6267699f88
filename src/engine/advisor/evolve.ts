/** What is changed when an advisor is asked, tries again, and has answered or failed: then it is gone. */
import type { Advisor } from "../../domain/work/advisor.ts";
import { NO_COUNTS } from "../../domain/work/retry-counts.ts";
import { type AdvisorId, isFinal } from "../../domain/work/work.ts";
import { taskOf } from "../lookup.ts";
import { pushReady } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import { type AlsoEvolve, type Evolve, unchanged } from "../tables.ts";
import { adviceOver, awaitAdvice } from "../task/evolve.ts";
import { leaveTree, move } from "../task/slots.ts";
import type { AdvisorEvent } from "./events.ts";
import type { Recommendation } from "./state.ts";

type Of<T extends AdvisorEvent["type"]> = Extract<AdvisorEvent, { type: T }>;

export const evolve: Evolve<AdvisorEvent> = {
  advice_asked: asked,
  advisor_requeued: requeued,
  advice_given(state, { advisor, about, text, suspect, recommendations = [] }, at) {
    const task = about === null ? undefined : state.tasks.get(about);
    const isAside = state.advisors.asked.get(advisor)?.request.aside !== undefined;
    if (task && suspect !== undefined) task.suspect = suspect;
    if (task && text !== null && !isAside) {
      task.advice = text;
      state.advisors.latest = { task: task.id, advisor, text, at };
    }
    for (const said of recommendations) recommend(state, { task: about, advisor, text: said, at });
    over(state, advisor, "done", at);
  },
  task_advised: advised,
  advice_failed(state, { advisor, because }, at) {
    const failed = state.advisors.asked.get(advisor);
    if (failed) failed.because = because;
    over(state, advisor, "skipped", at);
  },
  action_refused: unchanged,
};

const RECOMMENDED_MAX = 20;

function recommend({ advisors }: State, recommendation: Recommendation): void {
  const others = (advisors.recommendations ?? []).filter(({ text }) => text !== recommendation.text);
  advisors.recommendations = [...others.slice(1 - RECOMMENDED_MAX), recommendation];
}

/** What it was told before stays told; the same input would not have it. */
function advised(state: State, { task: id, text, raised, model }: Of<"task_advised">): void {
  const task = taskOf(state, id);
  if (text !== null && !task.advice?.includes(text)) {
    task.advice = task.advice === null ? text : `${task.advice}\n\n${text}`;
    task.sameInput = null;
  }
  if (raised === undefined && model === undefined) return;
  task.model = model ?? null;
  if (raised !== undefined) task.counts = { ...task.counts, raised };
}

export const afterwards: AlsoEvolve = {
  attempt_ended: (state, { advisor }) => forget(state, advisor),
  left_tree: (state, { advisor }) => forget(state, advisor),
  run_stopped: forgetAll,
  run_ended: forgetAll,
};

function asked(state: State, { advisor: id, spec, request, cause }: Of<"advice_asked">, at: number): void {
  const { asked, counts } = state.advisors;
  const number = (counts[request.role] ?? 0) + 1;
  const advisor: Advisor = {
    id,
    kind: "advisor",
    request,
    spec,
    index: number,
    status: "ready",
    attempts: 0,
    attempt: null,
    path: null,
    counts: NO_COUNTS,
    restarts: 0,
    restart: null,
    sameInput: null,
    wakeAt: null,
    usage: { tokens: 0, usd: 0 },
    because: request.because,
    changedAt: at,
  };
  asked.set(id, advisor);
  state.advisors.counts = { ...counts, [request.role]: number };
  if (cause !== undefined) count(state, cause, at);
  pushReady(state.derived.ready, advisor);
  const task = request.about === null ? undefined : state.tasks.get(request.about);
  if (!task) return;
  task.consulted += 1;
  if (request.role === "supervisor" && request.aside === undefined) task.advised += 1;
  if (request.replan?.tries === 1) state.replans.asked += 1;
  if (!isFinal(task.status)) awaitAdvice(state, task, id, at);
}

const TIMES_MAX = 1_000;

function count({ advisors }: State, cause: string, at: number): void {
  advisors.causes = { ...advisors.causes, [cause]: (advisors.causes[cause] ?? 0) + 1 };
  advisors.times = [...advisors.times.slice(1 - TIMES_MAX), at];
}

function requeued(state: State, event: Of<"advisor_requeued">, at: number): void {
  const advisor = state.advisors.asked.get(event.advisor);
  if (!advisor) return;
  const { because, restart, sameInput, counts, via } = event;
  Object.assign(advisor, { because, restart, sameInput, counts });
  if (via === "tree") return move(state, advisor, "waiting_for_wakeup", at);
  leaveTree(state, advisor);
  move(state, advisor, "ready", at);
}

function over(state: State, id: AdvisorId, status: "done" | "skipped", at: number): void {
  const advisor = state.advisors.asked.get(id);
  if (!advisor) return;
  const task = advisor.request.about === null ? undefined : state.tasks.get(advisor.request.about);
  if (task) adviceOver(state, task, id, at);
  // While it waits for a restart the tree still has it, and lets go of it when that restart is due.
  const isHeld = advisor.status === "waiting_for_wakeup" && advisor.wakeAt !== null;
  move(state, advisor, status, at);
  if (!isHeld) leaveTree(state, advisor);
  forget(state, id);
}

function forgetAll(state: State): void {
  for (const id of [...state.advisors.asked.keys()]) forget(state, id);
}

function forget({ advisors: { asked } }: State, id: AdvisorId | undefined): void {
  const advisor = id === undefined ? undefined : asked.get(id);
  if (advisor && isFinal(advisor.status) && advisor.path === null) asked.delete(advisor.id);
}
