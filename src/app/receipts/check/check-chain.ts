/** Whether receipts of one run are one chain: each follows the one before, none is missing, and the last one closes it. */
import type { RunReceipt, SealedReceipt, TaskReceipt } from "../../../domain/proof/receipt.ts";
import { type Claim, contradicted, lacking, verified } from "./claim.ts";

export interface ChainChecked {
  readonly claims: readonly Claim[];
  /** By the receipt's hash. */
  readonly ofEach: ReadonlyMap<string, readonly Claim[]>;
}

/** In the order of their numbers; the same one twice is there once. */
export function checkChain(receipts: readonly SealedReceipt[]): ChainChecked {
  const ofEach = new Map<string, readonly Claim[]>();
  const claims: Claim[] = [];
  let before: SealedReceipt | null = null;
  for (const receipt of receipts) {
    const { number, previous } = receipt;
    const expected: number = (before?.number ?? 0) + 1;
    if (before?.number === number) ofEach.set(receipt.hash, [contradicted("chain", { what: "twice", number })]);
    else if (number > expected) {
      claims.push(lacking("chain", { what: "gap", from: expected, to: number - 1 }));
      ofEach.set(receipt.hash, []);
    } else if (previous !== (before?.hash ?? null))
      ofEach.set(receipt.hash, [contradicted("chain", { what: "broken", number })]);
    else ofEach.set(receipt.hash, [verified("chain", { what: previous === null ? "first" : "follows", number })]);
    before = receipt;
  }
  for (const [hash, of] of reopenings(receipts)) ofEach.set(hash, [...(ofEach.get(hash) ?? []), ...of]);
  const isWhole = claims.length === 0 && [...ofEach.values()].flat().every(({ status }) => status === "verified");
  return { claims: [...claims, ...checkEnd(receipts, isWhole)], ofEach };
}

/** By the receipt's hash: which one took the place of which, of the same task. One that is missing is told as a gap. */
function reopenings(receipts: readonly SealedReceipt[]): ReadonlyMap<string, readonly Claim[]> {
  const found = new Map<string, Claim[]>();
  const add = (hash: string, claim: Claim) => found.set(hash, [...(found.get(hash) ?? []), claim]);
  const tasks = receipts.filter((each): each is TaskReceipt & SealedReceipt => each.kind === "task");
  for (const later of tasks) {
    const number = later.supersedes;
    if (number === undefined) continue;
    const earlier = receipts.filter((each) => each.number === number);
    const own = earlier.find((each) => each.kind === "task" && each.task.id === later.task.id);
    const isOther = number >= later.number || (earlier.length > 0 && own === undefined);
    if (isOther) add(later.hash, contradicted("chain", { what: "supersedes_other", number }));
    else add(later.hash, verified("chain", { what: "supersedes", number }));
    if (own && !isOther) add(own.hash, verified("chain", { what: "superseded", by: later.number }));
  }
  return found;
}

function checkEnd(receipts: readonly SealedReceipt[], isWhole: boolean): readonly Claim[] {
  const last = receipts.at(-1);
  if (last === undefined) return [];
  if (last.kind !== "run") return [lacking("chain", { what: "open_end", last: last.number })];
  const tasks = disagreeing(last, receipts);
  if (tasks.length > 0) return [contradicted("chain", { what: "closing_differs", tasks })];
  return isWhole ? [verified("chain", { what: "closed", receipts: receipts.length })] : [];
}

/** Tasks of which the closing receipt says something else than their own. */
function disagreeing(closing: RunReceipt & SealedReceipt, receipts: readonly SealedReceipt[]): readonly string[] {
  const own = receipts.filter((each): each is TaskReceipt & SealedReceipt => each.kind === "task");
  const byNumber = new Map(own.map((each) => [each.number, each]));
  const named = closing.tasks.flatMap(({ id, receipt }) => {
    const it = receipt === null ? undefined : byNumber.get(receipt);
    return it !== undefined && it.task.id !== id ? [id] : [];
  });
  const known = new Map(closing.tasks.map(({ id, receipt }) => [id, receipt]));
  const unnamed = own.filter(({ task, number }) => number < closing.number && (known.get(task.id) ?? 0) < number);
  const head = own.findLast(({ merge }) => merge !== null)?.merge?.commit ?? null;
  const isHead = head === null || closing.head === null || closing.head.commit === head || hasGap(receipts);
  return [...new Set([...named, ...unnamed.map(({ task }) => task.id), ...(isHead ? [] : ["@integration"])])];
}

function hasGap(receipts: readonly SealedReceipt[]): boolean {
  return receipts.some(({ number }, at) => number !== at + 1);
}
