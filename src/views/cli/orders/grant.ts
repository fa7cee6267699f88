/** `reeve grant`: more budget for a task, a gang or the run. */
import { randomUUID } from "node:crypto";
import { present } from "../../../basics/present.ts";
import type { BudgetOptions } from "../command.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { CommonOptions, Io } from "../io.ts";
import { orderCommand } from "./order.ts";

export function grantCommand(io: Io, to: string, options: CommonOptions & BudgetOptions): Promise<ExitCode> {
  const { usd, tokens, minutes } = options;
  // Named by whoever gives it: taken twice it counts once.
  const grant = randomUUID().slice(0, 8);
  return orderCommand(io, { type: "grant", grant, to, more: present({ usd, tokens, minutes }) }, options);
}
