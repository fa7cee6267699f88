/** Policies side by side, as a table for people and as JSON for programs. Figures come in; nothing is computed but their form. */
import type { Simulated } from "../../../app/plan/simulate-policies.ts";
import type { Faults } from "../../../domain/spec/faults.ts";
import type { Figures } from "../../../engine/simulate-policy/compare-policies.ts";
import type { RunEnd } from "../../../engine/simulate-policy/play-run.ts";
import { countOf, plainText, widthOf } from "../../words.ts";

export function renderComparison({ figures, tasks, runs, seed, faults }: Simulated): string[] {
  return [
    `${countOf(tasks, "task")}, ${count(runs)} runs under each policy, seed ${seed}. ${personOf(faults)}`,
    "",
    ...table([HEAD, ...figures.map(rowOf)]),
    ...figures.flatMap(notDone),
  ];
}

export function comparisonJson({ figures, tasks, runs, seed }: Simulated): object {
  return {
    tasks,
    runs,
    seed,
    policies: figures.map(({ policy, success, tasksDone, usd, ms, tokens, ends, firstNotDone, ...perRun }) => ({
      policy,
      success,
      tasks_done: tasksDone,
      usd,
      seconds: { mean: ms.mean / 1000, p90: ms.p90 / 1000 },
      tokens,
      attempts: perRun.attempts,
      fixes: perRun.fixes,
      questions: perRun.questions,
      halts: perRun.halts,
      ends,
      first_not_done: firstNotDone,
    })),
  };
}

const HEAD = [
  "policy",
  "runs done",
  "tasks done",
  "cost",
  "cost p90",
  "time",
  "time p90",
  "attempts",
  "fixes",
  "questions",
  "halts",
];

function rowOf({ policy, success, tasksDone, usd, ms, attempts, fixes, questions, halts }: Figures): string[] {
  return [
    plainText(policy),
    percent(success),
    percent(tasksDone),
    money(usd.mean),
    money(usd.p90),
    time(ms.mean),
    time(ms.p90),
    attempts.toFixed(1),
    fixes.toFixed(1),
    questions.toFixed(1),
    halts.toFixed(1),
  ];
}

function personOf({ answersAfterMinutes }: Faults): string {
  if (answersAfterMinutes === null) return "The person never answers.";
  return `The person answers after ${time(answersAfterMinutes * 60_000)}.`;
}

const END_WORDS: Readonly<Record<Exclude<RunEnd, "done">, string>> = {
  failed: "ended without some tasks",
  asks: "waited for an answer",
  halted: "stayed halted",
  endless: "were not over at the horizon",
  stuck: "stood still, which is a bug in Reeve",
};

function notDone({ policy, runs, success, ends, firstNotDone }: Figures): string[] {
  if (success === 1 || firstNotDone === null) return [];
  const parts = Object.entries(END_WORDS).flatMap(([end, words]) => {
    const n = ends[end as RunEnd];
    return n === 0 ? [] : [`${count(n)} ${words}`];
  });
  const first = `the first of them, --runs 1 --seed ${firstNotDone.seed}: ${plainText(firstNotDone.why)}`;
  return ["", `${plainText(policy)}: of ${count(runs)} runs ${parts.join(", ")}; ${first}.`];
}

/** The first column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const fill = " ".repeat((widths[column] ?? 0) - widthOf(cell));
        return column === 0 ? cell + fill : fill + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Never rounded to "all" or "none" where it is not. */
function percent(part: number): string {
  const shown = (part * 100).toFixed(1);
  if (part < 1 && shown === "100.0") return "99.9 %";
  if (part > 0 && shown === "0.0") return "0.1 %";
  return `${shown} %`;
}

function money(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

function time(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${`${minutes % 60}`.padStart(2, "0")} min`;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
