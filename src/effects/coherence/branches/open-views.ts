/** Reads base and branches from git and lays them side by side. Only names and blobs are read; text comes when asked for. */
import type { TaskId } from "../../../domain/spec/plan.ts";
import { BranchViews, baseView, branchOf } from "./branch-views.ts";
import type { CommitReader } from "./git-objects.ts";
import type { Aliases } from "./resolve-import.ts";

export interface BranchWish {
  readonly task: TaskId;
  /** A branch or a commit. */
  readonly ref: string;
  /** The commit from which its own change is counted: what it has merged in from others is none of it. Absent: where it parted from the base. */
  readonly from?: string;
}

export interface OpenedViews {
  readonly views: BranchViews;
  readonly commit: string;
  readonly paths: readonly string[];
}

/** Branches in the order of dependencies: earlier ones are right. Throws `UnreadableRepository`. */
export async function openViews(
  objects: CommitReader,
  base: string,
  wishes: readonly BranchWish[],
): Promise<OpenedViews> {
  const commit = await objects.commitOf(base);
  const files = await objects.files(commit);
  const view = baseView(files);
  const branches = [];
  for (const [order, { task, ref, from }] of wishes.entries()) {
    const tip = await objects.commitOf(ref);
    const start = from === undefined ? await objects.commonBase(commit, tip) : await objects.commitOf(from);
    const known = from === undefined || start === commit ? files : await objects.files(start);
    branches.push(branchOf({ task, order, base: view, known, changes: await objects.changes(start, tip) }));
  }
  const aliases = await readAliases(objects, files);
  return { views: new BranchViews(objects, view, branches, aliases), commit, paths: [...files.keys()] };
}

/** Of the compiler's path aliases those in the configuration at the top; what it extends is not followed. */
async function readAliases(objects: CommitReader, files: ReadonlyMap<string, string>): Promise<Aliases> {
  const blob = files.get("tsconfig.json") ?? files.get("jsconfig.json");
  if (blob === undefined) return [];
  const text = (await objects.texts([blob])).get(blob) ?? "";
  const options = field(lenientJson(text), "compilerOptions");
  const root = field(options, "baseUrl");
  const lead = typeof root === "string" && root !== "." ? `${root}/` : "";
  const paths = field(options, "paths");
  if (typeof paths !== "object" || paths === null) return [];
  return Object.entries(paths).map(([from, to]) => ({
    from,
    to: (Array.isArray(to) ? to : []).flatMap((each: unknown) => (typeof each === "string" ? [lead + each] : [])),
  }));
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Comments and trailing commas are allowed in that file; strings are kept as they are. */
function lenientJson(text: string): unknown {
  const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
  try {
    return JSON.parse(plain.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1"));
  } catch {
    return null;
  }
}
