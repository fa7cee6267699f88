/**
 * Who makes what a failing task misses: the task whose declared files, whose promised entity or whose own words bear its
 * name. Only a task that may go first without a circle counts, and never one that failed by the same thing itself.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { type Maker, madeByFileName, madeByFiles, madeByWords } from "../causes/makers/made-by.ts";
import { missingNames } from "../causes/makers/missing-names.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";

export interface FoundMaker {
  readonly task: TaskId;
  readonly isDone: boolean;
  /** The failing task has waited for it already, so what it made was there. */
  readonly isSeen: boolean;
}

type Known = Pick<Failure, "class" | "subject">;

/** `text`: whatever was printed. */
export function makerOf(state: State, task: Task, failure: Known, text: string): FoundMaker | null {
  const { class: kind, subject } = failure;
  const { names, isSure } = missingNames({ class: kind, ...(subject && { subject }), text });
  if (names.length === 0) return null;
  const sketches = [...state.tasks.values()].map((each) => sketchOf(state, each, failure));
  const id =
    madeByFiles(names, sketches, task.id) ??
    promised(state, names, task.id, subject) ??
    (kind === "schema_mismatch" && subject ? madeByFileName(subject, sketches) : null) ??
    (isSure && kind !== "type_error" ? madeByWords(names, others(sketches, task)) : null);
  return id === null ? null : asMaker(state, task, id);
}

/** Whom the failing task could wait for, whoever named it. */
export function asMaker(state: State, task: Task, id: TaskId): FoundMaker | null {
  const maker = state.tasks.get(id);
  if (!maker || id === task.id) return null;
  const isDone = maker.status === "done";
  // Given up or skipped it will not come; and nobody can wait for somebody who waits for them.
  if ((isFinal(maker.status) && !isDone) || dependsOn(state, maker, task.id)) return null;
  return { task: id, isDone, isSeen: dependsOn(state, task, id) };
}

/** By what its task failed last; null where that is not known. */
export function makerOfLatest(state: State, task: Task): FoundMaker | null {
  const note = state.patterns.failures.findLast((each) => each.task === task.id);
  return note ? makerOf(state, task, note, note.text) : null;
}

function sketchOf({ patterns }: State, { id, spec, status, fixes }: Task, { subject }: Known): Maker {
  const hasFailedBy = patterns.failures.some((note) => note.task === id && note.subject === subject);
  const isOpen = !isFinal(status) && fixes === null && !hasFailedBy;
  return { id, files: spec.files, text: `${spec.title}\n${spec.prompt}`, isOpen };
}

function others(sketches: readonly Maker[], { id }: Task): Maker[] {
  return sketches.filter((each) => each.id !== id);
}

/** By the contract: a table or an entity of that name, or one whose file it is. */
function promised({ plan: { contract } }: State, names: readonly string[], by: TaskId, subject = ""): TaskId | null {
  const entities = contract?.entities ?? [];
  const wanted = subject.toLowerCase().replace(/^(?:public|dbo|main)\./, "");
  const named = entities.find(
    ({ name, table }) => (table ?? name).toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  const files = entities.map(({ path, createdByTask }) => ({
    id: createdByTask,
    files: [path],
    text: "",
    isOpen: true,
  }));
  return named?.createdByTask ?? madeByFiles(names, files, by);
}
