/**
 * What people said in the runs of a project that corrects how a failure was taken: `retry --because`, and answers to
 * questions. Read from the journals; a word counts for the latest failure of the task it was said about.
 */
import type { FailureRecord } from "../../engine/causes/history/failure-record.ts";
import { HistoryFold } from "../../engine/causes/history/failure-records.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { Correction } from "../../engine/learn/correction.ts";
import { saidMeaning } from "../../engine/learn/said-meaning.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { listRuns, type Project, projectName } from "../project/project.ts";

export async function saidCorrections(project: Project): Promise<readonly Correction[]> {
  const found: Correction[] = [];
  for (const { id } of await listRuns(project)) {
    const fold = new HistoryFold(projectName(project));
    const asked = new Map<string, readonly string[]>();
    try {
      for await (const record of project.runs.read<Input, Event>(id, 1)) {
        fold.take(record);
        for (const event of record.events)
          if (event.type === "question_asked") asked.set(event.question.id, event.question.tasks);
        const said = saidIn(record.input, asked);
        if (said !== null) found.push(...corrections(said, fold.failures, id, record.at));
      }
    } catch (error) {
      // What can be read of a damaged journal still counts; `reeve doctor` tells about the rest.
      if (!(error instanceof JournalError)) throw error;
    }
  }
  return found;
}

interface Said {
  readonly how: string;
  readonly tasks: readonly string[];
  readonly words: string;
}

function saidIn(input: Input, asked: ReadonlyMap<string, readonly string[]>): Said | null {
  if (input.type === "retry") return { how: `retry ${input.task}`, tasks: [input.task], words: input.because };
  if (input.type !== "answer") return null;
  return { how: `the answer to ${input.question}`, tasks: asked.get(input.question) ?? [], words: input.text };
}

function corrections(
  { how, tasks, words }: Said,
  failures: readonly FailureRecord[],
  run: string,
  at: number,
): Correction[] {
  const of = saidMeaning(words);
  if (of === null) return [];
  return tasks.flatMap((task) => {
    const failed = failures.findLast((each) => each.task === task);
    // Where Reeve took it for the same, there is nothing to correct.
    if (failed === undefined || failed.class === of) return [];
    const subject = failed.subject === null ? {} : { subject: failed.subject };
    return [{ lines: failed.evidence, class: of, ...subject, from: `${how} in ${run}`, at }];
  });
}
