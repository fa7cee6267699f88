/**
 * Learning from people: what an output really meant is kept, and rules of the project's own are made of what was corrected.
 * They are written to a file that can be read, reviewed and shared; runs that are under way keep the rules they began with.
 */
import { FAILURE_CLASSES, type FailureClass, type RestartKind } from "../../domain/proof/failure.ts";
import { giverText } from "../../domain/work/giver.ts";
import type { Classified } from "../../engine/classify/classify.ts";
import type { Correction } from "../../engine/learn/correction.ts";
import { type LearnedRule, learnRules } from "../../engine/learn/learn-rules.ts";
import { giverHere } from "../person/giver.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { keepCorrection, LEARNED_FILE, readCorrections, writeLearned } from "./learned.ts";
import { saidCorrections } from "./said-corrections.ts";

export interface CorrectWish {
  /** What it really is. */
  readonly class: string;
  readonly restart?: string;
  readonly about?: string;
  readonly tool?: string;
  readonly at: number;
}

export interface Corrected {
  readonly was: FailureClass;
  readonly is: FailureClass;
  readonly lines: readonly string[];
}

const RESTARTS: readonly RestartKind[] = ["transient", "persistent", "terminal", "unknown"];

export function correctOutput(project: Project, found: Classified, wish: CorrectWish): Reply<Corrected> {
  const is = FAILURE_CLASSES.find((name) => name === wish.class);
  if (is === undefined) return refused({ what: "no_such_class", given: wish.class, known: FAILURE_CLASSES });
  const restart = RESTARTS.find((name) => name === wish.restart);
  if (wish.restart !== undefined && restart === undefined)
    return refused({ what: "no_such_restart", given: wish.restart, known: RESTARTS });
  const subject = wish.about ?? found.subject ?? undefined;
  const correction: Correction = {
    lines: found.evidence,
    ...(wish.tool !== undefined && { tool: wish.tool }),
    class: is,
    ...(restart !== undefined && { restart }),
    ...(subject !== undefined && { subject }),
    from: "classify --correct",
    given: giverText(giverHere("reeve classify --correct")),
    at: wish.at,
  };
  keepCorrection(project, correction);
  return granted({ was: found.class, is, lines: correction.lines });
}

export interface Learned {
  readonly corrections: number;
  readonly rules: readonly LearnedRule[];
  /** What could not be made a rule of, and why. */
  readonly left: readonly string[];
  /** Null: nothing was written. */
  readonly written: string | null;
}

/** From `classify --correct`, from `retry --because` and from answers. */
export async function learn(project: Project, { dryRun }: { readonly dryRun: boolean }): Promise<Learned> {
  const corrections = [...readCorrections(project), ...(await saidCorrections(project))];
  const { rules, left } = learnRules(corrections);
  const writes = rules.length > 0 && !dryRun;
  if (writes) writeLearned(project, rules, giverHere("reeve learn"));
  return { corrections: corrections.length, rules, left, written: writes ? LEARNED_FILE : null };
}
