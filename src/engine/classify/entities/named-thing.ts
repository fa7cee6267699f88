/**
 * What a telling line names where no shape knows how: the name that stands between quotes or behind the word for its
 * kind ("provider `ledger`", "for pod Ledger"). The last resort of the subject; it reads only lines that told the class.
 */
import type { EntityKind, FailureClass } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import { normalName } from "./normal-name.ts";
import { isNothing, type Named } from "./read-entities.ts";

/** Kinds that a class can be about, the usual one first. Others are about nothing that a bare name could tell. */
const ABOUT: Partial<Readonly<Record<FailureClass, readonly EntityKind[]>>> = {
  import_error: ["module", "symbol", "package"],
  dependency_install: ["package", "module"],
  schema_mismatch: ["table", "column", "migration", "database"],
  config_error: ["setting", "variable", "model", "file"],
  type_error: ["symbol"],
  file_not_found: ["file", "program"],
  malformed_output: ["tool"],
  git_state: ["branch"],
  permission: ["file", "tool"],
  auth: ["account", "host", "variable"],
  network: ["host"],
};

/** Classes of which a quoted name without a word for its kind says nothing. */
const ONLY_BY_WORD: ReadonlySet<FailureClass> = new Set(["auth", "network", "permission", "git_state"]);

/** Words that stand before a name, and the kind of thing they mean. */
const KIND_WORDS: Readonly<Record<string, EntityKind>> = {
  ...kinds(
    "package",
    "package packages gem gems pod pods crate formula dependency requirement artifact image spec wheel",
  ),
  ...kinds("module", "module library plugin preset extension framework class bean namespace stylesheet addon app"),
  ...kinds("symbol", "symbol function method constant identifier type member property macro trait"),
  ...kinds(
    "setting",
    "setting option field key placeholder directive profile scheme provider parameter argument volume",
  ),
  ...kinds("variable", "variable"),
  ...kinds("model", "model"),
  ...kinds("table", "table relation view entity metadata"),
  ...kinds("column", "column attribute"),
  ...kinds("migration", "migration revision changeset"),
  ...kinds("database", "database schema"),
  ...kinds("tool", "tool call"),
  ...kinds("account", "user role account"),
  ...kinds("host", "host hostname server node broker against"),
  ...kinds("branch", "branch ref remote"),
  ...kinds("file", "file directory folder script path"),
  ...kinds("program", "binary program executable command browser interpreter"),
};

const WORDS = Object.keys(KIND_WORDS).join("|");
const BEHIND = new RegExp(
  `\\b(?<word>${WORDS})(?: (?:named|called|name|id|with(?: the)? name|of type|to import|for))?(?:[:=] ?| )(?:["'\`‘“«[](?<quoted>[^"'\`’”»\\]\\s]{2,90})["'\`’”»\\]]|(?<bare>[A-Za-z@/][\\w@./:+-]{1,80}\\w))`,
  "gi",
);
const QUOTED = /["'`‘“«[](?<quoted>[\w@$./:\\+-]{2,90})["'`’”»\]]/g;

const LINES_MAX = 6;
const CHARS_MAX = 600;
/** So well a name is told: behind a word for its kind and between quotes, behind such a word, between quotes. */
const SCORES = { both: 3, word: 2, quotes: 1 } as const;

export function namedThing(of: FailureClass, lines: readonly Line[], telling: readonly number[]): Named | undefined {
  const kindsOf = ABOUT[of];
  if (kindsOf === undefined) return undefined;
  const told = telling.slice(0, LINES_MAX).flatMap((at) => {
    const line = lines[at];
    return line?.kind === "plain"
      ? [...namesIn(line.text.slice(0, CHARS_MAX), of)].map((each) => ({ ...each, at }))
      : [];
  });
  const scored = told.flatMap(({ kind, raw, score, at }) => {
    const isOfKind = kind !== undefined && kindsOf.includes(kind);
    const fits = isOfKind ? kind : kindsOf[0];
    const name = fits && normalName(fits, raw);
    if (!fits || !name || isNothing(name) || isNoName(name)) return [];
    return [{ named: { kind: fits, name, at, weight: 1 }, score: score + (isOfKind ? 1 : 0) }];
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.named;
}

interface Found {
  readonly kind: EntityKind | undefined;
  readonly raw: string;
  readonly score: number;
}

function* namesIn(text: string, of: FailureClass): Generator<Found> {
  for (const { groups = {} } of text.matchAll(BEHIND)) {
    const { word = "", quoted, bare } = groups;
    const kind = KIND_WORDS[word.toLowerCase()];
    if (quoted !== undefined) yield { kind, raw: quoted, score: SCORES.both };
    else if (bare !== undefined && looksLikeName(bare)) yield { kind, raw: bare, score: SCORES.word };
  }
  if (ONLY_BY_WORD.has(of)) return;
  for (const { groups = {} } of text.matchAll(QUOTED))
    if (groups["quoted"] !== undefined) yield { kind: undefined, raw: groups["quoted"], score: SCORES.quotes };
}

/** A word of a sentence is none: names have capitals within, digits, or marks. */
function looksLikeName(bare: string): boolean {
  return /[\d_@/:+-]|\w\.\w|[a-z][A-Z]|^[A-Z][a-z]+$/.test(bare) && !/^(?:https?:|\d)/.test(bare);
}

/** Numbers, versions and levels stand between quotes too. */
function isNoName(name: string): boolean {
  return /^v?\d[\d.]*$|^(?:error|warn|warning|info|debug|fatal)$|^\W+$|^[a-z]$/i.test(name) || name.length < 2;
}

function kinds(kind: EntityKind, words: string): Readonly<Record<string, EntityKind>> {
  return Object.fromEntries(words.split(" ").map((word) => [word, kind]));
}
