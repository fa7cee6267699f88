/** What was tried and given up: how often, for how much, why, and what never began because of it. One row for one cause. Pure. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { RunHistory } from "../../app/look/history/run-history.ts";
import type { TaskView } from "../../app/look/parts/task-view.ts";
import { spentText } from "../../domain/words/spent.ts";
import { capital } from "../../domain/words/wording.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import { countOf, durationOf, plainText, withoutStop } from "../words.ts";

export interface GivenUp {
  readonly task: string;
  readonly title: string;
  /** `3 attempts, 1 h 5 min of work, $0.83` */
  readonly tried: string;
  readonly why: string;
  /** Tasks that ended without having begun. */
  readonly never: readonly string[];
}

export function givenUpRows(view: FleetView, history: RunHistory, now: number): GivenUp[] {
  const ended = view.tasks.filter(({ status }) => status === "given_up" || status === "skipped");
  const followers = ended.filter(({ because }) => because?.rule === "upstream_ended");
  return ended
    .filter((task) => !followers.includes(task))
    .map((task) => ({
      task: task.id,
      title: plainText(task.title),
      tried: triedText(task, history, now),
      why: task.because === null ? "" : `${capital(withoutStop(plainText(becauseSentence(task.because))))}.`,
      never: behind(task.id, followers),
    }));
}

/** Those that needed it, and those that needed these. */
function behind(id: string, followers: readonly TaskView[]): string[] {
  const found = new Set([id]);
  for (let grew = true; grew; ) {
    const next = followers.filter((task) => !found.has(task.id) && task.dependsOn.some((on) => found.has(on)));
    for (const task of next) found.add(task.id);
    grew = next.length > 0;
  }
  found.delete(id);
  return [...found];
}

function triedText({ id, attempts, usage }: TaskView, history: RunHistory, now: number): string {
  if (attempts === 0) return "never begun";
  const worked = (history.tasks.get(id)?.spans ?? [])
    .filter(({ kind }) => kind === "work")
    .reduce((sum, { from, to }) => sum + ((to ?? now) - from), 0);
  return [countOf(attempts, "attempt"), `${durationOf(worked)} of work`, spentText(usage)]
    .filter((part) => part !== "")
    .join(", ");
}
