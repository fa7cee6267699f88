/**
 * Event → effects, as data: the tables of all subjects. Also `outstanding`: what a state still owes the world, for a Reeve
 * that takes over a run. Both say the same thing of the same state, so an effect that was lost with the process is simply
 * due again.
 */
import { react as account } from "./account/react.ts";
import { react as advisor } from "./advisor/react.ts";
import { react as attempt, owedTo } from "./attempt/react.ts";
import { react as brake } from "./brake/react.ts";
import * as budget from "./budget/react.ts";
import type { Effect } from "./effect.ts";
import type { Event } from "./event.ts";
import { react as growth } from "./growth/react.ts";
import { react as health } from "./health/react.ts";
import { react as host } from "./host/react.ts";
import { react as hygiene } from "./hygiene/react.ts";
import { checkOf, merging } from "./merge/jobs.ts";
import * as merge from "./merge/react.ts";
import * as network from "./network/react.ts";
import { react as notice, noticesOwed } from "./notice/react.ts";
import { react as pattern } from "./pattern/react.ts";
import { verifyingOf } from "./proof/jobs.ts";
import * as proof from "./proof/react.ts";
import { react as question } from "./question/react.ts";
import { react as replan } from "./replan/react.ts";
import { react as run } from "./run/react.ts";
import type { State } from "./state.ts";
import type { AlsoReact, React } from "./tables.ts";
import { react as talk } from "./talk/react.ts";
import { react as task } from "./task/react.ts";
import { timerEffects } from "./timer.ts";
import { liveMonitors } from "./tree/monitors.ts";
import { react as tree } from "./tree/react.ts";
import { react as violation } from "./violation/react.ts";

const OWN = {
  ...run,
  ...host,
  ...tree,
  ...attempt,
  ...health,
  ...task,
  ...proof.react,
  ...merge.react,
  ...question,
  ...account,
  ...budget.react,
  ...brake,
  ...network.react,
  ...growth,
  ...pattern,
  ...advisor,
  ...replan,
  ...talk,
  ...notice,
  ...violation,
  ...hygiene,
} satisfies React<Event>;

const ALSO: readonly AlsoReact[] = [budget.also, proof.also, merge.also, network.also];

type Clause = (event: Event, state: State) => readonly Effect[];

const CLAUSES = Object.fromEntries(
  Object.entries(OWN).map(([type, own]) => {
    const others = ALSO.flatMap((also) => also[type as Event["type"]] ?? []);
    return [type, [own, ...others] as Clause[]];
  }),
);

export function react(event: Event, state: State): Effect[] {
  const effects: Effect[] = [];
  for (const clause of CLAUSES[event.type] ?? []) effects.push(...clause(event, state));
  return effects;
}

/** Everything not yet done: timers, starts nobody claimed, stops nobody confirmed, jobs. */
export function outstanding(state: State): Effect[] {
  const attempts = [...state.attempts.live.values()].flatMap((attempt) => owedTo(state, attempt));
  const jobs = [...verifyingOf(state), ...merging(state), ...network.probesOwed(state), ...noticesOwed(state)];
  const check = state.run.check === "due" ? [checkOf(state)] : [];
  const monitors: Effect[] = liveMonitors(state).length > 0 ? [{ type: "tend_monitors" }] : [];
  return [...timerEffects(state), ...monitors, ...attempts, ...jobs, ...check];
}
