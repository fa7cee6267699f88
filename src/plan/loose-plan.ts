/**
 * The parts of a plan that refer to each other, read from a value whose shape may be wrong, so that one misspelt key
 * does not hide a cycle. What does not fit is left out; the schema has told it already.
 */
import { asList, asMapping, asText } from "../basics/loose.ts";
import type { Path } from "../config/yaml/open-source.ts";

/** A name that stands somewhere in the file. */
export interface Mention {
  readonly name: string;
  readonly path: Path;
}

export interface LooseTask {
  readonly path: Path;
  readonly id: Mention | undefined;
  readonly dependsOn: readonly Mention[];
  readonly files: readonly Mention[];
  readonly agent: Mention | undefined;
  readonly tier: Mention | undefined;
  readonly gang: Mention | undefined;
}

export interface LoosePlan {
  readonly tasks: readonly LooseTask[];
  readonly defaults: Pick<LooseTask, "agent" | "tier" | "gang">;
  readonly gangs: readonly Mention[];
  readonly createdBy: readonly Mention[];
  readonly checkpoints: readonly { readonly id: Mention | undefined; readonly after: readonly Mention[] }[];
}

export function loosePlan(value: unknown): LoosePlan {
  const root = asMapping(value);
  const entities = asList(asMapping(root.contract).entities);
  return {
    tasks: asList(root.tasks).map((task, index) => looseTask(task, ["tasks", index])),
    defaults: whoAndWhere(root.defaults, ["defaults"]),
    gangs: Object.keys(asMapping(root.gangs)).map((name) => ({ name, path: ["gangs", name] })),
    createdBy: entities.flatMap((entity, index) => {
      return mention(entity, ["contract", "entities", index], "created_by_task") ?? [];
    }),
    checkpoints: asList(root.checkpoints).map((checkpoint, index) => {
      const path = ["checkpoints", index];
      return { id: mention(checkpoint, path, "id"), after: mentions(checkpoint, path, "after") };
    }),
  };
}

function looseTask(task: unknown, path: Path): LooseTask {
  return {
    path,
    id: mention(task, path, "id"),
    dependsOn: mentions(task, path, "depends_on"),
    files: mentions(task, path, "files"),
    ...whoAndWhere(task, path),
  };
}

function whoAndWhere(value: unknown, path: Path): LoosePlan["defaults"] {
  return {
    agent: mention(value, path, "agent"),
    tier: mention(value, path, "tier"),
    gang: mention(value, path, "gang"),
  };
}

function mention(value: unknown, path: Path, key: string): Mention | undefined {
  const name = asText(asMapping(value)[key]);
  return name === undefined ? undefined : { name, path: [...path, key] };
}

function mentions(value: unknown, path: Path, key: string): Mention[] {
  return asList(asMapping(value)[key]).flatMap((item, index) => {
    return typeof item === "string" ? { name: item, path: [...path, key, index] } : [];
  });
}
