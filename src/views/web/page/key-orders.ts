/** What a key means for what is under the cursor: which order it gives, or what Enter opens. */
import { acts } from "../../model/act.ts";
import { taskActs } from "../../model/task-acts.ts";
import { type Place, perform } from "./orders.ts";
import { needKey, shownNeeds } from "./screens/needs.tsx";
import { cursor, go, overview, page, place, route } from "./store.ts";
import type { Act } from "./types.ts";

export function open(): boolean {
  const { screen } = route.value;
  const need = screen === "needs" ? shownNeeds().find((each) => needKey(each) === cursor.value) : undefined;
  const task = need === undefined ? cursor.value : need.row.tasks[0];
  if (task == null) return false;
  go("task", { task, ...(need && { project: need.project, run: need.run }) });
  return true;
}

/** What the key does about what is under the cursor, else about the run. */
export function order(key: string): boolean {
  const { screen, task: id } = route.value;
  if (screen === "needs") {
    const needs = shownNeeds();
    const need = needs.find((each) => needKey(each) === cursor.value) ?? needs[0];
    if (need === undefined) return false;
    // Of the run that the row is of, whichever is open elsewhere.
    const found = [...need.row.acts, ...runActs(phaseOf(need))].find((each) => each.key === key);
    return found === undefined ? false : done(found, need, key === "a" ? chosenAnswer() : "");
  }
  if (screen === "task" || screen === "log" || screen === "diff" || screen === "prompt") {
    const tab = { d: "diff", l: "log", i: "prompt", e: "task" }[key];
    if (tab !== undefined) {
      go(tab, { task: id });
      return true;
    }
  }
  const tasks = page.value?.view.tasks ?? [];
  const fix = page.value?.view.patterns.find((each) => each.id === cursor.value)?.fix;
  const task = tasks.find((each) => each.id === (id || fix || cursor.value));
  const own = task === undefined ? undefined : taskActs(task, page.value?.needs ?? []).find((each) => each.key === key);
  const ofRun = runActs(page.value?.view.run.phase).find((each) => each.key === key);
  const found = own ?? ofRun;
  return found === undefined ? false : done(found, place.value);
}

/** What is chosen in the row under the cursor. */
function chosenAnswer(): string {
  return document.querySelector<HTMLElement>(".need.on [data-words]")?.dataset["words"] ?? "";
}

function phaseOf({ project, run }: Place): string | undefined {
  const newest = overview.value?.projects.find(({ id }) => id === project)?.run;
  return newest?.run === run ? newest.phase : undefined;
}

function runActs(phase: string | undefined): readonly Act[] {
  if (phase === "halted") return [acts.release()];
  return phase === "paused" ? [acts.resume(), acts.brake()] : phase === "working" ? [acts.pause(), acts.brake()] : [];
}

function done(found: Act, at: Place, words = ""): boolean {
  perform(found, at, words);
  return true;
}
