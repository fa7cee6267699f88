/** What only a person can answer, oldest first. */
import type { Question } from "../../domain/work/question.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";

export function openQuestions(project: Project, run?: string): Promise<Reply<readonly Question[]>> {
  return withRun(project, run, ({ state }) => granted([...state.questions.open.values()]));
}
