/** The small files by which runs tell each other what they used. One that cannot be read counts for nothing. */
import { readdirSync, readFileSync } from "node:fs";
import type { Usage } from "../../domain/work/outcome.ts";

export interface Used {
  /** Where runs of several projects tell each other; absent in a project's own. */
  readonly project?: string;
  readonly run?: string;
  readonly day: number;
  readonly today: Usage;
  readonly total: Usage;
}

export function readUsed(path: string): Used | null {
  try {
    const { day, today, total, project, run } = JSON.parse(readFileSync(path, "utf8")) as Used;
    const numbers = [day, today.tokens, total.tokens, today.usd ?? 0, total.usd ?? 0];
    if (!numbers.every((each) => Number.isFinite(each) && each >= 0)) return null;
    const whose = typeof project === "string" && typeof run === "string" ? { project, run } : {};
    return { day, today, total, ...whose };
  } catch {
    return null;
  }
}

/** A folder that nobody has made yet has none; whatever else keeps it from being read is thrown. */
export function jsonNamesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

export function sumOfUsage(all: readonly Usage[]): Usage {
  return {
    tokens: all.reduce((tokens, each) => tokens + each.tokens, 0),
    usd: all.reduce((usd, each) => usd + (each.usd ?? 0), 0),
  };
}
