/**
 * Under which names a failure can meet others that come from the same cause, whatever tool and class told it: what it is
 * about, in one form, together with what is wrong with it. So two that contradict each other do not meet (missing against
 * there twice, expired against forbidden), and a name that everybody uses is no meeting place. A function of the failure
 * alone; who meets whom is the index's business.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import type { Complaint } from "../classify/words/complaints.ts";
import { BELOW } from "./groups/meeting.ts";
import { isEverywhere } from "./names/background.ts";
import { complainedOf } from "./names/complained-of.ts";
import { type Aspect, formsOf, namesBy, projectOf, type Way } from "./names/thing-names.ts";
import { isSetWrong, isVariable } from "./names/variable-name.ts";
import { isTwice, wrongOf } from "./names/wrong-of.ts";
import type { SeenFailure } from "./seen-failure.ts";

/** Classes that are about a thing one can share; others meet by rules only, or not at all. */
const WAYS: Partial<Readonly<Record<FailureClass, Way>>> = {
  import_error: { aspect: "absent", kind: "code" },
  dependency_install: { aspect: "absent", kind: "code" },
  type_error: { aspect: "absent", kind: "code" },
  schema_mismatch: { aspect: "absent", kind: "data" },
  file_not_found: { aspect: "absent", kind: "file" },
  permission: { aspect: "refused", kind: "file" },
  network: { aspect: "unreachable", kind: "host" },
  out_of_memory: { aspect: "memory", kind: "program" },
  syntax_error: { aspect: "broken", kind: "file" },
  merge_conflict: { aspect: "conflict", kind: "file" },
  config_error: { aspect: "absent", kind: "setting" },
  git_state: { aspect: "taken", kind: "branch" },
};

/** A variable that nobody set is one cause, whether it is told as a setting, a login or a missing value. */
const OF_VARIABLE: Way = { aspect: "absent", kind: "setting" };

/** Families of rules whose names are names of things. What others find is a fact, and they meet by that alone. */
const RULED: Readonly<Record<string, Way>> = {
  module: { aspect: "absent", kind: "code" },
  symbol: { aspect: "absent", kind: "code" },
  install: { aspect: "absent", kind: "code" },
  file: { aspect: "absent", kind: "file" },
  program: { aspect: "absent", kind: "program" },
  schema: { aspect: "absent", kind: "data" },
  network: { aspect: "unreachable", kind: "host" },
};
/** What rules put before a name to tell its sort. */
const SORT = /^(?:package|bare|of|native|import|column|host) (?=\S)/;
/** Causes that are no things: a way through which one connects, an account. */
const NO_THING = /^(?:limit|login|bill|closed|capped|broken|certificate|overloaded|budget|lock file) /;

/** Names to meet by of what a rule found; null where the rule names no thing, and the subject may. */
export function ruledNames(family: string, name: string, seen: SeenFailure): readonly string[] | null {
  const way = RULED[family];
  if (way === undefined) return null;
  if (/^(?:via|migration) /.test(name)) return null;
  if (NO_THING.test(name)) return [];
  const twice = name.startsWith("twice ");
  const bare = name.replace(/^twice /, "").replace(SORT, "");
  return namesBy(
    { ...way, aspect: twice ? "twice" : way.kind === "code" ? wrongOf(way, seen) : way.aspect },
    bare,
    seen,
  );
}

/** Names to meet by of what a failure is about; none where nothing is named or the name says too little. */
export function sharedNames(seen: SeenFailure): readonly string[] {
  const subject = seen.subject ?? onlyFile(seen);
  if (subject === undefined || subject.length < 2) return [];
  const way = isVariable(subject)
    ? variableWay(subject, seen)
    : seen.subject === undefined
      ? undefined
      : WAYS[seen.class];
  const asFile = FILE.test(subject) ? fileNames(seen, subject) : [];
  if (way === undefined) return asFile;
  const aspect = wrongOf(way, seen);
  const kind = seen.class === "file_not_found" && !/[./\\]/.test(subject) ? "program" : way.kind;
  return [...new Set([...namesBy({ aspect, kind }, subject, seen), ...asFile])];
}

function variableWay(name: string, { text }: SeenFailure): Way {
  return isSetWrong(name, text) ? { ...OF_VARIABLE, aspect: "broken" } : OF_VARIABLE;
}

/** Classes in which two that are about the same thing have one cause, whatever else their lines say. */
const BY_SUBJECT: ReadonlySet<FailureClass> = new Set([
  "config_error",
  "timeout",
  "crash",
  "permission",
  "session_corrupt",
  "malformed_output",
  "out_of_memory",
  "file_not_found",
  "dependency_install",
  "spinning",
  "context_overflow",
  "refusal_or_blocked",
  "unknown",
]);

/** By class and subject alone, where the subject is a name that few things bear. */
export function sameSubject(seen: SeenFailure): readonly string[] {
  const { class: of, subject } = seen;
  if (subject === undefined || !BY_SUBJECT.has(of) || !RARE.test(subject) || FILE.test(subject)) return [];
  const name = subject.trim().toLowerCase();
  if (KINDS.some((kind) => isEverywhere(kind, name))) return [];
  const wrong = wrongOf({ aspect: "absent", kind: "code" }, seen);
  const aspect = isSetWrong(subject, seen.text) ? "wrong" : isTwice(seen.text) ? "twice" : wrong;
  return [`${aspect} ${of}:${projectOf("setting", seen)}|${name}`];
}

const KINDS = ["code", "data", "file", "host", "program", "setting", "branch"] as const;
/** A word of any sentence is no name; three letters and a mark, a digit or a capital within, or seven letters are. */
const RARE = /^(?=.{3,})(?=.*(?:[_./:@-]|\d|[a-z][A-Z])|\w{7,}$)\S/;

/** What a failure about nothing else that is named can only be about. */
function onlyFile({ entities = [] }: SeenFailure): string | undefined {
  const files = entities.filter(({ kind }) => kind === "file");
  return files.length === 1 ? files[0]?.name : undefined;
}

/** A file in a folder, or one whose name few others bear. */
const FILE =
  /^(?!https?:)(?:[\w@.-]*[/\\])+[\w@.-]*\w\.\w{1,10}$|^[\w@-]+(?:[.-][\w@]+)*\.(?:ya?ml|json\w?|toml|lock|csproj|sln|ini|cfg|conf|sql|env|xml|proto)$/i;

/** What is wrong with a file where the class leaves it open. A parser says so; who only looks at a file complains of something else. */
const ABSENT = /not found|no such|does(?: not|n['’]t) exist|missing|undefined|cannot find|could not find|unresolved/i;
const SAID_OF_FILE: readonly (readonly [RegExp, Aspect])[] = [
  [/\bconflict markers?\b|<{7}/i, "conflict"],
  [/\b(?:pars(?:e|er|ing)|syntax|unexpected (?:token|end|character))\b/i, "broken"],
  [ABSENT, "absent"],
];
const LEFT_OPEN: ReadonlySet<FailureClass> = new Set([
  "config_error",
  "dependency_install",
  "lint_failure",
  "malformed_output",
  "import_error",
  "schema_mismatch",
  "unknown",
]);

/** A failure about a file meets those that are about the same one, if it says the same of it, whatever its class. */
function fileNames(seen: SeenFailure, subject: string): readonly string[] {
  if (!LEFT_OPEN.has(seen.class)) return [];
  const aspect = SAID_OF_FILE.find(([words]) => words.test(seen.text))?.[1];
  if (aspect === undefined) return [];
  return namesBy({ aspect, kind: "file" }, subject, seen).map((name) => `${BELOW}${name}`);
}

/** Classes whose lines complain of things that others can name too. Those of accounts and of the attempt itself do not. */
const COMPLAINING: ReadonlySet<FailureClass> = new Set([
  "import_error",
  "dependency_install",
  "type_error",
  "syntax_error",
  "lint_failure",
  "schema_mismatch",
  "file_not_found",
  "config_error",
  "permission",
  "git_state",
  "merge_conflict",
  "gate_failure",
  "unknown",
]);

/** As what a thing of which one complains may be known to those who are about it. */
const COMPLAINTS: Partial<Readonly<Record<Complaint, readonly Way[]>>> = {
  absent: (["code", "data", "file", "program", "setting"] as const).map((kind) => ({ aspect: "absent", kind })),
  denied: [{ aspect: "refused", kind: "file" }],
  refused: [{ aspect: "unreachable", kind: "host" }],
  invalid: [{ aspect: "broken", kind: "file" }],
  taken: [{ aspect: "taken", kind: "branch" }],
};

/**
 * What the lines complain of without being about it, as far as was understood: such a failure meets those that are about
 * that thing, and nobody who only complains of it too.
 */
export function complainedNames(seen: SeenFailure): readonly string[] {
  if (!COMPLAINING.has(seen.class)) return [];
  const names = complainedOf(seen.text).flatMap(({ says, name }) =>
    (COMPLAINTS[says] ?? []).flatMap((way) =>
      formsOf(way.kind, name)
        .filter((form) => form.length > 2 && !isEverywhere(way.kind, form))
        .map((form) => `${BELOW}${way.aspect} ${way.kind}:${projectOf(way.kind, seen)}|${form}`),
    ),
  );
  return [...new Set(names)];
}
