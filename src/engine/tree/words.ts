/** Sentences about supervisors: who is restarted when, and who gave up. */
import { durationOf } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, type Sentence, say, type Voice, volume, type Words } from "../wording/sentence.ts";
import type { TreeEvent } from "./events.ts";
import { gangOfPath } from "./run-tree.ts";

type Of<T extends TreeEvent["type"]> = Extract<TreeEvent, { type: T }>;

export const words: Words<TreeEvent> = {
  tree_planted: hush,
  tree_changed: hush,
  restart_scheduled: restart,
  left_tree: hush,
  supervisor_gave_up: gaveUp,
};

/** For a task or a gang the question that follows says it; higher up it is news. */
function gaveUp({ path, because }: Of<"supervisor_gave_up">): Sentence {
  const sentence = say(null, `The supervisor ${path} gave up: ${becauseSentence(because)}`);
  const asks = path.includes("#") || gangOfPath(path) !== null;
  return asks ? { ...sentence, loudness: "silent" } : sentence;
}

function restart({ of, path, delayMs, count }: Of<"restart_scheduled">, { roleOf }: Voice): Sentence {
  const when = delayMs === 0 ? "at once" : `in ${durationOf(delayMs)}`;
  const text = `restarts ${when} (restart ${count})`;
  const id = of === null ? null : (of.task ?? of.advisor);
  return id === null ? say(null, `${path} ${text}`) : { ...say(id, text), loudness: volume(roleOf(id)) };
}
