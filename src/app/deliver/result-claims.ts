/**
 * What an agent says in its result, claim by claim, and what that rests on: verified where Reeve itself ran it on that
 * commit, observed where Reeve saw it, in the diff for one; all else is only asserted. It looks at no repository.
 */
import type { Changed, GateResult } from "../../domain/proof/gate.ts";
import type { DoneResult } from "../../domain/work/outcome.ts";

export type ClaimMark = "verified" | "observed" | "asserted";

export interface ResultClaim {
  readonly what: "created" | "modified" | "test" | "nothing_to_do" | "decision" | "concern";
  /** The agent's word. */
  readonly text: string;
  readonly mark: ClaimMark;
  /** What the mark rests on, or what it lacks; the rest of a sentence. */
  readonly because: string;
}

/** What Reeve knows of the work that the result is about. */
export interface Seen {
  /** Null: nothing was looked at. */
  readonly changed: Changed | null;
  /** Of the verified commit; null without git. */
  readonly commit: string | null;
  readonly gates: readonly GateResult[];
}

export function claimsOf(result: DoneResult, seen: Seen): readonly ResultClaim[] {
  const { files_created, files_modified, tests_added, decisions, concerns, nothing_to_do } = result;
  return [
    ...files_created.map((path) => fileClaim("created", path, seen)),
    ...files_modified.map((path) => fileClaim("modified", path, seen)),
    ...tests_added.map((path) => fileClaim("test", path, seen)),
    ...(nothing_to_do === undefined ? [] : [nothingClaim(nothing_to_do, seen)]),
    ...decisions.map((text): ResultClaim => ({ what: "decision", text, ...wordClaim(text, seen) })),
    ...concerns.map((text): ResultClaim => ({ what: "concern", text, ...wordClaim(text, seen) })),
  ];
}

type Mark = Pick<ResultClaim, "mark" | "because">;

const asserted = (because: string): Mark => ({ mark: "asserted", because });

function fileClaim(what: "created" | "modified" | "test", named: string, { changed }: Seen): ResultClaim {
  return { what, text: named, ...fileMark(what, named.replace(/^\.\//, "").split("::")[0] ?? named, changed) };
}

function fileMark(what: "created" | "modified" | "test", path: string, changed: Changed | null): Mark {
  if (changed === null) return asserted("Reeve saw no diff");
  const { created, modified, deleted, files } = changed;
  const kinds = [
    ["created", created],
    ["modified", modified],
    ["deleted", deleted],
  ] as const;
  const kind = kinds.find(([, paths]) => paths.includes(path))?.[0];
  if (kind === "deleted") return asserted("the diff deletes it");
  if (kind !== undefined) {
    const isAsSaid = what === "test" || kind === what;
    return { mark: "observed", because: isAsSaid ? "in the diff" : `in the diff, but ${kind}` };
  }
  const isCut = created.length + modified.length + deleted.length < files;
  return asserted(isCut ? "the list of changes is too long to tell" : "not in the diff");
}

function nothingClaim(text: string, { changed }: Seen): ResultClaim {
  const isSo = changed !== null && changed.files === 0;
  const mark: Mark = isSo
    ? { mark: "observed", because: "nothing was changed; why is the agent's word" }
    : asserted("something was changed");
  return { what: "nothing_to_do", text, ...mark };
}

const PASSES = /\b(?:pass(?:es|ed|ing)?|green|succe(?:ss|ed|eds|eded|ssful|ssfully))\b/i;
const DENIES =
  /\b(?:not|no|never|without|fail(?:s|ed|ing|ure)?|skip(?:s|ped)?|n't|cannot|could|should|would|will)\b|n't\b/i;
const OF_TESTS = /\b(?:tests?|specs?|suite)\b/i;
const RUNS_TESTS = /\b(?:tests?|pytest|unittest|spec|jest|vitest|mocha|phpunit|tox|check)\b/i;

/** Only what says that something passes can be more than asserted. */
function wordClaim(text: string, seen: Seen): Mark {
  if (!PASSES.test(text)) return asserted("the agent's word");
  const named = commandsIn(text, seen.gates);
  if (named.length > 0) return namedMark(named, seen);
  if (!OF_TESTS.test(text) || DENIES.test(text)) return asserted("the agent's word");
  const tests = seen.gates.filter(({ ran }) => ran !== undefined && RUNS_TESTS.test(ran.command));
  const [passed] = tests.filter(({ verdict }) => verdict === "passed");
  if (passed?.ran) return ranMark(passed.ran.command, seen);
  return asserted(tests.length > 0 ? "Reeve ran the tests, and they did not simply pass" : "Reeve ran no tests on it");
}

interface NamedCommand {
  readonly command: string;
  /** Undefined: Reeve ran no such command. */
  readonly gate: GateResult | undefined;
}

/** Commands a text names in backticks, or as a gate has them. */
function commandsIn(text: string, gates: readonly GateResult[]): readonly NamedCommand[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => plain(code))
    .filter((code) => /\s|\//.test(code));
  const ran = gates.flatMap(({ ran }) => (ran && plain(text).includes(plain(ran.command)) ? [plain(ran.command)] : []));
  const find = (command: string) => gates.find((gate) => gate.ran !== undefined && plain(gate.ran.command) === command);
  return [...new Set([...quoted, ...ran])].map((command) => ({ command, gate: find(command) }));
}

/** All that is named has to have passed. */
function namedMark(named: readonly NamedCommand[], seen: Seen): Mark {
  const unrun = named.find(({ gate }) => gate === undefined);
  if (unrun) return asserted(`Reeve did not run \`${unrun.command}\``);
  const other = named.find(({ gate }) => gate?.verdict !== "passed");
  if (other) return asserted(`Reeve ran \`${other.command}\`, and it ${other.gate?.verdict ?? "failed"}`);
  return ranMark(named.map(({ command }) => command).join("`, `"), seen);
}

function ranMark(command: string, { commit }: Seen): Mark {
  const where = commit === null ? "in the project's folder" : `on ${commit.slice(0, 7)}`;
  return { mark: "verified", because: `Reeve ran \`${command}\` ${where}, and it passed` };
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
