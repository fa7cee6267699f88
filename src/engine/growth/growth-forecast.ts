/** What the run will come to, with and without what would be added: the words that a person decides by. */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import { isFinal } from "../../domain/work/work.ts";
import { type Expected, expectedBy } from "../budget/expected-cost.ts";
import { NO_BASIS } from "../forecast/basis.ts";
import { type Forecast, forecast } from "../forecast/forecast.ts";
import { forecastTask } from "../forecast/forecast-task.ts";
import { forecastText } from "../forecast/forecast-words.ts";
import type { State } from "../state.ts";

/** The same state gives the same words. */
const SEED = 1;

/** `added`: tasks that are not in the run yet. */
export function growthForecast(state: State, added: readonly TaskSpec[]): string {
  const open = [...state.tasks.values()].filter(({ status }) => !isFinal(status)).map(({ spec }) => spec);
  const rest = forecastText(forecastOf(state, open));
  if (added.length === 0) return `What is left, by forecast: ${rest}.`;
  const whole = forecastText(forecastOf(state, [...open, ...added]));
  return `What is left, by forecast: ${whole}; without ${added.length === 1 ? "it" : "them"}: ${rest}.${priceOf(state, added)}`;
}

function forecastOf(state: State, specs: readonly TaskSpec[]): Forecast {
  const tasks = specs.map((spec) => forecastTask(state.settings, spec));
  const { basis = NO_BASIS } = state.run;
  return forecast({ tasks, basis, maxParallel: state.settings.maxParallel, seed: SEED, isWhole: true });
}

/** Where earlier runs tell nothing of the money, this one may. */
function priceOf(state: State, added: readonly TaskSpec[]): string {
  if (forecastOf(state, added).usd !== null) return "";
  const each = added.map((spec) => expectedBy(state, spec.agent, forecastTask(state.settings, spec).model));
  if (!each.every((one): one is Expected & { usd: number } => one !== null && one.usd !== null)) return "";
  const usd = each.reduce((sum, one) => sum + one.usd, 0);
  return ` By the attempts of this run, one attempt at ${added.length === 1 ? "it" : "each of them"} costs about $${usd.toFixed(2)}.`;
}
