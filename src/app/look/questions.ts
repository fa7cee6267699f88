/** The inbox: what only a person can answer, the most urgent first, with how severe it is, how old, and what it holds up. */
import type { Severity } from "../../domain/spec/notify.ts";
import type { Question } from "../../domain/work/question.ts";
import { type Held, heldByQuestion } from "../../engine/question/holds.ts";
import { severityOf } from "../../engine/question/severity.ts";
import { urgentFirst } from "../../engine/question/urgent-first.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";

export interface InboxItem {
  readonly question: Question;
  readonly severity: Severity;
  readonly ageMs: number;
  readonly held: Held;
  /** How many messages about it were sent. */
  readonly told: number;
}

export function openQuestions(
  project: Project,
  run: string | undefined,
  now: number,
): Promise<Reply<readonly InboxItem[]>> {
  return withRun(project, run, ({ state }) =>
    granted(
      urgentFirst(state.questions.open.values()).map((question) => ({
        question,
        severity: severityOf(question),
        ageMs: Math.max(0, now - question.askedAt),
        held: heldByQuestion(state, question),
        told: state.notices.told.get(question.id)?.times ?? 0,
      })),
    ),
  );
}
