/**
 * The look before every start: is the agent's program there, is it logged in, may it work unattended, has the machine disk and
 * memory left, can its provider be reached. One look serves all tasks of an agent. While something is missing it looks again by
 * itself, ever more rarely, and reports what has changed. It decides nothing and starts no work.
 */

import type { Unready } from "../../domain/tree/unready.ts";
import { endpointName, type Unreached } from "../../domain/work/unreached.ts";
import type { NotStarted } from "../../effects/perform.ts";
import type { Input } from "../../engine/input.ts";
import { isAccepted } from "../../engine/question/unready.ts";
import type { State } from "../../engine/state.ts";
import { machineLack } from "../machine/machine-lack.ts";

export interface ReadinessOptions {
  /** All that is missing for the open tasks of a run and for these agents beside them. Absent: nobody looks. */
  readonly look?: (state: State, agents: readonly string[]) => Promise<readonly Unready[]>;
  /** What Reeve itself cannot reach of what this agent needs; null: nothing. */
  readonly reach: (agent: string) => Promise<Unreached | null>;
  /** Where runs and worktrees are kept. */
  readonly dir: string;
  readonly state: () => Promise<State>;
  readonly now: () => number;
  readonly report: (input: Input) => unknown;
}

/** What was found good stays so for a moment: tasks of one agent start together. */
const GOOD_MS = 5_000;
const AGAIN_MS_MIN = 2_000;
const AGAIN_MS_MAX = 30_000;

export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #goodUntil = new Map<string, number>();
  readonly #looking = new Map<string, Promise<readonly Unready[]>>();
  #again: { readonly at: number; readonly waitMs: number } | null = null;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Why an attempt of this agent is not started; null: nothing speaks against it. */
  async before(agent: string): Promise<NotStarted | null> {
    const { dir, now, state } = this.#options;
    const current = await state();
    const lack = machineLack(dir, current.settings.policies);
    if (lack !== null) return { outcome: { type: "failed", failure: lack } };
    if (now() < (this.#goodUntil.get(agent) ?? Number.NEGATIVE_INFINITY)) return null;
    const missing = (await this.#look(current, [agent])).filter(
      (each) => each.by !== "gate" && each.agents.includes(agent) && !isAccepted(current, each),
    );
    if (missing.length > 0) return { outcome: notReady(missing), unready: missing };
    const unreached = await this.#unreached(current, agent);
    if (unreached !== null) return { outcome: notReached(unreached), unreached };
    this.#goodUntil.set(agent, now() + GOOD_MS);
    return null;
  }

  /** With every beat: while a person is asked about something that is missing, whether it is there by now. */
  async lookAgain(): Promise<void> {
    const { now, report, state } = this.#options;
    const current = await state();
    const asked = [...current.questions.open.values()].flatMap((each) => (each.kind === "ready" ? [each] : []));
    if (asked.length === 0) {
      this.#again = null;
      return;
    }
    this.#again ??= { at: now() + AGAIN_MS_MIN, waitMs: AGAIN_MS_MIN };
    if (now() < this.#again.at) return;
    const waitMs = Math.min(this.#again.waitMs * 2, AGAIN_MS_MAX);
    this.#again = { at: now() + waitMs, waitMs };
    const unready = await this.#look(
      current,
      asked.flatMap(({ agents }) => agents),
    );
    const names = new Set(unready.map(({ by, program }) => `${by} ${program}`));
    if (asked.some(({ missing }) => !names.has(missing))) void report({ type: "readiness_seen", unready });
  }

  /** However many starts ask at once. */
  #look(state: State, agents: readonly string[]): Promise<readonly Unready[]> {
    const { look } = this.#options;
    if (!look) return Promise.resolve([]);
    const key = agents.join(" ");
    const looking = this.#looking.get(key) ?? look(state, agents).finally(() => this.#looking.delete(key));
    this.#looking.set(key, looking);
    return looking;
  }

  async #unreached({ network, settings }: State, agent: string): Promise<Unreached | null> {
    if (settings.policies.holdUnreachable === false) return null;
    const unreached = await this.#options.reach(agent);
    return unreached === null || network.trusted?.includes(unreached.endpoint) ? null : unreached;
  }
}

function notReady([first]: readonly Unready[]): NotStarted["outcome"] {
  const { message = "", evidence = [], program = "" } = first ?? {};
  return {
    type: "failed",
    failure: { class: "config_error", restart: "terminal", subject: program, message, evidence },
  };
}

function notReached({ endpoint, detail }: Unreached): NotStarted["outcome"] {
  const message = `${endpointName(endpoint)} cannot be reached (${detail}), so nothing was started.`;
  return {
    type: "failed",
    failure: { class: "network", restart: "transient", subject: endpoint, message, evidence: [] },
  };
}
