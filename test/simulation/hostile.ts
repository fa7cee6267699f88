/**
 * A seeded run in which agents, advisors and people do what harms most, at any time. Then the people fall silent, and all
 * others go on as before: the run must come to rest by itself. What it came to is held against the bound that
 * docs/recovery.md states.
 */
import type { Event } from "../../src/engine/event.ts";
import { loseHost, reboot } from "./host.ts";
import { hostileFates, TOKENS_MAX } from "./hostile-fate.ts";
import { randomOrder } from "./play.ts";
import { randomTalk } from "./random-talk.ts";
import { World } from "./world.ts";

export interface Tally {
  readonly attempts: number;
  readonly advisorCalls: number;
  readonly tasksAdded: number;
  readonly usd: number;
}

export interface Played {
  readonly tally: Tally;
  readonly bound: Tally;
}

const STEPS_MAX = 100_000;

/** `words`: how often somebody may say something. */
export function playHostile(seed: number, chaosSteps: number, words: number): Played {
  const world = new World(seed, hostileFates());
  let said = 0;
  for (let i = 0; i < chaosSteps; i += 1) {
    const roll = world.dice.next();
    if (roll < 0.12 && said < words) {
      said += 1;
      world.say(randomOrder(world));
    } else disturb(world, roll);
  }
  comeToRest(world);
  advisorsAreAskedSeldom(world);
  return { tally: tallyOf(world), bound: boundOf(world) };
}

function disturb(world: World, roll: number): void {
  if (roll < 0.13) world.killAndReopen();
  else if (roll < 0.15) loseHost(world);
  else if (roll < 0.17) reboot(world);
  else if (roll < 0.18) world.network.change(world);
  else if (roll < 0.2) world.submit(randomTalk(world));
  else if (!world.idle) world.perform();
  else world.advance();
}

/** Nobody says anything any more; a run that a person stopped or paused rests as it is. */
function comeToRest(world: World): void {
  world.network.calm();
  for (let i = 0; i < STEPS_MAX; i += 1) {
    if (!world.idle) world.perform();
    else if (!world.advance()) return;
  }
  throw new Error(`it does not come to rest: ${JSON.stringify(tallyOf(world))} of ${JSON.stringify(boundOf(world))}`);
}

const HOUR_MS = 3_600_000;

/** By one cause, and within any hour. */
function advisorsAreAskedSeldom({ journal, state }: World): void {
  const { perCause, perHour } = state.settings.policies.advisorCalls ?? { perCause: 6, perHour: 60 };
  const calls = journal.flatMap(({ at, events }) =>
    events.flatMap((event) => (event.type === "advice_asked" ? [{ at, cause: event.cause }] : [])),
  );
  for (const { at, cause } of calls) {
    const lately = calls.filter((each) => each.at <= at && each.at > at - HOUR_MS).length;
    const bySame = calls.filter((each) => each.cause === cause).length;
    if (lately > perHour) throw new Error(`advisors were asked ${lately} times within an hour`);
    if (bySame > perCause) throw new Error(`an advisor was asked ${bySame} times because of ${cause}`);
  }
}

function tallyOf(world: World): Tally {
  const events = world.journal.flatMap((each) => each.events);
  const fixes = count(events, ({ type }) => type === "pattern_found");
  const planned = events.flatMap((event) => (event.type === "plan_changed" ? event.added : [])).length;
  return {
    attempts: count(events, ({ type }) => type === "attempt_started"),
    advisorCalls: count(events, ({ type }) => type === "advice_asked"),
    tasksAdded: fixes + planned,
    usd: world.state.spending.usage.usd ?? 0,
  };
}

/** The formula of docs/recovery.md, with what this run had of each. */
function boundOf(world: World): Tally {
  const events = world.journal.flatMap((each) => each.events);
  const { policies, workspace } = world.state.settings;
  const { attemptsMax, uncountedAttempts = 30, lostAttempts = 5, addedTasks = 20, advisorCalls } = policies;
  const perLineage = advisorCalls?.perLineage ?? 12;
  const approved = events.flatMap((event) =>
    event.type === "plan_changed" && isApproved(event, events) ? event.added : [],
  );
  const planned = events.flatMap((event) => (event.type === "run_created" ? event.plan.tasks : []));
  const allowed = count(events, ({ type }) => type === "growth_allowed");
  const tasksAdded = addedTasks + allowed * Math.max(1, addedTasks) + approved.length;
  const lineages = planned.length + tasksAdded + count(events, isWord);
  const stops = count(events, (event) => event.type === "attempt_ended" && event.outcome.type === "stopped");
  const advisorCallsBound = lineages * perLineage + 1;
  const ofTasks = lineages * (attemptsMax + uncountedAttempts + workspace.evictionsMax);
  const attempts = ofTasks + advisorCallsBound * (2 + lostAttempts) + stops;
  return { attempts, advisorCalls: advisorCallsBound, tasksAdded, usd: (attempts * TOKENS_MAX) / 100 };
}

/** What begins a lineage anew. */
function isWord(event: Event): boolean {
  if (event.type === "task_requeued") return event.note !== null || event.because.rule === "person";
  return event.type === "task_reopened" && event.because.rule === "person";
}

function isApproved(changed: Event & { type: "plan_changed" }, events: readonly Event[]): boolean {
  if (changed.replan === undefined) return true; // a person's own word
  const proposed = events.find((event) => event.type === "replan_proposed" && event.replan.id === changed.replan);
  return proposed?.type === "replan_proposed" && proposed.replan.question !== null;
}

function count(events: readonly Event[], fits: (event: Event) => boolean): number {
  return events.filter(fits).length;
}
