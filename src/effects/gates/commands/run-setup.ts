/** The commands that make a new worktree usable, one after the other; the first that fails ends it. */
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import type { Checks } from "../check/run-check.ts";
import { evidenceOf } from "../evidence.ts";
import { commandEvidence, endOf, quoted } from "../gate-result.ts";
import { hasSucceeded } from "./same-failure.ts";

export type Setup = (dir: string, signal: AbortSignal) => Promise<Failure | null>;

/** Null where there is nothing to do. */
export function openSetup(checks: Checks, commands: readonly CommandCheck[]): Setup | null {
  if (commands.length === 0) return null;
  return async (dir, signal) => {
    for (const check of commands) {
      const failure = await runOne(checks, check, dir, signal);
      if (failure) return failure;
    }
    return null;
  };
}

/** In this folder of a checkout, where the project lies. */
export function inFolder(setup: Setup | null, prefix: string): Setup | null {
  return setup && ((dir, signal) => setup(join(dir, prefix), signal));
}

async function runOne(checks: Checks, check: CommandCheck, dir: string, signal: AbortSignal): Promise<Failure | null> {
  const run = await checks.run(check, { cwd: dir, signal });
  if (run.failure) return run.failure;
  if (run.aborted) {
    const message = `The setup command ${quoted(check)} was stopped before it had ended.`;
    return { class: "crash", restart: "transient", message, evidence: [] };
  }
  if (hasSucceeded(run)) return null;
  return {
    class: "dependency_install",
    // Out of time may be the network's fault; any other end is likely to come again.
    restart: run.timedOut ? "transient" : "persistent",
    subject: check.name,
    message: `The setup command ${quoted(check)} ${endOf(check, run)}. Run it in a fresh clone to see why, or correct \`workspace.setup\` in reeve.yaml.`,
    evidence: evidenceOf(commandEvidence(check, run.output)),
  };
}
