/** Sentences about changes of the plan. */
import { plainText } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { ReplanEvent } from "./events.ts";
import { changeLines } from "./replan-text.ts";

export const words: Words<ReplanEvent> = {
  replan_proposed({ replan }) {
    const { id, about, summary } = replan;
    const text = `the planner proposes a plan change (${id}): it ${summary}`;
    return say(about, text, changeLines(replan).map(plainText));
  },
  replan_dropped: ({ about, replan, because }) =>
    say(about, `the plan stays as it is (${replan}): ${becauseSentence(because)}`, because.evidence),
  plan_changed: ({ replan, because }) =>
    say(null, `The plan has changed: ${replan ?? "a person"} ${because.facts["summary"]}`),
};
