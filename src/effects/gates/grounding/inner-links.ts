/**
 * Repositories that the task put into the repository. Of one, git records only the commit it stands on: where `.gitmodules` does not
 * say from where others get it, nobody has its files. And `.gitmodules` itself, where the task wrote it: what git would refuse to
 * go by, a server refuses to take. Only looks.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git } from "../../git/git.ts";
import { askWhole } from "../../git/objects/whole-commits.ts";

export type InnerLinks =
  /** Paths from the toplevel; refused: why git would not go by `.gitmodules`. */
  { readonly unnamed: readonly string[]; readonly refused: string | null } | { readonly failure: Failure };

export interface Raw {
  readonly path: string;
  readonly was: string;
  readonly mode: string;
}

const MODULES = ".gitmodules";

export async function findInnerLinks(
  git: Git,
  { base, commit }: { readonly base: string; readonly commit: string },
  changed: readonly Raw[],
): Promise<InnerLinks> {
  const links = changed.filter(({ was, mode }) => mode === LINK && was !== LINK).map(({ path }) => path);
  const named = links.length > 0 ? await namedIn(git, commit) : [];
  const unnamed = links.filter((path) => !named.includes(path));
  if (!changed.some(({ path, mode }) => path === MODULES && mode !== NONE)) return { unnamed, refused: null };
  const asked = await askWhole(git, commit, [base]);
  return asked.ok ? { unnamed, refused: asked.broken } : { failure: asked.failure };
}

const LINK = "160000";
const NONE = "000000";

async function namedIn(git: Git, commit: string): Promise<readonly string[]> {
  const args = ["config", "--blob", `${commit}:${MODULES}`, "--null", "--get-regexp", "^submodule\\..*\\.path$"];
  // Without the file, or where it cannot be read, none is named.
  const found = await git.run(args, { okCodes: [1, 128] });
  return found.out.split("\0").map((entry) => entry.slice(entry.indexOf("\n") + 1));
}
