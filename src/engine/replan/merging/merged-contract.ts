/**
 * The contract of a plan that is being worked, with what a planner adds to it. Promises only grow: an entity that is named
 * again is as it is said now, all others stay. Each must have a maker that stays in the plan.
 */
import type { Contract, ContractEntity, TaskId } from "../../../domain/spec/plan.ts";
import type { PlannerAnswer, PlannerEntity } from "../../../domain/work/role-answers.ts";

export type MergedContract =
  /** Null: as it was. */
  | { readonly ok: true; readonly contract: Contract | null }
  | { readonly ok: false; readonly problems: readonly string[] };

export function mergedContract(
  before: Contract | null,
  { contract }: PlannerAnswer,
  tasks: ReadonlySet<TaskId>,
  replacedBy: ReadonlyMap<TaskId, readonly TaskId[]>,
): MergedContract {
  const entities = new Map((before?.entities ?? []).map((entity) => [entity.name, withMaker(entity, replacedBy)]));
  for (const entity of contract?.entities ?? []) entities.set(entity.name, entityOf(entity));
  const problems = [...entities.values()]
    .filter(({ createdByTask }) => !tasks.has(createdByTask))
    .map(
      ({ name, createdByTask }) =>
        `${name} of the contract is to be created by ${createdByTask}, which is not in the plan`,
    );
  if (problems.length > 0) return { ok: false, problems };
  const coreQueries = [...new Set([...(before?.coreQueries ?? []), ...(contract?.core_queries ?? [])])];
  const merged = { entities: [...entities.values()], coreQueries };
  const isEmpty = merged.entities.length + coreQueries.length === 0;
  return { ok: true, contract: isEmpty || isSame(before, merged) ? null : merged };
}

function withMaker(entity: ContractEntity, replacedBy: ReadonlyMap<TaskId, readonly TaskId[]>): ContractEntity {
  const [maker = entity.createdByTask] = replacedBy.get(entity.createdByTask) ?? [];
  return maker === entity.createdByTask ? entity : { ...entity, createdByTask: maker };
}

function entityOf({ name, type, path, table, key_fields, created_by_task }: PlannerEntity): ContractEntity {
  const keyFields = key_fields ?? [];
  return { name, type, path, ...(table !== undefined && { table }), keyFields, createdByTask: created_by_task };
}

function isSame(before: Contract | null, after: Contract): boolean {
  return before !== null && JSON.stringify(keyOf(before)) === JSON.stringify(keyOf(after));
}

function keyOf({ entities, coreQueries }: Contract): unknown {
  const rows = entities.map(({ name, type, path, table, keyFields, createdByTask }) => {
    return [name, type, path, table ?? null, keyFields, createdByTask];
  });
  return [rows, coreQueries];
}
