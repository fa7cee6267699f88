/**
 * `reeve.learned.yaml` → the rules in it that can be used, and what is wrong with the others, each with its place. A file
 * that was learned is a help: its mistakes are told and cost nothing but the rule they stand in.
 */
import { z } from "zod";
import { asMapping } from "../basics/loose.ts";
import type { FailureRule } from "../domain/spec/failure-rule.ts";
import { failureRule, toFailureRules } from "./fields/failure-rules.ts";
import { list, mapping } from "./fields/fields.ts";
import { checkShape } from "./mistakes/check-shape.ts";
import type { Mistake } from "./mistakes/mistake.ts";
import { openSource } from "./yaml/open-source.ts";

export interface LearnedRules {
  readonly rules: readonly FailureRule[];
  readonly warnings: readonly Mistake[];
}

const LENGTH_MAX = 1_048_576;
const EMPTY_HINT = "remove it, or run `reeve learn` again";
const HINT = "a mapping like failures: [{ match: licence of * has run out, class: auth }]";

/** How often it was said, and by whom, is for people. */
const learnedRule = mapping(
  { ...failureRule.shape, times: z.unknown().optional(), from: z.unknown().optional() },
  "a rule as `reeve learn` writes it",
);
const learnedSchema = mapping({ failures: list(learnedRule, "a list of rules") }, HINT);

export function parseLearned(text: string, file: string): LearnedRules {
  const conflict = conflictIn(text, file);
  if (conflict) return { rules: [], warnings: [conflict] };
  const opened = openSource(text, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  // Whoever lost the thread once finds more mistakes than there are.
  if (!opened.ok) return { rules: [], warnings: opened.mistakes.slice(0, 1).map(leftOut("the file")) };
  const { value, report } = opened;
  checkShape(learnedSchema, value, report);
  const told = report.finish(() => null);
  const { failures } = asMapping(value);
  const usable = (Array.isArray(failures) ? failures : []).flatMap((each) => {
    const read = learnedRule.safeParse(each, { jitless: true });
    return read.success ? [bare(read.data)] : [];
  });
  return { rules: toFailureRules(usable), warnings: told.ok ? [] : told.mistakes.map(leftOut("it")) };
}

function bare({ times: _, from: __, ...rule }: z.output<typeof learnedRule>): z.output<typeof failureRule> {
  return rule;
}

/** Two people learned at once. */
function conflictIn(text: string, file: string): Mistake | null {
  const at = text.search(/^<{7}(?: |$)/m);
  if (at < 0) return null;
  const line = text.slice(0, at).split("\n").length;
  const what = "a merge conflict is not resolved";
  return leftOut("the file")({ file, line, col: 1, what, hint: CONFLICT_HINT, severity: "warning" });
}

const CONFLICT_HINT = "choose between the rules, or run `reeve learn` again";

function leftOut(who: string): (mistake: Mistake) => Mistake {
  return (mistake) => ({ ...mistake, what: `${mistake.what}; ${who} is left out`, severity: "warning" });
}
