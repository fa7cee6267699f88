/**
 * Runs an agent once in a role: a real process under a keeper, like any attempt, but what counts is what it says and not
 * what it changes. It ends with everything it started: by itself, after its time, or when told. Nothing of this throws for
 * what agents or the machine do.
 */

import type { Failure } from "../../domain/proof/failure.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { AgentEvent, AttemptRequest } from "../agents/adapters/agent-adapter.ts";
import type { AgentHost, AttemptEnded } from "../agents/host/agent-host.ts";
import { openProcessHost, type ProcessHostOptions } from "../agents/host/process-host.ts";
import { type CheckClock, REAL_CLOCK } from "../gates/check/check-clock.ts";
import { type SpokenEnd, SpokenEnds } from "./spoken-end.ts";

export interface RoleHostOptions
  extends Pick<ProcessHostOptions, "adapters" | "orphanMinutes" | "keeper" | "starter" | "sandbox"> {
  /** Where the files of the attempts go; made if it is not there. */
  readonly dir: string;
  readonly clock?: CheckClock;
}

export interface RoleHost {
  readonly run: (request: AttemptRequest, limits: RoleLimits) => Promise<RoleEnd>;
  readonly close: () => Promise<void>;
}

export interface RoleLimits {
  readonly timeMs: number;
  /** Between the polite stop and the kill. */
  readonly graceMs: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Ends it at once. */
  readonly force?: AbortSignal;
}

export type RoleEnd = { readonly usage: Usage } & SpokenEnd;

export function openRoleHost(options: RoleHostOptions): RoleHost {
  const { dir, orphanMinutes, clock = REAL_CLOCK, adapters: real, ...rest } = options;
  const spoken = new SpokenEnds(real);
  const waiting = new Map<AttemptId, (ended: AttemptEnded) => void>();
  const usages = new Map<AttemptId, Usage>();
  const host = openProcessHost({
    ...rest,
    runDir: dir,
    orphanMinutes,
    adapters: spoken.adapters,
    listener: {
      onEvents: (attempt, events) => usages.set(attempt, sum(usages.get(attempt) ?? NOTHING, events)),
      onEnd: (attempt, ended) => waiting.get(attempt)?.(ended),
    },
  });
  const beatMs = Math.max(1_000, (orphanMinutes * 60_000) / BEATS);

  const run = async (request: AttemptRequest, limits: RoleLimits): Promise<RoleEnd> => {
    const { attemptId } = request;
    const usage = () => usages.get(attemptId) ?? NOTHING;
    if (limits.signal.aborted) return { type: "stopped", usage: NOTHING };
    const ended = new Promise<AttemptEnded>((resolve) => waiting.set(attemptId, resolve));
    await host.renewLease();
    const starting = host.start(request);
    const watch = watchOver(host, attemptId, limits, clock, beatMs);
    const started = await starting;
    const { outcome } = started.type === "failed" ? started : await ended;
    watch.end();
    if (outcome.type === "stopped" && watch.isLate()) return { type: "failed", failure: late(limits), usage: usage() };
    return { ...spoken.of(outcome, request), usage: usage() };
  };
  return { run, close: () => host.close() };
}

const NOTHING: Usage = { tokens: 0 };
/** So often within the time after which keepers end an agent whose Reeve is gone. */
const BEATS = 4;

function watchOver(host: AgentHost, attempt: AttemptId, limits: RoleLimits, clock: CheckClock, beatMs: number) {
  const { signal, force, timeMs, graceMs } = limits;
  let isLate = false;
  const stop = () => void host.stop(attempt, graceMs);
  const kill = () => void host.stop(attempt, 0);
  const cancelLimit = clock.setTimer(timeMs, () => {
    isLate = true;
    stop();
  });
  let cancelBeat = clock.setTimer(beatMs, function beat() {
    // A keeper that hears nothing for long ends its agent: worth another try at the next beat, not an end of ours.
    host.renewLease().catch(() => {});
    cancelBeat = clock.setTimer(beatMs, beat);
  });
  signal.addEventListener("abort", stop, { once: true });
  force?.addEventListener("abort", kill, { once: true });
  if (signal.aborted) stop();
  if (force?.aborted) kill();
  const end = () => {
    cancelLimit();
    cancelBeat();
    signal.removeEventListener("abort", stop);
    force?.removeEventListener("abort", kill);
  };
  return { end, isLate: () => isLate };
}

function late({ timeMs }: RoleLimits): Failure {
  const minutes = Math.round(timeMs / 6_000) / 10;
  const message = `The agent did not answer within ${minutes} min and was stopped. Raise \`limits.minutes\` of this agent in reeve.yaml if it needs longer.`;
  return { class: "timeout", restart: "persistent", message, evidence: [] };
}

function sum(usage: Usage, events: readonly AgentEvent[]): Usage {
  return events.reduce((all, event) => (event.type === "usage" ? addUsage(all, event.usage) : all), usage);
}

export function addUsage(one: Usage, other: Usage): Usage {
  const usd = one.usd === undefined && other.usd === undefined ? undefined : (one.usd ?? 0) + (other.usd ?? 0);
  return { tokens: one.tokens + other.tokens, ...(usd !== undefined && { usd }) };
}
