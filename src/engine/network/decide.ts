/**
 * An endpoint that cannot be reached: nothing that needs it is started before a probe has reached it, whichever of its
 * agents met it first. What runs is not touched, and nobody loses anything by it. A provider is held as soon as Reeve's own
 * try, or the gateway's, failed too; any other endpoint when a second task could not reach it. It waits for as long as it
 * takes; after a while a person is asked, and the probes go on.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { machineEndpoint, needOf, needsPerson } from "../../domain/proof/machine-need.ts";
import { withoutStop } from "../../domain/words/wording.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { endpointName, type Unreached } from "../../domain/work/unreached.ts";
import { isFinal, type Work } from "../../domain/work/work.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { ask } from "../question/ask.ts";
import { PROBE_BACKOFF, UNREACHABLE_MINUTES } from "../settings.ts";
import type { State } from "../state.ts";
import { backoffDelayMs } from "../supervision/backoff.ts";
import type { Decide } from "../tables.ts";
import type { EndpointHold } from "./endpoint-hold.ts";
import { needs } from "./held-endpoint.ts";
import type { NetworkInput } from "./inputs.ts";

export const decide: Decide<NetworkInput> = { endpoint_unreached: onUnreached, endpoint_probed: onProbed };

function onUnreached(context: Context, input: InputOf<"endpoint_unreached">): Answer {
  return holdEndpoint(context, input, null) ? TAKEN : NO;
}

function onProbed(context: Context, { endpoint, problem }: InputOf<"endpoint_probed">): Answer {
  const hold = context.state.network.held.get(endpoint);
  if (!hold) return NO;
  if (problem === null) reached(context, endpoint, "probe");
  else if (hold.probeAt === null) {
    emitHeld(context, endpoint, { ...hold, detail: problem, probes: hold.probes + 1 });
    if (lastsLong(context, hold)) askAbout(context, endpoint, hold);
  }
  return TAKEN;
}

/**
 * Holds what could not be reached; false: it is not held, and the failure is one like any other. `work`: whose attempt
 * failed by it; null: no attempt did yet.
 */
export function holdEndpoint(context: Context, unreached: Unreached, work: Work | null): boolean {
  const { state } = context;
  const { endpoint, detail } = unreached;
  const need = needOf(endpoint);
  if (need === null && state.settings.policies.holdUnreachable === false) return false;
  const agents = unreached.agents.filter((agent) => Object.hasOwn(state.settings.agents, agent));
  const works = agents.length > 0 ? [] : (state.network.missed[endpoint] ?? []);
  const before = state.network.held.get(endpoint);
  if (agents.length === 0 && works.length < SEVERAL && !before) return false;
  if (before && covers(before, agents, work)) return true;
  const all = {
    agents: [...new Set([...(before?.agents ?? []), ...agents])],
    works: [...new Set([...(before?.works ?? []), ...works, ...(agents.length === 0 && work ? [work.id] : [])])],
  };
  emitHeld(context, endpoint, { ...all, detail, probes: before?.probes ?? 0 });
  const hold = state.network.held.get(endpoint);
  if (hold && need !== null && needsPerson(need) && mayAsk(state, hold)) askAbout(context, endpoint, hold);
  return true;
}

/** What this machine lacks, as all that need it meet it: nobody can be worked on without. Null: it lacks nothing. */
export function machineLack({ settings }: State, failure: Failure): Unreached | null {
  if (failure.machine === undefined) return null;
  const detail = withoutStop(failure.message);
  return { endpoint: machineEndpoint(failure.machine), agents: Object.keys(settings.agents), detail };
}

/** So many different tasks could not reach what is nobody's provider. */
const SEVERAL = 2;

function covers(hold: EndpointHold, agents: readonly string[], work: Work | null): boolean {
  return (work === null || needs(hold, work.id, work.spec.agent)) && agents.every((name) => hold.agents.includes(name));
}

type Held = Pick<EndpointHold, "agents" | "works" | "detail" | "probes">;

function emitHeld(context: Context, endpoint: string, hold: Held): void {
  const { state, at, dice } = context;
  const { agents, works, detail, probes } = hold;
  const backoff = state.settings.policies.probeBackoff ?? PROBE_BACKOFF;
  const probeAt = at + Math.max(1, backoffDelayMs(backoff, probes + 1, dice));
  const why = because("unreachable", factsOf(endpoint, detail));
  context.emit({ type: "endpoint_held", endpoint, agents, works, detail, probes, probeAt, because: why });
}

export function factsOf(endpoint: string, detail: string): Because["facts"] {
  const need = needOf(endpoint);
  return { endpoint: endpointName(endpoint), detail, ...(need !== null && { machine: need }) };
}

/** The count of tokens may come a moment later than the answer it is of. */
const LATE_MS = 10_000;

/** Whoever was answered by a model shows that its provider can be reached, whatever the probes say. */
export function answeredByModel(context: Context, agent: string): void {
  for (const [endpoint, { agents, since }] of [...context.state.network.held])
    if (agents.includes(agent) && context.at - since >= LATE_MS) reached(context, endpoint, "attempt");
}

export function answerEndpoint(context: Context, { id, endpoint }: QuestionOf<"endpoint">, text: string): Answer {
  context.emit({ type: "question_answered", question: id, text });
  context.emit({ type: "endpoint_reached", endpoint, by: "person" });
  return TAKEN;
}

function reached({ state, emit }: Context, endpoint: string, by: "probe" | "attempt"): void {
  const question = state.network.held.get(endpoint)?.question;
  if (question !== undefined && state.questions.open.has(question))
    emit({ type: "question_answered", question, text: "It can be reached again." });
  emit({ type: "endpoint_reached", endpoint, by });
}

function lastsLong({ state, at }: Context, hold: EndpointHold): boolean {
  const { unreachableMinutes = UNREACHABLE_MINUTES } = state.settings.policies;
  return mayAsk(state, hold) && at - hold.since >= unreachableMinutes * 60_000;
}

function mayAsk({ settings }: State, { question }: EndpointHold): boolean {
  return question === undefined && settings.policies.escalation === "ask";
}

function askAbout(context: Context, endpoint: string, { agents, works, detail, since }: EndpointHold): void {
  const minutes = Math.round((context.at - since) / 60_000);
  const whom = agents.length > 0 ? `no task starts with ${agents.join(", ")}` : `${works.join(", ")} wait`;
  const name = endpointName(endpoint);
  const text =
    needOf(endpoint) === null
      ? `${name} has not been reachable for ${minutes} minutes (${detail}), so ${whom}. Reeve keeps trying and continues by itself once it can be reached. If the address is wrong, correct it. Any answer lets the tasks start now, reachable or not.`
      : `${detail}. No task starts meanwhile, and none has failed by it. Reeve looks again by itself and continues once it can; any answer lets the tasks start now.`;
  ask(context, {
    kind: "endpoint",
    endpoint,
    text,
    options: ["start them"],
    because: because("unreachable", factsOf(endpoint, detail)),
  });
}

/** No work is left that needs it: then there is nothing to ask. */
export function dropIdleEndpoints(context: Context): void {
  for (const [endpoint, hold] of [...context.state.network.held]) {
    if (hold.question === undefined || isNeeded(context.state, hold)) continue;
    context.emit({ type: "question_answered", question: hold.question, text: "No task of it is left." });
    context.emit({ type: "endpoint_reached", endpoint, by: "nobody" });
  }
}

function isNeeded({ tasks, advisors }: State, hold: EndpointHold): boolean {
  return [...tasks.values(), ...advisors.asked.values()].some(
    ({ id, status, spec }) => !isFinal(status) && needs(hold, id, spec.agent),
  );
}
