/**
 * What a recipe of the corpus is: a small broken project, the command that stumbles over it, and what its output means.
 * Recipes are YAML; `NAME` in them stands for each of the names, so that one thing is told by many tools.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One project to make and one command to run in it. */
export interface Recipe {
  readonly id: string;
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  readonly before: string;
  readonly run: string;
  readonly class: string;
  readonly restart?: string;
  readonly subject: string | null;
  /** Recipes of one group have one cause. */
  readonly group: string | null;
  /** What a service says to whoever asks it. */
  readonly answers?: Answer;
  /** A port that is taken while the command runs. */
  readonly listens?: number;
  /** A port that takes connections and says nothing. */
  readonly silent?: number;
  /** Its tool measures only: nothing is learned from what it prints, and no rule is written for it. */
  readonly keptApart: boolean;
  /** Of a file whose name begins with `fresh-`: of tools that the other files do not know. */
  readonly fresh: boolean;
}

interface WrittenTool {
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  readonly run: string;
  readonly class?: string;
  readonly restart?: string;
  readonly subject?: string | null;
  /** False: what it prints does not tell the cause of the others. */
  readonly group?: boolean;
}

interface Written extends Omit<WrittenTool, "tool" | "files" | "run"> {
  readonly kind: string;
  readonly names: readonly string[];
  readonly class: string;
  readonly group?: boolean;
  readonly before?: string;
  readonly answers?: Answer;
  readonly listens?: string;
  readonly silent?: string;
  readonly tools: readonly WrittenTool[];
}

export function readRecipes(): readonly Recipe[] {
  const folder = fileURLToPath(new URL("recipes/", import.meta.url));
  const written = readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      (parse(readFileSync(`${folder}${file}`, "utf8")) as readonly Written[]).map((each) => ({
        each,
        fresh: file.startsWith("fresh-"),
      })),
    );
  return written.flatMap(({ each, fresh }) =>
    each.names.flatMap((name) =>
      each.tools.map((tool, at) => ({
        ...recipeOf(each, tool, name, at),
        keptApart: fresh && isKeptApart(tool.tool),
        fresh,
      })),
    ),
  );
}

/** Every second tool, by dice that always fall the same: nobody chooses which. `clang` and `clang-link` are one tool. */
function isKeptApart(tool: string): boolean {
  const own = tool.replace(/^(python|node|git)-(.*)$/, "$2").split("-")[0] ?? tool;
  let hash = 7;
  for (const char of own) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return (hash >>> 4) % 2 === 0;
}

function recipeOf(written: Written, tool: WrittenTool, name: string, at: number): Omit<Recipe, "keptApart" | "fresh"> {
  const put = (text: string): string => text.replaceAll("NAME", name);
  const subject =
    tool.subject === undefined ? (written.subject === undefined ? "NAME" : written.subject) : tool.subject;
  const restart = tool.restart ?? (tool.class === undefined ? written.restart : undefined);
  return {
    id: `${written.kind} ${name} ${tool.tool} ${at}`.replaceAll(/[^\w.@/:]+/g, "-"),
    tool: tool.tool,
    files: Object.fromEntries(Object.entries(tool.files).map(([file, text]) => [put(file), put(text)])),
    before: put(written.before ?? ""),
    run: put(tool.run),
    class: tool.class ?? written.class,
    ...(restart !== undefined && { restart }),
    subject: subject === null ? null : put(subject),
    group: written.group === false || tool.group === false ? null : `${written.kind}: ${name}`,
    ...(written.answers && { answers: written.answers }),
    ...(written.listens && { listens: Number(put(written.listens)) }),
    ...(written.silent && { silent: Number(written.silent) }),
  };
}
