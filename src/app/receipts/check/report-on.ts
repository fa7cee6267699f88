/** Puts together what was found about receipts, run by run. */
import { Semaphore } from "../../../basics/semaphore.ts";
import type { SealedReceipt } from "../../../domain/proof/receipt.ts";
import type { Git } from "../../../effects/git/git.ts";
import { changesBetween } from "../../../effects/workspace/changeset/changes.ts";
import { isSameRun } from "../publish-receipts.ts";
import type { ReceiptRead } from "../read-receipts.ts";
import { checkChain } from "./check-chain.ts";
import { type Compared, checkCommits, namedBy } from "./check-commits.ts";
import { checkForm, checkJournal, checkWords } from "./check-record.ts";
import { type ChainReport, type Claim, lacking, type ReceiptReport } from "./claim.ts";
import { type RepositoryFacts, repositoryFacts } from "./repository-facts.ts";

type Whole = ReceiptRead & { readonly receipt: SealedReceipt };

export async function reportOn(
  git: Git,
  reads: readonly ReceiptRead[],
  known: readonly (readonly SealedReceipt[])[],
): Promise<readonly ChainReport[]> {
  const whole = reads.filter((read): read is Whole => read.receipt !== null);
  const facts = await repositoryFacts(
    git,
    whole.flatMap(({ receipt }) => commitsOf(receipt)),
  );
  const chains = await Promise.all(
    byRun(whole).map((chain) => chainReport(git, chain, { facts, own: ownOf(chain, known) })),
  );
  const unreadable = reads.filter(({ receipt }) => receipt === null);
  if (unreadable.length === 0) return chains;
  const receipts = unreadable.map((read) => ({ ...NOBODY, claims: checkForm(read) }));
  return [...chains, { run: null, receipts, claims: [] }];
}

const NOBODY: Omit<ReceiptReport, "claims"> = { number: null, kind: null, task: null, hash: null, commit: null };

/** Each run by itself, in the order of numbers; the same line twice is there once. */
function byRun(reads: readonly Whole[]): readonly (readonly Whole[])[] {
  const chains: Whole[][] = [];
  for (const read of reads) {
    const chain = chains.find(([first]) => first && isSameRun(first.receipt.run, read.receipt.run));
    if (chain === undefined) chains.push([read]);
    else if (!chain.some(({ line, on }) => line === read.line && on === read.on)) chain.push(read);
  }
  return chains.map((chain) => chain.toSorted((one, other) => one.receipt.number - other.receipt.number));
}

function ownOf(
  [first]: readonly Whole[],
  known: readonly (readonly SealedReceipt[])[],
): readonly SealedReceipt[] | null {
  if (first === undefined) return null;
  return known.find(([own]) => own && isSameRun(own.run, first.receipt.run)) ?? null;
}

interface Against {
  readonly facts: RepositoryFacts | null;
  readonly own: readonly SealedReceipt[] | null;
}

/** So many gits at a time. */
const GITS_MAX = 4;

async function chainReport(git: Git, chain: readonly Whole[], { facts, own }: Against): Promise<ChainReport> {
  const receipts = chain.map(({ receipt }) => receipt);
  const links = checkChain(receipts);
  const turns = new Semaphore(GITS_MAX);
  const reports = chain.map((read) =>
    turns.run(async (): Promise<ReceiptReport> => {
      const { receipt } = read;
      const compared = facts && (await compare(git, receipt, facts));
      const claims: Claim[] = [
        ...checkForm(read),
        ...(read.isUnnoted && receipt.run.base !== null ? [lacking("note", { what: "not_noted" })] : []),
        ...(links.ofEach.get(receipt.hash) ?? []),
        ...checkCommits(receipt, facts, compared),
        ...checkWords(receipt),
        checkJournal(receipt, own),
      ];
      const { number, kind, hash } = receipt;
      const task = receipt.kind === "task" ? receipt.task.id : null;
      return { number, kind, task, hash, commit: namedBy(receipt)?.commit ?? null, claims };
    }),
  );
  return { run: receipts[0]?.run ?? null, receipts: await Promise.all(reports), claims: links.claims };
}

function commitsOf(receipt: SealedReceipt): readonly string[] {
  const named = namedBy(receipt)?.commit;
  const work = receipt.kind === "task" ? [receipt.work?.commit, receipt.work?.base] : [];
  return [named, ...work].flatMap((commit) => commit ?? []);
}

/** What git says of a task's changes, and of what became of them. */
async function compare(git: Git, receipt: SealedReceipt, { commits }: RepositoryFacts): Promise<Compared | null> {
  if (receipt.kind === "run" || receipt.work === null) return null;
  const { work, merge } = receipt;
  const { commit, base, changed: said } = work;
  if (!commit || !base || !commits.has(commit) || !commits.has(base)) return null;
  const found = await changesBetween({ git, toProject: (path) => path }, base, commit);
  if (!found.ok) return { changed: null, since: null };
  const isThere = merge !== null && commits.get(merge.commit)?.isInHead && said.files > 0;
  const since = isThere ? await differing(git, merge.commit, found.paths) : null;
  return { changed: found.changed, since };
}

const PATHS_MAX = 200;

async function differing(git: Git, merge: string, paths: readonly string[]): Promise<number | null> {
  const args = ["diff-tree", "-r", "--name-only", "-z", "--no-renames", merge, "HEAD", "--"];
  const found = await git.run([...args, ...paths.slice(0, PATHS_MAX).map((path) => `:(top,literal)${path}`)]);
  return found.ok ? found.out.split("\0").filter(Boolean).length : null;
}
