/**
 * The plan's structured criteria, each looked at in its own way; all of them, so that a report is complete. What only a
 * person can judge is told and stops nothing.
 */
import { never } from "../../../domain/bug.ts";
import type { GateResult } from "../../../domain/gate.ts";
import type { Acceptance } from "../../../domain/plan.ts";
import { QUALITY_TIMEOUT_S } from "../commands/quality-gates.ts";
import { commandResult, gateResult } from "../gate-result.ts";
import { checkSchema } from "./check-schema.ts";
import type { Ground, GroundAnswer } from "./grounding-gates.ts";
import { findIn, pathInside } from "./workspace-file.ts";

export async function acceptanceGate(ground: Ground): Promise<GroundAnswer> {
  const { acceptance } = ground.order.spec;
  if (acceptance.length === 0) return [gateResult("acceptance", "passed", "The plan has no criteria for this task.")];
  const results: GateResult[] = [];
  for (const criterion of acceptance) {
    const answer = await judge(ground, criterion);
    if ("failure" in answer) return answer;
    results.push(...answer);
  }
  return results;
}

async function judge(ground: Ground, each: Acceptance): Promise<GroundAnswer> {
  const { criterion, verifyBy, target } = each;
  const told = (verdict: GateResult["verdict"], message: string, evidence: readonly string[] = []): GroundAnswer => [
    gateResult("acceptance", verdict, message, { name: criterion, evidence }),
  ];
  if (verifyBy === "manual") return told("warned", "A person has to judge this.");
  if (target === undefined)
    return told("warned", `The plan names no target for ${verifyBy}; a person has to judge this.`);
  switch (verifyBy) {
    case "test":
    case "lint":
      return await judgeByCommand(ground, criterion, target, verifyBy);
    case "file_exists": {
      const found = await findTarget(ground, target);
      return found === "there" ? told("passed", `${target} is there.`) : told("failed", `${target} ${found}.`);
    }
    case "schema_check": {
      const problem = await checkSchema(ground, target);
      return problem === null
        ? told("passed", `${target} is as it should be.`)
        : told("failed", `${target} is not as it should be.`, problem);
    }
    default:
      return never(verifyBy, "way to verify a criterion");
  }
}

/** A target that is the path of a file which cannot be run (a test file) is not a command. */
async function judgeByCommand(
  ground: Ground,
  criterion: string,
  target: string,
  verifyBy: string,
): Promise<GroundAnswer> {
  const name = criterion;
  if (isPath(target)) {
    const found = await findTarget(ground, target);
    const verdict = found === "there" ? "warned" : "failed";
    const more = found === "there" ? " is there; whether it passes is for the quality gates to tell" : ` ${found}`;
    return [gateResult("acceptance", verdict, `${target}${more}.`, { name })];
  }
  const check = { name, run: target, timeoutS: QUALITY_TIMEOUT_S };
  const run = await ground.run(check);
  if (run.failure) return { failure: run.failure };
  if (run.aborted) return [gateResult("acceptance", "skipped", `The ${verifyBy} was stopped.`, { name })];
  return [commandResult("acceptance", check, run)];
}

/** One word with a folder or an ending in it: `test/login.test.ts`. A program in the workspace is written `./check`. */
function isPath(target: string): boolean {
  return /^(?!\.\/)[^\s'"$|&;<>]+\.[A-Za-z0-9]+$/.test(target.trim());
}

async function findTarget({ dir }: Ground, target: string): Promise<string> {
  const path = pathInside(dir, target.trim());
  if (path === undefined) return "leads out of the workspace";
  const found = await findIn(dir, path);
  if (found === "outside") return "is a link that leads out of the workspace";
  return found === "missing" ? "is not there" : "there";
}
