/** CHECKPOINT-001 and -002: do decisions continue from one document to the next; do wisdom and documents agree? */
import type { Document, Line } from "../documents/document.ts";
import { plainOf } from "../documents/document.ts";
import { itemsUnder } from "../documents/lists.ts";
import type { Session } from "../session/session.ts";
import { statement, statesIn } from "../session/states.ts";
import { stemsOf } from "../terms/words.ts";
import { type CheckSpec, type Finding, type Looked, looked, skipped } from "./check.ts";
import { contradictions, type Stated } from "./contradictions.ts";
import { short } from "./coverage-findings.ts";

export const decisionsContinue: CheckSpec = {
  id: "decisions-continue",
  title: "Decisions continue",
  group: "consistency",
  look: (session) => lookAtDecisions(session, ["brief", "requirements"]),
};
export const decisionChain: CheckSpec = {
  id: "decision-chain",
  title: "Decisions build on each other",
  group: "consistency",
  look: (session) => lookAtDecisions(session, ["brief", "requirements", "architecture", "epics"]),
};
export const wisdomConsistent: CheckSpec = {
  id: "wisdom-consistent",
  title: "Wisdom agrees with itself and the documents",
  group: "consistency",
  look: lookAtWisdom,
};

function lookAtDecisions(
  session: Session,
  kinds: readonly ("brief" | "requirements" | "architecture" | "epics")[],
): Looked {
  const { layout, messages } = session;
  const reported = statesIn(messages).flatMap(({ role, task, line, decisions }) =>
    decisions.map(
      (each): Stated => ({ ...each, who: task === "" ? role : `${role} (${task})`, file: layout.log ?? "", line }),
    ),
  );
  // A role without a state has still written its document.
  const written = kinds.flatMap((kind) => decisionsIn(session.documents[kind]));
  const all = [...reported, ...written.filter(({ text }) => !reported.some((each) => each.text === text))];
  if (all.length === 0) return looked("no decisions are stated");
  return looked(`${all.length} decisions`, contradictions(all));
}

const DECISIONS =
  /^(?:\d+[.)]?\s*)?(?:(?:key|design|technical|product|architectur\w+|confirmed)\s+)*decisions?(?:\s+(?:log|made))?$/iu;

/** Bullets right under "Decisions", and what records call their decision. */
function decisionsIn(document: Document | undefined): readonly Stated[] {
  if (document === undefined) return [];
  const listed = itemsUnder(document, DECISIONS)
    .filter(({ line, part, text }) => part === "" && DECISIONS.test(line.headings.at(-1) ?? "") && !DETAIL.test(text))
    .map(({ line, text }) => statedAt(line, text));
  const recorded = document.lines.flatMap((line) => {
    const [, behind, inside] =
      /^\s*(?:[-*]\s+)?\*\*Decision:?\*\*:?\s*(\S.*)$|^\s*\*\*Decision:\s*(.+?)\*\*\s*$/iu.exec(line.text) ?? [];
    const text = behind ?? inside;
    return text === undefined || line.in !== "text" ? [] : [statedAt(line, `${topicOf(line)}: ${plainOf(text)}`)];
  });
  return [...listed, ...recorded];
}

function statedAt(line: Line, text: string): Stated {
  return { ...statement(text), who: line.file, file: line.file, line: line.line };
}

/** Without the number of the record. */
function topicOf({ headings }: Line): string {
  return (headings.at(-1) ?? "").replace(/^(?:ADR[- ]?\d+|\d+(?:\.\d+)*)[:.)\s–—-]*/iu, "");
}

const DETAIL =
  /^\W*(?:status|date|context|rationale|consequences?|pros?|cons?|alternatives?|options?|version|affects|reason|why|note|impact|risks?|trade-?offs?|decision|algorithm|parameters)\b/iu;

function lookAtWisdom(session: Session): Looked {
  const { layout, wisdom, documents } = session;
  if (!layout.keepsLog) return skipped(`${layout.label} keeps no wisdom`);
  const entries = wisdom.flatMap((line): readonly Stated[] => {
    const [, text] = line.in === "text" ? (/^\s*(?:[-*+]|\d+[.)])\s+(\S.*)$/u.exec(line.text) ?? []) : [];
    return text === undefined
      ? []
      : [{ ...statement(plainOf(text)), who: line.file, file: line.file, line: line.line }];
  });
  if (entries.length === 0) return looked("no wisdom yet");
  const lines = Object.values(documents).flatMap((document) => document.lines.filter((line) => line.in === "text"));
  return looked(`${entries.length} entries`, [
    ...contradictions(entries),
    ...entries.flatMap((entry) => forbidden(entry, lines)),
  ]);
}

const FORBIDS =
  /\b(?:do not|don'?t|never|must not)\s+(?:use|call|add|store|introduce|import|depend on)\s+([^.;,(]{2,60})|\bavoid\s+(?:using\s+)?([^.;,(]{2,60})/iu;
const DENIED = /\b(?:not|never|no|avoid|instead of|without|rather than|replac\w*|remov\w*|forbid\w*)\b/iu;

/** What wisdom forbids and a document uses. */
function forbidden(entry: Stated, lines: readonly Line[]): readonly Finding[] {
  const [, used, avoided] = FORBIDS.exec(entry.text) ?? [];
  const stems = stemsOf((used ?? avoided ?? "").split(/\b(?:for|in|because|since|when|as)\b/iu)[0] ?? "");
  if (stems.length === 0) return [];
  const hit = lines.find(({ text }) => {
    const others = stemsOf(text);
    const at = others.findIndex((_, from) => stems.every((stem, step) => others[from + step] === stem));
    return (
      at !== -1 &&
      /\b(?:use[sd]?|using|via|with|call(?:s|ed|ing)?|stor(?:e|es|ed|ing)|built on|based on|adds?)\b/iu.test(text) &&
      !DENIED.test(text)
    );
  });
  if (hit === undefined) return [];
  return [
    {
      level: "fail",
      what: `${hit.file}:${hit.line} uses what wisdom forbids ("${short(entry.text)}").`,
      evidence: [
        { file: hit.file, line: hit.line },
        { file: entry.file, line: entry.line },
      ],
      subject: `forbidden ${entry.text} ${hit.file}`,
      about: `${entry.text} ${hit.text}`,
    },
  ];
}
