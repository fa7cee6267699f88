/** Receipts follow from the journal alone, and no byte of them, of their chain or of the records can change unnoticed. */
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../test/repository.ts";
import { aJournaledRun } from "../../../test/surface/journaled-run.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { StoredRecord } from "../../journal/rules.ts";
import { findProject } from "../project/project.ts";
import { checkChain } from "./check/check-chain.ts";
import { checkForm, checkJournal } from "./check/check-record.ts";
import type { Claim } from "./check/claim.ts";
import { type ReceiptRead, receiptsIn } from "./read-receipts.ts";
import { receiptLine, receiptsFrom } from "./receipts-of.ts";

type Stored = StoredRecord<Input, Event>;

let records: readonly Stored[];
let lines: readonly string[];

beforeEach(async () => {
  const repository = aRepository({ "README.md": "# A project\n", ".gitignore": ".reeve\n" });
  onTestFinished(() => repository.remove());
  await aJournaledRun(repository, "skipped");
  const all: Stored[] = [];
  for await (const stored of findProject(repository.dir).runs.readStored<Input, Event>("r1", 1)) all.push(stored);
  records = all;
  lines = (await receiptsFrom(each(records))).map(receiptLine);
});

async function* each(stored: readonly Stored[]): AsyncGenerator<Stored> {
  yield* stored;
}

function findings(reads: readonly ReceiptRead[]): readonly Claim[] {
  const receipts = reads.flatMap(({ receipt }) => receipt ?? []);
  const chain = checkChain(receipts);
  return [...reads.flatMap(checkForm), ...chain.claims, ...[...chain.ofEach.values()].flat()];
}

/** Another printable character in the place of one. */
const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 94 }) });

function changed(text: string, { at, by }: { at: number; by: number }): string {
  const place = at % text.length;
  const other = 32 + ((text.charCodeAt(place) - 32 + by) % 95);
  return `${text.slice(0, place)}${String.fromCharCode(other)}${text.slice(place + 1)}`;
}

test("the same records give the same bytes: one receipt for each done task, and one that closes the chain", async () => {
  expect((await receiptsFrom(each(records))).map(receiptLine)).toEqual(lines);
  const [first, closing] = lines.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(first).toMatchObject({ kind: "task", number: 1, previous: null, task: { id: "a" } });
  expect(closing).toMatchObject({ kind: "run", number: 2, previous: first.hash });
  expect(closing.tasks).toEqual([
    { id: "a", status: "done", receipt: 1 },
    { id: "b", status: "skipped", receipt: null },
  ]);
  expect(findings(receiptsIn(lines.join("\n"), null)).every(({ status }) => status === "verified")).toBe(true);
});

test("any one changed byte of a receipt is found", () => {
  fc.assert(
    fc.property(fc.nat(), change, (which, how) => {
      const place = which % lines.length;
      const text = lines.map((line, n) => (n === place ? changed(line, how) : line)).join("\n");
      expect(findings(receiptsIn(text, null)).some(({ status }) => status !== "verified")).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("any one changed byte of the journal's records is found", async () => {
  const known = lines.map((line) => receiptsIn(line, null)[0]?.receipt);
  await fc.assert(
    fc.asyncProperty(fc.nat(), change, async (which, how) => {
      const place = which % records.length;
      const other = records.map((stored, n) =>
        n === place ? { ...stored, text: () => changed(stored.text(), how) } : stored,
      );
      const now = await receiptsFrom(each(other));
      const claims = known.map((receipt) => (receipt ? checkJournal(receipt, now) : null));
      expect(claims.some((claim) => claim?.status === "contradicted")).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("a receipt that is left out, at the end or before, or whose hash is made up is found", () => {
  const [first = "", closing = ""] = lines;
  const whats = (text: string) => findings(receiptsIn(text, null)).map(({ found }) => found.what);
  expect(whats(first)).toContain("open_end");
  expect(whats(closing)).toContain("gap");
  const { hash: _, ...body } = JSON.parse(first);
  const forged = { ...body, at: 7 };
  const sealed = receiptLine({ ...forged, hash: `sha256:${"0".repeat(64)}` });
  expect(whats(sealed)).toContain("hash");
});
