/**
 * Whether an item can do harm that is hard to undo, and whether it may be dispatched all the same: a critic looked at it,
 * and there is a way back; or a person said so. Reads the body alone.
 */
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf } from "../body/notes.ts";
import { partOf } from "../body/write-sections.ts";

const TAGS = new Set(["high-risk", "irreversible", "production", "destructive", "physical", "external"]);
/** What the title or the acceptance of an item says that closes a way back. */
const WORDS =
  /\b(?:deploy(?:s|ing|ment)?\b(?! (?:docs?|documentation|guide|script))|(?:run|apply|execute)s? (?:the |a )?(?:\w+ )?migrations?|migrate (?:all|the (?:live|production)|production|live|customer)|delete (?:all|every|old|stale|customer|user|production)|drop (?:the )?(?:table|database|schema|column)s?|purge|wipe|truncate (?:the )?table|bulk[- ](?:delete|update|email)|mass[- ](?:delete|email)|upload (?:it |them |\w+ )?to|publish (?:it |\w+ )?to (?:npm|pypi|the (?:registry|store))|(?:production|live) (?:database|data|server|system)s?|force[- ]push|rotate (?:the )?(?:keys?|secrets?)|firmware|actuator|robot arm)\b/i;

export function isHighRisk(
  { title, fields }: Pick<Item, "title" | "fields">,
  epicTags: readonly string[] = [],
): boolean {
  const tags = [...listOf(fields.tags), ...epicTags].map((tag) => tag.toLowerCase());
  return tags.some((tag) => TAGS.has(tag)) || WORDS.test(title) || WORDS.test(fields.accept ?? "");
}

export type Passage =
  | { readonly type: "free" }
  | { readonly type: "ask_critic" }
  | { readonly type: "refused"; readonly reason: string };

/** `CRITIC GATE:` stands in the item's Dispatch Brief, the way back in its Rollback Plan. */
export function passageOf(body: EpicBody, item: Item): Passage {
  if (!isHighRisk(item, body.tags)) return { type: "free" };
  if (overrideOf(body, item) !== null) return { type: "free" };
  const gate = /^CRITIC GATE:\s*(\w+)(.*)$/m.exec(entryOf(body, "Dispatch Brief", item.id));
  if (gate === null) return { type: "ask_critic" };
  if (gate[1] !== "SAFE_TO_DISPATCH") return { type: "refused", reason: `the critic said ${gate[1]}${gate[2] ?? ""}` };
  const plan = entryOf(body, "Rollback Plan", item.id);
  const way = /^[-*\s]*Reversibility:\s*([\w-]+)/im.exec(plan)?.[1]?.toLowerCase();
  if (way === undefined)
    return { type: "refused", reason: `${item.id} can do harm and has no Rollback Plan that names its reversibility` };
  if (way === "automatic" || way === "manual-remote") return { type: "free" };
  return { type: "refused", reason: `the Rollback Plan of ${item.id} says ${way}: there is no way back from afar` };
}

/** Only where people write: not in what agents propose. */
export function overrideOf({ spoken }: EpicBody, { id }: Item): string | null {
  for (const [, named, why = ""] of spoken.matchAll(
    /^[-*>\s]*CRITIC OVERRIDE(?:\s*\(([^)\n]*)\))?:[ \t]*(\S[^\r\n]*)$/gm,
  ))
    if (named === undefined || named.trim() === id) return why.trim();
  return null;
}

export function entryOf(
  { text, sections }: EpicBody,
  title: "Dispatch Brief" | "Rollback Plan" | "Decomposition Proposal" | "Review Synthesis",
  heading: string,
): string {
  const section = sections[title];
  const part = section ? partOf(text, section, heading) : null;
  return part === null ? "" : text.slice(part.end, part.until).trim();
}
