/** Which model works on something: the tier the plan names, and as many above it as it was raised. */
import type { Settings, TierSettings } from "../../domain/spec/settings.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Work } from "../../domain/work/work.ts";

/** By the tiers it was raised so far, and so many more. */
export function modelOf(settings: Settings, task: Work, more = 0): string | null {
  const chosen = chosenFor(task);
  return chosen !== null && more === 0 ? chosen : (tierOf(settings, task, more)?.model ?? null);
}

export function tierOf(settings: Settings, task: Work, more = 0): TierSettings | null {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = Math.max(
    tiers.findIndex((each) => each.name === task.spec.tier),
    0,
  );
  return tiers[Math.min(planned + task.counts.raised + more, tiers.length - 1)] ?? null;
}

/** There is a model tier above the one it has now. */
export function canRaise(settings: Settings, task: Work): boolean {
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const planned = tiers.findIndex((each) => each.name === task.spec.tier);
  return chosenFor(task) === null && Math.max(planned, 0) + task.counts.raised < tiers.length - 1;
}

/** A model as an advisor names it: as one of its agent's tiers, by how much that is raised, or else by its own name. */
export type ModelChoice = { readonly raised: number } | { readonly model: string };

/** By the tier's name, its model, or a word that only one of these models has. Null: that is no name of a model. */
export function chooseModel(settings: Settings, task: Task, wanted: string): ModelChoice | null {
  const name = wanted.trim();
  const tiers = settings.agents[task.spec.agent]?.tiers ?? [];
  const word = name.toLowerCase();
  const exact = tiers.findIndex((tier) => tier.name.toLowerCase() === word || tier.model.toLowerCase() === word);
  const close = tiers.filter(({ model }) =>
    model
      .toLowerCase()
      .split(/[^a-z\d.]+/)
      .includes(word),
  );
  const [only] = close;
  const at = exact !== -1 ? exact : close.length === 1 && only ? tiers.indexOf(only) : -1;
  if (at === -1) return MODEL_NAME.test(name) ? { model: name } : null;
  const planned = tiers.findIndex((each) => each.name === task.spec.tier);
  return { raised: at - Math.max(planned, 0) };
}

/** Whatever else an advisor writes never becomes part of a command line. */
const MODEL_NAME = /^[A-Za-z\d][\w.:/@+[\]-]{0,99}$/;

function chosenFor(work: Work): string | null {
  return work.kind === "task" ? (work as Task).model : null;
}
