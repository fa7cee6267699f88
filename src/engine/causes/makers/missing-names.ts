/**
 * The names under which what a failure misses may be found in a plan: the subject in every notation a language has for it,
 * and the longer names that the failing import itself gives where only its package is called missing. All in the form of
 * `moduleName`, the most exact first. Who makes them is not decided here.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import { moduleName } from "../names/path-name.ts";

export interface Missed {
  readonly class: FailureClass;
  readonly subject?: string;
  /** What was printed, as far as it is kept. */
  readonly text: string;
}

export interface MissingNames {
  readonly names: readonly string[];
  /** The failure itself says that something is not there; otherwise only its text does. */
  readonly isSure: boolean;
}

/** Failures that say "something is not there, or not as expected", and name it. */
const MISSING: ReadonlySet<FailureClass> = new Set(["import_error", "file_not_found", "schema_mismatch", "type_error"]);
/** Failures in whose text the thing that was not there may be named. */
const MAY_MISS: ReadonlySet<FailureClass> = new Set([
  "test_failure",
  "lint_failure",
  "gate_failure",
  "commitment_failure",
  "crash",
  "unknown",
]);

const TEXT_LENGTH_MAX = 8_000;

export function missingNames({ class: kind, subject, text }: Missed): MissingNames {
  const shown = text.slice(0, TEXT_LENGTH_MAX);
  if (MISSING.has(kind) && subject) return { names: inAllForms(subject, shown), isSure: true };
  if (!MAY_MISS.has(kind)) return { names: [], isSure: false };
  const named = NOT_THERE.flatMap((pattern) => [...shown.matchAll(pattern)].map(([, name = ""]) => name));
  return { names: distinct(named.slice(0, NAMED_MAX).flatMap((name) => inAllForms(name, shown))), isSure: false };
}

const NAMED_MAX = 4;

/** As interpreters, loaders and databases put it. */
const NOT_THERE: readonly RegExp[] = [
  /No module named ['"]?([\w.]{2,200})/g,
  /Cannot find (?:module|package) ['"]([^'"\n]{2,300})['"]/g,
  /cannot load such file -- (\S{2,300})/g,
  /No such file or directory(?: @ \w+)?[:-]+ ?['"]?([^'"\n:]{2,300})/g,
  /(?:no such table|relation|Table)[: ]+['"`]?([\w.]{2,100})['"`]?(?: does(?:n't| not) exist|$)/gm,
];

function inAllForms(subject: string, text: string): string[] {
  const name = slashed(subject);
  const longer = name === "" ? [] : importedIn(text).filter((each) => each !== name && each.startsWith(`${name}/`));
  return distinct([...longer, name].filter((each) => each !== ""));
}

/** `a.b.c`, `a::b::c` and `a\b\c` are `a/b/c`; a file keeps its name. */
function slashed(raw: string): string {
  const bare = raw.trim().replace(/^["'`]+|["'`]+$/g, "");
  const isDotted = /^[A-Za-z_]\w*(?:\.\w+)+$/.test(bare) && !EXTENDED.test(bare);
  const path = isDotted ? bare.replaceAll(".", "/") : bare.replace(/^(?:crate|self|super)::/, "").replaceAll("::", "/");
  return moduleName(path);
}

const EXTENDED =
  /\.(?:[cm]?[jt]sx?|pyi?|vue|svelte|rb|rs|go|java|kt|php|ex|dart|swift|json|ya?ml|toml|sql|csv|txt|md|html?|css|sh|db|lock)$/i;

/** What the failing line itself imports: its whole name, where the loader names only the part that it missed first. */
function importedIn(text: string): string[] {
  const found = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => slashed(name)));
  return found.slice(0, IMPORTED_MAX);
}

const IMPORTED_MAX = 20;
const IMPORTS: readonly RegExp[] = [
  /^[\s>|]*from\s+([\w.]{3,200})\s+import\b/gm,
  /^[\s>|]*import\s+([\w.]{3,200})/gm,
  /(?:from|import|require\()\s*['"]([^'"\n]{3,300})['"]/g,
];

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
