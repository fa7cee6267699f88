/**
 * Every name in a plan means exactly one thing: task ids are unique, and whatever names a task or a gang names one that
 * exists. Agents are checked in check-agents.ts, the order of the tasks in check-order.ts.
 */

import { describePath, printable } from "../config/mistakes/describe-value.ts";
import { quote } from "../config/mistakes/mistake.ts";
import type { Report } from "../config/yaml/open-source.ts";
import type { LoosePlan, Mention } from "./loose-plan.ts";

export function checkReferences(plan: LoosePlan, report: Report): void {
  const known = checkUnique(
    "task",
    plan.tasks.flatMap((task) => task.id ?? []),
    report,
  );
  checkCase(known.values(), report);
  checkUnique(
    "checkpoint",
    plan.checkpoints.flatMap((checkpoint) => checkpoint.id ?? []),
    report,
  );

  for (const { id, dependsOn } of plan.tasks) {
    for (const mention of dependsOn) {
      if (mention.name === id?.name) tellSelf(mention, report);
      else checkTask(mention, known, report);
    }
  }
  for (const mention of plan.createdBy) checkTask(mention, known, report);
  for (const { after } of plan.checkpoints) for (const mention of after) checkTask(mention, known, report);
  checkGangs(plan, report);
}

/** Returns the first of each name. */
function checkUnique(what: string, ids: readonly Mention[], report: Report): ReadonlyMap<string, Mention> {
  const first = new Map<string, Mention>();
  for (const id of ids) {
    const earlier = first.get(id.name);
    if (!earlier) first.set(id.name, id);
    else {
      const line = report.lineOf(earlier.path);
      report.mistake(
        id.path,
        `duplicate ${what} id ${quote(id.name)}, first on line ${line}`,
        `give each ${what} its own id`,
      );
    }
  }
  return first;
}

/** Ids become names of files and branches, and many disks do not tell `A` from `a`. */
function checkCase(ids: Iterable<Mention>, report: Report): void {
  const first = new Map<string, Mention>();
  for (const id of ids) {
    const folded = id.name.toLowerCase();
    const earlier = first.get(folded);
    if (!earlier) first.set(folded, id);
    else {
      const what = `task id ${quote(id.name)} differs from ${quote(earlier.name)} on line ${report.lineOf(earlier.path)} only in case`;
      report.warning(id.path, what, "choose ids that differ in more");
    }
  }
}

function tellSelf(mention: Mention, report: Report): void {
  report.mistake(mention.path, `task ${quote(mention.name)} depends on itself`, "remove it from depends_on");
}

function checkTask(mention: Mention, known: ReadonlyMap<string, Mention>, report: Report): void {
  if (known.has(mention.name)) return;
  const meant = report.suggest(mention.name, known.keys());
  const hint = meant ? `did you mean ${quote(meant)}?` : "name the id of a task in this plan";
  report.mistake(mention.path, `unknown task ${quote(mention.name)} in ${placeName(mention)}`, hint);
}

/** The key that holds the name: `depends_on`, `after`, `created_by_task`. */
function placeName(mention: Mention): string {
  return describePath(undefined, mention.path.filter((segment) => typeof segment === "string").slice(-1));
}

function checkGangs({ gangs, tasks, defaults }: LoosePlan, report: Report): void {
  const known = new Set(gangs.map((gang) => gang.name));
  const used = new Set<string>();
  for (const gang of [defaults.gang, ...tasks.map((task) => task.gang)]) {
    if (!gang) continue;
    if (known.has(gang.name)) continue;
    const meant = report.suggest(gang.name, known);
    const hint = meant
      ? `did you mean ${quote(meant)}?`
      : `declare it: gangs: { ${printable(gang.name)}: { strategy: rest_for_one } }`;
    report.mistake(gang.path, `unknown gang ${quote(gang.name)}`, hint);
  }
  for (const task of tasks) used.add((task.gang ?? defaults.gang)?.name ?? "");
  for (const gang of gangs) {
    if (used.has(gang.name)) continue;
    report.mistake(
      gang.path,
      `gang ${quote(gang.name)} has no task`,
      `write gang: ${printable(gang.name)} in its tasks, or remove it`,
      "key",
    );
  }
}
