/**
 * What a fleet acts with: its agents' host, its timers, its workshop (worktrees, gates, merges), and the performer that
 * does what effects say. All that comes of it is submitted or reported as inputs; nothing is decided here.
 *
 * States: made → open (the workshop is there) → closed. Effects are performed only while it is open.
 */
import type { AttemptId } from "../domain/attempt.ts";
import { BugError } from "../domain/bug.ts";
import type { AgentHost } from "../effects/agents/host/agent-host.ts";
import { JobRunner } from "../effects/jobs.ts";
import { Performer } from "../effects/perform.ts";
import type { Effect } from "../engine/effect.ts";
import type { Event } from "../engine/event.ts";
import type { Answer, Input } from "../engine/input.ts";
import type { State } from "../engine/state.ts";
import { type AgentsOptions, agentsOver, listenerOver, settleClaimed } from "./agent-host.ts";
import { startBeat } from "./beat.ts";
import { Callbacks } from "./callbacks.ts";
import type { FleetOptions, Workshop } from "./fleet-options.ts";
import { OutsideWatch } from "./outside-watch.ts";
import { Progress } from "./progress.ts";
import { Repeats } from "./repeats.ts";
import { Spending } from "./spending.ts";
import { Timers } from "./timers.ts";

export interface HandsOptions {
  readonly fleet: FleetOptions;
  /** Rejects when the journal cannot be written. */
  readonly submit: (input: Input) => Promise<Answer>;
  /** For what comes in by itself; never rejects. */
  readonly report: (input: Input) => Promise<Answer | null>;
  readonly due: (timer: string) => void;
  readonly state: () => Promise<State>;
}

interface Opened {
  readonly workshop: Workshop;
  readonly agents: AgentsOptions;
  readonly performer: Performer;
  readonly jobs: JobRunner;
  readonly outside: OutsideWatch;
}

export class Hands {
  readonly #options: HandsOptions;
  readonly #host: AgentHost;
  readonly #timers: Timers;
  readonly #progress: Progress;
  readonly #spending: Spending;
  readonly #callbacks: Callbacks;
  #opened: Opened | null = null;
  #stopBeat: () => void = () => {};

  constructor(options: HandsOptions) {
    const { fleet, report, due } = options;
    this.#options = options;
    this.#timers = new Timers(fleet.clock, due);
    this.#progress = new Progress(report, () => fleet.clock.now());
    const { price = () => null, openGateway = null, openCallback = null, configs } = fleet;
    this.#spending = new Spending({ progress: this.#progress, report, price, openGateway });
    const run = { progress: this.#progress, report, state: options.state, configs };
    this.#callbacks = new Callbacks({ ...run, open: openCallback });
    const limitOf = (attempt: AttemptId) => fleet.configs[this.#spending.agentOf(attempt) ?? ""]?.limits.repeats ?? 0;
    const repeats = new Repeats({ limitOf, report });
    const listener = listenerOver(this.#progress, this.#spending, repeats, (input) => {
      void report(input);
      if (input.type === "attempt_ended") this.#afterEnd(input.attempt);
    });
    this.#host = fleet.openHost(listener);
  }

  /** The sentence that says why nothing can be done here, or null. */
  async open(state: State): Promise<string | null> {
    const { fleet, submit, report } = this.#options;
    const closed = await this.#spending.open(state);
    if (closed !== null) return closed;
    await this.#callbacks.open();
    const workshop = await fleet.openWorkshop(state.run.base);
    if ("unusable" in workshop) return workshop.unusable;
    const { place, project, failureRules, configs } = fleet;
    const { workspaces } = workshop;
    const run = { run: place.id, project, workspaces, failureRules, configs, state: this.#options.state };
    const agents = { ...run, host: this.#host, spending: this.#spending, callbacks: this.#callbacks };
    const jobs = new JobRunner(workshop.jobs, fleet.verifyParallel, submit);
    const performer = new Performer({
      agents: agentsOver(agents),
      jobs: (effect) => jobs.perform(effect),
      host: fleet.identity.host,
      submit,
      setTimer: (timer, at) => this.#timers.set(timer, at),
      later: (delayMs, call) => void fleet.clock.setTimer(delayMs, call),
    });
    const outside = new OutsideWatch(workshop.workspaces, report);
    this.#opened = { workshop, agents, jobs, performer, outside };
    const trouble = await workshop.workspaces.recover();
    return trouble?.message ?? null;
  }

  /** What an attempt may have written where it should not have. */
  #afterEnd(attempt: AttemptId): void {
    if (!this.#opened) return;
    const { workshop, outside } = this.#opened;
    outside.look(attempt);
    if (!attempt.startsWith("@")) return;
    const task = attempt.slice(0, attempt.lastIndexOf("."));
    void workshop.workspaces.discardReading(task).then((paths) => {
      if (paths.length > 0) void this.#options.report({ type: "advisor_wrote", attempt, paths });
    });
  }

  /** What the last ones may have written: after this nobody looks any more. */
  async lookLast(): Promise<void> {
    await this.#opened?.outside.lookLast();
  }

  async renewLease(): Promise<void> {
    await this.#host.renewLease();
  }

  settle(state: State): ReturnType<typeof settleClaimed> {
    return settleClaimed(state, this.#open().agents);
  }

  async perform(effect: Effect): Promise<void> {
    await this.#open().performer.perform(effect);
  }

  setTimer(timer: string, at: number): void {
    this.#timers.set(timer, at);
  }

  /** What was recorded: an agent may wait for it. */
  heard(events: readonly Event[]): void {
    this.#callbacks.heard(events);
  }

  beat(): void {
    this.#callbacks.begin();
    const { fleet, report } = this.#options;
    this.#stopBeat = startBeat({ clock: fleet.clock, host: this.#host, progress: this.#progress, report });
  }

  async stopAtOnce(attempts: Iterable<string>): Promise<void> {
    await Promise.all([...attempts].map((attempt) => this.#host.stop(attempt, 0)));
  }

  async close(): Promise<void> {
    this.#stopBeat();
    this.#timers.close();
    await this.#opened?.jobs.close();
    await this.#opened?.workshop.close();
    await this.#host.close();
    await this.#spending.close();
    await this.#callbacks.close();
  }

  #open(): Opened {
    if (!this.#opened) throw new BugError("effects are performed before the workshop is open");
    return this.#opened;
  }
}
