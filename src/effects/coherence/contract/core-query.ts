/**
 * A core query of a contract: a path over tables, `customers -> orders -> items`, that must be walkable over foreign keys
 * in either direction. Before it a name for people may stand (`what a customer bought: customers -> orders`); a step may
 * name a column (`orders.customer_id`). Anything without an arrow is a sentence that only a person can check.
 */
import type { Contract } from "../../../domain/spec/plan.ts";
import { type SqlSchema, tableKey } from "../sql/sql-schema.ts";

export interface QueryStep {
  readonly table: string;
  readonly column: string | null;
}

export type QueryAnswer =
  | { readonly walkable: true }
  | { readonly walkable: false; readonly sentence: string; readonly tables: readonly string[] };

/** Null: not a path. Entities may be named by their own name or by their table. */
export function parseCoreQuery(query: string, contract: Contract): readonly QueryStep[] | null {
  const path = query.replace(/^[^:]*:\s*(?=\S.*(->|→))/s, "");
  const steps = path.split(/\s*(?:->|→)\s*/);
  if (steps.length < 2 || !steps.every((step) => STEP.test(step.trim()))) return null;
  return steps.map((step) => {
    const [name = "", column] = step.trim().replaceAll(/["`]/g, "").split(".");
    return { table: tableOf(name, contract), column: column?.toLowerCase() ?? null };
  });
}

export function walkCoreQuery(steps: readonly QueryStep[], schema: SqlSchema): QueryAnswer {
  for (const { table, column } of steps) {
    const found = schema.get(table);
    if (found === undefined) return { walkable: false, sentence: `there is no table \`${table}\``, tables: [table] };
    if (column !== null && !found.open && !found.columns.has(column)) {
      return { walkable: false, sentence: `\`${table}\` has no column \`${column}\``, tables: [table] };
    }
  }
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    if (next === undefined || isJoined(schema, step, next) || isJoined(schema, next, step)) continue;
    const sentence = `no foreign key joins \`${step.table}\` and \`${next.table}\``;
    return { walkable: false, sentence, tables: [step.table, next.table] };
  }
  return { walkable: true };
}

const STEP = /^["`]?[\p{L}_][\p{L}\p{N}_$]*["`]?(\.["`]?[\p{L}_][\p{L}\p{N}_$]*["`]?)?$/u;

function tableOf(name: string, { entities }: Contract): string {
  const entity = entities.find((each) => each.type === "database" && each.name.toLowerCase() === name.toLowerCase());
  return tableKey(entity?.table ?? entity?.name ?? name);
}

/** A column that a step names is the one the key must be on, where that table has the key. */
function isJoined(schema: SqlSchema, from: QueryStep, to: QueryStep): boolean {
  return (schema.get(from.table)?.keys ?? []).some(
    (key) => key.table === to.table && (from.column === null || key.columns.includes(from.column)),
  );
}
