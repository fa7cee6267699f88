/**
 * Whether an attempt failed because of how the work was handed over rather than because it is hard: its context was cut,
 * it only explored, its files belong to another open task, its spec has a gap. Null: nothing of that kind is known.
 */

export interface PipelineFacts {
  /** Something the attempt should have been told was left out of its prompt, or the agent compacted what it knew. */
  readonly contextCut?: boolean;
  readonly turns?: { readonly read: number; readonly changed: number; readonly other?: number };
  /** Files the task touches that another open task owns. */
  readonly filesOwnedByOthers?: readonly { readonly path: string; readonly task: string }[];
  /** What the spec leaves open, in the agent's words. */
  readonly specGap?: string;
}

export type PipelineCauseName = "spec_gap" | "files_owned_by_others" | "context_cut" | "only_explored";

export interface PipelineCause {
  readonly cause: PipelineCauseName;
  /** One sentence with the numbers or names it rests on. */
  readonly because: string;
}

/** Fewer turns than this are no exploring yet. */
const TURNS_MIN = 5;
const READING_SHARE = 0.8;
const NAMED_MAX = 3;

/** The first clause that fits: a gap makes everything after it useless, then foreign files, then what was not told. */
export function pipelineCause(facts: PipelineFacts): PipelineCause | null {
  const { contextCut, turns, filesOwnedByOthers = [], specGap = "" } = facts;
  if (specGap.trim() !== "") return { cause: "spec_gap", because: `The spec leaves something open: ${specGap.trim()}` };
  if (filesOwnedByOthers.length > 0)
    return { cause: "files_owned_by_others", because: ownersSentence(filesOwnedByOthers) };
  if (contextCut === true)
    return { cause: "context_cut", because: "Part of what the attempt needed to know was cut from its context." };
  if (turns === undefined) return null;
  const all = turns.read + turns.changed + (turns.other ?? 0);
  if (turns.changed > 0 || all < TURNS_MIN || turns.read / all < READING_SHARE) return null;
  return { cause: "only_explored", because: `${turns.read} of ${all} turns only read, and nothing was changed.` };
}

function ownersSentence(files: NonNullable<PipelineFacts["filesOwnedByOthers"]>): string {
  const named = files.slice(0, NAMED_MAX).map(({ path, task }) => `${path} (${task})`);
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : "";
  return `It touches files that other open tasks own: ${named.join(", ")}${more}.`;
}
