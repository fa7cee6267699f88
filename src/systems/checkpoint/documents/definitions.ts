/**
 * What a requirements document defines, whichever way it is written: `**FR1:** …`, `- FR-001 …`, `| FR1 | … |`, `#### FR-1`,
 * front matter with an id, user stories with a number, numbered requirements with numbered criteria. Pure.
 */
import { type Id, keyOf, PREFIXED, plainId, prefixedId } from "../ids/id.ts";
import { criteriaOf } from "./criteria.ts";
import { type Document, type Line, type Place, plainOf } from "./document.ts";
import { type Priority, priorityOf } from "./priority.ts";

export interface Definition {
  readonly id: Id;
  readonly key: string;
  /** As the document writes it. */
  readonly written: string;
  readonly text: string;
  readonly place: Place;
  readonly priority: Priority;
}

export function definitionsIn(document: Document): readonly Definition[] {
  const leading = document.lines.flatMap((line) => leadingId(line) ?? []);
  const families = requirementFamilies(leading);
  const all = [
    ...document.shards.flatMap((shard) => fromFront(shard.front, shard.file)),
    ...leading
      .filter(({ id }) => families.has(id.family))
      .map(({ line, ...rest }) => ({
        ...rest,
        priority: priorityOf(line, `${rest.text} ${saidBelow(document, line)}`),
      })),
    ...document.lines.flatMap((line) => userStory(line) ?? []),
    ...criteriaOf(document).map(({ line, numbers, text }) => numbered(line, numbers, text)),
  ];
  const first = new Map<string, Definition>();
  for (const each of all) if (!first.has(each.key)) first.set(each.key, each);
  return [...first.values()].filter(({ id }) => !isAmbiguous(id, all));
}

const BELOW = 8;

/** A requirement with a heading of its own may say its priority in the lines below it. */
function saidBelow({ lines }: Document, line: Line): string {
  if (line.level === 0) return "";
  const from = lines.indexOf(line) + 1;
  const next = lines.slice(from, from + BELOW);
  const until = next.findIndex(({ level }) => level > 0);
  const said = (until === -1 ? next : next.slice(0, until)).find(({ text }) =>
    /priorit|prio\b|moscow|优先级|優先/iu.test(text),
  );
  return said === undefined ? "" : plainOf(said.text);
}

/** `AC1` of every story is another one each time: such ids say nothing outside of it. */
function isAmbiguous({ family }: Id, all: readonly Definition[]): boolean {
  if (family !== "AC") return false;
  const keys = all.filter(({ id }) => id.family === family).map(({ key }) => key);
  return new Set(keys).size < keys.length;
}

interface Leading extends Omit<Definition, "priority"> {
  readonly line: Line;
}

const LEAD = String.raw`^[\s>]*(?:#{1,6}\s+)?(?:[-*+•]\s+|\d{1,4}[.)]\s+|\|\s*)?(?:\[[ xX~-]?\]\*?\s*)?(?:\d{1,4}\s*\|\s*)?(?:[*_~\x60[(]|\p{Extended_Pictographic}\uFE0F?\s*)*`;
const LEADING = new RegExp(`${LEAD}(?:${PREFIXED})`, "u");

/** An id that opens a line and is followed by what it means; not a list of ids, a range or an arrow to somewhere. */
export function leadingId(line: Line): Leading | null {
  if (line.in !== "text") return null;
  const found = LEADING.exec(line.text);
  if (found === null) return null;
  const [all, letters = "", numbers = "", suffix] = found;
  const rest = line.text.slice(all.length);
  if (isReference(rest)) return null;
  const id = prefixedId(letters, numbers, suffix);
  const written = `${all.slice(all.indexOf(letters))}`;
  const text = plainOf(rest.replace(/^[\s*_~`\])]*(?:[:.|)–—-]+\s*)?[*_`]*/u, "")).replace(/\s*\|\s*$/, "");
  return { id, key: keyOf(id), written, text, place: line, line };
}

const MORE = String.raw`[\s*_\x60\])]*(?:,|;|&|\+|/|and\b|to\b|through\b|[-–—…~]|\.\.)\s*[*_\x60]*(?:[A-Z]{1,8}-?)?\d`;
const REFERENCE = new RegExp(`^(?:${MORE}|[\\s*_\x60\\])]*(?:→|->|=>|⇒|➜))`, "u");

function isReference(rest: string): boolean {
  return REFERENCE.test(rest);
}

const KNOWN = new Set(
  "FR NFR REQ R US AC UC BR SR UR TR CR IR DR PR QR NF F FEAT FT RQ SYS SRS FUNC FUN AR UXR UX-DR SECR RS CON".split(
    " ",
  ),
);
/** Look like ids and are none, or stand for something else than a requirement. */
const OTHER = new Set(
  "ADR AD EPIC EP E STORY ST S TASK T TC TEST RISK OQ Q P V H L M K W D SC KPI PHASE STEP SPRINT MVP NIP RFC HTTP AES SHA UTF ISO WCAG HTML CSS ES OAUTH TLS IPV LLM GPT ERR SLA SLO RTO RPO UTC MD JSON BIP EIP ERC PEP TS GOAL G BG BO OBJ A I U C".split(
    " ",
  ),
);

function requirementFamilies(leading: readonly Leading[]): ReadonlySet<string> {
  const families = new Set<string>();
  for (const { id, line } of leading) {
    const base = id.family.split("-")[0] ?? "";
    if (KNOWN.has(base)) families.add(id.family);
    else if (!OTHER.has(base) && line.headings.some((title) => ABOUT.test(title))) {
      const others = leading.filter((each) => each.id.family === id.family);
      if (others.length >= 2) families.add(id.family);
    }
  }
  return families;
}

const ABOUT = /requirement|functional|feature|capabilit|exigence|requisito|anforderung|需求|要件|요구/iu;

function fromFront(front: Readonly<Record<string, unknown>>, file: string): readonly Definition[] {
  const written = typeof front["id"] === "string" ? front["id"] : "";
  const [, letters = "", numbers = "", suffix] = new RegExp(`^${PREFIXED}$`, "u").exec(written) ?? [];
  if (letters === "" || OTHER.has(letters.split("-")[0]?.toUpperCase() ?? "")) return [];
  const id = prefixedId(letters, numbers, suffix);
  const text = typeof front["title"] === "string" ? front["title"] : "";
  const priority = priorityOf({ headings: [] }, `priority: ${String(front["priority"] ?? "")}`);
  return [{ id, key: keyOf(id), written, text, place: { file, line: 1 }, priority }];
}

const STORY =
  /^(?:user stor(?:y|ies)|historia de usuario|história de usuário|ユーザーストーリー|用户故事|사용자 스토리|récit utilisateur)\s*#?(\d{1,3})\b[\s:.–—-]*(.*)$/iu;

function userStory(line: Line): Definition | null {
  const title = line.level > 0 ? (line.headings.at(-1) ?? "") : "";
  const [, number = "", text = ""] = STORY.exec(title) ?? [];
  if (number === "" || line.level === 0) return null;
  const id: Id = { family: "US", numbers: [Number(number)], suffix: "" };
  return { id, key: keyOf(id), written: `US${number}`, text, place: line, priority: priorityOf(line, text) };
}

function numbered(line: Line, numbers: string, text: string): Definition {
  const id = plainId(numbers);
  return { id, key: keyOf(id), written: numbers, text, place: line, priority: priorityOf(line, text) };
}
