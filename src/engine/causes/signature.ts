/**
 * What a failure has in common with others when no rule knows its words: the skeleton of its telling line. A mistake in
 * code is the same one only in the same file.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import { pathName } from "./names/path-name.ts";
import { tellingLine } from "./names/skeleton.ts";
import type { Found } from "./rules/cause-rule.ts";
import type { SeenFailure } from "./seen-failure.ts";

export function signatureOf(seen: SeenFailure): (Found & { readonly line: string }) | null {
  const telling = tellingLine(seen.text);
  if (telling === null) return null;
  if (!namesSomething(telling.line)) return null;
  const inCode = CODE_CLASSES.has(seen.class) || CODE_ERROR.test(telling.line);
  const file = inCode ? fileOf(telling.line, seen) : "";
  if (file === undefined) return null;
  // Lines that sound alike and are about different things have different causes.
  const name = `${seen.class} ${file} ${telling.skeleton}${aboutOf(seen)}`;
  const says = `they all end with: ${telling.line.slice(0, SAID_MAX)}`;
  return { name, kind: inCode ? "code" : "unknown", says, line: telling.line };
}

/** What it is about, where the telling line may not say it; the place of a mistake is no such thing. */
function aboutOf({ subject, entities = [] }: SeenFailure): string {
  const thing = subject ?? entities.find(({ kind }) => THINGS.has(kind))?.name;
  return thing === undefined || /[./\\]\w+$/.test(thing) ? "" : ` about ${thing.toLowerCase()}`;
}

const THINGS: ReadonlySet<string> = new Set([
  "module",
  "package",
  "symbol",
  "table",
  "program",
  "setting",
  "host",
  "port",
]);

/** Words that could stand in anybody's failure share no cause; a name, a long word, something between quotes may. */
function namesSomething(line: string): boolean {
  const names = line.match(NAMED) ?? [];
  return names.some((name) => !KNOWN_TO_ALL.test(name));
}

const NAMED =
  /["'`‘“][^"'`’”\n]{3,80}["'`’”]|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b|\b[a-z][\w-]*(?:\.[a-z][\w-]*)+\b|\b[a-z]{3,}-[a-z]{3,}\b/g;
const KNOWN_TO_ALL =
  /(?:Error|Exception|Warning|Failure)s?$|^(?:E[A-Z]+|node_modules|exit_code|sub-exception|non-zero|TypeScript|JavaScript|GitHub|OpenAI|SQLite|MySQL|PostgreSQL|PyPI|DeprecationWarning)$|memory:/i;
const SAID_MAX = 160;
const CODE_CLASSES: ReadonlySet<FailureClass> = new Set([
  "type_error",
  "lint_failure",
  "test_failure",
  "syntax_error",
  "crash",
]);
const CODE_ERROR =
  /\b(?:Type|Range|Reference|Value|Key|Index|Attribute|Assertion|Syntax|ZeroDivision|NullPointer|Runtime)(?:Error|Exception)\b/;
const PLACE = /(?<![\w./\\@-])([\w./\\@-]{1,300}\.[a-z]{1,6})(?:", line |[:(])\d+/;

/** In the line itself, or the first place below it that is nobody else's. */
function fileOf(line: string, { text, subject }: SeenFailure): string | undefined {
  const places = [
    line,
    ...text.split("\n").filter((each) => !/node_modules|(?:site|dist)-packages|node:|internal\//.test(each)),
  ];
  const found = places.map((each) => PLACE.exec(each)?.[1]).find((each) => each !== undefined);
  const place = found ?? subject;
  return place === undefined ? undefined : pathName(place);
}
