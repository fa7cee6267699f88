/** What concerns more than one task is told to each of them: a plan's comments are read by no agent. */
import type { CrossCuttingConcern, PlannerTask } from "../../../domain/work/role-answers.ts";

export function promptWithConcerns({ id, prompt }: PlannerTask, concerns: readonly CrossCuttingConcern[]): string {
  const own = concerns.filter(({ tasks }) => tasks.length === 0 || tasks.includes(id));
  if (own.length === 0) return prompt;
  return `${prompt.trimEnd()}\n\n${HEADING}\n${own.map(({ concern }) => `- ${concern}`).join("\n")}`;
}

const HEADING = "Also observe this, as the other tasks do:";
