/**
 * Event → state. The only place where the state changes. It decides nothing and asks no rule: what an event means was
 * decided before it was written, so an old journal folds to the same state whatever the rules are today. An event that
 * cannot be is a bug and throws.
 */
import * as account from "./account/evolve.ts";
import * as advisor from "./advisor/evolve.ts";
import * as attempt from "./attempt/evolve.ts";
import * as brake from "./brake/evolve.ts";
import * as budget from "./budget/evolve.ts";
import type { Event } from "./event.ts";
import * as growth from "./growth/evolve.ts";
import * as health from "./health/evolve.ts";
import * as host from "./host/evolve.ts";
import * as hygiene from "./hygiene/evolve.ts";
import * as merge from "./merge/evolve.ts";
import * as network from "./network/evolve.ts";
import * as notice from "./notice/evolve.ts";
import * as pattern from "./pattern/evolve.ts";
import * as proof from "./proof/evolve.ts";
import * as question from "./question/evolve.ts";
import * as replan from "./replan/evolve.ts";
import * as run from "./run/evolve.ts";
import type { State } from "./state.ts";
import type { AlsoEvolve, Evolve } from "./tables.ts";
import * as talk from "./talk/evolve.ts";
import * as task from "./task/evolve.ts";
import * as tree from "./tree/evolve.ts";
import * as violation from "./violation/evolve.ts";

const OWN = {
  ...run.evolve,
  ...host.evolve,
  ...tree.evolve,
  ...attempt.evolve,
  ...health.evolve,
  ...task.evolve,
  ...proof.evolve,
  ...merge.evolve,
  ...question.evolve,
  ...account.evolve,
  ...budget.evolve,
  ...brake.evolve,
  ...network.evolve,
  ...growth.evolve,
  ...pattern.evolve,
  ...advisor.evolve,
  ...replan.evolve,
  ...talk.evolve,
  ...notice.evolve,
  ...violation.evolve,
  ...hygiene.evolve,
} satisfies Evolve<Event>;

/** Whoever lets go of something because of another subject's event does so before that subject moves on. */
const BEFORE: readonly AlsoEvolve[] = [
  budget.also,
  question.also,
  notice.also,
  brake.also,
  merge.also,
  account.also,
  network.also,
  growth.also,
  talk.also,
  pattern.also,
  run.also,
];

/** Whoever looks at what became of it comes last. */
const AFTER: readonly AlsoEvolve[] = [advisor.afterwards, budget.afterwards];

type Clause = (state: State, event: Event, at: number) => void;

const CLAUSES = Object.fromEntries(
  Object.entries(OWN).map(([type, own]) => {
    const of = (tables: readonly AlsoEvolve[]) => tables.flatMap((table) => table[type as Event["type"]] ?? []);
    return [type, [...of(BEFORE), own, ...of(AFTER)] as Clause[]];
  }),
);

export function evolve(state: State, event: Event, at: number): void {
  for (const clause of CLAUSES[event.type] ?? []) clause(state, event, at);
  if (!AT_REST.has(event.type)) state.run.heardAt = at;
}

/** What a person does with what a run left: nobody worked then, whatever came before. */
const AT_REST: ReadonlySet<Event["type"]> = new Set([
  "run_cleaned",
  "landing_begun",
  "landing_done",
  "publishing_begun",
]);
