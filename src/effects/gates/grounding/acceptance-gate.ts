/**
 * The plan's structured criteria, each looked at in its own way; all of them, so that a report is complete. What only a
 * person can judge is told and stops nothing.
 */
import { addAll } from "../../../basics/long-lists.ts";
import { never } from "../../../domain/bug.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { Acceptance } from "../../../domain/spec/plan.ts";
import { QUALITY_TIMEOUT_S } from "../commands/quality-gates.ts";
import { commandResult, gateResult } from "../gate-result.ts";
import { checkSchema } from "./check-schema.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { pathInside } from "./workspace-file.ts";

export async function acceptanceGate(work: FinishedWork): Promise<GateAnswer> {
  const { acceptance } = work.order.spec;
  if (acceptance.length === 0) return [gateResult("acceptance", "skipped", "The plan has no criteria for this task.")];
  const results: GateResult[] = [];
  for (const criterion of acceptance) {
    const answer = await judge(work, criterion);
    if ("failure" in answer) return answer;
    addAll(results, answer);
  }
  return results;
}

async function judge(work: FinishedWork, each: Acceptance): Promise<GateAnswer> {
  const { criterion, verifyBy, target } = each;
  const judgement = (verdict: GateResult["verdict"], message: string, evidence: readonly string[] = []): GateAnswer => [
    gateResult("acceptance", verdict, message, { name: criterion, evidence }),
  ];
  if (verifyBy === "manual") return judgement("warned", "A person has to judge this.");
  if (target === undefined)
    return judgement("warned", `The plan names no target for ${verifyBy}; a person has to judge this.`);
  switch (verifyBy) {
    case "test":
    case "lint":
      return await judgeByCommand(work, criterion, target, verifyBy);
    case "file_exists": {
      const found = await findTarget(work, target);
      return found === "there"
        ? judgement("passed", `${target} is there.`)
        : judgement("failed", `${target} ${found}.`);
    }
    case "schema_check": {
      const problem = await checkSchema(work, target);
      return problem === null
        ? judgement("passed", `${target} is as it should be.`)
        : judgement("failed", `${target} is not as it should be.`, problem);
    }
    default:
      return never(verifyBy, "way to verify a criterion");
  }
}

/** A target that is the path of a file which cannot be run (a test file) is not a command. */
async function judgeByCommand(
  work: FinishedWork,
  criterion: string,
  target: string,
  verifyBy: string,
): Promise<GateAnswer> {
  const name = criterion;
  if (isPath(target)) {
    const found = await findTarget(work, target);
    const verdict = found === "there" ? "warned" : "failed";
    const more = found === "there" ? " is there; whether it passes is up to the quality gates" : ` ${found}`;
    return [gateResult("acceptance", verdict, `${target}${more}.`, { name })];
  }
  const check = { name, run: target, timeoutS: QUALITY_TIMEOUT_S };
  const run = await work.run(check);
  if (run.failure) return { failure: run.failure };
  if (run.aborted) return [gateResult("acceptance", "skipped", `The ${verifyBy} was stopped.`, { name })];
  return [commandResult("acceptance", check, run)];
}

/** One word with a folder or an ending in it: `test/login.test.ts`. A program in the workspace is written `./check`. */
function isPath(target: string): boolean {
  return /^(?!\.\/)[^\s'"$|&;<>]+\.[A-Za-z0-9]+$/.test(target.trim());
}

async function findTarget({ dir, files }: FinishedWork, target: string): Promise<string> {
  const path = pathInside(dir, target.trim());
  if (path === undefined) return "leads out of the workspace";
  const found = await files.find(path);
  if (found === "outside") return "is a link that leads out of the workspace";
  return found === "missing" ? "is not there" : "there";
}
