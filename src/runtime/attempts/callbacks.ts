/**
 * The tools agents call while they work, as a run needs them: opened with it, told what is recorded, closed with it. Where
 * they cannot be opened the run is told once and goes on without. What agents say becomes inputs and life signs.
 */

import type { AgentConfig } from "../../domain/spec/config.ts";
import type { AttemptId, AttemptOrder } from "../../domain/work/attempt.ts";
import type { Callback, CallbackAddress, CallbackDesk } from "../../effects/callback/callback-port.ts";
import { secretsOf } from "../../effects/masking/redact.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { RunPlace } from "../run/run-place.ts";
import type { Clock } from "../time/clock.ts";
import type { Progress } from "./progress.ts";

export type OpenCallback = (desk: CallbackDesk) => Promise<Callback>;

/** Loaded only where it is used. */
export async function openRunCallback(place: RunPlace, clock: Clock, desk: CallbackDesk): Promise<Callback> {
  const { openCallback } = await import("../../effects/callback/callback-server.ts");
  return openCallback({ runDir: place.dir, clock, ...desk });
}

export interface CallbacksOptions {
  /** Null: agents have no such tools. */
  readonly open: OpenCallback | null;
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly progress: Progress;
  readonly state: () => Promise<State>;
  /** Null: it could not be recorded. */
  readonly report: (input: Input) => Promise<Answer | null>;
}

export class Callbacks {
  readonly #options: CallbacksOptions;
  readonly #secrets = new Map<string, readonly string[]>();
  #callback: Callback | null = null;
  #trouble: string | null = null;

  constructor(options: CallbacksOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { open, state, report, progress } = this.#options;
    if (!open) return;
    try {
      this.#callback = await open({
        state,
        report,
        progress: (attempt: AttemptId, text) => progress.sign(attempt, { activity: text }),
        secretsOf: (agent) => this.#secretsOf(agent),
        onTrouble: (message) => void report({ type: "door_troubled", message }),
      });
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
    }
  }

  /** Null: this one has none. Advisors only read and answer. */
  addressOf({ id, agent, advisor }: AttemptOrder): CallbackAddress | null {
    if (advisor || !this.#callback) return null;
    return this.#callback.addressOf(agent, id);
  }

  /** The run is open: calls are taken, and what went wrong can be told. */
  begin(): void {
    this.#callback?.begin();
    if (this.#trouble !== null) void this.#options.report({ type: "callback_failed", message: this.#trouble });
  }

  heard(events: readonly Event[]): void {
    this.#callback?.heard(events);
  }

  async close(): Promise<void> {
    await this.#callback?.close();
  }

  #secretsOf(agent: string): readonly string[] {
    const known = this.#secrets.get(agent) ?? secretsOf(this.#options.configs[agent]?.env ?? {}, process.env);
    this.#secrets.set(agent, known);
    return known;
  }
}
