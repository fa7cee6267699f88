/** What the repository here knows of the commits that receipts name: looked up together, by a few calls of git. Reads only. */
import type { Git } from "../../../effects/git/git.ts";

export interface CommitFacts {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Of the trailer `Reeve-Proof`; null: it has none. */
  readonly proof: string | null;
  readonly isInHead: boolean;
}

export interface RepositoryFacts {
  readonly commits: ReadonlyMap<string, CommitFacts>;
  /** A commit of HEAD's history by its tree; the oldest of several. */
  readonly byTree: ReadonlyMap<string, string>;
  /** What landing merges in HEAD say: the commit they brought in, and the receipt that they name. */
  readonly landings: ReadonlyMap<string, Landing>;
}

export interface Landing {
  readonly by: string;
  readonly receipt: string;
}

/** Null: there is no repository here, or none with a commit. */
export async function repositoryFacts(git: Git, names: readonly string[]): Promise<RepositoryFacts | null> {
  const head = await git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (!head.ok) return null;
  const here = await existing(git, [...new Set(names)]);
  const [details, outside] = await Promise.all([detailsOf(git, here), outsideOf(git, here, head.out.trim())]);
  const commits = new Map(
    [...details].map(([commit, detail]) => [commit, { ...detail, isInHead: !outside.has(commit) }]),
  );
  const isAllThere = names.every((name) => commits.get(name)?.isInHead === true);
  return { commits, byTree: isAllThere ? new Map() : await treesOf(git), landings: await landingsOf(git) };
}

const LANDINGS_MAX = 5_000;
const LANDING = "%H%x1f%P%x1f%(trailers:key=Reeve-Receipt,valueonly,separator=%x2c)%x1e";

/** By the commit that was landed. */
async function landingsOf(git: Git): Promise<ReadonlyMap<string, Landing>> {
  const args = ["log", "--merges", "-F", "--grep=Reeve-Receipt:", `--max-count=${LANDINGS_MAX}`, `--format=${LANDING}`];
  const log = await git.run([...args, "HEAD"]);
  const records = log.ok ? log.out.split("\x1e") : [];
  return new Map(
    records.flatMap((record) => {
      const [by = "", parents = "", receipt = ""] = record.trim().split("\x1f");
      const brought = parents.split(" ")[1];
      return brought === undefined || receipt.trim() === ""
        ? []
        : [[brought, { by, receipt: receipt.trim() }] as const];
    }),
  );
}

function input(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join("");
}

async function existing(git: Git, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const seen = await git.run(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { input: input(names) });
  return seen.ok ? seen.out.split("\n").flatMap((line) => /^(\S+) commit$/.exec(line)?.[1] ?? []) : [];
}

/** In a shallow clone, too, a commit has the parents that are written in it. */
const AS_WRITTEN = { GIT_SHALLOW_FILE: "" };

const FORMAT = "%H%x1f%T%x1f%P%x1f%(trailers:key=Reeve-Proof,valueonly,separator=%x2c)%x1e";

async function detailsOf(
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, Omit<CommitFacts, "isInHead">>> {
  if (commits.length === 0) return new Map();
  const wish = { input: input(commits), env: AS_WRITTEN };
  const log = await git.run(["log", "--no-walk=unsorted", "--stdin", `--format=${FORMAT}`], wish);
  const records = log.ok ? log.out.split("\x1e") : [];
  return new Map(
    records.flatMap((record) => {
      const [commit = "", tree = "", parents = "", proof = ""] = record.trim().split("\x1f");
      const detail = { tree, parents: parents.split(" ").filter(Boolean), proof: proof.trim() || null };
      return commit === "" ? [] : [[commit, detail] as const];
    }),
  );
}

/** Of these, those that HEAD does not have in its history. */
async function outsideOf(git: Git, commits: readonly string[], head: string): Promise<ReadonlySet<string>> {
  if (commits.length === 0) return new Set();
  const listed = await git.run(["rev-list", "--stdin"], { input: `${input(commits)}^${head}\n` });
  return new Set(listed.ok ? listed.out.split("\n") : commits);
}

/** Far enough back for whatever was rebased or squashed lately. */
const TREES_MAX = 20_000;

async function treesOf(git: Git): Promise<ReadonlyMap<string, string>> {
  const log = await git.run(["log", `--max-count=${TREES_MAX}`, "--format=%T %H", "HEAD"]);
  const pairs = log.ok ? log.out.trim().split("\n") : [];
  return new Map(pairs.map((line) => line.split(" ") as [string, string]));
}
