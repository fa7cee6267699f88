/** Sentences about advisors: who is asked, what they say, which proposals are refused. */
import type { Because } from "../../domain/because.ts";
import { plainText } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, priced, say, type Words } from "../wording/sentence.ts";
import type { AdvisorEvent } from "./events.ts";

export const words: Words<AdvisorEvent> = {
  advice_asked: ({ advisor, request: { role, about, because } }) =>
    priced(say(about ?? advisor, `Reeve asks the ${role} (${advisor})${whyAsked(because)}`), because),
  advisor_requeued: ({ advisor, because }) => ({
    ...say(advisor, `is retried: ${becauseSentence(because)}`),
    loudness: "silent",
  }),
  advice_given(event) {
    if (event.text === null) return hush(event);
    const [first = "", ...more] = event.text.split("\n");
    const wishes = (event.recommendations ?? []).map((each) => `recommends: ${each}`);
    return say(event.about, `${event.advisor} says: ${first}`, [...wishes, ...more]);
  },
  task_advised({ task, text, raised, model }) {
    const by = raised === undefined && model === undefined ? "" : ` and another model${model ? ` (${model})` : ""}`;
    const told = text === null ? "" : " an advisor's words";
    return say(
      task,
      `its next attempt gets${told}${told === "" ? by.replace(" and", "") : by}`,
      text?.split("\n") ?? [],
    );
  },
  advice_failed: ({ advisor, because }) =>
    say(null, `${advisor} gives no advice: ${becauseSentence(because)}`, because.evidence),
  action_refused: ({ task, action, why, about, advisor }) =>
    say(
      about ?? task,
      `${advisor ?? "an advisor"} proposed "${action.replaceAll("_", " ")}"${about === undefined || about === task ? "" : ` for ${plainText(task)}`}, which is not possible: ${plainText(why)}`,
    ),
};

/** Of most questions the sentence before says why; of one aside nothing else does. */
function whyAsked({ rule, facts }: Because): string {
  if (rule !== "maybe_common_cause") return "";
  return ` whether ${facts["task"]} and ${facts["other"]} fail for the same reason: both name ${facts["thing"]}`;
}
