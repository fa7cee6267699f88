/**
 * Under which names a failure can meet others that come from the same cause, whatever tool and class told it: what it is
 * about, in one form, together with what is wrong with it. Two that meet must not contradict each other (missing against
 * there twice, expired against forbidden), and a name that everybody uses is no meeting place. A function of the failure
 * alone; who meets whom is the index's business.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import { BELOW } from "./groups/meeting.ts";
import { isEverywhere } from "./names/background.ts";
import { moduleName } from "./names/path-name.ts";
import type { SeenFailure } from "./seen-failure.ts";

/** What is wrong with the thing. Failures of different aspects have different causes. */
type Aspect = "absent" | "twice" | "refused" | "unreachable" | "memory" | "broken" | "taken";

interface Way {
  readonly aspect: Aspect;
  /** Kinds of things that go by one name. */
  readonly kind: "code" | "data" | "file" | "host" | "program" | "setting" | "branch";
}

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
  merge_conflict: { aspect: "broken", kind: "file" },
  config_error: { aspect: "absent", kind: "setting" },
  git_state: { aspect: "taken", kind: "branch" },
};

/** A variable that nobody set is one cause, whether it is told as a setting, a login or a missing value. */
const VARIABLE = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
const OF_VARIABLE: Way = { aspect: "absent", kind: "setting" };

const TWICE = /already exists|duplicate|defined twice|redefinition|declared twice|more than one/i;
const NAMES_MAX = 6;

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
const NO_THING = /^(?:limit|login|bill|overloaded|budget|lock file) /;

/** Names to meet by of what a rule found; null where the rule names no thing, and the subject may. */
export function ruledNames(family: string, name: string, seen: SeenFailure): readonly string[] | null {
  const way = RULED[family];
  if (way === undefined) return null;
  if (/^(?:via|migration) /.test(name)) return null;
  if (NO_THING.test(name)) return [];
  const twice = name.startsWith("twice ");
  const bare = name.replace(/^twice /, "").replace(SORT, "");
  return namesBy({ ...way, aspect: twice ? "twice" : way.aspect }, bare, seen);
}

/** Names to meet by of what a failure is about; none where nothing is named or the name says too little. */
export function sharedNames(seen: SeenFailure): readonly string[] {
  const { subject } = seen;
  const way = subject !== undefined && VARIABLE.test(subject) ? OF_VARIABLE : WAYS[seen.class];
  if (way === undefined || subject === undefined || subject.length < 2) return [];
  const aspect = way.aspect === "absent" && way.kind === "data" && TWICE.test(seen.text) ? "twice" : way.aspect;
  const kind = seen.class === "file_not_found" && !/[./\\]/.test(subject) ? "program" : way.kind;
  return namesBy({ aspect, kind }, subject, seen);
}

const ABSENT = /not found|no such|does(?: not|n['’]t) exist|missing|undefined|cannot find|could not find|unresolved/i;

/** One says that a thing is there twice, the other that it is not there: they cannot have one cause. */
export function contradict(one: SeenFailure, other: SeenFailure): boolean {
  const twice = (seen: SeenFailure) => TWICE.test(seen.text) && !ABSENT.test(seen.text);
  const absent = (seen: SeenFailure) => ABSENT.test(seen.text) && !TWICE.test(seen.text);
  return (twice(one) && absent(other)) || (absent(one) && twice(other));
}

function namesBy({ aspect, kind }: Way, name: string, seen: SeenFailure): readonly string[] {
  const own = projectOf(kind, seen);
  const forms = formsOf(kind, name).filter((form) => !isEverywhere(kind, form));
  const whole = forms.map((form) => `${aspect} ${kind}:${own}|${form}`);
  const above = kind === "code" ? forms.flatMap(prefixesOf) : [];
  return [...whole, ...above.map((form) => `${BELOW}${aspect} ${kind}:${own}|${form}`)].slice(0, NAMES_MAX);
}

/** A host and a program are the same for every project of this machine; the rest lies in one. */
function projectOf(kind: Way["kind"], { project }: SeenFailure): string {
  return kind === "host" || kind === "program" ? "" : (project ?? "");
}

function formsOf(kind: Way["kind"], subject: string): readonly string[] {
  const plain = subject.trim().toLowerCase();
  if (kind === "code") return codeForms(subject);
  if (kind === "data") return [plain.replace(/["'`«»“”[\]\s]/g, "").replace(/^(?:public|dbo|main)\.(?=.)/, "")];
  if (kind === "file") return [plain.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, "")];
  return [plain];
}

/** `com/acme/X`, `com.acme.X` and their package; `crate::a::b` and `a::b`; `@scope/name/sub` and `@scope/name`. */
function codeForms(subject: string): readonly string[] {
  const bare = subject.trim().replace(/(?<=.)(?:@|==)v?\d[\w.+-]*$/, "");
  if (/^@[\w.-]+\/[\w.-]+/.test(bare)) return [bare.toLowerCase().split("/").slice(0, 2).join("/")];
  const rust = bare.replace(/^(?:crate|self|super)::/, "");
  if (rust.includes("::")) return [rust.toLowerCase().replaceAll("::", "/")];
  if (DOTNET.test(bare)) return [bare.toLowerCase().replaceAll(".", "/")];
  if (JAVA.test(bare)) return [javaPackage(bare)];
  const name = moduleName(bare);
  return [...new Set([name, name.replace(/\.(?:hpp|hh?|hrl|mod|pm)$/, "").replace(/^lib(?=\w{4})/, "")])];
}

const DOTNET = /^[A-Z]\w*(?:\.[A-Z]\w*)+$/;
const JAVA = /^(?:[a-z][\w$]*[./]){2,}[\w$]+$/;

/** A package lies in those that its name begins with; where a domain comes first, fewer than three parts are a maker's name. */
function prefixesOf(form: string): readonly string[] {
  const parts = form.split("/");
  const least = DOMAINS.test(form) || /\./.test(parts[0] ?? "") ? 3 : 1;
  return parts.slice(least).map((_, at) => parts.slice(0, at + least).join("/"));
}

const DOMAINS = /^(?:com|org|net|io|de|edu|gov|dev|java|javax|jakarta|system|microsoft|github)\//;

/** Without the class: where a package is missing, so are all of its classes. */
function javaPackage(name: string): string {
  return name
    .replaceAll("/", ".")
    .replace(/(?:\.[A-Z][\w$]*)+$/, "")
    .toLowerCase()
    .replaceAll(".", "/");
}
