/**
 * A small world round the pure engine, in virtual time: processes that live and end whatever Reeve does, a journal of
 * what was committed, and a Reeve that can be killed between any two steps and come back with nothing but that journal.
 */

import type { Settings } from "../../src/domain/spec/settings.ts";
import type { AttemptOrder } from "../../src/domain/work/attempt.ts";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { Effect } from "../../src/engine/effect.ts";
import { step } from "../../src/engine/engine.ts";
import type { Event } from "../../src/engine/event.ts";
import { evolve } from "../../src/engine/evolve.ts";
import type { Answer, Input, PersonInput } from "../../src/engine/input.ts";
import { outstanding, react } from "../../src/engine/react.ts";
import type { State } from "../../src/engine/state.ts";
import { freezeState, initialState, thawState } from "../../src/engine/state.ts";
import { type SetTimer, timerKey } from "../../src/engine/timer.ts";
import { Dice } from "./dice.ts";
import { claim } from "./host.ts";
import { checkInvariants } from "./invariants.ts";
import { randomFate } from "./random-fate.ts";
import { Network } from "./random-network.ts";
import { randomPlan, randomSettings } from "./random-plan.ts";
import { check, compare, integrate, verify } from "./random-proof.ts";
import { handOn, Sessions } from "./random-session.ts";

interface Process {
  readonly attempt: string;
  readonly task: string;
  endsAt: number;
  outcome: Outcome;
  tokens: number;
  /** Null while it lives. */
  ended: number | null;
}

type Committed = Readonly<{ at: number; input: Input; events: readonly Event[] }>;

export class World {
  readonly dice: Dice;
  readonly journal: Committed[] = [];
  /** Everything that was ever really started, by attempt: nothing may be started twice. */
  readonly processes = new Map<string, Process>();
  /** Tasks whose done was accepted, in order: nothing may be done twice. */
  readonly accepted: string[] = [];
  readonly reopened: string[] = [];
  /** Commits in the integration branch, in order: nothing may be merged twice. */
  readonly merged: string[] = [];
  /** When each supervisor restarted something, as far as it may still count. */
  readonly restarts = new Map<string, number[]>();
  readonly sessions = new Sessions();
  readonly network = new Network();
  /** How many records the invariants have seen. */
  checked = 0;
  state: State = initialState();
  now = 1_000_000;
  kills = 0;
  /** Which boot of its only host it is. */
  boot = 1;
  /** From now on every agent succeeds. */
  calm = false;
  #pending: Effect[] = [];
  #timers = new Map<string, SetTimer>();
  readonly #fateOf: typeof randomFate;

  constructor(seed: number, fateOf: typeof randomFate = randomFate) {
    this.#fateOf = fateOf;
    this.dice = new Dice(seed);
    const plan = randomPlan(this.dice);
    this.submit({
      type: "create_run",
      run: "r1",
      planFile: "plan.yaml",
      planHash: "h",
      plan,
      settings: randomSettings(this.dice),
      base: this.dice.chance(0.6) ? { commit: "base", branch: "main" } : null,
    });
    this.open();
  }

  open(settings: Settings = this.state.settings): void {
    const bootId = `b${this.boot}`;
    this.submit({ type: "run_opened", host: "h1", bootId, pid: 1, version: "0", adopted: [], settings });
    for (const attempt of [...this.state.attempts.live.values()]) if (attempt.host !== null) this.observe(attempt.id);
    this.#pending.push(...outstanding(this.state));
  }

  /** One atomic step, as the journal does it. */
  submit(input: Input): Answer {
    const { events, answer } = step(this.state, input, this.now, this.dice.next());
    if (events.length > 0) this.journal.push({ at: this.now, input, events: JSON.parse(JSON.stringify(events)) });
    for (const event of events) {
      if (event.type === "task_done") this.accepted.push(event.task);
      if (event.type === "task_reopened") this.reopened.push(event.task);
      this.#pending.push(...react(event, this.state));
    }
    checkInvariants(this);
    return answer;
  }

  /** kill -9: only the journal and the processes are left. Sometimes a snapshot is read, sometimes all is replayed. */
  kill(): void {
    this.kills += 1;
    const before = JSON.stringify(freezeState(this.state));
    const replayed = initialState();
    for (const { at, events } of this.journal) for (const event of events) evolve(replayed, event, at);
    const after = JSON.stringify(freezeState(replayed));
    if (after !== before) throw new Error(`replay differs from the live state:\n${before}\n${after}`);
    this.state = this.dice.chance(0.5) ? replayed : thawState(JSON.parse(before));
    this.#pending = [];
    this.#timers = new Map();
  }

  get idle(): boolean {
    return this.#pending.length === 0;
  }

  /** Performs one outstanding effect. */
  perform(): void {
    const effect = this.#pending.splice(this.dice.int(0, Math.min(2, this.#pending.length - 1)), 1)[0];
    if (!effect) return;
    if (effect.type === "set_timer") this.#timers.set(timerKey(effect.timer), effect);
    if (effect.type === "start_attempt") this.start(effect.order);
    if (effect.type === "tell_attempt") handOn(this, effect.attempt, effect.message.id);
    if (effect.type === "stop_attempt") this.stop(effect.attempt);
    if (effect.type === "verify") verify(this, effect.order);
    if (effect.type === "compare") compare(this, effect.order);
    if (effect.type === "integrate") integrate(this, effect.order);
    if (effect.type === "check_run") check(this);
    if (effect.type === "probe_endpoint") this.network.probe(this, effect.endpoint);
  }

  private start(order: AttemptOrder): void {
    const { id: attempt, task } = order;
    if (!claim(this, attempt)) return;
    if (this.dice.chance(0.02)) return this.killAndReopen();
    if (this.processes.has(attempt)) throw new Error(`${attempt} is started twice`);
    const process = { attempt, task, ...this.#fateOf(this, task), ended: null };
    this.processes.set(attempt, process);
    this.sessions.begin(order);
    if (this.dice.chance(0.02)) return this.killAndReopen();
    this.submit({ type: "attempt_up", attempt, pid: 1, dir: "/w" });
    this.submit(this.sessions.word(attempt, this.dice));
  }

  private stop(attempt: string): void {
    const process = this.processes.get(attempt);
    if (!process) {
      this.submit({ type: "attempt_ended", attempt, outcome: { type: "stopped" }, usage: { tokens: 0 } });
    } else if (process.ended === null) {
      process.endsAt = Math.min(process.endsAt, this.now + this.dice.int(0, 10_000));
      if (this.dice.chance(0.8)) process.outcome = { type: "stopped" };
    }
  }

  killAndReopen(): void {
    this.kill();
    this.open();
  }

  /** What a new Reeve finds of an attempt that was claimed. */
  private observe(attempt: string): void {
    const process = this.processes.get(attempt);
    const lost: Outcome = { type: "lost", evidence: ["never started"] };
    if (!process) this.submit({ type: "attempt_ended", attempt, outcome: lost, usage: { tokens: 0 } });
    else if (process.ended !== null) this.report(process);
    else this.submit({ type: "attempt_up", attempt, pid: 1 });
  }

  private report({ attempt, outcome, tokens }: Process): void {
    const living = this.sessions.end(attempt, this.dice);
    const seen = { usage: { tokens, usd: tokens / 100 }, ...living, ...this.network.unreachedBy(this.dice, outcome) };
    this.submit({ type: "attempt_ended", attempt, outcome, ...seen });
  }

  /** Time goes on to the next thing that happens by itself. False: nothing ever will. */
  advance(): boolean {
    const alive = [...this.processes.values()].filter((process) => process.ended === null);
    const next = Math.min(...alive.map((process) => process.endsAt), ...[...this.#timers.values()].map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return false;
    this.now = Math.max(this.now, next);
    for (const process of alive) {
      if (process.endsAt > this.now) continue;
      process.ended = this.now;
      if (this.dice.chance(0.95)) this.report(process);
      else this.killAndReopen();
    }
    for (const [key, { timer, at }] of [...this.#timers]) {
      if (at > this.now) continue;
      this.#timers.delete(key);
      this.submit({ type: "timer_due", timer });
    }
    return true;
  }

  say(input: PersonInput): Answer {
    return this.submit(input);
  }
}
