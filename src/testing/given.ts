/**
 * Engine tests that read given / when / then. A scenario is a run in memory: `when` submits inputs, `then` are the
 * events that followed, silence included. Time stands still until `pass` moves it, and then due timers fire.
 */

import { type GateResult, type Integration, NOTHING_CHANGED } from "../domain/proof/gate.ts";
import type { Plan, TaskSpec } from "../domain/spec/plan.ts";
import type { Settings } from "../domain/spec/settings.ts";
import type { Advisor } from "../domain/work/advisor.ts";
import { type AttemptId, workOfAttempt } from "../domain/work/attempt.ts";
import type { Outcome } from "../domain/work/outcome.ts";
import type { Task } from "../domain/work/task.ts";
import type { AdvisorId } from "../domain/work/work.ts";
import { step } from "../engine/engine.ts";
import type { Event } from "../engine/event.ts";
import type { Answer, Input } from "../engine/input.ts";
import { taskOf, workOf } from "../engine/lookup.ts";
import { outstanding } from "../engine/react.ts";
import type { State } from "../engine/state.ts";
import { initialState } from "../engine/state.ts";
import { MERGED } from "./outcomes.ts";

export type TaskSketch = Partial<TaskSpec> & { readonly id: string };

export interface Given {
  readonly tasks: readonly (TaskSketch | string)[];
  readonly gangs?: Plan["gangs"];
  /** With a repository: what is done is verified and merged. */
  readonly isolated?: boolean;
  readonly contract?: Plan["contract"];
  readonly settings?: Partial<Settings>;
  readonly policies?: Partial<Settings["policies"]>;
}

/** A run in memory with this plan: submit inputs with `when`, then compare the events in `then`. */
export function given(sketch: Given): Scenario {
  return new Scenario(sketch);
}

export class Scenario {
  readonly state: State = initialState();
  at = 1_000_000;
  answer: Answer = { type: "taken" };
  /** All events since the beginning. */
  readonly everything: Event[] = [];
  #events: Event[] = [];

  constructor(sketch: Given) {
    const plan: Plan = {
      title: "plan",
      gangs: sketch.gangs ?? {},
      tasks: sketch.tasks.map(sketchTask),
      checkpoints: [],
      ...(sketch.contract && { contract: sketch.contract }),
    };
    const settings = { ...SETTINGS, ...sketch.settings, policies: { ...SETTINGS.policies, ...sketch.policies } };
    const base = sketch.isolated ? { commit: "base", branch: "main" } : null;
    this.when({ type: "create_run", run: "r1", planFile: "plan.yaml", planHash: "hash", plan, settings, base });
    this.when({ type: "run_opened", host: "here", bootId: "boot", pid: 1, version: "0", adopted: [], settings });
  }

  /** Submits an input; the events of it and of earlier ones wait for `then`. */
  when(input: Input): this {
    const { events, answer } = step(this.state, input, this.at, 0.5);
    this.answer = answer;
    this.#events.push(...events);
    this.everything.push(...events);
    return this;
  }

  /** An attempt comes up, as its keeper would report. */
  up(attempt: AttemptId): this {
    return this.when({ type: "attempt_claimed", attempt, host: "here", inputHash: "hash" }).when({
      type: "attempt_up",
      attempt,
      pid: 7,
    });
  }

  ends(attempt: AttemptId, outcome: Outcome, tokens = 0): this {
    return this.when({ type: "attempt_ended", attempt, outcome, usage: { tokens, usd: 0 } });
  }

  /** Reeve has looked at what the attempt left; without gates all is well. */
  verified(attempt: AttemptId, ...gates: readonly GateResult[]): this {
    const commit = this.state.run.base === null ? null : `commit-of-${attempt}`;
    const verification = { commit, base: commit && "base", changed: NOTHING_CHANGED, gates };
    return this.when({ type: "task_verified", task: workOfAttempt(attempt), attempt, verification });
  }

  integrated(attempt: AttemptId, integration: Integration = MERGED): this {
    return this.when({ type: "task_integrated", task: workOfAttempt(attempt), attempt, integration });
  }

  /** What the state owes the world now beside its monitors, by name. */
  owed(): string[] {
    const owed = outstanding(this.state).filter(({ type }) => type !== "tend_monitors");
    return owed.map((effect) => {
      const of = "order" in effect && "task" in effect.order ? effect.order.task : null;
      return of === null ? effect.type : `${effect.type}:${of}`;
    });
  }

  /** Time passes; timers that fall due fire in their order. */
  pass(ms: number): this {
    const until = this.at + ms;
    for (;;) {
      const next = [...this.state.timers.values()].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.at = Math.max(this.at, next.at);
      this.when({ type: "timer_due", timer: next.timer });
    }
    this.at = until;
    return this;
  }

  /** The events since the last look, without bookkeeping: the tree's own, and what is noted about rounds of judgement. */
  then(): Event[] {
    const events = this.#events.filter((event) => !BOOKKEEPING.has(event.type));
    this.#events = [];
    return events;
  }

  /** Their names only; the task or attempt behind a colon. */
  names(): string[] {
    return this.then().map((event) => {
      const of = subjectOf(event);
      return of === null ? event.type : `${event.type}:${of}`;
    });
  }

  task(id: string): Task {
    return taskOf(this.state, id);
  }

  /** One that was asked and has not answered. */
  advisor(id: AdvisorId): Task | Advisor {
    return workOf(this.state, { advisor: id });
  }

  /** Forgets what happened so far. */
  quietly(): this {
    this.#events = [];
    return this;
  }
}

const BOOKKEEPING: ReadonlySet<Event["type"]> = new Set([
  "tree_planted",
  "tree_changed",
  "timer_fired",
  "host_up",
  "round_judged",
]);

const POLICY = { restarts: 3, withinS: 300, backoff: { kind: "none" }, graceS: 10 } as const;

/** One slot per task and no waiting, unless a test says otherwise. */
const SETTINGS: Settings = {
  maxParallel: 10,
  workspace: {
    changesets: { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" },
    raiseTierWhenWrong: false,
    evictionsMax: 3,
  },
  policies: {
    roles: {
      worker: POLICY,
      drone: { ...POLICY, restarts: 1, withinS: 60 },
      lead: { ...POLICY, restarts: 10, withinS: 3600 },
    },
    malformedRetries: 3,
    lineageRetries: 3,
    attemptsMax: 12,
    escalation: "ask",
    replan: "ask",
    replans: 3,
    holdAccounts: true,
    patterns: { threshold: 2, running: "finish" },
    haltFailedShare: 0.3,
    orphanMinutes: 60,
  },
  budgets: {},
  advisors: {},
  agents: { agent: { minutes: 60, parallel: 10, tiers: [] } },
};

function sketchTask(sketch: TaskSketch | string): TaskSpec {
  const given = typeof sketch === "string" ? { id: sketch } : sketch;
  return {
    title: given.id,
    prompt: `Do ${given.id}.`,
    role: "worker",
    dependsOn: [],
    files: [],
    agent: "agent",
    gates: [],
    commitments: [],
    acceptance: [],
    budget: {},
    priority: 0,
    tags: [],
    ...given,
  };
}

/** Whom an event is about. */
function subjectOf(event: Event): string | null {
  if ("attempt" in event) return event.attempt;
  const ref = event.type === "restart_scheduled" ? (event.of ?? {}) : event;
  if ("task" in ref && typeof ref.task === "string") return ref.task;
  return "advisor" in ref && typeof ref.advisor === "string" ? ref.advisor : null;
}
