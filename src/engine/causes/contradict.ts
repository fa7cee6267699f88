/**
 * Whether two failures cannot have one cause, whatever they share: one says that a thing is missing and the other that it is
 * there twice, one that a login has expired and the other that somebody who is logged in may not, or they speak of two
 * accounts. What is said of the thing that both name counts; where that is nothing, all that is said. Pure.
 */
import { type Complaint, complaintsIn } from "../classify/words/complaints.ts";
import type { SeenFailure } from "./seen-failure.ts";

/** `thing`: what both name, in whatever case. */
export function contradict(one: SeenFailure, other: SeenFailure, thing: string): boolean {
  if (areOfTwoAccounts(one, other)) return true;
  const [a, b] = [complaintsOf(one, thing), complaintsOf(other, thing)];
  return OPPOSITES.some(([x, y]) => (says(a, x, y) && says(b, y, x)) || (says(a, y, x) && says(b, x, y)));
}

const OPPOSITES: readonly (readonly [Complaint, Complaint])[] = [
  ["absent", "twice"],
  ["expired", "denied"],
];

type Complaints = ReadonlySet<Complaint>;

/** Who says both leaves it open. */
function says(complaints: Complaints, what: Complaint, opposite: Complaint): boolean {
  return complaints.has(what) && !complaints.has(opposite);
}

const LINES_MAX = 60;

function complaintsOf({ text }: SeenFailure, thing: string): Complaints {
  const lines = text.split("\n", LINES_MAX);
  const name = thing.toLowerCase();
  const ofThing = saidIn(lines.filter((line) => line.toLowerCase().includes(name)));
  return ofThing.size > 0 ? ofThing : saidIn(lines);
}

function saidIn(lines: readonly string[]): Complaints {
  return new Set(lines.flatMap((line) => complaintsIn(line).map((each) => each.says)));
}

function areOfTwoAccounts(one: SeenFailure, other: SeenFailure): boolean {
  const [a, b] = [accountsOf(one), accountsOf(other)];
  return a.length > 0 && b.length > 0 && !a.some((name) => b.includes(name));
}

function accountsOf({ entities = [] }: SeenFailure): readonly string[] {
  return entities.flatMap(({ kind, name }) => (kind === "account" ? [name.toLowerCase()] : []));
}
