/**
 * Between orders and the host of real processes: an order becomes a request, events become life signs. And how a Reeve
 * that takes over a run reconciles what its predecessor had claimed: what is observed wins over what was recorded.
 */

import { hostname, userInfo } from "node:os";
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { AttemptId, AttemptOrder } from "../../domain/work/attempt.ts";
import type { Giver } from "../../domain/work/giver.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import { toolKind } from "../../effects/agents/adapters/tool-kind.ts";
import type { AgentHost, AgentHostListener } from "../../effects/agents/host/agent-host.ts";
import type { Agents, NotStarted } from "../../effects/perform.ts";
import type { Workspaces } from "../../effects/workspace/workspaces.ts";
import { orderOf } from "../../engine/attempt/react.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { placeOf, requestOf } from "./attempt-request.ts";
import type { Callbacks } from "./callbacks.ts";
import type { Sign } from "./progress.ts";
import type { Spending } from "./spending.ts";
import type { Watchers } from "./watchers.ts";

export interface AgentsOptions {
  readonly host: AgentHost;
  readonly run: string;
  readonly workspaces: Workspaces;
  readonly project: string;
  readonly failureRules: readonly FailureRule[];
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly spending: Spending;
  readonly callbacks: Callbacks;
  readonly state: () => Promise<State>;
  /** Why an attempt of this agent is not started; null: nothing speaks against it. */
  readonly before: (agent: string) => Promise<NotStarted | null>;
  /** It is about to work here. */
  readonly onPlaced: (attempt: AttemptId, dir: string) => void;
}

/** What the performer needs, over a host. */
export function agentsOver(options: AgentsOptions): Agents {
  const { host, spending } = options;
  const preparing = new Map<AttemptId, AbortController>();
  return {
    async start(order) {
      const lack = await options.before(order.agent);
      if (lack !== null) return lack;
      const request = requestOf(order, options, spending.begin(order, await options.state()));
      if (!request) return ended(order.id, unknownAgent(order.agent));
      const given = new AbortController();
      preparing.set(order.id, given);
      const prepared = await prepare(order, options.workspaces, given.signal);
      preparing.delete(order.id);
      if (given.signal.aborted) return ended(order.id, { type: "stopped" });
      if (prepared.type === "failed") return ended(order.id, prepared);
      options.onPlaced(order.id, request.workspace);
      const answer = await host.start(request);
      if (answer.type !== "started") return ended(order.id, answer.outcome);
      const { workspace, parked } = prepared;
      const where = placeOf(order, request.workspace);
      return { pid: answer.pid, ...where, ...(workspace && { workspace }), ...(parked !== null && { parked }) };
    },
    giveUp(attempt) {
      preparing.get(attempt)?.abort();
    },
    async stop(attempt, graceMs) {
      return (await host.stop(attempt, graceMs)).type;
    },
    async tell(attempt, { id, text }) {
      return (await host.steer(attempt, { type: "steer", id, text })).type;
    },
    pause: (attempt) => host.pause(attempt),
    wake: (attempt) => host.wake(attempt),
    async nudge(attempt, nudge) {
      if (nudge.how === "wake") await host.wake(attempt);
      else await host.steer(attempt, { type: "steer", id: nudge.id, text: nudge.text });
    },
  };

  function ended(attempt: AttemptId, outcome: Outcome): { readonly outcome: Outcome } {
    spending.end(attempt);
    return { outcome };
  }
}

function prepare(order: AttemptOrder, workspaces: Workspaces, signal: AbortSignal) {
  const { id, task, title, number, changeset, advisor } = order;
  if (advisor) return workspaces.prepareReading(task, advisor.commit);
  return workspaces.prepare({ attempt: id, task, title, number, changeset, signal });
}

/** What the host tells: life signs are gathered, ends are reported. */
export function listenerOver(seen: Watchers, report: (input: Input) => void): AgentHostListener {
  const { progress, spending, repeats, reach, limits, health, violations } = seen;
  return {
    onEvents: (attempt, events) => {
      health.see(attempt, events);
      violations.see(attempt, events);
      for (const event of events) {
        progress.sign(attempt, event.type === "usage" ? spending.usageOf(attempt, event) : signOf(event));
        if (event.type === "tool_call")
          repeats.call(attempt, { ...event, changes: toolKind(event.name, event.input) === "changed" });
        if (event.type === "tool_result") repeats.result(attempt, event);
        if (event.type === "note") report({ type: "attempt_noted", attempt, text: event.text });
        if (event.type === "retry_notice") limits.notice(attempt, event.text);
      }
    },
    onRefused: (attempt, { command, pid }) => {
      report({ type: "agent_ordered", attempts: [attempt], by: giverBehindWalls(command, pid) });
    },
    onEnd: (attempt, { outcome, mayLive }) => {
      const watched = violations.end(attempt);
      const looked = reach.looksAt(attempt, spending.agentOf(attempt), outcome);
      spending.end(attempt);
      repeats.end(attempt);
      limits.end(attempt);
      health.end(attempt);
      const end = { attempt, outcome, ...progress.end(attempt), ...(mayLive && { mayLive }) };
      if (looked === null && watched === null) return report({ type: "attempt_ended", ...end });
      // What it broke is known before it is judged.
      void Promise.all([looked, watched]).then(([unreached]) => {
        if (!reach.isClosed) report({ type: "attempt_ended", ...end, ...(unreached && { unreached }) });
      });
    },
  };
}

/** Looks for every attempt that was claimed; the inputs that bring the state in line with what is really there. */
export async function settleClaimed(state: State, options: AgentsOptions): Promise<Settled> {
  const claimed = [...state.attempts.live.values()].filter((attempt) => attempt.host !== null);
  const found = await Promise.all(claimed.map((attempt) => reconcileOne(state, attempt.id, options)));
  const inputs = found.flat();
  return { inputs, adopted: inputs.flatMap((input) => (input.type === "attempt_up" ? [input.attempt] : [])) };
}

interface Settled {
  readonly inputs: readonly Input[];
  /** Those that live and are watched from now on. */
  readonly adopted: readonly AttemptId[];
}

async function reconcileOne(state: State, attempt: AttemptId, options: AgentsOptions): Promise<Input[]> {
  const order = orderOf(state, attempt);
  const request = requestOf(order, options, options.spending.begin(order, state));
  if (request) options.onPlaced(attempt, request.workspace);
  const seen = request ? await options.host.adopt(request) : await options.host.observe(attempt);
  const where = request ? placeOf(order, request.workspace) : {};
  if (seen.state === "running")
    return [{ type: "attempt_up", attempt, pid: seen.agent?.pid ?? seen.keeper.pid, ...where }];
  if (seen.state !== "never_started" && request) return []; // its end is reported like any other
  options.spending.end(attempt);
  const outcome: Outcome = { type: "lost", evidence: ["it had been claimed, but was never started"], outage: true };
  const usage = { tokens: 0, usd: 0 };
  return [{ type: "attempt_ended", attempt, outcome, usage, ...(seen.state === "lost" && { mayLive: true }) }];
}

function signOf(event: Exclude<AgentEvent, { type: "usage" }>): Sign {
  switch (event.type) {
    case "session":
      return { session: event.id };
    case "text":
    case "note":
    case "retry_notice":
      return { activity: event.text };
    case "tool_call":
      return { activity: `${event.name} ${event.input}`, tool: toolKind(event.name, event.input) };
    case "tool_result":
      return { activity: `${event.name} ${event.ok ? "done" : "failed"}` };
    default:
      return event satisfies never;
  }
}

/** Whoever is in there has no name of its own; all that is its own is what it typed. */
function giverBehindWalls(command: string, pid: number): Giver {
  return { user: userInfo().username, host: hostname(), tty: "in its sandbox", pid, command };
}

function unknownAgent(name: string): Outcome {
  const message = `reeve.yaml no longer has the agent ${name}; add it again, then retry the task`;
  return {
    type: "failed",
    failure: { class: "config_error", restart: "terminal", subject: name, message, evidence: [] },
  };
}
