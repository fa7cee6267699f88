/** `reeve add`: a task by hand. */

import { addTask } from "../../../app/orders/add-task.ts";
import { findProject } from "../../../app/project/project.ts";
import { present } from "../../../basics/present.ts";
import type { BudgetOptions } from "../command.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { CommonOptions, Io } from "../io.ts";
import { showOrder } from "../orders/order.ts";
import { refuse } from "../refuse.ts";

export interface AddOptions extends CommonOptions, BudgetOptions {
  readonly id?: string;
  readonly title?: string;
  readonly after?: readonly string[];
  readonly files?: readonly string[];
  readonly gate?: readonly string[];
  readonly agent?: string;
  readonly tier?: string;
  readonly gang?: string;
  readonly priority?: number;
}

export async function addCommand(io: Io, text: string, options: AddOptions): Promise<ExitCode> {
  const { run, json, usd, tokens, minutes, gate, ...task } = options;
  const budget = present({ usd, tokens, minutes });
  const added = await addTask(findProject(io.cwd), { ...task, run, now: io.now(), text, gates: gate, budget });
  return added.ok ? showOrder(io, added.value, json) : refuse(io, json, added.refusal);
}
