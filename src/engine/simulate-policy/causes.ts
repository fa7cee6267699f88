/**
 * What is wrong in one simulated run and who knows of it: shared causes that are there until something mends them, what
 * each task failed by last, and what a person has fixed. It tells whether an attempt meets a fault, never when.
 */
import type { Fault, Faults } from "../../domain/spec/faults.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { type Dice, diceFor } from "./dice.ts";

export interface Causes {
  /** Shared causes that are there now. */
  readonly present: Set<Fault>;
  readonly failedBy: Map<TaskId, Fault>;
  /** Of a task, by a person: it does not meet these again. */
  readonly fixed: Map<TaskId, Set<Fault>>;
}

export function causesOf({ faults }: Faults, seed: number): Causes {
  const here = faults.filter(
    ({ shared, probability }, index) => shared !== null && diceFor(seed, `cause ${index}`)() < probability,
  );
  return { present: new Set(here), failedBy: new Map(), fixed: new Map() };
}

/** The attempt, as far as it matters for what it meets. */
export interface Met {
  readonly task: TaskId;
  /** The cause this task was made to fix. */
  readonly fixes: Fault | null;
  /** On a higher model tier than the plan's. */
  readonly isRaised: boolean;
}

/** mends: it would have met it, and mends it in passing. */
export function meets(causes: Causes, fault: Fault, met: Met, dice: Dice): "yes" | "no" | "mends" {
  if (fault.tasks !== null && !fault.tasks.includes(met.task)) return "no";
  return fault.shared === null ? meetsOwn(causes, fault, met, dice) : meetsShared(causes, fault, met, dice);
}

function meetsShared({ present, failedBy }: Causes, fault: Fault, met: Met, dice: Dice): "yes" | "no" | "mends" {
  if (!present.has(fault) || met.fixes === fault || fault.shared?.madeBy === met.task) return "no";
  const knows = failedBy.get(met.task) === fault;
  return knows && dice() < (fault.shared?.mendedAlone ?? 0) ? "mends" : "yes";
}

function meetsOwn({ failedBy, fixed }: Causes, fault: Fault, met: Met, dice: Dice): "yes" | "no" {
  if (fixed.get(met.task)?.has(fault)) return "no";
  const knows = failedBy.get(met.task) === fault;
  const raised = met.isRaised ? fault.whenRaised : undefined;
  const told = knows ? fault.afterFailure : undefined;
  return dice() < (raised ?? told ?? fault.probability) ? "yes" : "no";
}

/** A person answered what was asked about this task: they fixed what it failed by. */
export function fixByPerson({ present, failedBy, fixed }: Causes, task: TaskId): void {
  const fault = failedBy.get(task);
  if (fault === undefined) return;
  if (fault.shared !== null) {
    present.delete(fault);
    return;
  }
  const fixedFaults = fixed.get(task) ?? new Set();
  fixed.set(task, fixedFaults.add(fault));
}
