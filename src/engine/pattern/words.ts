/** Sentences about one cause behind several failures. */
import { countOf } from "../../domain/words/wording.ts";
import { priced, say, type Words } from "../wording/sentence.ts";
import type { PatternEvent } from "./events.ts";

export const words: Words<PatternEvent> = {
  pattern_found({ pattern: { group, members, held, rootCause, fix }, because }) {
    const waiting = `${countOf(held.length, "other task")} wait${held.length === 1 ? "s" : ""}`;
    const seen = because.facts["seen"] === undefined ? "" : `, met before in ${because.facts["seen"]}`;
    const text = `One cause behind ${countOf(members.length, "failure")} (${members.join(", ")}; ${group})${seen}: ${rootCause} — ${fix} fixes it first; ${waiting}`;
    return priced(say(null, text, because.evidence), because);
  },
  pattern_joined: ({ task, pattern, because }) =>
    say(
      task,
      `fails for the same reason as others (${because.facts["group"] ?? pattern}): ${because.facts["cause"]}`,
      because.evidence,
    ),
};
