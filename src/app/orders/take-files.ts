/**
 * A plan or budgets that a person edited while their run exists: handed to the run as one order, as far as they differ from
 * what it was last told. What cannot be taken is told by the engine; files with mistakes are never taken in part.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { EditPlan } from "../../engine/order/inputs.ts";
import type { State } from "../../engine/state.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import type { Loaded } from "../project/load.ts";
import { loadAffordable } from "../project/load-affordable.ts";
import type { Project } from "../project/project.ts";
import { foreseeAnswer } from "./foresee.ts";
import { giveOrder, type OrderGiven } from "./give-order.ts";

export type TakenFiles =
  /** The files say what the run knows. */
  | { readonly type: "same" }
  /** The file has no task of the run: it is another plan by now. */
  | { readonly type: "other_plan"; readonly planFile: string }
  | { readonly type: "mistakes"; readonly planFile: string; readonly mistakes: readonly Mistake[] }
  /** `given` null: nothing could be taken, so nothing was ordered. */
  | {
      readonly type: "edited";
      readonly planFile: string;
      readonly taken: readonly string[];
      readonly left: readonly string[];
      readonly settled: readonly string[];
      readonly given: OrderGiven | null;
    };

export interface FilesWish {
  readonly project: Project;
  readonly run: string;
  readonly state: State;
  readonly now: number;
  /** The plan as it was loaded; absent: it is read from where the run had it from. */
  readonly loaded?: Loaded;
  /** The run is about to be opened with these files: agents that are new in them will be there. */
  readonly opens: boolean;
}

export async function takeFiles(wish: FilesWish): Promise<TakenFiles> {
  const { project, run, state, now, opens } = wish;
  const { planFile } = state.run;
  if (!wish.loaded && !existsSync(join(project.root, planFile))) return { type: "same" };
  const read = wish.loaded ? null : await loadAffordable(project, planFile, { cwd: project.root, now });
  if (read && !read.ok) return { type: "mistakes", planFile, mistakes: read.mistakes };
  const loaded = wish.loaded ?? read?.value;
  if (!loaded) return { type: "same" };
  if (!loaded.plan.tasks.some(({ id }) => state.tasks.has(id))) return { type: "other_plan", planFile };
  const order = orderOf(loaded, opens && (await project.runs.holder(run)) === null);
  const before = await waitingOrders(project.runs, run);
  const answer = foreseeAnswer(state, before, order);
  if (answer.type !== "edited") return { type: "same" };
  const { taken, left, settled } = answer;
  if (taken.length === 0) return left.length === 0 ? { type: "same" } : { ...answer, planFile, given: null };
  const given = await giveOrder(project, { run, order, now });
  if (!given.ok) return { type: "same" };
  const told = given.value.answer?.type === "edited" ? given.value.answer : { taken, left, settled };
  return { ...told, type: "edited", planFile, given: given.value };
}

function orderOf({ plan, planHash, config }: Loaded, opens: boolean): EditPlan {
  const agents = Object.entries(config.agents).map(([name, { tiers }]) => [name, tiers.map((tier) => tier.name)]);
  return {
    type: "edit_plan",
    plan,
    hash: planHash,
    budgets: config.budgets,
    caps: config.caps ?? {},
    ...(opens && { agents: Object.fromEntries(agents) }),
  };
}
