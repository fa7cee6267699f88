/**
 * Runs commands a person wrote as quality gates in a folder. One that fails is run once on the base commit: what failed
 * there the same way is told and stops nothing, because nobody here broke it. All of them run, so that a report is
 * complete. Where the commands come from is decided elsewhere.
 */
import { addAll } from "../../../basics/long-lists.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { CommandCheck, TaskId } from "../../../domain/spec/plan.ts";
import type { CheckRun, Checks } from "../check/run-check.ts";
import { commandEvidence, commandResult, endOf, gateResult, quoted, ranBy } from "../gate-result.ts";
import type { BaseRuns } from "./base-runs.ts";
import { failingTests } from "./failing-tests.ts";
import { type Before, compareFailures, hasSucceeded } from "./same-failure.ts";
import { type TaskWords, toTurnGreen } from "./to-turn-green.ts";

export interface RunGatesInput {
  readonly dir: string;
  readonly gates: readonly CommandCheck[];
  /** Null: for the integrated whole. */
  readonly task: TaskId | null;
  /** What a failing gate is compared with; absent: with nothing. */
  readonly base?: string | null;
  /** Whose work it is and what it builds on; absent: nobody's, or nobody knows. */
  readonly of?: WorkOf;
  readonly signal: AbortSignal;
  /** Makes the commit's files be as they are in it, whatever the gate before did to them; absent: the folder is nobody's. */
  readonly restore?: () => Promise<Failure | null>;
}

export interface WorkOf {
  readonly spec: TaskWords;
  readonly builtOn: readonly TaskId[];
}

/** One result per gate, in their order; a gate that could not be run ends it, because that says nothing about the work. */
export type RunGates = (input: RunGatesInput) => Promise<GatesAnswer>;

export type GatesAnswer = readonly GateResult[] | { readonly failure: Failure };

export interface RunGatesOptions {
  readonly checks: Checks;
  /** Null where there is no git. */
  readonly baseRuns: BaseRuns | null;
  /** Who of these brought what fails since the run began, as far as that can be told; absent: nobody. */
  readonly broughtBy?: BroughtBy;
}

/** Of these failures on `base`, those that the run did not begin with and that work of these tasks came with. */
export type BroughtBy = (asked: {
  readonly check: CommandCheck;
  readonly base: string;
  readonly failing: readonly string[];
  readonly builtOn: readonly TaskId[];
  readonly signal: AbortSignal;
}) => Promise<readonly string[]>;

/** Never throws for what a command does; a gate that fails does not keep the next from running. */
export function createRunGates(options: RunGatesOptions): RunGates {
  return async (input) => {
    const results: GateResult[] = [];
    for (const check of input.gates) {
      const answer = await runOne(options, input, check);
      if ("failure" in answer) return answer;
      addAll(results, answer);
    }
    return results;
  };
}

async function runOne(options: RunGatesOptions, input: RunGatesInput, check: CommandCheck): Promise<GatesAnswer> {
  const { dir, task, signal } = input;
  const failure = signal.aborted ? null : ((await input.restore?.()) ?? null);
  if (failure) return { failure };
  const run = await options.checks.run(check, { cwd: dir, task, signal });
  if (run.failure) return { failure: run.failure };
  if (run.aborted) return [stopped(check, run)];
  if (hasSucceeded(run) || !input.base || !options.baseRuns) return [commandResult("quality", check, run)];
  return [await compared(options, options.baseRuns, { ...input, base: input.base }, check, run)];
}

async function compared(
  { broughtBy }: RunGatesOptions,
  baseRuns: BaseRuns,
  { base, dir, signal, of }: RunGatesInput & { readonly base: string },
  check: CommandCheck,
  run: CheckRun,
): Promise<GateResult> {
  const answer = await baseRuns.get(check, base, signal);
  if (signal.aborted) return stopped(check, run);
  const resultWith = (verdict: "warned" | "failed", message: string, first: readonly string[] = []): GateResult => {
    const [command = "", ...output] = commandEvidence(check, run.output);
    return gateResult("quality", verdict, message, {
      name: check.name,
      evidence: [command, ...first, ...output],
      failing: verdict === "failed" ? failingTests(run.output) : [],
      tookMs: run.tookMs,
      ran: ranBy(check, run),
    });
  };
  const ended = `${quoted(check)} ${endOf(check, run)}`;
  if (answer.type === "unknown")
    return resultWith("failed", `${ended}; whether it failed before is unknown: ${answer.reason}.`);
  const found = compareFailures({ ...run, dir }, answer.run);
  if (found.type === "same") {
    const { failing } = found;
    const its = toTurnGreen(check, of?.spec ?? null, failing);
    const owed = (names: readonly string[]) => names.slice(0, FRESH_MAX).map((name) => `to mend: ${name}`);
    if (its.length > 0 || check.mustPass === true)
      return resultWith(
        "failed",
        `${ended}; it failed before the task too, and the task is to make it pass.`,
        owed(its),
      );
    const { builtOn = [] } = of ?? {};
    const brought =
      broughtBy && check.mustPass === undefined && builtOn.length > 0
        ? await broughtBy({ check, base, failing, builtOn, signal })
        : [];
    if (signal.aborted) return stopped(check, run);
    if (brought.length > 0)
      return resultWith(
        "failed",
        `${ended}; that came with work which the task builds on and has to pass with it.`,
        owed(brought),
      );
    return resultWith("warned", `${quoted(check)} fails the same way on the base commit.`);
  }
  const fresh = found.fresh.slice(0, FRESH_MAX).map((name) => `new: ${name}`);
  return resultWith("failed", `${ended}; ${BEFORE[found.before]}.`, fresh);
}

const BEFORE: Readonly<Record<Before, string>> = {
  passed: "it passes on the base commit",
  otherwise: "it fails on the base commit too, but not in this way",
  silent: "it fails on the base commit too, but does not say what is wrong, so it counts",
};

/** Few enough for the beginning of the evidence. */
const FRESH_MAX = 8;

function stopped(check: CommandCheck, { tookMs }: CheckRun): GateResult {
  return gateResult("quality", "skipped", `${quoted(check)} was stopped.`, { name: check.name, tookMs });
}
