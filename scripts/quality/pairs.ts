/** How many pairs of outputs with one cause are found to have one, and which that have two are taken for one. */
import { addFailure, createPatternIndex, groupsOf } from "../../src/engine/causes/groups/pattern-index.ts";
import type { Answered } from "./held-out.ts";
import { apartSets } from "./labelled.ts";

export interface Pairs {
  readonly found: number;
  readonly all: number;
  /** "a + b": two outputs of different causes in one group. */
  readonly wrong: readonly string[];
}

/** `unrelated`: sets of ids of which no two share a cause, where somebody says so. */
export function pairsOf(
  answers: readonly Answered[],
  groups: readonly (readonly string[])[],
  unrelated: readonly (readonly string[])[],
): Pairs {
  const index = createPatternIndex();
  for (const { output, found } of answers) {
    const { subject, class: of, entities } = found;
    const tool = output.tool === undefined ? {} : { tool: output.tool };
    addFailure(index, {
      id: output.id,
      class: of,
      ...(subject !== null && { subject }),
      text: output.text,
      entities,
      ...tool,
    });
  }
  const groupOf = new Map(
    groupsOf(index, 1).flatMap(({ group, members }) => members.map((id) => [id, group] as const)),
  );
  const together = ([one, other]: readonly [string, string]): boolean => groupOf.get(one) === groupOf.get(other);
  const same = groups.flatMap(pairsIn);
  return {
    found: same.filter(together).length,
    all: same.length,
    wrong: unrelated
      .flatMap(pairsIn)
      .filter(together)
      .map(([one, other]) => `${one} + ${other}`),
  };
}

/**
 * Of the outputs of recipes those of one kind with different names have different causes, whoever told them; of the others
 * those of which somebody said so.
 */
export function recipeGroups(answers: readonly Answered[]): {
  readonly groups: readonly (readonly string[])[];
  readonly unrelated: readonly (readonly string[])[];
} {
  const ids = new Set(answers.map(({ output }) => output.id));
  const apart = apartSets().map((set) => set.filter((id) => ids.has(id)));
  const grouped = answers.filter(({ output }) => output.group !== null);
  const byGroup = Map.groupBy(grouped, ({ output }) => output.group ?? "");
  const firsts = new Map(grouped.map((each) => [`${each.output.group} ${each.output.tool}`, each]));
  const named = [...firsts.values()].filter(({ output }) => output.group?.includes(":"));
  const byTool = Map.groupBy(named, ({ output }) => `${output.group?.split(":")[0]} ${output.tool}`);
  return {
    groups: [...byGroup.values()].map((members) => members.map(({ output }) => output.id)),
    unrelated: [...[...byTool.values()].map((members) => members.map(({ output }) => output.id)), ...apart],
  };
}

function pairsIn(ids: readonly string[]): readonly (readonly [string, string])[] {
  return ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const));
}
