/**
 * Which of the things an output names it is about. A rule that can be told: the kinds that its class speaks of, in their
 * order; of one kind what stands in the lines that told the class, then what is said to be missing or refused, then what
 * is named most, then what is named first. Where a linter or a compiler complains about many things, it is about none.
 */
import type { EntityKind, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import type { Named } from "./read-entities.ts";

/** What a class is about, best first. Classes that are missing here are about nothing one could name. */
const KINDS_OF: Partial<Readonly<Record<FailureClass, readonly EntityKind[]>>> = {
  import_error: ["module", "symbol", "package", "file"],
  type_error: ["symbol", "file"],
  syntax_error: ["file"],
  test_failure: ["test"],
  lint_failure: ["rule", "file"],
  schema_mismatch: ["column", "table", "migration", "database"],
  file_not_found: ["file", "program", "module"],
  merge_conflict: ["file"],
  git_state: ["branch", "file"],
  dependency_install: ["package", "module", "program"],
  config_error: ["variable", "setting", "file", "model"],
  permission: ["file", "program", "tool"],
  network: ["host"],
  overloaded: ["host", "model"],
  auth: ["variable", "account", "host", "model"],
  billing: ["host"],
  rate_limit: ["model", "host"],
  crash: ["program"],
  out_of_memory: ["program"],
  session_corrupt: ["session"],
  budget: ["account"],
  timeout: ["test"],
  spinning: ["tool"],
  malformed_output: ["tool"],
  unknown: ["port"],
};

/** Where a person has to put something in place, it is a program. */
const PROGRAM_FIRST: readonly EntityKind[] = ["program", "file", "module"];

/** Kinds of which a report may name many at once; then it is about none of them. */
const MANY: Partial<Readonly<Record<FailureClass, readonly EntityKind[]>>> = {
  lint_failure: ["rule", "file"],
  type_error: ["file"],
};

export interface Chosen {
  readonly named: Named;
  readonly score: number;
  /** Why it and no other. */
  readonly because: string;
}

/** What a class is about, best first. */
export function kindsOf(of: FailureClass, restart: RestartKind): readonly EntityKind[] {
  return of === "file_not_found" && restart === "terminal" ? PROGRAM_FIRST : (KINDS_OF[of] ?? []);
}

/** `telling`: the lines by which the class was found. */
export function chooseSubject(
  of: FailureClass,
  restart: RestartKind,
  named: readonly Named[],
  telling: ReadonlySet<number>,
): Chosen | undefined {
  const found = kindsOf(of, restart).flatMap((kind) => {
    const ofKind = named.filter((each) => each.kind === kind && !isOnlyPlace(of, each));
    const one = MANY[of]?.includes(kind) === true && new Set(ofKind.map(({ name }) => name)).size > 1;
    return one ? [] : [best(ofKind, telling)];
  });
  const known = found.filter((each) => each !== undefined);
  const chosen = known.find(({ score }) => score >= STRONG) ?? known.toSorted((a, b) => b.score - a.score)[0];
  if (chosen === undefined || chosen.score < WEAK) return undefined;
  const whole = wholeOf(chosen.named, named);
  const where = telling.has(chosen.named.at)
    ? "in the line that tells the class"
    : "near the lines that tell the class";
  return { named: whole, score: chosen.score, because: `the ${whole.kind} ${whole.name} is named ${where}` };
}

/** Where something is missing, a file that is only looked at is where it was noticed, not what is missing. */
function isOnlyPlace(of: FailureClass, { kind, weight }: Named): boolean {
  return (of === "import_error" || of === "file_not_found") && kind === "file" && weight < 2;
}

const STRONG = 30;
const WEAK = 12;

interface Scored {
  readonly named: Named;
  readonly score: number;
}

function best(named: readonly Named[], telling: ReadonlySet<number>): Scored | undefined {
  // Lines that name it, not shapes that fit one line.
  const places = new Set(named.map(({ name, at }) => `${at} ${name}`));
  const count = new Map<string, number>();
  for (const place of places) {
    const name = place.slice(place.indexOf(" ") + 1);
    count.set(name, (count.get(name) ?? 0) + 1);
  }
  let found: Scored | undefined;
  for (const each of named) {
    const score = each.weight * 10 + near(each.at, telling) + Math.min(4, count.get(each.name) ?? 0);
    if (found === undefined || score > found.score) found = { named: each, score };
  }
  return found;
}

/** In a telling line 20, close to one a little. */
function near(at: number, telling: ReadonlySet<number>): number {
  for (let distance = 0; distance <= 6; distance++)
    if (telling.has(at - distance) || telling.has(at + distance)) return distance === 0 ? 20 : 8 - distance;
  return 0;
}

/** Several parts that one thing lacks: it is about the thing. */
function wholeOf(chosen: Named, named: readonly Named[]): Named {
  if (chosen.kind !== "symbol" || !chosen.name.includes(".")) return chosen;
  const whole = chosen.name.slice(0, chosen.name.lastIndexOf("."));
  const parts = named.filter(({ kind, name }) => kind === "symbol" && name.startsWith(`${whole}.`));
  return new Set(parts.map(({ name }) => name)).size > 1 ? { ...chosen, name: whole } : chosen;
}
