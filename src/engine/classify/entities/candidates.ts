/**
 * Every name that an output could be about, with the signs by which to tell: how it looks, what stands before and behind
 * it, in which line it stands, what rules and shapes say of it. Which of them it is, is decided in `rank-subject.ts`.
 * Reads the lines that told the class and those next to them, so that the time stays in proportion.
 */
import type { EntityKind, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { complaintsIn } from "../words/concepts.ts";
import { chooseSubject, kindsOf } from "./choose-subject.ts";
import { namedThing } from "./named-thing.ts";
import { normalName } from "./normal-name.ts";
import { isNothing, type Named } from "./read-entities.ts";

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
  const found = new Map<string, { kind: EntityKind; at: number; name: string; signs: Set<string> }>();
  const add = (name: string | undefined, kind: EntityKind, at: number, signs: readonly string[]): void => {
    if (name === undefined || isNothing(name) || isNoName(name)) return;
    const key = name.toLowerCase();
    const known = found.get(key);
    if (known === undefined && found.size >= CANDIDATES_MAX) return;
    if (known === undefined) found.set(key, { name, kind, at, signs: new Set(signs) });
    else for (const sign of signs) known.signs.add(sign);
  };
  const [own = "file"] = kindsOf(told.class, told.restart);
  if (told.ruled !== undefined) add(told.ruled, own, told.telling[0] ?? 0, ["ruled", `ruled ${told.class}`]);
  for (const { named, signs } of tableChoices(told)) add(named.name, named.kind, named.at, signs);
  for (const each of told.named) add(each.name, each.kind, each.at, entitySigns(each, told));
  for (const at of placesOf(told)) {
    const line = told.lines[at];
    if (line === undefined) continue;
    const where = whereOf(at, told, line);
    const names = [...namesIn(line.text.slice(0, CHARS_MAX))];
    const nearest = nearestOf(names, line.text);
    for (const each of names) {
      const { raw, shape } = each;
      const signs = [...each.signs, ...(nearest.get(each) ?? [])];
      const kinds = new Set<EntityKind>([SHAPE_KINDS[shape] ?? own, own]);
      const all = [...signs, ...where, `${told.class} ${shape}`, ...signs.filter((sign) => CROSSED.test(sign)).map((sign) => `${told.class} ${sign}`)];
      for (const kind of kinds) add(normalName(kind, raw, told.root), kind, at, [...all, `as ${kind} ${told.class}`]);
    }
  }
  return withCounts(
    [...found.values()].map((each) => ({ ...each, signs: each.signs })),
    told,
  );
}

/** How plainly a thing must be named to count for more than what the winning rule says. */
const PLAINLY = 36;

/** What the table of kinds would choose, and what the telling lines name behind a word for a kind. */
function tableChoices(told: Told): readonly { readonly named: Named; readonly signs: readonly string[] }[] {
  const { class: of, restart, named, telling, lines } = told;
  const chosen = chooseSubject(of, restart, named, new Set(telling));
  const thing = namedThing(of, lines, telling);
  const before = told.ruled !== undefined && (chosen === undefined || chosen.score < PLAINLY) ? told.ruled : chosen?.named.name;
  const step = chosen && Math.min(60, Math.floor(chosen.score / 6) * 6);
  return [
    ...(before === undefined ? [] : [{ named: { kind: kindsOf(of, restart)[0] ?? "file", name: before, at: telling[0] ?? 0, weight: 1 } as const, signs: ["before", `before ${of}`] }]),
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

/** Signs that mean something else in another class. */
const CROSSED = /^(?:[<>] |located|place|quoted|complaint|labelled)/;

/** Of each side of a complaint the name that stands closest to it. */
function nearestOf(names: readonly Seen[], text: string): ReadonlyMap<Seen, readonly string[]> {
  const found = new Map<Seen, string[]>();
  for (const [from, to] of complaintsIn(text)) {
    const before = names.filter((each) => each.to <= from).toSorted((a, b) => b.to - a.to)[0];
    const behind = names.filter((each) => each.from >= to).toSorted((a, b) => a.from - b.from)[0];
    if (before) found.set(before, [...(found.get(before) ?? []), `complaint > ${step(from - before.to)}`, "complaint >"]);
    if (behind) found.set(behind, [...(found.get(behind) ?? []), `complaint < ${step(behind.from - to)}`, "complaint <"]);
  }
  return found;
}

function step(distance: number): string {
  return distance <= 3 ? "close" : distance <= 25 ? "near" : "far";
}

interface Seen {
  readonly from: number;
  readonly to: number;
  readonly raw: string;
  readonly shape: string;
  readonly signs: readonly string[];
}

const QUOTED = /(?<![\w"'`])["'`‘“«]([^"'`’”»\n]{1,120}?)["'`’”»](?!\w)/g;
const TOKEN = /[^\s"'`‘’“”«»(),;<>{}[\]|=]+/gu;

function* namesIn(text: string): Generator<Seen> {
  for (const match of text.matchAll(QUOTED)) {
    const raw = match[1] ?? "";
    if (raw.trim() !== "" && !FRAME.test(text.slice(0, match.index))) yield seen(raw, text, match.index, match.index + match[0].length, "quoted");
  }
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0].replace(/[.,:!?…]+$/, "").replace(/^[.:]+(?=\w)/, "");
    if (raw.length < 2 || !/\p{L}|\d/u.test(raw)) continue;
    const end = match.index + match[0].length;
    if (looksLikeName(raw) || isTold(text, match.index, end)) yield seen(raw, text, match.index, end, "bare");
  }
}

function seen(raw: string, text: string, from: number, to: number, how: string): Seen {
  const shape = shapeOf(raw);
  const before = wordsBefore(text, from);
  const behind = wordsBehind(text, to);
  const mark = text.slice(0, from).trimEnd().at(-1) ?? "^";
  const signs = [
    how,
    `shape ${shape}`,
    `${how} ${shape}`,
    `< ${before[0] ?? "^"}`,
    `<< ${before.slice(0, 2).toReversed().join(" ")}`,
    `> ${behind[0] ?? "$"}`,
    `>> ${behind.slice(0, 2).join(" ")}`,
    `mark ${/\w/.test(mark) ? "w" : mark}`,
    `next ${text.slice(to).trimStart().slice(0, 1).replace(/\w/, "w") || "$"}`,
    ...(from === 0 ? ["begins"] : []),
    ...(to >= text.length ? ["ends"] : []),
    ...(LABEL.test(text.slice(0, from)) && to >= text.length - 1 ? ["labelled"] : []),
    ...(/^[:(]\d/.test(text.slice(to - (how === "bare" ? 1 : 0))) || /:\d+(?::\d+)?$/.test(raw) ? ["place"] : []),
    ...(before.slice(0, 4).includes("in") || before.slice(0, 3).includes("from") || before.slice(0, 3).includes("at") ? ["located"] : []),
  ];
  return { raw, shape, signs, from, to };
}

const WORDS_AROUND = 80;

function wordsBefore(text: string, from: number): readonly string[] {
  return (text.slice(Math.max(0, from - WORDS_AROUND), from).toLowerCase().match(/[\p{L}']+|\d+/gu) ?? [])
    .slice(-4)
    .toReversed()
    .map(plain);
}

function wordsBehind(text: string, to: number): readonly string[] {
  return (text.slice(to, to + WORDS_AROUND).toLowerCase().match(/[\p{L}']+|\d+/gu) ?? []).slice(0, 3).map(plain);
}

function plain(word: string): string {
  return /^\d/.test(word) ? "#" : word;
}

const SHAPE_KINDS: Readonly<Record<string, EntityKind>> = {
  variable: "variable",
  host: "host",
  path: "file",
  file: "file",
};

/** What a name looks like. */
function shapeOf(raw: string): string {
  if (/\s/.test(raw.trim())) return "phrase";
  if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(raw)) return "variable";
  if (/^https?:\/\//.test(raw)) return "url";
  if (/^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|internal|local|example|cloud)(?::\d+)?$|^localhost(?::\d+)?$|^\d+(?:\.\d+){3}(?::\d+)?$/.test(raw)) return "host";
  if (/^@[\w.-]+\/[\w.-]+/.test(raw)) return "scoped";
  if (/^(?:[\w.-]*\/)+$/.test(raw)) return "folder";
  if (/[/\\]/.test(raw)) return /\.\w{1,8}$/.test(raw) ? "path" : "slashed";
  if (/^[\w.-]*\w\.[a-z]\w{0,7}$/.test(raw) && !/^\d/.test(raw) && /\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kts?|scala|swift|php|cs|cc?|cpp|hh?|hpp|exs?|[eh]rl|l?hs|mli?|nim|zig|lua|p[lm]|dart|vue|svelte|cr|jl|clj|fs|sh|proto|sql|s?css|less|html?|csv|json\w?|ya?ml|toml|env|ini|cfg|txt|md|lock|xml|svg|png|pem|key|db|sqlite|log|conf|properties|tf|gradle|rkt|scm|feature|dot|d|y|nix|prisma|enc|ps1)$/i.test(raw)) return "file";
  if (/::|#|\w->\w/.test(raw)) return "member";
  if (/^v?\d[\w.-]*$/.test(raw)) return "number";
  if (/\w@\^?v?\d|==|>=/.test(raw)) return "versioned";
  if (/\w\.\w/.test(raw)) return /[A-Z]/.test(raw) ? "Dotted" : "dotted";
  if (/\w:\w/.test(raw)) return "coloned";
  if (/^-/.test(raw)) return "flag";
  if (/_/.test(raw)) return "snake";
  if (/\w-\w/.test(raw)) return "kebab";
  if (/[a-z][A-Z]/.test(raw)) return "camel";
  return /^[A-Z][a-z]+$/.test(raw) ? "Word" : /^[A-Z\d]+$/.test(raw) ? "CAPS" : "word";
}

/** A word of a sentence is none: names have capitals within, digits, or marks. */
function looksLikeName(raw: string): boolean {
  return /[_@/\\#]|\w[.:-]\w|[a-z][A-Z]|^[A-Z]{2,}\d|\w\d/.test(raw) && !/^\d+[.,:]?\d*\w{0,2}$/.test(raw);
}

/** A line that only says what something is: `path: /srv/a.csv`. */
const LABEL = /^\W{0,4}[A-Za-z][\w -]{1,24}: ?["'`]?$/;

/** What stands before the name of a function that was being run. */
const FRAME = /:\d+:in $/;

/** Words behind which, or before which, even a plain word is a name. */
const BEFORE =
  /(?:[:>]| -|\b(?:module|package|command|program|table|column|relation|function|method|variable|class|type|branch|file|user|role|host|model|provider|plugin|gem|crate|library|named|called|task|target|option|key|for|find|import|open|resolve|test|scenario|bean|database|schema|service|container|project|version|port|formula|pod|dependency|symbol|value|identifier|constant|reference|of|to|on|in|no|requires?|needs)) ?$/i;
const BEHIND = /^ ?(?::|is|was|not|does|has|could|cannot|can't|command|undefined|failed|missing|already|required)\b|^ ?: /i;

function isTold(text: string, from: number, to: number): boolean {
  return BEFORE.test(text.slice(Math.max(0, from - 14), from)) || BEHIND.test(text.slice(to, to + 14));
}

/** Numbers, versions and levels stand between quotes too. */
function isNoName(name: string): boolean {
  return /^(?:error|errors|warn|warning|info|debug|fatal|err|e|traceback|exception)$|^\W+$|^[a-z]$/i.test(name) || NUMBER.test(name) || UNBALANCED.test(name);
}

/** Numbers are no names; those of ports come with their word. */
const NUMBER = /^[-+]?\d[\d.,:]*$/;
const UNBALANCED = /^[^([{]*[)\]}]|[([{][^)\]}]*$/;

/** How many lines name it. */
function withCounts(found: readonly (Candidate & { readonly signs: Set<string> })[], { lines }: Told): readonly Candidate[] {
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
