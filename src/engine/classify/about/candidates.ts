/**
 * Every name that an output could be about, with the signs by which to tell: how it looks, what stands before and behind
 * it, in which line it stands, what rules and shapes say of it. Which of them it is, is decided in `rank-subject.ts`.
 * Reads the lines that told the class and those next to them, so that the time stays in proportion.
 */
import type { EntityKind, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import { chooseSubject, kindsOf } from "../entities/choose-subject.ts";
import { namedThing } from "../entities/named-thing.ts";
import { normalName } from "../entities/normal-name.ts";
import type { Named } from "../entities/read-entities.ts";
import { ofTable, tablesByAlias } from "../entities/sql-aliases.ts";
import type { Line } from "../lines.ts";
import { causeDepths } from "../weighing/cause-depth.ts";
import { addForms, addService, addWholes } from "./derived-names.ts";
import { add, addCertain, type Found } from "./found-names.ts";
import { SHAPE_KINDS } from "./name-shape.ts";
import { namesIn, type Seen } from "./names-in-line.ts";
import { entitySigns, LINES_NEAR, whereOf } from "./place-signs.ts";

export interface Told {
  readonly class: FailureClass;
  readonly restart: RestartKind;
  readonly lines: readonly Line[];
  /** Lines by which the class was found, the weightiest first. */
  readonly telling: readonly number[];
  readonly named: readonly Named[];
  /** What the best rule names. */
  readonly ruled: string | undefined;
  /** How sure that rule is, and whether it is the line itself that names it. */
  readonly ruledHow: string;
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
const SHORT = 24;
const CHARS_MAX = 500;

export function candidatesOf(told: Told): readonly Candidate[] {
  const found: Found = new Map();
  const [own = "file"] = kindsOf(told.class, told.restart);
  if (told.ruled !== undefined) {
    const take = told.ruledHow === "certain named" ? addCertain : add;
    take(found, told.ruled, own, told.telling[0] ?? 0, ["ruled", `ruled ${told.class}`, `ruled ${told.ruledHow}`]);
  }
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

/** Signs that mean something else in another class. */
const CROSSED =
  /^(?:[<>] |located|place|quoted|marked|complaint|labelled|member|host and|package in|credential|crate|source alone|lock)/;

/** As what it looks like, and as what its class speaks of: a path may be a file or a program. */
function addSeen(
  found: Found,
  { raw, shape, signs }: Seen,
  at: number,
  where: readonly string[],
  own: EntityKind,
  { class: of, root }: Told,
): void {
  // A number is a port where somebody says so.
  if (own === "port" && NUMBER.test(raw) && !signs.some((sign) => PORT_SAID.test(sign))) return;
  // Who was limited or refused is not what refused it.
  if (ADDRESS.test(raw) && !REACHED.has(of)) return;
  // An address in what a compiler, a linter or a test printed explains something.
  if (shape === "url" && EXPLAINED.has(of)) return;
  const crossed = signs.filter((sign) => CROSSED.test(sign)).map((sign) => `${of} ${sign}`);
  const all = [...signs, ...where, `${of} ${shape}`, ...crossed, ...(ABSOLUTE.test(raw) ? ["absolute"] : [])];
  const looks = SHAPE_KINDS[shape] ?? (own === "port" && isComposed(signs) ? "setting" : own);
  // A path is no symbol and no setting, whatever its class speaks of.
  for (const kind of new Set<EntityKind>(looks === "file" && !PATHS.has(own) ? [looks] : [looks, own]))
    add(found, normalName(kind, raw, root), kind, at, [...all, `as ${kind} ${of}`]);
}

/** Of what nobody understands, a name that only stands there is none; one that a sentence speaks of is. */
function isComposed([how = "bare"]: readonly string[]): boolean {
  return how !== "bare" && how !== "quoted" && how !== "marked";
}

const NUMBER = /^\d{1,6}$/;
const PORT_SAID = /^(?:< ports?|mark :|labelled)$/;

const EXPLAINED: ReadonlySet<FailureClass> = new Set([
  "lint_failure",
  "test_failure",
  "type_error",
  "syntax_error",
  "merge_conflict",
]);

/** From the root of one machine. */
const ABSOLUTE = /^(?:\/(?!\/)|[A-Za-z]:[\\/]|file:\/\/)/;

/** Classes that may be about a machine which nobody gave a name. */
const REACHED: ReadonlySet<FailureClass> = new Set(["network", "timeout", "overloaded", "unknown", "config_error"]);
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;

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
  // Beside a line that tells plainly, what others only warn of names nothing.
  const isQuiet = (at: number): boolean => lines[at]?.kind === "warning" || lines[at]?.kind === "notice";
  const isLoud = told.some((at) => !isQuiet(at));
  return [...new Set([...told, ...near, ...all])].filter(
    (at) => at >= 0 && at < lines.length && (!isLoud || !isQuiet(at)),
  );
}

/** How many lines name it. */
function withCounts(
  found: readonly (Candidate & { readonly signs: Set<string> })[],
  { class: of, lines }: Told,
): readonly Candidate[] {
  const counted = lines.length <= COUNTED_LINES_MAX ? lines : [];
  for (const each of found) {
    const lower = each.name.toLowerCase();
    let count = 0;
    for (const line of counted) if (line.lower.includes(lower)) count += 1;
    each.signs.add(`count ${Math.min(3, count)}`);
    // Nobody said it: it follows from who printed the output, or from what only one service says.
    if (count === 0 && counted.length > 0) each.signs.add(`unsaid ${of}`);
  }
  return found;
}

const COUNTED_LINES_MAX = 80;
