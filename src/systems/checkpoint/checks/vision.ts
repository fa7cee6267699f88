/** CHECKPOINT-001: does every goal of the brief have a requirement, and is no requirement outside of its scope? */
import { type Citation, citationsIn } from "../documents/citations.ts";
import { type Definition, definitionsIn } from "../documents/definitions.ts";
import type { Document } from "../documents/document.ts";
import { type Item, itemsUnder } from "../documents/lists.ts";
import { compareIds, type Id, keyOf, PREFIXED, prefixedId } from "../ids/id.ts";
import type { Session } from "../session/session.ts";
import { stemsOf } from "../terms/words.ts";
import { type CheckSpec, type Finding, type Looked, looked } from "./check.ts";
import { short } from "./coverage-findings.ts";
import { lacking } from "./lacking.ts";

export const vision: CheckSpec = {
  id: "vision-trace",
  title: "Every goal has a requirement",
  group: "consistency",
  look: lookAtGoals,
};
export const scope: CheckSpec = {
  id: "scope",
  title: "No requirement outside of the scope",
  group: "consistency",
  look: lookAtScope,
};

const GOALS = /\b(?:goals?|objectives?|vision|objetivos?|objectifs?|ziele)\b|目标|目標/iu;
const NO_GOALS = /\b(?:non-?goals?|out[ -]of[ -]scope|metrics?)\b/iu;

function lookAtGoals(session: Session): Looked {
  const { brief, requirements } = session.documents;
  const gone = lacking(session, ["brief", "requirements"]);
  if (gone || !brief || !requirements) return gone ?? looked("nothing to compare");
  const goals = itemsUnder(brief, GOALS, NO_GOALS);
  const defined = definitionsIn(requirements);
  if (goals.length === 0) {
    const { file = "" } = brief.shards[0] ?? {};
    const what = `${file} lists no goals: there is no list under a heading like "Goals".`;
    return looked("no goals", [{ level: "warn", what, evidence: [{ file, line: 1 }], subject: "no goals", about: "" }]);
  }
  const families = new Set(goals.flatMap(({ text }) => idIn(text)?.family ?? []));
  for (const { key } of defined) families.delete(key.replace(/-[^-]*$/, ""));
  const cited = citationsIn(requirements).ids.filter(({ cited: { from } }) => families.has(from.family));
  const findings = [
    ...goals.flatMap((goal) => goalFinding(goal, { cited, requirements, defined })),
    ...cited.flatMap((citation) => strangeGoal(citation, goals)),
  ];
  return looked(`${goals.length} goals, ${defined.length} requirements`, findings);
}

interface Against {
  /** What requirements name in the way goals are named. */
  readonly cited: readonly Citation[];
  readonly requirements: Document;
  readonly defined: readonly Definition[];
}

function goalFinding({ line, text }: Item, { cited, requirements, defined }: Against): readonly Finding[] {
  const id = idIn(text);
  if (id !== null && cited.some((citation) => isWithin(id, citation))) return [];
  const isByWords = id === null || cited.length === 0;
  if (isByWords && isSpokenOf(text, requirements, defined)) return [];
  const name = id === null ? `The goal "${short(text)}"` : `${writtenIn(text)} (${short(text)})`;
  return [
    {
      level: isByWords ? "warn" : "fail",
      what: isByWords ? `${name} shares no words with any requirement.` : `${name} is named by no requirement.`,
      evidence: [{ file: line.file, line: line.line, ...(id !== null && { id: writtenIn(text) }) }],
      subject: `goal ${id === null ? text : keyOf(id)}`,
      about: text,
    },
  ];
}

function strangeGoal({ file, line, cited }: Citation, goals: readonly Item[]): readonly Finding[] {
  const known = goals.flatMap(({ text }) => idIn(text) ?? []);
  const lost = [...new Map([cited.from, cited.to].map((id) => [keyOf(id), id])).values()].filter(
    (id) => !known.some((each) => keyOf(each) === keyOf(id)),
  );
  return lost.map((id) => ({
    level: "warn",
    what: `${file}:${line} cites ${cited.written}, but the brief has no goal ${keyOf(id).replace("-", "")}.`,
    evidence: [{ file, line, id: cited.written }],
    subject: `unknown ${keyOf(id)}`,
    about: keyOf(id),
  }));
}

function isWithin(id: Id, { cited: { from, to } }: Citation): boolean {
  return id.family === from.family && compareIds(from, id) <= 0 && compareIds(id, to) <= 0;
}

const LEAD = new RegExp(`^[[(]?(?:${PREFIXED})`, "u");

function idIn(text: string): Id | null {
  const [, letters, numbers = "", suffix] = LEAD.exec(text) ?? [];
  return letters === undefined ? null : prefixedId(letters, numbers, suffix);
}

function writtenIn(text: string): string {
  return (LEAD.exec(text)?.[0] ?? text).replace(/^[[(]/, "");
}

/** Half of its words, and at least two, in one requirement. */
function isSpokenOf(goal: string, { lines }: Document, defined: readonly Definition[]): boolean {
  const stems = new Set(stemsOf(goal));
  const needed = Math.min(stems.size, Math.max(2, Math.ceil(stems.size / 4)));
  const texts = defined.length > 0 ? defined.map(({ text }) => text) : lines.map(({ text }) => text);
  return (
    stems.size === 0 ||
    texts.some((text) => [...new Set(stemsOf(text))].filter((stem) => stems.has(stem)).length >= needed)
  );
}

const OUT =
  /\b(?:out[ -]of[ -]scope|non-?goals?|not in scope|excluded|exclusions|won'?t have|fuera de alcance|hors périmètre|nicht im umfang|nicht enthalten|nicht-?ziele|fora do escopo)\b|范围外|対象外/iu;
const DENIED = /\b(?:not|no|never|without|exclud\w*|defer\w*|future|later|post-?mvp|out[ -]of[ -]scope|cannot)\b/iu;

function lookAtScope(session: Session): Looked {
  const { brief, requirements } = session.documents;
  const gone = lacking(session, ["brief", "requirements"]);
  if (gone || !brief || !requirements) return gone ?? looked("nothing to compare");
  const excluded = itemsUnder(brief, OUT);
  const defined = definitionsIn(requirements).filter(
    ({ priority, text }) => priority !== "later" && !DENIED.test(text),
  );
  const findings = excluded.flatMap((item) => defined.flatMap((definition) => outside(item, definition)));
  return looked(`${excluded.length} things out of scope, ${defined.length} requirements`, findings);
}

function outside({ line, text }: Item, { written, text: said, place, key }: Definition): readonly Finding[] {
  // What stands in brackets or behind a dash explains.
  const stems = stemsOf(text.split(/[(:–—]| - /)[0] ?? text);
  const others = stemsOf(said);
  if (stems.length === 0 || !stems.every((stem) => others.includes(stem))) return [];
  const isPhrase = others.some((_, at) => stems.every((stem, step) => others[at + step] === stem));
  if (stems.length === 1 && !isPhrase) return [];
  return [
    {
      level: isPhrase ? "fail" : "warn",
      what: `${written} asks for what the brief leaves out ("${short(text)}"): ${short(said)}`,
      evidence: [
        { file: place.file, line: place.line, id: written },
        { file: line.file, line: line.line },
      ],
      subject: `scope ${key} ${text}`,
      about: `${said} ${text}`,
    },
  ];
}
