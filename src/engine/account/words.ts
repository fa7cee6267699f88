/** Sentences about usage limits. */
import { becauseSentence } from "../wording/because-words.ts";
import { hush, type Sentence, say, type Voice, type Words } from "../wording/sentence.ts";
import type { AccountEvent } from "./events.ts";

type Of<T extends AccountEvent["type"]> = Extract<AccountEvent, { type: T }>;

export const words: Words<AccountEvent> = {
  account_held: held,
  account_paced: hush,
  account_freed: freed,
};

function held(event: Of<"account_held">, { dateText }: Voice): Sentence {
  const { agent, account, kind, until, because, tries } = event;
  const whose = account === agent ? agent : `the account ${account}`;
  const when =
    kind === "guessed"
      ? `; no reset time is known, so Reeve tries again at ${dateText(until)} (${tries === 1 ? "first time" : `${tries} times in a row`})`
      : `; it resets at ${dateText(until)}`;
  return say(null, `No task starts with ${whose} for now: ${becauseSentence(because)}${when}`, because.evidence);
}

/** That the next of several may start is no news; that a limit is over is. */
function freed({ account, pace }: Of<"account_freed">): Sentence {
  const sentence = say(null, `The usage limit of ${account} has reset; its tasks can start`);
  return pace === undefined ? { ...sentence, loudness: "silent" } : sentence;
}
