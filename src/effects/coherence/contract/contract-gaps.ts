/** Entities of the plan's contract that neither the base nor any branch provides, though their task has worked. */
import type { Contract, TaskId } from "../../../domain/spec/plan.ts";
import type { BranchSql } from "../branches/branch-sql.ts";
import type { BranchViews } from "../branches/branch-views.ts";
import type { Finding } from "../report/finding.ts";
import { checkEntity, withEmbedded } from "./contract-entity.ts";

export async function findContractGaps(
  views: BranchViews,
  sql: BranchSql,
  contract: Contract,
  pending: ReadonlySet<TaskId>,
): Promise<Finding[]> {
  const due = contract.entities.filter((entity) => !pending.has(entity.createdByTask));
  const seen = [
    { view: views.base, schema: sql.base },
    ...views.branches.map((branch) => ({ view: branch.after, schema: sql.schemas.get(branch) ?? sql.base })),
  ];
  const wanted = seen.flatMap(({ view }) => due.map(({ path }) => [view, path] as const));
  await views.load(wanted, false);
  await views.loadTexts(wanted);
  const whole = seen.map(({ view, schema }) => ({ view, schema: withEmbedded(views, view, schema, contract) }));
  return due.flatMap((entity): Finding[] => {
    const { missing, files } = checkEntity(views, whole, entity);
    if (missing.length === 0) return [];
    const task = entity.createdByTask;
    return [
      {
        subject: entity.name,
        severity: "major",
        tasks: [task],
        files: files.length > 0 ? files : [entity.path],
        sentence: `The contract's ${entity.type} ${entity.name} is missing: ${missing.join("; ")}; ${task} must create it.`,
        must_change: task,
      },
    ];
  });
}
