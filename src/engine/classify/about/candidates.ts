/**
 * Every name that an output could be about, with the signs by which to tell: how it looks, what stands before and behind
 * it, in which line it stands, what rules and shapes say of it. Which of them it is, is decided in `rank-subject.ts`.
 * Reads the lines that told the class and those next to them, so that the time stays in proportion.
 */
import type { EntityKind, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import { chooseSubject, kindsOf } from "../entities/choose-subject.ts";
import { namedThing } from "../entities/named-thing.ts";
import { normalName } from "../entities/normal-name.ts";
import { isNothing, type Named } from "../entities/read-entities.ts";
import { ofTable, tablesByAlias } from "../entities/sql-aliases.ts";
import type { Line } from "../lines.ts";
import { causeDepths } from "../weighing/cause-depth.ts";
import { formsOf } from "./name-forms.ts";
import { isNoName, SHAPE_KINDS } from "./name-shape.ts";
import { namesIn, type Seen } from "./names-in-line.ts";

export interface Told {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  readonly lines: readonly Line[];
  /** Lines by which the class was found, the weightiest first. */
  readonly telling: readonly number[];
  readonly named: readonly Named[];
  /** What the best rule names. */
  readonly ruled: string | undefined;
  /** A rule of reeve.yaml told the class; what it names counts. */
  readonly byUser: boolean;
  /** The folder that paths are told relative to. */
  readonly root: string | undefined;
  /** The program that printed it. */
  readonly tool: string | undefined;
}

export interface Candidate {
  readonly name: string;
  readonly kind: EntityKind;
  readonly at: number;
  readonly signs: ReadonlySet<string>;
}

const LINES_TOLD_MAX = 6;
const LINES_NEAR = 3;
const SHORT = 12;
const CHARS_MAX = 500;
const CANDIDATES_MAX = 120;

export function candidatesOf(told: Told): readonly Candidate[] {
  const found: Found = new Map();
  const [own = "file"] = kindsOf(told.class, told.restart);
  if (told.ruled !== undefined) add(found, told.ruled, own, told.telling[0] ?? 0, ["ruled", `ruled ${told.class}`]);
  for (const { named, signs } of tableChoices(told)) add(found, named.name, named.kind, named.at, signs);
  const depths = causeDepths(told.lines);
  const depthOf = (at: number): string => `depth ${Math.min(2, depths[at] ?? 0)}`;
  for (const each of told.named)
    add(found, each.name, each.kind, each.at, [...entitySigns(each, told), depthOf(each.at)]);
  const tables = told.class === "schema_mismatch" ? tablesByAlias(told.lines) : new Map<string, string>();
  for (const at of placesOf(told)) {
    const line = told.lines[at];
    if (line === undefined) continue;
    const where = [...whereOf(at, told, line), depthOf(at)];
    for (const seen of namesIn(line.text.slice(0, CHARS_MAX)))
      addSeen(found, { ...seen, raw: ofTable(seen.raw, tables) }, at, where, own, told);
  }
  if (told.tool !== undefined) add(found, told.tool, "program", told.telling[0] ?? 0, ["tool", `tool ${told.class}`]);
  addWholes(found, told);
  addService(found, told);
  addForms(found, told.class);
  return withCounts([...found.values()], told);
}

/** This machine alone is nobody's cause; one of its services is, by its port, wherever that stands. */
function addService(found: Found, { lines }: Told): void {
  const machine = found.get("localhost");
  if (machine === undefined) return;
  const known = [...found.keys()].some((name) => name.startsWith("localhost:"));
  const line = known ? undefined : lines.slice(0, LINES_OF_PORT_MAX).find(({ lower }) => PORT.test(lower));
  const port = line && PORT.exec(line.lower)?.[1];
  if (port !== undefined) add(found, `localhost:${port}`, "host", machine.at, [...machine.signs]);
  if (known || port !== undefined) found.delete("localhost");
}

const LINES_OF_PORT_MAX = 80;
const PORT = /\bport[ =:]{1,2}(\d{2,5})\b/;

const WHOLES_MAX = 6;

/** A column is one of a table: where both are named, the two together may be what it is about. */
function addWholes(found: Found, { class: of }: Told): void {
  if (of !== "schema_mismatch") return;
  const all = [...found.values()];
  const tables = all.filter(({ kind, name }) => kind === "table" && /^\w+$/.test(name)).slice(0, WHOLES_MAX);
  const columns = all.filter(({ kind, name }) => kind === "column" && /^\w+$/.test(name)).slice(0, WHOLES_MAX);
  for (const table of tables)
    for (const { name, at, signs } of columns)
      if (name !== table.name) add(found, `${table.name}.${name}`, "column", at, [...signs, `form whole ${of}`]);
}

/** A form has all the signs of its name, and the one of being that form. */
function addForms(found: Found, of: FailureClass): void {
  for (const { name, kind, at, signs } of [...found.values()])
    for (const form of formsOf(of, name)) add(found, form.name, kind, at, [...signs, form.sign]);
}

type Found = Map<string, Candidate & { readonly signs: Set<string> }>;

function add(found: Found, name: string | undefined, kind: EntityKind, at: number, signs: readonly string[]): void {
  if (name === undefined || isNothing(name) || isNoName(name)) return;
  const key = name.toLowerCase();
  const known = found.get(key);
  if (known !== undefined) for (const sign of signs) known.signs.add(sign);
  else if (found.size < CANDIDATES_MAX) found.set(key, { name, kind, at, signs: new Set(signs) });
}

/** Signs that mean something else in another class. */
const CROSSED = /^(?:[<>] |located|place|quoted|complaint|labelled|member|host and|package in|credential)/;

/** As what it looks like, and as what its class speaks of: a path may be a file or a program. */
function addSeen(
  found: Found,
  { raw, shape, signs }: Seen,
  at: number,
  where: readonly string[],
  own: EntityKind,
  { class: of, root }: Told,
): void {
  const crossed = signs.filter((sign) => CROSSED.test(sign)).map((sign) => `${of} ${sign}`);
  const all = [...signs, ...where, `${of} ${shape}`, ...crossed];
  const looks = SHAPE_KINDS[shape] ?? own;
  // A path is no symbol and no setting, whatever its class speaks of.
  for (const kind of new Set<EntityKind>(looks === "file" && !PATHS.has(own) ? [looks] : [looks, own]))
    add(found, normalName(kind, raw, root), kind, at, [...all, `as ${kind} ${of}`]);
}

/** Kinds of things that may be written as a path. */
const PATHS: ReadonlySet<EntityKind> = new Set(["file", "module", "program", "package", "test", "branch", "migration"]);

/** How plainly a thing must be named to count for more than what the winning rule says. */
const PLAINLY = 36;

/** What the table of kinds would choose, and what the telling lines name behind a word for a kind. */
function tableChoices(told: Told): readonly { readonly named: Named; readonly signs: readonly string[] }[] {
  const { class: of, restart, named, telling, lines } = told;
  const chosen = chooseSubject(of, restart, named, new Set(telling));
  const thing = namedThing(of, lines, telling);
  const before =
    told.ruled !== undefined && (chosen === undefined || chosen.score < PLAINLY) ? told.ruled : chosen?.named.name;
  const step = chosen && Math.min(60, Math.floor(chosen.score / 6) * 6);
  const [kind = "file"] = kindsOf(of, restart);
  return [
    ...(before
      ? [{ named: { kind, name: before, at: telling[0] ?? 0, weight: 1 }, signs: ["before", `before ${of}`] }]
      : []),
    ...(chosen ? [{ named: chosen.named, signs: ["chosen", `chosen ${step}`, `chosen ${of}`] }] : []),
    ...(thing ? [{ named: thing, signs: ["thing", `thing ${of}`] }] : []),
  ];
}

/** Lines that told the class, those next to them, and of a short output all. */
function placesOf({ lines, telling }: Told): readonly number[] {
  const told = telling.slice(0, LINES_TOLD_MAX);
  const near = told.flatMap((at) => Array.from({ length: 2 * LINES_NEAR + 1 }, (_, step) => at - LINES_NEAR + step));
  const all = lines.length <= SHORT ? lines.map((_, at) => at) : [];
  return [...new Set([...told, ...near, ...all])].filter((at) => at >= 0 && at < lines.length);
}

function entitySigns({ kind, weight, at }: Named, { class: of, telling }: Told): readonly string[] {
  const near = distanceOf(at, telling);
  return [`kind ${kind} ${of}`, `weight ${weight}`, `kind ${kind} ${of} ${weight}`, `entity ${near}`];
}

function whereOf(at: number, { telling }: Told, { kind }: Line): readonly string[] {
  const near = distanceOf(at, telling);
  return [near, `line ${kind}`, ...(at === telling[0] ? ["first"] : [])];
}

function distanceOf(at: number, telling: readonly number[]): string {
  if (telling.includes(at)) return "told";
  const near = telling.some((each) => Math.abs(each - at) <= LINES_NEAR);
  if (!near) return "far";
  return telling.some((each) => at > each && at - each <= LINES_NEAR) ? "below" : "above";
}

/** How many lines name it. */
function withCounts(
  found: readonly (Candidate & { readonly signs: Set<string> })[],
  { lines }: Told,
): readonly Candidate[] {
  const counted = lines.length <= COUNTED_LINES_MAX ? lines : [];
  for (const each of found) {
    const lower = each.name.toLowerCase();
    let count = 0;
    for (const line of counted) if (line.lower.includes(lower)) count += 1;
    each.signs.add(`count ${Math.min(3, count)}`);
  }
  return found;
}

const COUNTED_LINES_MAX = 80;
