/**
 * Does what effects say, exhaustively, and reports what came of it as inputs. A start is claimed first: only the answer
 * "go" is the permission, so an effect that is delivered twice starts nothing twice. It decides nothing.
 */
import { hash } from "node:crypto";
import { never } from "../domain/bug.ts";
import type { Budget } from "../domain/spec/plan.ts";
import type { Workspace } from "../domain/spec/workspace.ts";
import type { Unready } from "../domain/tree/unready.ts";
import type { AttemptId, AttemptOrder } from "../domain/work/attempt.ts";
import type { Outcome, Usage } from "../domain/work/outcome.ts";
import type { WaitingMessage } from "../domain/work/session.ts";
import type { Unreached } from "../domain/work/unreached.ts";
import type { Effect } from "../engine/effect.ts";
import type { Nudge } from "../engine/health/events.ts";
import type { Answer, Input } from "../engine/input.ts";
import type { SendNotice } from "../engine/notice/outbox.ts";
import type { Told } from "../engine/talk/events.ts";
import type { Timer } from "../engine/timer.ts";
import type { JobEffect } from "./jobs.ts";

/** What the performer needs of the agents' host. Ends arrive through the host's own callback, never here. */
export interface Agents {
  /** Resolves when the agent runs, or says as an outcome why it does not. */
  start(order: AttemptOrder): Promise<Started | NotStarted>;
  /** A start that is still being prepared comes to nothing; one that has got further does not notice. */
  giveUp(attempt: AttemptId): void;
  /** Ends everything the attempt started; `failed` means that nothing could be done at the moment. */
  stop(attempt: AttemptId, graceMs: number): Promise<"stopped" | "not_running" | "failed">;
  /** Safe to repeat: the same message is heard once. */
  tell(attempt: AttemptId, message: WaitingMessage): Promise<Told>;
  /** Wakes or asks it; whether it hears that nobody waits for. Safe to repeat. */
  nudge(attempt: AttemptId, nudge: Nudge): Promise<void>;
  /** Holds all its processes where they are; `wake` lets them go. Safe to repeat. */
  pause(attempt: AttemptId): Promise<void>;
  wake(attempt: AttemptId): Promise<void>;
}

export interface Started {
  readonly pid: number;
  readonly workspace?: Workspace;
  /** Where the work of earlier attempts was put away. */
  readonly parked?: string;
  readonly dir?: string;
  readonly moved?: true;
}

/** It does not run, and why; what was missing before, or could not be reached, holds all that need it. */
export interface NotStarted {
  readonly outcome: Outcome;
  readonly unready?: readonly Unready[];
  readonly unreached?: Unreached;
}

export interface PerformOptions {
  readonly agents: Agents;
  readonly jobs: (effect: JobEffect) => Promise<void>;
  readonly host: string;
  /** Tries whether it can be reached, and reports it. */
  readonly probe: (endpoint: string) => Promise<void>;
  readonly submit: (input: Input) => Promise<Answer>;
  readonly setTimer: (timer: Timer, at: number) => void;
  /** So much may be used in all, by an attempt or by the run (null). */
  readonly allow: (attempt: AttemptId | null, budget: Budget) => void;
  /** Lets those monitors work that the tree wants now. */
  readonly tend: () => Promise<void>;
  /** A message goes out; returns at once. */
  readonly notify: (effect: SendNotice) => void;
  readonly later: (delayMs: number, call: () => void) => void;
}

const STOP_AGAIN_MS = 1_000;

export class Performer {
  readonly #options: PerformOptions;
  /** One thing at a time per attempt: a stop waits for the start it overtook. */
  readonly #busy = new Map<AttemptId, Promise<void>>();

  constructor(options: PerformOptions) {
    this.#options = options;
  }

  /** Never rejects for what the world does; rejects when the journal cannot be written. */
  async perform(effect: Effect): Promise<void> {
    switch (effect.type) {
      case "start_attempt":
        return this.#inOrder(effect.order.id, () => this.#start(effect.order));
      case "stop_attempt":
        // Nobody waits for packages to be installed for an agent that will not run.
        this.#options.agents.giveUp(effect.attempt);
        return this.#inOrder(effect.attempt, () => this.#stop(effect.attempt, effect.graceMs));
      case "tell_attempt":
        return this.#inOrder(effect.attempt, () => this.#tell(effect.attempt, effect.message));
      case "nudge_attempt":
        return this.#options.agents.nudge(effect.attempt, effect.nudge);
      case "pause_attempt":
        return this.#inOrder(effect.attempt, () => this.#options.agents.pause(effect.attempt));
      case "wake_attempt":
        return this.#inOrder(effect.attempt, () => this.#options.agents.wake(effect.attempt));
      case "verify":
      case "compare":
      case "integrate":
      case "check_run":
        return this.#options.jobs(effect);
      case "allow":
        return this.#options.allow(effect.attempt, effect.budget);
      case "probe_endpoint":
        return this.#options.probe(effect.endpoint);
      case "tend_monitors":
        return this.#options.tend();
      case "set_timer":
        return this.#options.setTimer(effect.timer, effect.at);
      case "ask_person":
        return; // The views show what is open; whom the person named is told by a message.
      case "send_notice":
        return this.#options.notify(effect);
      default:
        return never(effect, "effect");
    }
  }

  async #start(order: AttemptOrder): Promise<void> {
    const { agents, host, submit } = this.#options;
    const inputHash = hash("sha256", order.prompt);
    const answer = await submit({ type: "attempt_claimed", attempt: order.id, host, inputHash });
    if (answer.type !== "go") return;
    const started = await agents.start(order);
    if ("pid" in started) await submit({ type: "attempt_up", attempt: order.id, ...started });
    else await submit({ type: "attempt_ended", attempt: order.id, ...started, usage: NOTHING });
  }

  async #stop(attempt: AttemptId, graceMs: number): Promise<void> {
    const { agents, submit, later } = this.#options;
    const answer = await agents.stop(attempt, graceMs);
    if (answer === "failed") later(STOP_AGAIN_MS, () => void this.perform({ type: "stop_attempt", attempt, graceMs }));
    // Unknown to the host: it was never started, or its end was reported before and this report changes nothing.
    else if (answer === "not_running")
      await submit({ type: "attempt_ended", attempt, outcome: { type: "stopped" }, usage: NOTHING });
  }

  async #tell(attempt: AttemptId, message: WaitingMessage): Promise<void> {
    const how = await this.#options.agents.tell(attempt, message);
    await this.#options.submit({ type: "attempt_told", attempt, message: message.id, how });
  }

  #inOrder(attempt: AttemptId, work: () => Promise<void>): Promise<void> {
    const turn = (this.#busy.get(attempt) ?? Promise.resolve()).then(work, work);
    this.#busy.set(attempt, turn);
    void turn
      .finally(() => {
        if (this.#busy.get(attempt) === turn) this.#busy.delete(attempt);
      })
      .catch(() => {});
    return turn;
  }
}

const NOTHING: Usage = { tokens: 0, usd: 0 };
