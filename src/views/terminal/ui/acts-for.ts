/** Which act a key means for what is under the cursor, and what it is about, in one sentence. Whether it is taken, the engine says. */

import type { TaskView } from "../../../app/look/parts/task-view.ts";
import { capital } from "../../../domain/words/wording.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import { type Act, acts } from "../../model/act.ts";
import type { AttentionRow } from "../../model/attention.ts";
import { countOf, plainText } from "../../words.ts";
import { ageText } from "../paint/short-times.ts";
import type { Block } from "../screens/screen.ts";
import { taskIn, type Watched } from "../screens/watched.ts";

export interface Meant {
  readonly act: Act;
  readonly about: string;
}

/** Null: the key means nothing here; a text: why not. */
export function actFor(key: string, block: Block | undefined, watched: Watched): Meant | string | null {
  const { phase } = watched.view.run;
  const row = rowOf(block, watched);
  const own = row?.acts.find((each) => each.key !== "" && each.key === key && each.order !== null);
  if (own !== undefined && row !== undefined) return { act: own, about: aboutRow(row) };
  switch (key) {
    case "p":
      return phase === "paused"
        ? { act: acts.resume(), about: "What waits may start again." }
        : { act: acts.pause(), about: "Running agents keep working; nothing new starts." };
    case "b":
      return brakeOrRelease(watched);
    case "a":
      return "Nothing is asked here.";
    case "y":
    case "n":
      return "There is no change of the plan to decide here.";
    default:
      return ofTask(key, block?.task, watched);
  }
}

/** What is braked is released, also while its agents are still being stopped. */
function brakeOrRelease({ view: { run, questions } }: Watched): Meant | string {
  if (run.phase === "halted" || questions.some(({ kind }) => kind === "halt"))
    return { act: acts.release(), about: "One agent works first; when its task is done, all do." };
  if (run.phase === "stopping") return "The run is being stopped already.";
  return {
    act: acts.brake(),
    about: "All agents are stopped within two seconds; nothing starts until you release it.",
  };
}

function ofTask(key: string, id: string | undefined, watched: Watched): Meant | string | null {
  const make = { r: acts.retry, s: acts.skip, t: acts.tell, x: acts.cut, m: acts.grant, o: acts.open }[key];
  if (make === undefined) return null;
  const task = taskIn(watched, id);
  if (task === undefined) return "No task is under the cursor.";
  if (key === "x" && task.at === null) return `No attempt of ${task.id} is at work, so there is nothing to cut.`;
  const act = make(task.id);
  if (key === "o") return { act, about: aboutOpening(task) };
  const why =
    task.because === null || task.because.rule === "plan_order"
      ? ""
      : ` ${capital(plainText(becauseSentence(task.because)))}.`;
  const held = watched.rows.find(({ tasks }) => tasks.includes(task.id))?.holds ?? 0;
  const waits = held === 0 ? "" : ` ${waitFor(held)}`;
  return { act, about: `${task.id} ${STANDS[task.state](ageText(watched.now - task.since))}.${why}${waits}` };
}

function aboutOpening({ id, state, at }: TaskView): string {
  if (state === "done") return `Your shell in the folder of ${id}, to look. It stays done.`;
  const ends = at === null ? "" : " Its attempt ends; what it has made stays.";
  return `Your shell in the folder of ${id}.${ends} No agent works on it until you hand it back.`;
}

/** How a task stands, and for how long. */
const STANDS: Readonly<Record<TaskView["state"], (age: string) => string>> = {
  failed: (age) => `was given up ${age} ago`,
  question: (age) => `has been waiting for you for ${age}`,
  working: (age) => `has been at work for ${age}`,
  proving: (age) => `has been with its gates for ${age}`,
  merging: (age) => `has been in the merge queue for ${age}`,
  backoff: (age) => `has been waiting for its restart for ${age}`,
  limit: (age) => `has been at a limit for ${age}`,
  waiting: (age) => `has been waiting for ${age}`,
  skipped: (age) => `was skipped ${age} ago`,
  done: (age) => `was done ${age} ago`,
};

function waitFor(held: number): string {
  return `${countOf(held, "task")} ${held === 1 ? "waits" : "wait"} for it.`;
}

export function rowOf(block: Block | undefined, { rows }: Watched): AttentionRow | undefined {
  if (block === undefined) return undefined;
  const byId = rows.find(({ id }) => id === block.id);
  const byQuestion = rows.find(({ question }) => question !== null && question === block.question);
  return byId ?? byQuestion ?? rows.find(({ tasks }) => block.task !== undefined && tasks.includes(block.task));
}

function aboutRow({ what, holds }: AttentionRow): string {
  return `${/[.!?]$/.test(what) ? what : `${what}.`}${holds === 0 ? "" : ` ${waitFor(holds)}`}`;
}
