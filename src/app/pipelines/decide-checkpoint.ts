/**
 * What follows from what a checkpoint saw and what a person answered: go on, ask, take the person's word, or have the work
 * before it revised and look again. A function of its arguments; what it decides is carried out elsewhere.
 */
import type { CheckpointOrder } from "../../domain/spec/checkpoint-order.ts";
import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";

export interface CheckpointLook {
  readonly verdict: "pass" | "warn" | "block";
  /** Absent where only commands were run. */
  readonly score?: number;
  readonly risks: readonly string[];
  /** What stops the work, each with its evidence. */
  readonly blocks: readonly string[];
  /** Where all of it is told. */
  readonly report?: string;
}

export type CheckpointStep =
  | { readonly do: "go_on"; readonly because: string; readonly risks: readonly string[] }
  | { readonly do: "ask"; readonly text: string; readonly options: readonly string[] }
  | { readonly do: "override"; readonly because: string; readonly risks: readonly string[] }
  | { readonly do: "abort"; readonly because: string }
  /** `waitFor` is the last of them. */
  | { readonly do: "revise"; readonly tasks: readonly TaskSpec[]; readonly waitFor: TaskId; readonly round: number };

export interface Answered {
  /** As it was asked. */
  readonly text: string | null;
  readonly answer: string;
}

const REVISIONS_MAX = 3;
const OVERRIDE = "override: continue as it is";
const REVISE = "revise: have the work before it revised, then look again";
const ABORT = "abort: end what depends on it";

export function decideCheckpoint(
  order: CheckpointOrder,
  look: CheckpointLook,
  tasks: ReadonlyMap<TaskId, Task>,
  answered: readonly Answered[],
): CheckpointStep {
  const { checkpoint } = order;
  if (look.verdict !== "block") return { do: "go_on", because: seenText(checkpoint, look), risks: look.risks };
  const revisions = [...tasks.values()].filter(({ spec }) => spec.tags.includes(revisionTag(checkpoint)));
  const waiting = revisions.findLast(({ status }) => !isFinal(status));
  const rounds = new Set(revisions.map(({ spec }) => spec.tags.at(-1))).size;
  // Killed between adding them and saying so.
  if (waiting) return { do: "revise", tasks: [], waitFor: waiting.id, round: rounds };
  const text = questionText(checkpoint, look, rounds + 1);
  const options = rounds < REVISIONS_MAX ? [OVERRIDE, REVISE, ABORT] : [OVERRIDE, ABORT];
  const answer = answered.findLast((each) => each.text === text)?.answer;
  if (answer === undefined) return { do: "ask", text, options };
  const word = /^\W*(override|abort)\b/i.exec(answer)?.[1]?.toLowerCase();
  if (word === "override") return { do: "override", because: seenText(checkpoint, look), risks: look.blocks };
  if (word === "abort") return { do: "abort", because: `${checkpoint} blocks: ${answer}` };
  if (rounds >= REVISIONS_MAX) return { do: "ask", text: `${text} It was revised ${rounds} times already.`, options };
  return revise(order, look, tasks, answer, rounds + 1);
}

function revise(
  { checkpoint, after }: CheckpointOrder,
  { blocks }: CheckpointLook,
  tasks: ReadonlyMap<TaskId, Task>,
  answer: string,
  round: number,
): CheckpointStep {
  const upstream = after.flatMap((id) => tasks.get(id)?.spec ?? []);
  const concerned = upstream.map((spec) => ({ spec, blocks: blocks.filter((each) => isAbout(spec, each)) }));
  const named = concerned.filter((each) => each.blocks.length > 0);
  const last = upstream.at(-1);
  const chosen = named.length > 0 ? named : last ? [{ spec: last, blocks }] : [];
  const taken = new Set(tasks.keys());
  const made: TaskSpec[] = [];
  for (const { spec, blocks: own } of chosen) {
    const id = freeId(spec.id, taken);
    taken.add(id);
    const words = answer.replace(/^\W*revise\b:?\s*(have the work before it revised, then look again)?/i, "").trim();
    const said = words === "" ? [] : [`The person who was asked says: ${words}`];
    const found = [
      "",
      `Your work was looked at by ${checkpoint}, which found:`,
      ...own.map((each) => `- ${each}`),
      ...said,
    ];
    made.push({
      ...spec,
      id,
      title: `Revise ${spec.title}`,
      prompt: `${spec.prompt}\n${found.join("\n")}\n\nRevise what is there; do not start over.`,
      dependsOn: [made.at(-1)?.id ?? spec.id],
      tags: [...spec.tags, revisionTag(checkpoint), `round-${round}`],
    });
  }
  const waitFor = made.at(-1)?.id;
  if (waitFor === undefined) return { do: "abort", because: `${checkpoint} looks at no task that could be revised` };
  return { do: "revise", tasks: made, waitFor, round };
}

/** By a file that the task claims or names. */
function isAbout({ files, prompt }: TaskSpec, finding: string): boolean {
  const paths = [...finding.matchAll(/[\w.-]+(?:\/[\w.-]+)*\.\w+/g)].map(([path]) => path);
  return paths.some((path) => files.includes(path) || prompt.includes(path));
}

function revisionTag(checkpoint: string): string {
  return `revised-for-${checkpoint}`;
}

function freeId(id: TaskId, taken: ReadonlySet<TaskId>): TaskId {
  for (let n = 1; ; n += 1) if (!taken.has(`${id}-r${n}`)) return `${id}-r${n}`;
}

const BLOCKS_SHOWN = 8;

function questionText(checkpoint: string, { blocks, score, report }: CheckpointLook, round: number): string {
  const more = blocks.length > BLOCKS_SHOWN ? [`… and ${blocks.length - BLOCKS_SHOWN} more`] : [];
  const found = [...blocks.slice(0, BLOCKS_SHOWN), ...more].join("; ");
  const where = report === undefined ? "" : ` All of it: ${report}.`;
  const scored = score === undefined ? "" : ` with a score of ${score}`;
  const times = round === 1 ? "" : ` after ${round - 1} ${round === 2 ? "revision" : "revisions"}`;
  return `${checkpoint} blocks${scored}${times}: ${found}.${where} What now?`;
}

function seenText(checkpoint: string, { verdict, score, report }: CheckpointLook): string {
  const where = report === undefined ? "" : `; all of it: ${report}`;
  return `${checkpoint}: ${verdict}${score === undefined ? "" : `, score ${score}`}${where}`;
}
