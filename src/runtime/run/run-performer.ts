/**
 * What acts for a run: its agents' host, its timers, its workshop (worktrees, gates, merges), and what does as effects say.
 * All that comes of it is submitted or reported as inputs; nothing is decided here. Agents that still live when it is
 * closed are left to their keepers.
 *
 * States: made → open (the workshop is there) → closed. Effects are performed only while it is open.
 */

import { BugError } from "../../domain/bug.ts";
import { isOfAdvisor } from "../../domain/work/advisor.ts";
import { type AttemptId, workOfAttempt } from "../../domain/work/attempt.ts";
import type { AgentHost } from "../../effects/agents/host/agent-host.ts";
import { JobRunner } from "../../effects/jobs.ts";
import { Performer as EffectPerformer } from "../../effects/perform.ts";
import type { Effect } from "../../engine/effect.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";
import { integratedHead } from "../../engine/merge/jobs.ts";
import type { State } from "../../engine/state.ts";
import { dueAt, type Timer, timerKey } from "../../engine/timer.ts";
import { liveMonitors } from "../../engine/tree/monitors.ts";
import { type AgentsOptions, agentsOver, listenerOver, settleClaimed } from "../attempts/agents-over-host.ts";
import { type Beat, startBeat } from "../attempts/beat.ts";
import { Callbacks } from "../attempts/callbacks.ts";
import type { HealthWatch } from "../attempts/health-watch.ts";
import { OutsideWatch } from "../attempts/outside-watch.ts";
import { Progress } from "../attempts/progress.ts";
import { REACHED, Reach } from "../attempts/reach.ts";
import { Readiness } from "../attempts/readiness.ts";
import { Spending } from "../attempts/spending.ts";
import { watchersOf } from "../attempts/watchers.ts";
import type { Monitors } from "../monitors/monitors.ts";
import { runMonitors } from "../monitors/run-monitors.ts";
import type { ViolationWatch } from "../monitors/violation-watch.ts";
import type { NoticeDesk } from "../notices/notice-desk.ts";
import { runNotices } from "../notices/run-notices.ts";
import type { Desk, Performer } from "../runner/system.ts";
import { Timers } from "../time/timers.ts";
import { type Around, openAround } from "./around.ts";
import { firstInputs } from "./first-inputs.ts";
import { olderJournal } from "./older-journal.ts";
import { openSpecs } from "./open-specs.ts";
import { probing } from "./probe.ts";
import type { RunOptions, Workshop } from "./run-options.ts";
import { violationWatchOf } from "./violation-watch-of.ts";

interface Opened {
  readonly workshop: Workshop;
  readonly agents: AgentsOptions;
  readonly performer: EffectPerformer;
  readonly jobs: JobRunner;
  readonly outside: OutsideWatch;
}

export class RunPerformer implements Performer<State, Input, Event, Effect> {
  readonly #options: RunOptions;
  readonly #desk: Desk<State, Input, Answer>;
  readonly #host: AgentHost;
  readonly #timers: Timers<Timer>;
  readonly #progress: Progress;
  readonly #spending: Spending;
  readonly #reach: Reach;
  readonly #readiness: Readiness;
  readonly #callbacks: Callbacks;
  readonly #notices: NoticeDesk;
  readonly #around: Around;
  readonly #health: HealthWatch;
  #opened: Opened | null = null;
  readonly #violations: ViolationWatch;
  readonly #monitors: Monitors;
  #beat: Beat | null = null;

  constructor(options: RunOptions, desk: Desk<State, Input, Answer>) {
    const { price = () => null, openGateway = null, openCallback = null, configs, clock, openHost } = options;
    const { report, state } = desk;
    this.#notices = runNotices(desk, clock, options.notify);
    this.#around = openAround(options, desk, () => this.#health.taken);
    this.#options = options;
    this.#desk = desk;
    this.#timers = new Timers({ clock, keyOf: timerKey, onDue: (timer) => void this.#due(timer) });
    const now = () => clock.now();
    this.#progress = new Progress(report, now);
    this.#reach = new Reach({ configs, env: process.env, probe: options.probe ?? REACHED, report });
    const { preflight, place } = options;
    this.#readiness = new Readiness({
      ...(preflight && { look: (state: State, agents: readonly string[]) => preflight(openSpecs(state), agents) }),
      reach: (agent) => this.#reach.preflight(agent),
      dir: place.dir,
      ...{ state, now, report },
    });
    const onRecord = this.#reach.heard.bind(this.#reach);
    this.#spending = new Spending({ progress: this.#progress, report, price, openGateway, onRecord, now });
    this.#callbacks = new Callbacks({ progress: this.#progress, report, state, configs, open: openCallback });
    this.#violations = violationWatchOf(options, desk, {
      agentOf: (attempt) => this.#spending.agentOf(attempt),
      commands: () => this.#host.commands(),
      workspaces: () => this.#opened?.workshop.workspaces ?? null,
    });
    const watchers = watchersOf({
      ...{ progress: this.#progress, spending: this.#spending, reach: this.#reach, configs, report, state },
      violations: this.#violations,
      now,
      vitals: () => this.#host.vitals(),
      stampOf: async ({ id, title }) => (await this.#opened?.workshop.workspaces.stamp(id, title)) ?? null,
    });
    this.#health = watchers.health;
    const heard = (input: Input): void => {
      void report(input);
      if (input.type === "attempt_ended") this.#afterEnd(input.attempt);
    };
    this.#host = openHost(listenerOver(watchers, heard));
    this.#monitors = runMonitors({
      clock,
      report,
      lookAtHealth: () => this.#lookAtHealth(),
      lookAtBudget: this.#around.lookAtMoney,
      lookForViolations: () => this.#violations.look(),
      ...(options.hygiene && { hygiene: options.hygiene }),
    });
  }

  async #lookAtHealth(): Promise<void> {
    await this.#health.look();
    const trouble = this.#beat?.leaseTrouble() ?? null;
    if (trouble !== null) throw new Error(`the keepers' lease cannot be renewed: ${trouble}`);
  }

  /** Why Reeve cannot work here, in one sentence, or null. */
  async open(state: State): Promise<string | null> {
    const { submit, report } = this.#desk;
    const { place, project, failureRules, configs, openWorkshop, verifyParallel, identity, clock } = this.#options;
    await this.#host.renewLease();
    const closed = olderJournal(state, place.dir) ?? (await this.#spending.open(state));
    if (closed !== null) return closed;
    await this.#callbacks.open();
    const workshop = await openWorkshop(state.run.base, integratedHead(state));
    if ("unusable" in workshop) return workshop.unusable;
    const { workspaces } = workshop;
    const before = this.#readiness.before.bind(this.#readiness);
    const run = { run: place.id, project, workspaces, failureRules, configs, state: this.#desk.state, before };
    const onPlaced = this.#violations.place.bind(this.#violations);
    const agents = { ...run, report, onPlaced, host: this.#host, spending: this.#spending, callbacks: this.#callbacks };
    const jobs = new JobRunner(workshop.jobs, verifyParallel, submit);
    const performer = new EffectPerformer({
      agents: agentsOver(agents),
      jobs: (effect) => jobs.perform(effect),
      host: identity.host,
      probe: probing({ reach: this.#reach, workshop, dir: place.dir, state: this.#desk.state, report }),
      submit,
      setTimer: (timer, at) => this.#timers.set(timer, at),
      allow: (attempt, budget) => this.#spending.allow(attempt, budget),
      tend: async () => this.#monitors.tend(liveMonitors(await this.#desk.state())),
      notify: (effect) => this.#notices.take(effect),
      later: (delayMs, call) => void clock.setTimer(delayMs, call),
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
    if (!isOfAdvisor(attempt)) return;
    const task = workOfAttempt(attempt);
    void workshop.workspaces.discardReading(task).then((paths) => {
      if (paths.length > 0) void this.#desk.report({ type: "advisor_wrote", attempt, paths });
    });
  }

  /** What the last ones may have written: after this nobody looks any more. */
  async end(): Promise<void> {
    this.#around.elsewhere(await this.#desk.state());
    await Promise.all([this.#opened?.outside.lookLast(), this.#notices.end()]);
  }

  async reconcile(state: State, waiting: readonly Input[]): Promise<readonly Input[]> {
    const { inputs, adopted } = await settleClaimed(state, this.#open().agents);
    if (this.#options.stopOnly) return [{ type: "stop", ...(this.#options.by && { by: this.#options.by }) }, ...inputs];
    const elsewhere = this.#around.elsewhere({ ...state, settings: this.#options.settings });
    const unready = await this.#options.preflight?.(openSpecs(state), []);
    return [...firstInputs(this.#options, state, { waiting, elsewhere, adopted, unready }), ...inputs];
  }

  async perform(effect: Effect): Promise<void> {
    await this.#open().performer.perform(effect);
  }

  /** What was recorded: an agent may wait for it. */
  heard(events: readonly Event[]): void {
    this.#callbacks.heard(events);
  }

  begin(): void {
    this.#callbacks.begin();
    const look = () => {
      this.#around.look();
      this.#readiness.lookAgain().catch(() => {}); // closed meanwhile
    };
    const beat = { host: this.#host, progress: this.#progress, health: this.#health, look };
    this.#beat = startBeat({ ...beat, clock: this.#options.clock, report: this.#desk.report });
  }

  async hurry({ attempts }: State): Promise<void> {
    await Promise.all([...attempts.live.keys()].map((attempt) => this.#host.stop(attempt, 0)));
  }

  async close(): Promise<void> {
    this.#beat?.stop();
    this.#monitors.close();
    this.#reach.close();
    this.#notices.close();
    this.#timers.close();
    await this.#opened?.jobs.close();
    await this.#opened?.workshop.close();
    await this.#host.close();
    await this.#spending.close();
    await this.#callbacks.close();
  }

  /** A timer that comes too early (the clock moved) is set again to where the state wants it. */
  async #due(timer: Timer): Promise<void> {
    const answer = await this.#desk.report({ type: "timer_due", timer });
    const at = answer?.type === "no" ? dueAt(await this.#desk.state(), timer) : null;
    if (at !== null) this.#timers.set(timer, at);
  }

  #open(): Opened {
    if (!this.#opened) throw new BugError("effects are performed before the workshop is open");
    return this.#opened;
  }
}
