/** What became of a plan or budgets that were edited while their run exists, in words. */
import type { TakenFiles } from "../app/orders/take-files.ts";
import { editedLines } from "./order-answer-words.ts";
import { countOf } from "./words.ts";

/** Empty: nothing was edited. */
export function takenFilesLines(files: TakenFiles): readonly string[] {
  switch (files.type) {
    case "same":
      return [];
    case "other_plan":
      return [
        `${files.planFile} no longer has any task of this run; the run continues with the plan as it was. \`reeve run ${files.planFile} --new\` works the new one.`,
      ];
    case "mistakes":
      return [
        `${files.planFile} has changed, but has ${countOf(files.mistakes.length, "mistake")} (\`reeve check ${files.planFile}\` shows them); the run continues with the plan as it was.`,
      ];
    case "edited": {
      const late = files.given?.how === "late" ? ["The Reeve working on the run has not taken it yet."] : [];
      const settled = files.settled.length === 0 ? [] : [`By that ${files.settled.join(", ")} can continue.`];
      return [...editedLines(files), ...settled, ...late];
    }
    default:
      return files satisfies never;
  }
}
