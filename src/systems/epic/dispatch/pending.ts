/** What is never decided by an agent: methodology, whether citations are right, and whatever is published under a person's name. */
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf } from "../body/notes.ts";

const BY_TAG: Readonly<Record<string, string>> = {
  methodology: "Which methodology is used?",
  citations: "Are the citations accurate?",
  "published-name": "Is this published under your name?",
};
const BY_TITLE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:choose|decide(?: on)?|select|settle|pick) (?:the |a |our )?(?:\w+ )?method(?:ology|s)?\b/i,
    "Which methodology is used?",
  ],
  [
    /\b(?:approve|sign off|vouch for|certify) (?:the |all )?(?:\w+ )?(?:citations|references)\b/i,
    "Are the citations accurate?",
  ],
  [
    /\b(?:submit|publish|post|send|announce)\b.*\b(?:in my name|under my name|on my behalf|as me|journal|conference|arxiv|blog)\b/i,
    "Is this published under your name?",
  ],
];

/** The question that waits for a person; null: none, or it is answered by a line `DECISION (id): …`. */
export function pendingFor(body: EpicBody, { id, title, fields }: Item): string | null {
  const tag = listOf(fields.tags).find((each) => Object.hasOwn(BY_TAG, each.toLowerCase()));
  const question = tag ? BY_TAG[tag.toLowerCase()] : BY_TITLE.find(([words]) => words.test(title))?.[1];
  if (question === undefined) return null;
  return decisionsOf(body, id).length > 0 ? null : question;
}

/** What a person decided about an item, where people write. */
export function decisionsOf({ spoken }: EpicBody, id: string): readonly string[] {
  const answers = spoken.matchAll(/^[-*>\s]*DECISION(?:\s*\(([^)\n]*)\)):[ \t]*(\S[^\r\n]*)/gm);
  return [...answers].flatMap(([, named, words = ""]) => (named?.trim() === id ? [words.trim()] : []));
}
