/**
 * Each look that found something in a task's work is a round, noted with what is new, still there and gone. Where three
 * rounds show no end, no further one is begun: whoever decides then can choose anything but one more try.
 */
import { type Because, because } from "../../domain/because.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import {
  deltaLines,
  deltaOf,
  FINDINGS_MAX,
  growthOf,
  isEndless,
  type Judge,
  type Round,
  type RoundFinding,
  saidFinding,
} from "../../domain/proof/round.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import type { ReviewerAnswer } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import { tellingLine } from "../causes/names/skeleton.ts";
import type { Context } from "../context.ts";

export interface Judged {
  /** What the next attempt is told about it; empty for a first look. */
  readonly told: string;
  /** It shows no end. */
  readonly isEndless: boolean;
}

/** An empty round is worth noting only where something was found before. */
export function judgeRound(context: Context, task: Task, by: Judge, findings: readonly RoundFinding[]): Judged {
  const earlier = task.rounds;
  const hadAny = (earlier.findLast((round) => round.by === by)?.findings.length ?? 0) > 0;
  if (findings.length === 0 && !hadAny) return { told: "", isEndless: false };
  const round: Round = {
    attempt: attemptId(task.id, task.attempts),
    by,
    findings: findings.slice(0, FINDINGS_MAX).map(({ key, text }) => ({ key, text: text.slice(0, TEXT_LENGTH_MAX) })),
    ...(task.changedFiles > 0 && { files: task.changedFiles }),
  };
  const delta = deltaOf(earlier, by, round.findings);
  const growth = growthOf(earlier, round);
  const number = numberOf(earlier) + (findings.length > 0 ? 1 : 0);
  context.emit({ type: "round_judged", task: task.id, number, round, delta, ...(growth !== null && { growth }) });
  const more = growth === null ? [] : [`- more than before: ${growth}; change what was found, and no more`];
  const lines = [...deltaLines(delta), ...more];
  const told = earlier.some((each) => each.by === by) ? ["Compared with the round before:", ...lines] : [];
  return { told: told.join("\n"), isEndless: findings.length > 0 && isEndless(task.rounds) };
}

const TEXT_LENGTH_MAX = 300;

function numberOf(rounds: readonly Round[]): number {
  return rounds.filter(({ findings }) => findings.length > 0).length;
}

export function endlessOf({ rounds }: Task, why: Because): Because {
  return because("not_converging", { ...why.facts, rounds: numberOf(rounds) }, why.evidence);
}

export function gateFindings(gates: readonly GateResult[]): RoundFinding[] {
  return gates.filter(({ verdict }) => verdict === "failed").flatMap(findingsIn);
}

/** Test by test, else line by line, where the gate tells; else the gate itself, by the line that tells most. */
function findingsIn({ gate, name, message, failing = [], failure, evidence }: GateResult): RoundFinding[] {
  const lead = name === gate ? gate : name;
  const of = (what: string, shown: string) => ({ key: `${gate} ${name} ${what}`, text: `${lead}: ${shown}` });
  if (failing.length > 0) return failing.slice(0, FINDINGS_MAX).map((test) => of(test, test));
  const lines = failure?.telling ?? [];
  if (lines.length > 0) {
    const bySkeleton = new Map(lines.map((line) => [tellingLine(line)?.skeleton ?? line, line]));
    return [...bySkeleton].slice(0, FINDINGS_MAX).map(([skeleton, line]) => of(skeleton, line));
  }
  const told = tellingLine([message, ...evidence].join("\n"));
  return [of(told?.skeleton ?? "", withoutLead(message))];
}

function withoutLead(message: string): string {
  return message.replace(/\.$/, "");
}

export function reviewFindings({ reasons, must_change }: ReviewerAnswer): RoundFinding[] {
  return (must_change.length > 0 ? must_change : reasons).map(saidFinding);
}
