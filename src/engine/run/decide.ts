/** The run itself: created, opened by a Reeve, its timers, its clock. */

import { type Because, because } from "../../domain/because.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { limitReset } from "../account/decide.ts";
import { limitMinutes } from "../attempt/start-attempt.ts";
import { halt } from "../brake/halt.ts";
import { runBudget } from "../budget/budget-of.ts";
import type { Context } from "../context.ts";
import { heardOf } from "../host/decide.ts";
import { type Answer, type InputOf, NO, refused, TAKEN } from "../input.ts";
import { workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import type { Decide } from "../tables.ts";
import { dueAt, type Timer } from "../timer.ts";
import { reviveMonitors } from "../tree/decide.ts";
import { tellTree } from "../tree/supervise.ts";
import { keepRules } from "../violation/rules.ts";
import type { RunInput } from "./inputs.ts";
import { askAboutUnready } from "./unready.ts";

export const decide: Decide<RunInput> = {
  create_run: onCreate,
  run_opened: onOpened,
  timer_due: onTimerDue,
  landing_begun({ emit }, { into, commit, trusted }) {
    emit({ type: "landing_begun", into, commit, ...(trusted && { trusted }) });
    return TAKEN;
  },
  publishing_begun({ emit }, { branches, trusted }) {
    emit({ type: "publishing_begun", branches, ...(trusted && { trusted }) });
    return TAKEN;
  },
  landing_done({ emit }, { by: _giver, ...end }) {
    emit(end);
    return TAKEN;
  },
  /** The machine slept or its clock was set: nobody worked meanwhile, so nobody is late. */
  clock_jumped({ emit }, { byMs }) {
    emit({ type: "clock_jumped", byMs });
    return TAKEN;
  },
};

function onCreate({ state, emit }: Context, input: InputOf<"create_run">): Answer {
  if (state.run.phase !== "none") return refused({ what: "run_exists", run: state.run.id });
  const { run, planFile, planHash, plan, settings, base } = input;
  emit({ type: "run_created", run, planFile, planHash, plan, settings, base });
  return TAKEN;
}

function onOpened(context: Context, input: InputOf<"run_opened">): Answer {
  const { host, bootId, pid, version, adopted, history, basis, zone } = input;
  const now = keepRules(context.state.settings, input.settings);
  const changed = JSON.stringify(context.state.settings) !== JSON.stringify(now);
  const known = { ...(history && { history }), ...(basis && { basis }), ...(zone !== undefined && { zone }) };
  const settings = changed ? now : null;
  context.emit({ type: "run_opened", host, bootId, pid, version, settings, adopted, ...known });
  if (input.unready) askAboutUnready(context, input.unready);
  reviveMonitors(context);
  return heardOf(context, { host, bootId });
}

function onTimerDue(context: Context, { timer }: InputOf<"timer_due">): Answer {
  const due = dueAt(context.state, timer);
  if (due === null || context.at < due) return NO;
  context.emit({ type: "timer_fired", timer });
  const clause = DUE[timer.of] as (context: Context, timer: Timer) => void;
  clause(context, timer);
  return TAKEN;
}

const DUE: { readonly [K in Timer["of"]]: (context: Context, timer: Extract<Timer, { of: K }>) => void } = {
  run: (context) => halt(context, because("budget_exceeded", runMinutes(context.state))),
  account: (context, { account }) => limitReset(context, account),
  gang: () => {}, // its agents are stopped after the step
  endpoint: () => {}, // the probe is an effect of the timer
  inbox: () => {}, // whoever is due is told after the step
  job: () => {}, // the job itself is an effect of the timer
  attempt: (context, { attempt }) => outOfTime(context, attempt),
  tree: (context, { name }) => tellTree(context, { type: "wake", timer: name }),
};

function outOfTime({ state, emit }: Context, id: AttemptId): void {
  const attempt = state.attempts.live.get(id);
  if (!attempt || attempt.phase === "stopping") return;
  const minutes = limitMinutes(state.settings, workOf(state, attempt));
  const evidence = attempt.activity === null ? [] : [`last heard: ${attempt.activity}`];
  emit({ type: "attempt_stopping", attempt: id, because: because("time_limit", { minutes }, evidence) });
}

function runMinutes(state: State): Because["facts"] {
  const limit = `${runBudget(state).minutes} minutes`;
  return { limit, used: limit, whose: "run" };
}
