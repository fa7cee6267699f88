/** Sentences about supervisors: who is restarted when, and who gave up. */
import { durationOf } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, type Sentence, say, type Voice, volume, type Words } from "../wording/sentence.ts";
import type { TreeEvent } from "./events.ts";
import { monitorOfPath } from "./monitors.ts";
import { gangOfPath } from "./run-tree.ts";

type Of<T extends TreeEvent["type"]> = Extract<TreeEvent, { type: T }>;

export const words: Words<TreeEvent> = {
  tree_planted: hush,
  tree_changed: hush,
  monitor_failed: ({ monitor, message }) => silently(say(null, `The ${monitor} monitor failed: ${message}`)),
  restart_scheduled: restart,
  left_tree: hush,
  supervisor_gave_up: gaveUp,
};

/** For a task or a gang the question that follows says it; higher up it is news. */
function gaveUp({ path, because }: Of<"supervisor_gave_up">): Sentence {
  const monitor = monitorOfPath(path);
  if (monitor !== null)
    return say(null, `The ${monitor} monitor gave up, and the run continues without it: ${becauseSentence(because)}`);
  const sentence = say(null, `The supervisor ${path} gave up: ${becauseSentence(because)}`);
  const asks = path.includes("#") || gangOfPath(path) !== null;
  return asks ? silently(sentence) : sentence;
}

function restart({ of, path, delayMs, count }: Of<"restart_scheduled">, { roleOf }: Voice): Sentence {
  const when = delayMs === 0 ? "at once" : `in ${durationOf(delayMs)}`;
  const text = `restarts ${when} (restart ${count})`;
  const id = of === null ? null : (of.task ?? of.advisor);
  if (id !== null) return { ...say(id, text), loudness: volume(roleOf(id)) };
  const monitor = monitorOfPath(path);
  // One of Reeve's own, and it has done no harm yet; the lead's is for everybody.
  return monitor === null ? say(null, `${path} ${text}`) : silently(say(null, `The ${monitor} monitor ${text}`));
}

function silently(sentence: Sentence): Sentence {
  return { ...sentence, loudness: "silent" };
}
