/**
 * The words in which programs of any language say that a thing is not there, is there twice, or is not as it must be: the
 * nouns for things, each with the class that its absence means, and the ways of saying so. Data only; `statement-rules.ts`
 * makes sentences of them. A noun that means different things to different programs is not here.
 */
import type { EntityKind, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";

export interface Noun {
  /** Lower-case, separated by `|`, without plural. */
  readonly words: string;
  readonly kind: EntityKind;
  /** What it means that such a thing is not there. */
  readonly absent?: readonly [FailureClass, RestartKind?];
  /** What it means that there are two of it. */
  readonly twice?: FailureClass;
  /** What it means that it is not as it must be. */
  readonly invalid?: readonly [FailureClass, RestartKind?];
  /** Only where the line also says this, or only where it does not. */
  readonly where?: RegExp;
  readonly unless?: RegExp;
}

/** Where one speaks of packages to be fetched rather than of code to be loaded. */
const FETCHING =
  /install|version|repo\b|repositor|registr|\bindex\b|mirror|channel|feed|satisf|candidate|download|update|remotes?\b|\bcache\b|\bsources?\b|resolved/i;

export const NOUNS: readonly Noun[] = [
  {
    words:
      "module|library|crate|namespace|assembly|header file|source module|dart library|plugin|preset|unit|target of uri|module type|source_sink",
    kind: "module",
    absent: ["import_error"],
    twice: "import_error",
  },
  { words: "package", kind: "module", absent: ["import_error"], unless: FETCHING },
  { words: "package", kind: "package", absent: ["dependency_install"], where: FETCHING },
  { words: "dependency|requirement|gem|artifact|distribution|wheel", kind: "package", absent: ["dependency_install"] },
  {
    words:
      "function|procedure|predicate|variable|identifier|symbol|method|operator|constructor|macro|mixin|helper|word|subroutine|name|member|getter|setter|binding|type|constant|interface|trait|struct|instruction|reference",
    kind: "symbol",
    absent: ["type_error"],
    twice: "type_error",
  },
  {
    words: "table|relation|view|collection|materialized view|base table",
    kind: "table",
    absent: ["schema_mismatch"],
    twice: "schema_mismatch",
  },
  { words: "column", kind: "column", absent: ["schema_mismatch"], twice: "schema_mismatch" },
  { words: "migration|revision", kind: "migration", absent: ["schema_mismatch"], twice: "schema_mismatch" },
  {
    words:
      "file|directory|folder|input file|source file|template|include file|partial|layout|path|document|external entity|stylesheet|manifest",
    kind: "file",
    absent: ["file_not_found", "persistent"],
  },
  {
    words: "command|program|executable|binary|interpreter|compiler|external program|shell command",
    kind: "program",
    absent: ["file_not_found", "terminal"],
  },
  {
    words:
      "option|flag|setting|config option|configuration key|configuration option|config key|directive|profile|context|target|task|goal|command-line option|keyword|dialect|command line option",
    kind: "setting",
    absent: ["config_error", "terminal"],
    invalid: ["config_error", "terminal"],
  },
  {
    words: "key|field|config value|config field|rule|section|entry",
    kind: "setting",
    invalid: ["config_error", "terminal"],
    unless: /api|primary|foreign|token|json web/i,
  },
  {
    words: "environment variable|env var|env variable|input variable|required variable",
    kind: "variable",
    absent: ["config_error", "terminal"],
    invalid: ["config_error", "terminal"],
  },
  {
    words: "branch|remote|ref|tag|commit|worktree|bookmark|upstream branch|refspec|changeset",
    kind: "branch",
    absent: ["git_state"],
    twice: "git_state",
    invalid: ["git_state"],
  },
  { words: "host|hostname|domain|host name", kind: "host", absent: ["network"] },
  { words: "session|conversation|checkpoint", kind: "session", absent: ["session_corrupt"] },
  { words: "model", kind: "model", absent: ["config_error", "terminal"], invalid: ["config_error", "terminal"] },
];

const COULD_NOT = "(?:can ?not|can['’]?t|could(?: not|n['’]t)|unable to|failed to|error)";

/** What stands before the noun: "no such module", "cannot find the file", "undefined function". */
export const ABSENT_BEFORE = `(?:no such|(?:${COULD_NOT}) (?:be )?(?:find|locate|resolve|load|import|open|read|loading|opening|importing|resolving|reading)|undefined|undeclared|unknown|unresolved|unbound|unrecogni[sz]ed|missing|nonexistent|non-existent|uninitialized|not found)`;

/** What stands behind the name: "was not found", "does not exist", "isn't defined". */
export const ABSENT_BEHIND =
  "(?:(?:(?:is|was|are|were|has|have|could|can|does|did) )?(?:not|never) (?:been |be )?(?:found|exists?|defined|declared|known|recogni[sz]ed|available|installed|located|resolved|loaded|in scope|registered)|(?:isn|wasn|doesn|couldn|can|hasn)['’]?t (?:been |be )?(?:found|exist|defined|declared|known|recogni[sz]ed|available|installed|loaded|resolved)|cannot be (?:found|resolved|located|loaded|opened)|is (?:missing|undefined|unknown|undeclared|unbound)|: not found|: no such file)";

export const TWICE =
  "(?:already (?:exists?|defined|declared|registered|checked out|used by)|(?:is |was )?(?:redefined|redeclared|duplicated?)|defined (?:twice|multiple times|more than once))";

export const INVALID = "(?:invalid|unsupported|illegal|unexpected|additional|unknown|unrecogni[sz]ed|bad)";

/** Where languages look for code: what is not found there is a module. */
export const SEARCHED =
  "(?:classpath|class path|load[- ]?path|module path|include path|search path|library path|pythonpath|@inc|goroot|package path|sys\\.path)";

/** Behind the name: "is not a valid option". */
export const NOT_VALID = "is not (?:an? )?(?:valid|supported|allowed|permitted|known|recogni[sz]ed)";
