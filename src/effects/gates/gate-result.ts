/** Makes results of gates: bounded, cleaned, one sentence each. Which verdict is deserved is decided by the gates. */

import type { Gate, GateResult, GateRun, GateVerdict } from "../../domain/proof/gate.ts";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { asTold } from "../../engine/classify/formats/unfold.ts";
import { sha256 } from "../files/sha256.ts";
import { redact, secretsOf } from "../masking/redact.ts";
import type { CheckRun } from "./check/run-check.ts";
import { failingTests } from "./commands/failing-tests.ts";
import { hasSucceeded } from "./commands/same-failure.ts";
import { evidenceOf, linesOf } from "./evidence.ts";

const TEXT_LENGTH_MAX = 300;

export function gateResult(
  gate: Gate,
  verdict: GateVerdict,
  message: string,
  more: {
    readonly name?: string;
    readonly evidence?: readonly string[];
    readonly failing?: readonly string[];
    readonly tookMs?: number;
    readonly ran?: GateRun;
  } = {},
): GateResult {
  const { name = gate, evidence = [], failing = [], tookMs = 0, ran } = more;
  const named = failing.slice(0, FAILING_MAX).map(shown);
  const result = { gate, name: shown(name), verdict, message: shown(message), evidence: evidenceOf(evidence), tookMs };
  return { ...result, ...(named.length > 0 && { failing: named }), ...(ran && { ran }) };
}

const FAILING_MAX = 40;

/** Passed by exit 0, failed by anything else. */
export function commandResult(gate: Gate, check: CommandCheck, run: CheckRun): GateResult {
  const passed = hasSucceeded(run);
  const message = `${quoted(check)} ${passed ? "passed" : endOf(check, run)}.`;
  const evidence = passed ? [] : commandEvidence(check, run.output);
  const failing = passed ? [] : failingTests(run.output);
  const more = { name: check.name, evidence, failing, tookMs: run.tookMs, ran: ranBy(check, run) };
  return gateResult(gate, passed ? "passed" : "failed", message, more);
}

/** For the receipt. */
export function ranBy(check: CommandCheck, { exit, timedOut, output, at }: CheckRun): GateRun {
  return {
    command: maskedLine(check.run),
    exit: timedOut ? null : (exit?.code ?? null),
    ...(exit?.signal && { signal: exit.signal }),
    ...(timedOut && { timedOut }),
    output: sha256(output),
    at,
  };
}

export function quoted({ run }: CommandCheck): string {
  return `\`${shorten(run.trim().replaceAll(/\s+/g, " "), TEXT_LENGTH_MAX / 2)}\``;
}

export function endOf({ timeoutS }: CommandCheck, { exit, timedOut }: Pick<CheckRun, "exit" | "timedOut">): string {
  if (timedOut) return `did not end within ${timeoutS} s and was stopped`;
  return `ended with exit code ${exit?.code ?? "unknown"}${exit?.signal ? ` (${exit.signal})` : ""}`;
}

/** A report for machines is told as it would have been told to people: cut to a few lines, nobody could read it. */
export function commandEvidence({ run }: CommandCheck, output: string): readonly string[] {
  return [`$ ${run.trim().replaceAll(/\s+/g, " ")}`, ...linesOf(asTold(output))];
}

function shown(text: string): string {
  return shorten(maskedLine(text), TEXT_LENGTH_MAX);
}

function maskedLine(text: string): string {
  return redact(displaySafe(text).trim().replaceAll("\n", " "), secretsOf({}, process.env));
}

function shorten(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
