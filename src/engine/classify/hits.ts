/** Where rules fit an output. Finds, and does not choose. */
import type { Line } from "./lines.ts";
import type { Rule } from "./rule.ts";
import { matchText } from "./text-pattern.ts";
import { type WordFinder, wordFinder } from "./word-finder.ts";

export interface Hit {
  readonly rule: Rule;
  /** Index into the lines; -1 where the process's end is meant. */
  readonly at: number;
  /** The subject, where the line itself names it. */
  readonly subject: string | undefined;
}

export interface Ended {
  readonly exitCode?: number | null | undefined;
  readonly signal?: string | null | undefined;
  readonly tool?: string | null | undefined;
}

/** Rules made ready to be tried on many lines. */
export interface ReadyRules {
  readonly rules: readonly Rule[];
  /** Those that ask for no word. */
  readonly always: readonly number[];
  readonly wordsIn: WordFinder;
}

export function prepare(rules: readonly Rule[]): ReadyRules {
  const always = rules.flatMap((rule, index) => (rule.has === undefined && rule.exit === undefined ? [index] : []));
  return { rules, always, wordsIn: wordFinder(rules.map(({ has }) => has?.split("|") ?? [])) };
}

export function findHits(lines: readonly Line[], ended: Ended, { rules, always, wordsIn }: ReadyRules): readonly Hit[] {
  const tool = ended.tool?.toLowerCase() ?? "";
  const hits: Hit[] = [];
  for (const rule of rules)
    if (isFor(tool, rule) && fitsEnd(rule, ended)) hits.push({ rule, at: -1, subject: undefined });
  for (const [at, line] of lines.entries()) {
    // In the order of the table, so that of equal rules the earlier one comes first.
    const asked = [...always, ...wordsIn(line.lower)].sort((one, other) => one - other);
    for (const index of asked) {
      const rule = rules[index];
      if (rule === undefined || !isFor(tool, rule)) continue;
      const found = fitsLine(rule, line);
      if (found !== undefined) hits.push({ rule, at, subject: found === "" ? undefined : found });
    }
  }
  return hits;
}

function isFor(tool: string, { tools }: Rule): boolean {
  return tools === undefined || tools.includes(tool);
}

function fitsEnd({ exit }: Rule, { exitCode, signal }: Ended): boolean {
  if (exit === undefined) return false;
  if (exit.any === true) return true;
  if (typeof exitCode === "number" && exit.codes?.includes(exitCode) === true) return true;
  return typeof signal === "string" && exit.signals?.includes(signal) === true;
}

/** The subject, or an empty text where the line fits and names none. */
function fitsLine(rule: Rule, { kind, text }: Line): string | undefined {
  if (kind === "quoted" && rule.onQuoted !== true) return undefined;
  if (rule.unless?.test(text) === true) return undefined;
  if (rule.words !== undefined) return matchText(rule.words, text);
  if (rule.match === undefined) return "";
  let fits: string | undefined;
  for (const pattern of rule.match instanceof RegExp ? [rule.match] : rule.match) {
    const found = pattern.exec(text);
    if (found === null) continue;
    fits = named(found.groups) ?? namedFurther(pattern, text) ?? "";
    if (fits !== "") break;
  }
  return fits;
}

const FURTHER_MAX = 4;
/** The same patterns, made to go on from where they fitted; making one costs more than trying it. */
const GOING_ON = new WeakMap<RegExp, RegExp>();

/** What a later place of the line names, where the first that fits names nothing. A few places, so the time stays linear. */
function namedFurther(pattern: RegExp, text: string): string | undefined {
  if (!pattern.source.includes("(?<")) return undefined;
  const goingOn = GOING_ON.get(pattern) ?? new RegExp(pattern, `${pattern.flags}g`);
  GOING_ON.set(pattern, goingOn);
  goingOn.lastIndex = 0;
  for (let places = 0; places < FURTHER_MAX; places++) {
    const found = goingOn.exec(text);
    if (found === null || found[0] === "") return undefined;
    const name = named(found.groups);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Groups `m` and `n` are a module and a name in it, `tool` and `command` a call; of any others the first that is there. */
export function named(groups: Readonly<Record<string, string | undefined>> | undefined): string | undefined {
  if (groups === undefined) return undefined;
  if (groups["m"] !== undefined && groups["n"] !== undefined) return `${groups["m"]}.${groups["n"]}`;
  if (groups["command"] !== undefined) return `${groups["tool"]}(${groups["command"]})`;
  return Object.values(groups).find((value) => value !== undefined && value !== "");
}
