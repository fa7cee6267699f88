/** Which act a key means for what is under the cursor, and what it is about, in one sentence. Whether it is taken, the engine says. */

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
  if (own !== undefined && row !== undefined) return { act: own, about: aboutRow(row, watched.now) };
  switch (key) {
    case "p":
      return phase === "paused"
        ? { act: acts.resume(), about: "What waits may start again." }
        : { act: acts.pause(), about: "Running agents keep working; nothing new starts." };
    case "b":
      return phase === "halted"
        ? { act: acts.release(), about: "One agent works first; when its task is done, all do." }
        : {
            act: acts.brake(),
            about: "All agents are stopped within two seconds; nothing starts until you release it.",
          };
    case "a":
      return "Nothing is asked here.";
    case "y":
    case "n":
      return "There is no change of the plan to decide here.";
    default:
      return ofTask(key, block?.task, watched);
  }
}

function ofTask(key: string, id: string | undefined, watched: Watched): Meant | string | null {
  const make = { r: acts.retry, s: acts.skip, t: acts.tell, x: acts.cut, m: acts.grant }[key];
  if (make === undefined) return null;
  const task = taskIn(watched, id);
  if (task === undefined) return "No task is under the cursor.";
  const why = task.because === null ? "" : ` ${capital(plainText(becauseSentence(task.because)))}.`;
  const held = watched.rows.find(({ tasks }) => tasks.includes(task.id))?.holds ?? 0;
  const waits = held === 0 ? "" : ` ${countOf(held, "task")} ${held === 1 ? "waits" : "wait"} for it.`;
  return {
    act: make(task.id),
    about: `${task.id} is ${WORDS[task.state]} since ${ageText(watched.now - task.since)}.${why}${waits}`,
  };
}

const WORDS = {
  failed: "given up",
  question: "waiting for you",
  working: "at work",
  proving: "being proved",
  merging: "being merged",
  backoff: "waiting for its restart",
  limit: "waiting for a limit",
  waiting: "waiting",
  skipped: "skipped",
  done: "done",
} as const;

export function rowOf(block: Block | undefined, { rows }: Watched): AttentionRow | undefined {
  if (block === undefined) return undefined;
  const byId = rows.find(({ id }) => id === block.id);
  const byQuestion = rows.find(({ question }) => question !== null && question === block.question);
  return byId ?? byQuestion ?? rows.find(({ tasks }) => block.task !== undefined && tasks.includes(block.task));
}

function aboutRow({ what, since, began, holds }: AttentionRow, now: number): string {
  const when = since === null ? "" : ` (${began} ${ageText(now - since)} ago)`;
  return `${what}${when}${holds === 0 ? "" : ` ${countOf(holds, "task")} ${holds === 1 ? "waits" : "wait"} for it.`}`;
}
