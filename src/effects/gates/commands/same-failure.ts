/**
 * Whether a command fails here as it fails on the base commit, or anew. Names of failing tests decide where the runner is
 * known; else the lines that complain, without their numbers and paths. In doubt the failure is new: what says nothing of
 * what is wrong is never excused.
 */
import type { ExitStatus } from "../../../domain/work/outcome.ts";
import { asTold } from "../../../engine/classify/formats/unfold.ts";
import { failingTests } from "./failing-tests.ts";

export interface EndedRun {
  readonly exit: ExitStatus | null;
  readonly timedOut: boolean;
  readonly output: string;
  /** Where it ran: its name in the output means nothing. */
  readonly dir: string;
}

/** What is left of a run on the base commit: small enough to be kept. */
export interface BaseRun {
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly code: number | null;
  readonly names: readonly string[];
  /** As often as they were said: two mistakes of one kind are two. */
  readonly complaints: readonly string[];
  /** Those of them that name a place in a file, which also a test runner's output may hold beside its tests. */
  readonly diagnostics: readonly string[];
}

export type Comparison =
  /** failing: what fails here as there, by its name or its line. */
  | { readonly type: "same"; readonly failing: readonly string[] }
  | { readonly type: "new"; readonly fresh: readonly string[]; readonly before: Before };

/** How it ended on the base commit. silent: as it does here, but neither says why. */
export type Before = "passed" | "otherwise" | "silent";

const COMPLAINTS_MAX = 1_000;

export function hasSucceeded({ exit, timedOut }: Pick<EndedRun, "exit" | "timedOut">): boolean {
  return !timedOut && exit?.code === 0;
}

export function summarize(run: EndedRun): BaseRun {
  return {
    passed: hasSucceeded(run),
    timedOut: run.timedOut,
    code: run.exit?.code ?? null,
    names: failingTests(run.output),
    ...complaintsOf(run),
  };
}

/** For a run that failed. */
export function compareFailures(here: EndedRun, base: BaseRun): Comparison {
  const found = summarize(here);
  if (base.passed) return { type: "new", fresh: found.names, before: "passed" };
  const named = found.names.length > 0;
  const fresh = named
    ? [...without(found.names, base.names), ...without(found.diagnostics, base.diagnostics)]
    : without(found.complaints, base.complaints);
  const isSame = found.timedOut === base.timedOut && fresh.length === 0 && (named || sameEnd(found, base));
  if (isSame) return { type: "same", failing: named ? found.names : found.complaints };
  return {
    type: "new",
    fresh,
    before: isSilent(found) && isSilent(base) && sameCode(found, base) ? "silent" : "otherwise",
  };
}

function isSilent({ names, complaints }: BaseRun): boolean {
  return names.length === 0 && complaints.length === 0;
}

function sameCode(here: BaseRun, base: BaseRun): boolean {
  return here.code === base.code && here.timedOut === base.timedOut;
}

/**
 * It fails before it comes to its tests, or with another status: then it does not fail the same way. Nor may a failure
 * be excused that says nothing: a gate like `test -f page.js` fails before the work because the work is not there.
 */
function sameEnd(here: BaseRun, base: BaseRun): boolean {
  return here.code === base.code && base.names.length === 0 && here.complaints.length > 0;
}

/** What is there more often than it was known. */
function without(names: readonly string[], known: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const name of known) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

const COMPLAINT =
  /\b(?:errors?|fail(?:ed|ure|s)?|fatal|panic(?:ked)?|exception|warning|cannot|not found|undefined|missing)\b|[✗✘×✖]/i;
const LINE_LENGTH_MAX = 500;
/** src/a.ts(3,4): error …, src/a.py:3: error …, and below the name of its file "  3:4  error  …". */
const DIAGNOSTIC = /^[^\s:()][^:()]*(?:\(#,#\)|:#(?::#)?):?\s.*\b(?:error|warning)\b/i;
const BELOW_FILE = /^\s+\d+:\d+\s+(?:error|warning)\b/;
const FILE_ALONE = /^\S*[\w-]\.\w{1,6}$/;

function complaintsOf({ output, dir }: EndedRun): Pick<BaseRun, "complaints" | "diagnostics"> {
  const complaints: string[] = [];
  let file = "";
  for (const raw of asTold(output).replaceAll(dir, ".").split("\n")) {
    const line = raw.slice(0, LINE_LENGTH_MAX);
    if (FILE_ALONE.test(line.trim())) file = line.trim();
    if (!COMPLAINT.test(line)) continue;
    const whole = BELOW_FILE.test(line) ? `${file}:${line.trim()}` : line.trim();
    complaints.push(whole.replaceAll(/\d+(?:\.\d+)?/g, "#"));
    if (complaints.length >= COMPLAINTS_MAX) break;
  }
  return { complaints, diagnostics: complaints.filter((line) => DIAGNOSTIC.test(line)) };
}
