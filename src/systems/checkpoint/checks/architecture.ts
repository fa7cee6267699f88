/** CHECKPOINT-002: is every component of the architecture in some epic; CHECKPOINT-003: does the plan cite the architecture? */
import { type Document, type Line, plainOf } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { stemsOf, wordsOf } from "../terms/words.ts";
import { type CheckSpec, type Finding, type Looked, looked } from "./check.ts";
import { lacking } from "./lacking.ts";

export const componentsCovered: CheckSpec = {
  id: "components-covered",
  title: "Every component is in an epic",
  group: "consistency",
  look: lookAtComponents,
};
export const citesArchitecture: CheckSpec = {
  id: "cites-architecture",
  title: "The plan cites the architecture",
  group: "consistency",
  look: lookAtReferences,
};

interface Component {
  readonly line: Line;
  readonly name: string;
}

const COMPONENTS =
  /\b(?:components?|modules?|services?|building blocks|containers|componentes?|komponenten|composants?)\b|组件|模块|コンポーネント/iu;
const NOT_NAMES =
  /^(?:overview|interfaces?|responsibilit|purpose|notes?|dependenc|diagram|data flow|example|props|emits|methods?|key|new|existing|implementation|description|frontend|backend|architecture|structure|design|summary|components?|services?|modules?)\b/iu;

/** Bold names, first cells and headings right under a heading about components. */
function componentsOf({ lines }: Document): readonly Component[] {
  const found = new Map<string, Component>();
  const at = (line: Line): number => line.headings.findLastIndex((title) => COMPONENTS.test(title));
  for (const line of lines) {
    const above = at(line);
    if (line.in !== "text" || above === -1) continue;
    const depth = line.headings.length - 1 - above;
    const name = nameIn(line, depth);
    if (name !== null && !NOT_NAMES.test(name) && name.length <= 60 && !found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), { line, name });
  }
  return [...found.values()];
}

function nameIn(line: Line, depth: number): string | null {
  if (line.level > 0) return depth === 1 ? cleaned(line.headings.at(-1) ?? "") : null;
  if (depth > 1) return null;
  const bold = /^\s{0,3}(?:[-*+]|\d+\.)\s+(?:\*\*([^*]+?)\*\*|`([^`]+)`)\s*(?:[:(–—-]|$)/u.exec(line.text);
  if (bold) return cleaned(bold[1] ?? bold[2] ?? "");
  const row = /^\s*\|\s*(?:\*\*|`)([^|*`]+)(?:\*\*|`)\s*\|/u.exec(line.text);
  return row ? cleaned(row[1] ?? "") : null;
}

function cleaned(text: string): string | null {
  const name = plainOf(text)
    .replace(/^(?:\d+(?:\.\d+)*[.)]?\s+)/, "")
    .replace(/\s*[([].*$|\s+[-–—]\s.*$/, "")
    .replace(/\.(?:vue|tsx?|jsx?|php|py|go|rs|java|cs|rb)$/i, "")
    .replace(/[:\s]+$/, "");
  return /\p{L}/u.test(name) ? name : null;
}

function lookAtComponents(session: Session): Looked {
  const { architecture, epics, plan } = session.documents;
  const by = session.layout.name === "session" || session.layout.name === "bmad" ? epics : (epics ?? plan);
  const gone = lacking(
    session,
    by === undefined && session.layout.expected.epics === undefined
      ? ["architecture", "plan"]
      : by === undefined
        ? ["architecture", "epics"]
        : ["architecture"],
  );
  if (gone || !architecture || !by) return gone ?? looked("nothing to compare");
  const components = componentsOf(architecture);
  const lines = by.lines.map(({ text }) => text);
  const whole = squeezed(lines.join("\n"));
  const stems = lines.map((text) => new Set(stemsOf(text)));
  const left = components.filter(({ name }) => !isNamed(name, whole, stems));
  const level = session.layout.name === "session" ? "fail" : "warn";
  const findings = left.map(
    ({ line, name }): Finding => ({
      level,
      what: `The component ${name} is in no epic, story or task.`,
      evidence: [{ file: line.file, line: line.line, id: name }],
      subject: `component ${name.toLowerCase()}`,
      about: name,
    }),
  );
  return looked(`${components.length} components`, findings);
}

function isNamed(name: string, whole: string, stems: readonly ReadonlySet<string>[]): boolean {
  const bare = name.replace(/\.\w{1,4}$/, "");
  if (whole.includes(squeezed(bare))) return true;
  const own = stemsOf(bare).filter(
    (stem) => !/^(?:servic|component|modul|layer|manag|chang|updat|configur|interfac)\w*$/.test(stem),
  );
  return own.length > 0 && stems.some((line) => own.every((stem) => line.has(stem)));
}

function squeezed(text: string): string {
  return wordsOf(text).join("");
}

function lookAtReferences(session: Session): Looked {
  const { architecture, plan, epics } = session.documents;
  const by = plan ?? epics;
  const gone = lacking(
    session,
    by ? ["architecture"] : ["architecture", session.layout.expected.plan === undefined ? "epics" : "plan"],
  );
  if (gone || !architecture || !by) return gone ?? looked("nothing to compare");
  const text = [by, ...(plan && epics && session.layout.name === "bmad" ? [epics] : [])].flatMap(({ lines }) => lines);
  const known = recordsIn(architecture.lines);
  const cited = text.flatMap((line) =>
    [...line.text.matchAll(RECORD)].map(([, number = ""]) => ({ line, key: Number(number) })),
  );
  const strange = known.size === 0 ? [] : cited.filter(({ key }) => !known.has(key));
  const unknown = strange.map(
    ({ line, key }): Finding => ({
      level: "warn",
      what: `${line.file}:${line.line} cites ADR-${key}, which the architecture does not have.`,
      evidence: [{ file: line.file, line: line.line, id: `ADR-${key}` }],
      subject: `unknown ADR-${key}`,
      about: `ADR-${key}`,
    }),
  );
  const isCited = cited.some(({ key }) => known.has(key)) || namesIt(text, architecture);
  if (isCited) return looked(`${known.size} decisions`, unknown);
  const { file = "", text: source = "" } = by.shards[0] ?? {};
  const what = `${file} names no decision, component or file of the architecture.`;
  const none: Finding = {
    level: session.layout.name === "session" ? "fail" : "warn",
    what,
    evidence: [{ file, line: 1 }],
    subject: "architecture not cited",
    about: source,
  };
  return looked(`${known.size} decisions`, [none, ...unknown]);
}

const RECORD = /\b(?:ADR|AD)[- ]?(\d{1,4})\b/gi;

function recordsIn(lines: readonly Line[]): ReadonlySet<number> {
  return new Set(
    lines.flatMap(({ text, file }) => [...`${text} ${file}`.matchAll(RECORD)].map(([, number]) => Number(number))),
  );
}

function namesIt(lines: readonly Line[], architecture: Document): boolean {
  const whole = squeezed(lines.map(({ text }) => text).join("\n"));
  const paths = architecture.shards.map(({ file }) => file.split("/").at(-1) ?? "");
  if (paths.some((path) => lines.some(({ text }) => text.includes(path)))) return true;
  return componentsOf(architecture).some(
    ({ name }) => wordsOf(name).length > 0 && squeezed(name).length > 3 && whole.includes(squeezed(name)),
  );
}
