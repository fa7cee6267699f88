/**
 * The kanban file: what its front matter says, checked, and the words that are understood. What is wrong is told with line
 * and column; nothing here writes.
 */
import type { Checked } from "../../../config/mistakes/mistake.ts";
import { readFrontMatter } from "../../documents/front-matter.ts";

export interface Board {
  /** As a person names it, seen from the project. */
  readonly file: string;
  readonly title: string;
  readonly phase: Phase;
  /** As it is written. */
  readonly phaseWritten: string;
  readonly subPhase: string | null;
  /** As written; null: nothing is to be done. */
  readonly current: string | null;
  readonly tasks: readonly string[];
}

export type Phase = "design" | "plan" | "execute" | "validate" | "complete";

/** Every word that is understood, and what it means. */
export const PHASES: Readonly<Record<string, Phase>> = {
  design: "design",
  exploration: "design",
  explore: "design",
  plan: "plan",
  planning: "plan",
  execute: "execute",
  execution: "execute",
  implement: "execute",
  implementation: "execute",
  validate: "validate",
  validation: "validate",
  complete: "complete",
  completed: "complete",
  done: "complete",
};

export function readBoard(text: string, file: string): Checked<Board> {
  const read = readFrontMatter(text, file);
  if (!read.ok) return { ok: false, mistakes: read.mistakes, warnings: [] };
  const { value, report } = read;
  const phase = PHASES[String(value["phase"] ?? "").toLowerCase()];
  if (phase === undefined) {
    const known = Object.keys(PHASES).join(", ");
    const what =
      value["phase"] == null ? "the board has no phase" : `the phase ${JSON.stringify(value["phase"])} is not known`;
    report.mistake(["phase"], what, `write one of ${known}`);
  }
  const current = value["current"] ?? null;
  if (current !== null && (typeof current !== "string" || current.trim() === ""))
    report.mistake(["current"], "current is no file name", "write the path of a task file, or null");
  const tasks = value["tasks"] ?? [];
  if (!Array.isArray(tasks)) report.mistake(["tasks"], "tasks is no list", "write a list like [tasks/1-first.md]");
  else
    tasks.forEach((task: unknown, at) => {
      if (typeof task !== "string" || task.trim() === "")
        report.mistake(["tasks", at], "this is no file name", "write the path of a task file");
    });
  const subPhase = value["sub_phase"] ?? null;
  if (subPhase !== null && typeof subPhase !== "string")
    report.mistake(["sub_phase"], "sub_phase is no word", "write a word like review, or leave it out");
  return report.finish(() => ({
    file,
    title: typeof value["title"] === "string" ? value["title"] : file,
    phase: phase ?? "execute",
    phaseWritten: String(value["phase"]),
    subPhase: subPhase as string | null,
    current: current as string | null,
    tasks: tasks as readonly string[],
  }));
}
