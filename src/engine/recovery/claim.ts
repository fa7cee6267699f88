/**
 * An agent's word that it is blocked, believed: what is ambiguous is a person's to say, the rest goes to somebody who
 * thinks, then to the planner, and else to a person.
 */
import type { Restart } from "../../domain/attempt.ts";
import { because } from "../../domain/because.ts";
import type { BlockedResult } from "../../domain/outcome.ts";
import type { Task } from "../../domain/task.ts";
import { askSupervisor } from "../advisor/ask-advisor.ts";
import type { Context } from "../context.ts";
import { escalate } from "../question/escalate.ts";
import { askReplan } from "../replan/replan.ts";
import { emitAgain } from "../task/requeue.ts";

/** Nobody doubts it, or a reviewer says that it is so. */
export function settleClaim(context: Context, task: Task, blocked: BlockedResult): void {
  const why = because("blocked", { reason: blocked.blocked_reason, attempted: blocked.attempted });
  const restart: Restart = { because: why, reached: null, report: blocked.uncertain_about };
  const thinks = blocked.blocked_reason !== "ambiguous_spec";
  const asked = { ...why, evidence: [blocked.uncertain_about, ...blocked.options] };
  if (thinks && askSupervisor(context, task, asked, `A task is blocked (${blocked.blocked_reason}).`))
    return emitAgain(context, task, "queue", { because: why, restart, free: true });
  if (thinks && askReplan(context, task, asked, `A task is blocked (${blocked.blocked_reason}).`))
    return emitAgain(context, task, "queue", { because: why, restart, free: true });
  escalate(context, { tasks: [task.id], because: why, text: blocked.uncertain_about, options: blocked.options });
}
