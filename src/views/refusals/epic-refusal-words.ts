/** Why something was not done with an epic, and what to do instead. */
import type { Refusal } from "../../app/refusal.ts";
import { plainText } from "../words.ts";

type Of<W extends Refusal["what"]> = Extract<Refusal, { what: W }>;

export const EPIC_WORDS = {
  no_epic: ({ epic, known }: Of<"no_epic">) =>
    `There is no epic ${plainText(epic)} here. Name a Markdown file${known.length === 0 ? "" : `, or one of ${known.map(plainText).join(", ")}`}; \`reeve epic new "TITLE"\` makes one.`,
  epic_unusable: ({ sentence }: Of<"epic_unusable">) => sentence,
  not_dispatched: ({ item, because }: Of<"not_dispatched">) =>
    `${plainText(item)} was not dispatched: ${plainText(because)}. Nothing was started.`,
};
