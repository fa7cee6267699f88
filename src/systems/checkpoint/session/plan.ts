/**
 * The plan of a session: its tasks with what they wait for, and what it says about itself. From JSON or YAML, or from the
 * checklist or stories of another tool. Pure.
 */
import { parse } from "yaml";
import { asList, asMapping, asText } from "../../../basics/loose.ts";
import type { Document, Place, Shard } from "../documents/document.ts";
import { markdownTasks } from "./markdown-tasks.ts";

export interface PlanTask extends Place {
  readonly id: string;
  readonly title: string;
  readonly dependsOn: readonly (Place & { readonly id: string })[];
  readonly files: readonly string[];
}

export interface Said extends Place {
  readonly value: string;
}

export interface Plan {
  readonly tasks: readonly PlanTask[];
  readonly complexity: Said | null;
  readonly execution: Said | null;
  /** How many parts of the code it touches; null where it does not say. */
  readonly modules: number | null;
  /** Of which part nothing could be read. */
  readonly unreadable: readonly string[];
  /** Whether it is data, and so can be asked for what a plan says about itself. */
  readonly isData: boolean;
}

export function planOf(document: Document): Plan {
  const data = document.shards.filter(({ file }) => /\.(?:json|ya?ml)$/i.test(file));
  if (data.length === 0) {
    return {
      tasks: markdownTasks(document),
      complexity: null,
      execution: null,
      modules: null,
      unreadable: [],
      isData: false,
    };
  }
  const read = data.map((shard) => ({ shard, value: parsed(shard) }));
  const tasks = read.flatMap(({ shard, value }) => tasksOf(shard, value));
  const said = (...keys: string[]): Said | null =>
    read.flatMap(({ shard, value }) => saidIn(shard, value, keys) ?? [])[0] ?? null;
  return {
    tasks,
    complexity: said("complexity", "complexity_level"),
    execution: said("recommended_execution", "execution_method", "execution"),
    modules: modulesOf(
      read.map(({ value }) => asMapping(value)),
      tasks,
    ),
    unreadable: read.filter(({ value }) => value === undefined).map(({ shard }) => shard.file),
    isData: true,
  };
}

function parsed({ text }: Shard): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function tasksOf(shard: Shard, value: unknown): readonly PlanTask[] {
  const fields = asMapping(value);
  const listed = asList(fields["tasks"]).map(asMapping);
  const among =
    listed.length > 0 ? listed : asText(fields["id"]) !== undefined && fields["title"] !== undefined ? [fields] : [];
  return among.flatMap((task): PlanTask[] => {
    const id = idOf(task["id"] ?? task["task_id"]);
    if (id === "") return [];
    const line = lineWith(shard, id, ["id", "task_id"]);
    const waits = [
      ...asList(task["depends_on"]),
      ...asList(task["dependencies"]),
      ...asList(task["blocked_by"]),
      ...asList(task["after"]),
    ];
    return [
      {
        id,
        title: asText(task["title"]) ?? "",
        file: shard.file,
        line,
        dependsOn: waits.map((each) => ({ id: idOf(each), file: shard.file, line })),
        files: [...asList(task["files"]), ...asList(task["modification_points"])].flatMap(
          (each) => asText(each) ?? asText(asMapping(each)["path"]) ?? asText(asMapping(each)["file"]) ?? [],
        ),
      },
    ];
  });
}

function idOf(value: unknown): string {
  return typeof value === "number" ? String(value) : (asText(value) ?? "");
}

function saidIn(shard: Shard, value: unknown, keys: readonly string[]): Said | null {
  const fields = asMapping(value);
  for (const key of keys) {
    const found = asText(fields[key]) ?? asText(asMapping(fields["_metadata"])[key]);
    if (found !== undefined) return { value: found, file: shard.file, line: lineOfKey(shard, key) };
  }
  return null;
}

function lineOfKey({ text }: Shard, key: string): number {
  const at = text.split("\n").findIndex((line) => new RegExp(`^\\s*["']?${key}["']?\\s*:`).test(line));
  return at === -1 ? 1 : at + 1;
}

function lineWith({ text }: Shard, id: string, keys: readonly string[]): number {
  const at = text.split("\n").findIndex((line) => keys.some((key) => line.includes(key)) && line.includes(id));
  return at === -1 ? 1 : at + 1;
}

function modulesOf(values: readonly Readonly<Record<string, unknown>>[], tasks: readonly PlanTask[]): number | null {
  const named = values.flatMap((value) => [...asList(value["modules"]), ...asList(value["affected_modules"])]);
  if (named.length > 0) return new Set(named.map((each) => asText(each) ?? JSON.stringify(each))).size;
  const paths = tasks.flatMap(({ files }) => files);
  return paths.length === 0 ? null : new Set(paths.map(moduleOf)).size;
}

/** The folder below the sources; a file at the top stands for itself. */
function moduleOf(path: string): string {
  const parts = path.split("/").filter((part) => part !== "." && part !== "");
  const at = /^(?:src|lib|app|packages|apps|internal|test|tests)$/.test(parts[0] ?? "") ? 2 : 1;
  return parts.slice(0, Math.min(at, Math.max(1, parts.length - 1))).join("/");
}
