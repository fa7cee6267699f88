/** Sentences about advisors: who is asked, what they say, what of it cannot be done. */
import { priced, say, type Words } from "../sentence.ts";
import type { AdvisorEvent } from "./events.ts";

export const words: Words<AdvisorEvent> = {
  advice_asked: ({ advisor, advises }) =>
    priced(say(advises.about, `the ${advises.role} is asked (${advisor.id})`), advises.because),
  advice_given({ task, advisor, text }) {
    const [first = "", ...more] = text.split("\n");
    return say(task, `${advisor} says: ${first}`, more);
  },
  action_refused: ({ task, action, why }) =>
    say(task, `an advisor wanted ${action.replaceAll("_", " ")}, which cannot be: ${why}`),
};
