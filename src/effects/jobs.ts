/**
 * The port to what Reeve itself does for a task after its agent, and how it is done in turn: one merge at a time, a few
 * verifications at once, nothing twice at once. What comes of it goes back as an input; nothing is decided here.
 */

import { Semaphore } from "../basics/semaphore.ts";
import type { CoherenceReport } from "../domain/proof/coherence.ts";
import type { CompareOrder } from "../domain/proof/compare.ts";
import type { Failure } from "../domain/proof/failure.ts";
import type {
  CheckRunOrder,
  GateResult,
  IntegrateOrder,
  Integration,
  Verification,
  VerifyOrder,
} from "../domain/proof/gate.ts";
import type { Effect } from "../engine/effect.ts";
import type { Input } from "../engine/input.ts";

/** All of it can be repeated and cut short; a failure is Reeve's own trouble, not the agent's. None of it throws. */
export interface Jobs {
  readonly verify: (order: VerifyOrder, signal: AbortSignal) => Promise<VerifyAnswer>;
  readonly compare: (order: CompareOrder, signal: AbortSignal) => Promise<CompareAnswer>;
  readonly integrate: (order: IntegrateOrder, signal: AbortSignal) => Promise<IntegrateAnswer>;
  readonly check: (order: CheckRunOrder, signal: AbortSignal) => Promise<CheckAnswer>;
}

export type VerifyAnswer =
  | { readonly type: "verified"; readonly verification: Verification }
  | { readonly type: "failed"; readonly failure: Failure };

/** `trouble`: it could not be looked at. */
export interface CompareAnswer {
  readonly report: CoherenceReport;
  readonly trouble?: string;
}

export type IntegrateAnswer =
  | { readonly type: "integrated"; readonly integration: Integration }
  | { readonly type: "failed"; readonly failure: Failure };

export interface CheckAnswer {
  readonly head: string | null;
  readonly gates: readonly GateResult[];
}

export type JobEffect = Extract<Effect, { type: "verify" | "compare" | "integrate" | "check_run" }>;

export class JobRunner {
  readonly #jobs: Jobs;
  readonly #submit: (input: Input) => Promise<unknown>;
  readonly #verifying: Semaphore;
  readonly #merging = new Semaphore(1);
  readonly #cut = new AbortController();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(jobs: Jobs, verifyParallel: number, submit: (input: Input) => Promise<unknown>) {
    this.#jobs = jobs;
    this.#submit = submit;
    this.#verifying = new Semaphore(verifyParallel);
  }

  /** What is under way already is not begun again: its answer is on its way. */
  perform(effect: JobEffect): Promise<void> {
    const key = effect.type === "check_run" ? "run" : `${effect.type}:${effect.order.attempt}`;
    const before = this.#underWay.get(key);
    if (before !== undefined) return before;
    const turns = effect.type === "verify" ? this.#verifying : this.#merging;
    const work = turns.run(() => this.#do(effect)).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }

  /** Ends what runs. Nothing is reported any more: the next Reeve does it again. */
  async close(): Promise<void> {
    this.#cut.abort();
    await Promise.allSettled(this.#underWay.values());
  }

  async #do(effect: JobEffect): Promise<void> {
    const { signal } = this.#cut;
    if (signal.aborted) return;
    const input = await this.#inputOf(effect, signal);
    if (!signal.aborted) await this.#submit(input);
  }

  async #inputOf(effect: JobEffect, signal: AbortSignal): Promise<Input> {
    if (effect.type === "check_run") {
      const { head, gates } = await this.#jobs.check(effect.order, signal);
      return { type: "run_checked", head, gates };
    }
    const { task, attempt } = effect.order;
    if (effect.type === "verify") {
      const answer = await this.#jobs.verify(effect.order, signal);
      if (answer.type === "verified")
        return { type: "task_verified", task, attempt, verification: answer.verification };
      return { type: "job_failed", task, attempt, job: "verify", failure: answer.failure };
    }
    if (effect.type === "compare") {
      const answer = await this.#jobs.compare(effect.order, signal);
      return { type: "task_compared", task, attempt, ...answer };
    }
    const answer = await this.#jobs.integrate(effect.order, signal);
    if (answer.type === "integrated")
      return { type: "task_integrated", task, attempt, integration: answer.integration };
    return { type: "job_failed", task, attempt, job: "integrate", failure: answer.failure };
  }
}
