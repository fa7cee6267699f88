/**
 * What an output names, as typed things with the line each stands in. Reads every line once, by shapes that hold one of
 * the line's words. Which of them is the cause is not decided here.
 */
import type { EntityKind } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { STATEMENT_SHAPES } from "../statements/statement-rules.ts";
import { type WordFinder, wordFinder } from "../word-finder.ts";
import { CODE_SHAPES } from "./code-shapes.ts";
import { normalName } from "./normal-name.ts";
import { OUTSIDE_SHAPES } from "./outside-shapes.ts";
import { PLACE_SHAPES } from "./place-shapes.ts";
import { SETTING_SHAPES } from "./setting-shapes.ts";
import type { Shape } from "./shape.ts";
import { ofTable, tablesByAlias } from "./sql-aliases.ts";
import { STATED_SHAPES } from "./stated-shapes.ts";
import { underlined } from "./underlined.ts";

export interface Named {
  readonly kind: EntityKind;
  readonly name: string;
  readonly at: number;
  /** As `Shape.weight`; what only stands in a frame, a diff or a warning weighs less. */
  readonly weight: number;
}

const SHAPES: readonly Shape[] = [
  ...STATED_SHAPES,
  ...OUTSIDE_SHAPES,
  ...SETTING_SHAPES,
  ...CODE_SHAPES,
  ...PLACE_SHAPES,
  ...STATEMENT_SHAPES,
];
const ALWAYS = SHAPES.flatMap(({ has }, index) => (has === undefined ? [index] : []));
const shapesIn: WordFinder = wordFinder(SHAPES.map(({ has }) => has?.split("|") ?? []));

/** More than this no person would read either; the first and the last lines tell. */
const LINES_MAX = 300;
const NAMED_MAX = 120;
const PER_LINE_MAX = 4;
/** Names are where people look: a longer line is a dump. */
const CHARS_MAX = 600;

export function readEntities(lines: readonly Line[], root?: string): readonly Named[] {
  const named: Named[] = [...underlined(lines)];
  for (const at of placesIn(lines)) {
    const line = lines[at];
    if (line === undefined) continue;
    const text = line.text.slice(0, CHARS_MAX);
    for (const index of [...ALWAYS, ...shapesIn(line.lower)]) {
      const shape = SHAPES[index];
      if (shape !== undefined) collect(shape, text, line, at, root, named);
      if (named.length >= NAMED_MAX) return whole(named, lines);
    }
  }
  return whole(named, lines);
}

/** Which of this machine's services, where one is named by its port; which table's column, where a query has its own names. */
function whole(named: readonly Named[], lines: readonly Line[]): readonly Named[] {
  const tables = named.some(({ kind }) => kind === "column") ? tablesByAlias(lines) : new Map<string, string>();
  return ofServices(
    named.map((each) => (each.kind === "column" ? { ...each, name: ofTable(each.name, tables) } : each)),
  );
}

function ofServices(named: readonly Named[]): readonly Named[] {
  const service = named.some(({ name }) => name.startsWith("localhost:"));
  return service ? named.filter(({ name }) => name !== "localhost") : named;
}

function placesIn(lines: readonly Line[]): readonly number[] {
  const all = lines.map((_, at) => at);
  return all.length <= LINES_MAX ? all : [...all.slice(0, LINES_MAX / 3), ...all.slice((-LINES_MAX * 2) / 3)];
}

function collect(
  { kind, find, weight }: Shape,
  text: string,
  { kind: of }: Line,
  at: number,
  root: string | undefined,
  named: Named[],
): void {
  let found = 0;
  for (const match of text.matchAll(find)) {
    const name = nameIn(kind, match.groups ?? {}, root);
    if (name === undefined || isNothing(name)) continue;
    const counts = weightOf(kind, weight, of, match[0]);
    if (counts > 0) named.push({ kind, name, at, weight: counts });
    found += 1;
    if (found >= PER_LINE_MAX) return;
  }
}

/** Files that others installed are where it was noticed, not what it is about. */
const INSTALLED = /node_modules|site-packages|dist-packages|lib\/python|node:internal|\$bunfs|\/rustc\//;

function weightOf(kind: EntityKind, weight: number, of: Line["kind"], text: string): number {
  if (kind === "file" && weight < 3 && INSTALLED.test(text)) return 0;
  if (of === "quoted" && kind !== "test") return Math.min(1, weight);
  return of === "plain" || of === "quoted" ? weight : weight - 0.5;
}

/** Words that stand where a name would, and name nothing. */
const NOTHING =
  /^(?:the|a|an|it|is|in|on|or|and|to|of|for|not|this|that|with|from|by|at|as|was|has|be|file|name|path|module|error|errors|null|undefined|none|true|false|unknown|your|its|any|such|does|did|are|no|command|type|value|which|because|required|existing|current|given|specified|following|https?|line|code|string|object|tree|step|request|response|server|key|test|tests|build|os|gem|pod|package|configuration|provider|model|plugin|table|column|field|function|method|class|version|all|some|one|two|only|here|there|than|then|when|be|been|have|had|will|would|could|should|can|cannot|failed|failure|install|found|exist|exists|missing|available|installed|ref|remote|branch|directory|folder|architecture|import|named|called|reference|dependency|library|variable|symbol|x86_64|arm64|aarch64|amd64|default|latest|compatible|suitable|matching|appropriate|valid|invalid|additional|multiple|several|every|each|other|another|same|new|old|such|these|those|its|my|our|node\.js|javascript|typescript|python|github|placeholder|required by|providing|provided|spawn|exec|execve|popen|executable|binary|installation)$/i;

/** It stands where a name would, and names nothing. */
export function isNothing(name: string): boolean {
  return NOTHING.test(name);
}

function nameIn(
  kind: EntityKind,
  groups: Readonly<Record<string, string | undefined>>,
  root: string | undefined,
): string | undefined {
  const { m, n, p, q } = groups;
  if (kind === "host" && (p ?? q) !== undefined) return `localhost:${p ?? q}`;
  if (m !== undefined && n !== undefined) return normalName(kind, `${m}.${n}`, root);
  const raw = Object.values(groups).find((value) => value !== undefined && value !== "");
  return raw === undefined ? undefined : normalName(kind, raw, root);
}
