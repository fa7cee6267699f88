/**
 * What earlier runs came to, task by task, as lines of a file that outlives them. Lines from elsewhere are read with care:
 * what is no such line is left out.
 */
export interface TaskSample {
  readonly type: "task";
  readonly project: string;
  readonly run: string;
  readonly task: string;
  readonly agent: string;
  readonly tier: string | null;
  readonly model: string | null;
  /** Worked on and proved; waiting for people, limits and slots is not in it. */
  readonly minutes: number;
  readonly attempts: number;
  /** Null where some of it had no price. */
  readonly usd: number | null;
  readonly at: number;
}

/** How much a run grew beyond its plan. */
export interface RunSample {
  readonly type: "run";
  readonly project: string;
  readonly run: string;
  readonly planned: number;
  readonly added: number;
  readonly advisorUsd: number | null;
  readonly at: number;
}

export type Sample = TaskSample | RunSample;

/** One for each task and each run: a later line stands for an earlier one. */
export function readSamples(text: string): Sample[] {
  const found = new Map<string, Sample>();
  for (const line of text.split("\n")) {
    const sample = sampleOf(line);
    if (sample) found.set(`${sample.project} ${sample.run} ${sample.type === "task" ? sample.task : ""}`, sample);
  }
  return [...found.values()];
}

function sampleOf(line: string): Sample | null {
  if (line.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return null;
    return isTask(value) || isRun(value) ? value : null;
  } catch {
    return null;
  }
}

function isTask(value: object): value is TaskSample {
  const { type, project, run, task, agent, tier, model, minutes, attempts, usd, at } = value as Partial<TaskSample>;
  return (
    type === "task" &&
    [project, run, task, agent].every((each) => typeof each === "string") &&
    [tier, model].every((each) => each === null || typeof each === "string") &&
    [minutes, attempts, at].every(isAmount) &&
    (usd === null || isAmount(usd))
  );
}

function isRun(value: object): value is RunSample {
  const { type, project, run, planned, added, advisorUsd, at } = value as Partial<RunSample>;
  return (
    type === "run" &&
    [project, run].every((each) => typeof each === "string") &&
    [planned, added, at].every(isAmount) &&
    (advisorUsd === null || isAmount(advisorUsd))
  );
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
