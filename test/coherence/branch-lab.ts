/** A repository with a base and branches made from a few files each, and the report of laying them side by side. */
import { onTestFinished } from "vitest";
import type { CoherenceReport } from "../../src/domain/proof/coherence.ts";
import type { CommitReader } from "../../src/effects/coherence/branches/git-objects.ts";
import {
  type CoherenceOrder,
  type Comparison,
  checkCoherence,
  compareBranches,
} from "../../src/effects/coherence/check-coherence.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { aRepository, type TestRepository } from "../repository.ts";

/** Path → text; null deletes the file. */
export type Files = Readonly<Record<string, string | null>>;

export function branchesOf(
  base: Readonly<Record<string, string>>,
  branches: Readonly<Record<string, Files>>,
): TestRepository {
  const repository = aRepository({ "README.md": "# Lab\n", ...base });
  onTestFinished(() => repository.remove());
  for (const [name, files] of Object.entries(branches)) {
    repository.git("checkout", "--quiet", "-b", name, "main");
    for (const [path, text] of Object.entries(files)) {
      if (text === null) repository.git("rm", "--quiet", "--", path);
      else repository.write(path, text);
    }
    repository.commit(name);
  }
  repository.git("checkout", "--quiet", "main");
  return repository;
}

export type Extra = Partial<Comparison>;

/** Without git, so that many cases are cheap. Branches count in the order in which they are given. */
export function reportOn(
  base: Readonly<Record<string, string>>,
  branches: Readonly<Record<string, Files>>,
  extra: Extra = {},
): Promise<CoherenceReport> {
  const wishes = Object.keys(branches).map((name) => ({ task: name, ref: name }));
  return compareBranches(readerOf(base, branches), { base: "main", branches: wishes, ...extra });
}

/** Every text is its own blob. */
function readerOf(base: Readonly<Record<string, string>>, branches: Readonly<Record<string, Files>>): CommitReader {
  const ignoring = (base[".gitignore"] ?? "").split("\n").filter((line) => line !== "");
  return {
    commitOf: async (name) => name,
    commonBase: async (one) => one,
    files: async () => new Map(Object.entries(base)),
    changes: async (_, to) =>
      new Map(Object.entries(branches[to] ?? {}).map(([path, after]) => [path, { before: base[path] ?? null, after }])),
    texts: async (blobs) => new Map(blobs.map((blob) => [blob, blob])),
    mentioning: async (_, words) =>
      Object.keys(base).filter((path) => words.some((word) => base[path]?.includes(word))),
    ignored: async (paths) => new Set(paths.filter((path) => ignoring.some((each) => path.includes(each)))),
  };
}

/** The same, with a real repository. */
export async function gitReportOn(
  repository: TestRepository,
  branches: readonly string[],
  given: Partial<CoherenceOrder> = {},
): Promise<CoherenceReport> {
  const wishes = branches.map((name) => ({ task: name, ref: name }));
  const answer = await checkCoherence({
    git: openGit(repository.dir),
    prefix: "",
    base: "main",
    branches: wishes,
    ...given,
  });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.report;
}

/** What a report says, in few words: `section severity subject -> who must change`. */
export function inShort(report: CoherenceReport): string[] {
  const sections = [
    "interface_mismatches",
    "schema_inconsistencies",
    "duplicates",
    "missing_connections",
    "contract_gaps",
  ] as const;
  return sections.flatMap((section) =>
    report[section].map((each) => `${section} ${each.severity} ${each.subject} -> ${each.must_change}`),
  );
}
