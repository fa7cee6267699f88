/**
 * Whether a commit keeps the plan's contract: every entity is there, every core query can be walked. Each result names the
 * task that owes what is missing, or says that no task covers it. Reads git's objects only.
 */
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { Contract, ContractEntity, TaskId } from "../../../domain/spec/plan.ts";
import type { Git } from "../../git/git.ts";
import { readBranchSql } from "../branches/branch-sql.ts";
import type { BranchViews } from "../branches/branch-views.ts";
import { GitObjects, UnreadableRepository } from "../branches/git-objects.ts";
import { openViews } from "../branches/open-views.ts";
import { quoted } from "../report/finding.ts";
import { type SqlSchema, tableKey } from "../sql/sql-schema.ts";
import { checkEntity, type EntityAnswer, type Seen, withEmbedded } from "./contract-entity.ts";
import { parseCoreQuery, walkCoreQuery } from "./core-query.ts";

export interface ContractOrder {
  readonly git: Git;
  readonly commit: string;
  /** Of the project within the repository; empty at its top. */
  readonly prefix: string;
  readonly contract: Contract;
}

export async function checkContract(order: ContractOrder): Promise<GateResult[]> {
  const began = performance.now();
  if (order.contract.entities.length === 0 && order.contract.coreQueries.length === 0) {
    return [
      resultOf(
        "contract",
        "failed",
        "The contract is empty: name what the tasks must build under contract.entities.",
        [],
      ),
    ];
  }
  try {
    const results = await look(order);
    return results.map((each, index) => ({ ...each, tookMs: index === 0 ? Math.round(performance.now() - began) : 0 }));
  } catch (error) {
    if (!(error instanceof UnreadableRepository)) throw error;
    return [
      resultOf(
        "contract",
        "failed",
        `The contract could not be checked: ${error.failure.message}`,
        error.failure.evidence,
      ),
    ];
  }
}

/** The tasks that owe what failed; null for what no task covers. */
export function contractDebtors(contract: Contract, results: readonly GateResult[]): (TaskId | null)[] {
  const failed = results.filter((each) => each.verdict === "failed");
  const owing = failed.map(({ name, evidence }) => {
    const entity = contract.entities.find((each) => each.name === name);
    const line = evidence.find((each) => each.startsWith(OWED));
    return entity?.createdByTask ?? line?.slice(OWED.length) ?? null;
  });
  return [...new Set(owing)];
}

async function look({ git, commit, prefix, contract }: ContractOrder): Promise<GateResult[]> {
  const { views, paths } = await openViews(new GitObjects(git, prefix), commit, []);
  const wanted = contract.entities.map(({ path }) => [views.base, path] as const);
  await views.load(wanted, false);
  await views.loadTexts(wanted);
  const { base } = await readBranchSql(views, paths);
  const seen: Seen = { view: views.base, schema: withEmbedded(views, views.base, base, contract) };
  return [
    ...contract.entities.map((entity) => entityResult(views, seen, entity)),
    ...contract.coreQueries.map((query) => queryResult(query, contract, seen)),
  ];
}

function entityResult(views: BranchViews, seen: Seen, entity: ContractEntity): GateResult {
  const answer: EntityAnswer = checkEntity(views, [seen], entity);
  const owed = [`${OWED}${entity.createdByTask}`];
  if (answer.missing.length > 0) {
    const message = `${entity.name}: ${answer.missing.join("; ")}. ${entity.createdByTask} owes it.`;
    return resultOf(entity.name, "failed", message, [...answer.files, ...owed]);
  }
  if (answer.unsure.length > 0) {
    return resultOf(
      entity.name,
      "warned",
      `${entity.name} is mentioned, but this could not be looked at: ${answer.unsure.join("; ")}.`,
      answer.files,
    );
  }
  return resultOf(entity.name, "passed", `${entity.name} is there.`, answer.files);
}

function queryResult(query: string, contract: Contract, { schema }: Seen): GateResult {
  const steps = parseCoreQuery(query, contract);
  if (steps === null) {
    return resultOf(
      query,
      "skipped",
      `${quoted(query)} is a sentence for people; written as a path, like customers -> orders, it would be checked.`,
      [],
    );
  }
  const answer = walkCoreQuery(steps, schema);
  if (answer.walkable) return resultOf(query, "passed", `${quoted(query)} can be walked over foreign keys.`, []);
  const unseen = answer.tables.find((table) => isInCode(contract, schema, table));
  if (unseen !== undefined) {
    return resultOf(
      query,
      "warned",
      `${quoted(query)} could not be walked: the keys of ${quoted(unseen)} are not in SQL.`,
      [],
    );
  }
  const entity = answer.tables
    .toReversed()
    .map((table) => entityOf(contract, table))
    .find((each) => each !== undefined);
  const owes = entity === undefined ? "No task covers it, so the plan must change" : `${entity.createdByTask} owes it`;
  const evidence = entity === undefined ? [] : [`${OWED}${entity.createdByTask}`];
  return resultOf(query, "failed", `${quoted(query)} cannot be walked: ${answer.sentence}. ${owes}.`, evidence);
}

/** The later of two tables holds the key as a rule: it is made when the other is there. */
function entityOf({ entities }: Contract, table: string): ContractEntity | undefined {
  return entities.findLast((each) => each.type === "database" && tableKey(each.table ?? each.name) === table);
}

/** Declared in a language that tells nothing about keys. */
function isInCode(contract: Contract, schema: SqlSchema, table: string): boolean {
  const entity = entityOf(contract, table);
  return entity !== undefined && !schema.has(table) && !entity.path.endsWith(".sql");
}

const OWED = "owed by ";

function resultOf(
  name: string,
  verdict: GateResult["verdict"],
  message: string,
  evidence: readonly string[],
): GateResult {
  return { gate: "contract", name, verdict, message, evidence, tookMs: 0 };
}
