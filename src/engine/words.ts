/**
 * Event → one sentence for a person, with how loudly to say it: the words of all subjects. All views take their words from
 * here and from `because-words.ts`; nobody else words what happened.
 */
import { words as account } from "./account/words.ts";
import { words as advisor } from "./advisor/words.ts";
import { words as attempt } from "./attempt/words.ts";
import { words as brake } from "./brake/words.ts";
import { words as budget } from "./budget/words.ts";
import type { Event } from "./event.ts";
import { words as growth } from "./growth/words.ts";
import { words as health } from "./health/words.ts";
import { words as host } from "./host/words.ts";
import { words as hygiene } from "./hygiene/words.ts";
import { words as merge } from "./merge/words.ts";
import { words as network } from "./network/words.ts";
import { words as notice } from "./notice/words.ts";
import { words as pattern } from "./pattern/words.ts";
import { words as proof } from "./proof/words.ts";
import { words as question } from "./question/words.ts";
import { words as replan } from "./replan/words.ts";
import { words as run } from "./run/words.ts";
import { words as talk } from "./talk/words.ts";
import { words as task } from "./task/words.ts";
import { words as tree } from "./tree/words.ts";
import { words as violation } from "./violation/words.ts";
import type { Sentence, Voice, Words } from "./wording/sentence.ts";

const WORDS = {
  ...run,
  ...host,
  ...tree,
  ...attempt,
  ...health,
  ...task,
  ...proof,
  ...merge,
  ...question,
  ...account,
  ...budget,
  ...brake,
  ...network,
  ...growth,
  ...pattern,
  ...advisor,
  ...replan,
  ...talk,
  ...notice,
  ...violation,
  ...hygiene,
} satisfies Words<Event>;

export function sentenceOf(event: Event, voice: Voice): Sentence {
  const clause = WORDS[event.type] as (event: Event, voice: Voice) => Sentence;
  return clause(event, voice);
}
