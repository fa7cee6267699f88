/** Sentences about advisors: who is asked, what they say, which proposals are refused. */
import { becauseSentence } from "../wording/because-words.ts";
import { hush, priced, say, type Words } from "../wording/sentence.ts";
import type { AdvisorEvent } from "./events.ts";

export const words: Words<AdvisorEvent> = {
  advice_asked: ({ advisor, request: { role, about, because } }) =>
    priced(say(about ?? advisor, `Reeve asks the ${role} (${advisor})`), because),
  advisor_requeued: ({ advisor, because }) => ({
    ...say(advisor, `is retried: ${becauseSentence(because)}`),
    loudness: "silent",
  }),
  advice_given(event) {
    if (event.text === null) return hush(event);
    const [first = "", ...more] = event.text.split("\n");
    return say(event.about, `${event.advisor} says: ${first}`, more);
  },
  advice_failed: ({ advisor, because }) => say(advisor, `gives no advice: ${becauseSentence(because)}`),
  action_refused: ({ task, action, why }) =>
    say(task, `an advisor proposed "${action.replaceAll("_", " ")}", which is not possible: ${why}`),
};
