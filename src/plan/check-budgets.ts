/**
 * Where children ask for more than their parent has: a task or a gang more than what it is part of, or all of them together.
 * Nothing breaks by it, since the parent's limit stops them first; a person wants to know before. Told as warnings.
 */
import { quote } from "../config/mistakes/mistake.ts";
import type { Path, Report } from "../config/yaml/open-source.ts";
import type { Config } from "../domain/spec/config.ts";
import type { Budget } from "../domain/spec/plan.ts";
import { budgetText } from "../domain/words/budget-text.ts";
import type { PlanFile } from "./plan-schema.ts";

const KINDS = ["usd", "tokens", "minutes"] as const;
type Kind = (typeof KINDS)[number];

/** Part of a plan that may have a budget. */
interface Child {
  readonly who: string;
  readonly path: Path;
  readonly asks: Written | undefined;
}

type Written = { readonly [K in Kind]?: number | undefined };

export function checkBudgets(plan: PlanFile, config: Config, report: Report): void {
  const gangs = Object.entries(plan.gangs ?? {});
  const tasks = plan.tasks.map((task, index) => ({
    gang: task.gang ?? plan.defaults?.gang,
    who: `task ${quote(task.id)}`,
    path: task.budget ? ["tasks", index, "budget"] : ["defaults", "budget"],
    asks: { ...plan.defaults?.budget, ...task.budget } as Written,
  }));
  const hasBudget = (gang: string | undefined) => gangs.some(([name, { budget }]) => name === gang && budget);
  for (const [name, { budget }] of gangs)
    if (budget)
      compare(
        { who: `gang ${quote(name)}`, path: ["gangs", name, "budget"], has: budget },
        tasks.filter(({ gang }) => gang === name),
        report,
      );
  const ofRun: readonly Child[] = [
    ...gangs.map(([name, { budget }]) => ({
      ...{ who: `gang ${quote(name)}`, path: ["gangs", name, "budget"] },
      asks: budget as Written | undefined,
    })),
    ...tasks.filter(({ gang }) => !hasBudget(gang)),
  ];
  compare({ who: "the run", path: ["tasks"], has: config.budgets }, ofRun, report);
}

interface Parent {
  readonly who: string;
  readonly path: Path;
  readonly has: Written;
}

/** Each child by itself; where none asks too much alone, all of them together. */
function compare({ who, path, has }: Parent, children: readonly Child[], report: Report): void {
  for (const kind of KINDS) {
    const limit = has[kind];
    if (limit === undefined) continue;
    const asking = children.flatMap((child) => {
      const asked = child.asks?.[kind];
      return asked === undefined ? [] : [{ ...child, asked }];
    });
    const greedy = asking.filter(({ asked }) => asked > limit);
    for (const child of greedy)
      report.warning(
        [...child.path, kind],
        `${child.who} may use ${text(kind, child.asked)}, more than the ${text(kind, limit)} of ${who}`,
        `it is stopped at ${text(kind, limit)}: raise the budget of ${who} or lower this one`,
      );
    const sum = asking.reduce((all, { asked }) => all + asked, 0);
    // A task's minutes limit each attempt, and tasks work side by side: they do not add up.
    if (greedy.length === 0 && kind !== "minutes" && sum > limit)
      report.warning(
        path,
        `the budgets in ${who} add up to ${text(kind, sum)}, more than its ${text(kind, limit)}`,
        "the last ones may find nothing left: raise it, or give them less",
        "key",
      );
  }
}

function text(kind: Kind, amount: number): string {
  return budgetText({ [kind]: Math.round(amount * 100) / 100 } as Budget);
}
