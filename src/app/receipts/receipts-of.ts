/**
 * The receipts of a run, made from its journal and nothing else: the same records give the same bytes, whoever asks and
 * however often. One for each task that was done, in their order, and one that closes the chain when the run has ended.
 * A task that was reopened gets another one when it is done again. It writes nothing.
 */
import { createHash, type Hash } from "node:crypto";
import { canonicalJson } from "../../basics/canonical-json.ts";
import {
  gateReceipt,
  RECEIPT_VERSION,
  type Receipt,
  type ReceiptRun,
  type RunReceipt,
  type SealedReceipt,
  type TaskReceipt,
} from "../../domain/proof/receipt.ts";
import { digestOf } from "../../effects/files/sha256.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { StoredRecord } from "../../journal/rules.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import type { Project } from "../project/project.ts";
import { Dossiers } from "./dossiers.ts";

/** As it is written down and sent: one line, and the form that was hashed. */
export function receiptLine(receipt: SealedReceipt): string {
  return canonicalJson(receipt);
}

function seal(receipt: Receipt): SealedReceipt {
  return { ...receipt, hash: digestOf(receipt) };
}

/** Throws `JournalError`. */
export function receiptsOf({ runs }: Pick<Project, "runs">, run: string): Promise<readonly SealedReceipt[]> {
  return receiptsFrom(runs.readStored<Input, Event>(run, 1));
}

export async function receiptsFrom(
  records: AsyncIterable<StoredRecord<Input, Event>>,
): Promise<readonly SealedReceipt[]> {
  const maker = new ReceiptMaker();
  for await (const { record, text } of records) maker.take(record(), text());
  return maker.made;
}

type Body<R extends Receipt> = Omit<R, "reeve_receipt" | "run" | "number" | "previous" | "at" | "journal">;

/** For whoever reads the records anyway. */
export class ReceiptMaker {
  readonly made: SealedReceipt[] = [];
  readonly #state: State = runFold.initial();
  readonly #dossiers = new Dossiers();
  #digest: Hash = createHash("sha256");
  #from = 1;

  take(record: RunRecord, text: string): void {
    const { seq, at, events } = record;
    this.#digest.update(`${text}\n`);
    const due: Body<Receipt>[] = [];
    for (const [n, event] of events.entries()) {
      this.#dossiers.take(record, event, this.#state);
      runFold.evolve(this.#state, event, { seq, n, at });
      if (event.type === "task_done") due.push(this.#ofTask(event.task, at, this.made.length + due.length + 1));
      if (event.type === "run_ended") due.push(this.#ofRun(event.verdict));
    }
    for (const body of due) this.#add(body, seq, at);
  }

  /** Several of one record: the first has the records, the others none of their own. */
  #add(body: Body<Receipt>, seq: number, at: number): void {
    const digest = `sha256:${this.#digest.digest("hex")}`;
    const head = {
      reeve_receipt: RECEIPT_VERSION,
      run: this.#run(),
      number: this.made.length + 1,
      previous: this.made.at(-1)?.hash ?? null,
      at,
      journal: { from: this.#from, to: seq, digest },
    };
    this.made.push(seal({ ...head, ...body } as Receipt));
    this.#digest = createHash("sha256").update(`${digest}\n`);
    this.#from = seq + 1;
  }

  #run(): ReceiptRun {
    const { id, createdAt, planHash, base } = this.#state.run;
    return { id, created_at: createdAt, plan: planHash, base: base?.commit ?? null };
  }

  #ofTask(id: string, at: number, number: number): Body<TaskReceipt> {
    const { title } = this.#state.tasks.get(id)?.spec ?? { title: id };
    return { kind: "task", task: { id, title }, ...this.#dossiers.closeTask(id, at, number) };
  }

  #ofRun(verdict: string): Body<RunReceipt> {
    const { tasks } = this.#state;
    return {
      kind: "run",
      verdict,
      head: this.#dossiers.head,
      gates: this.#dossiers.checked.map(gateReceipt),
      tasks: [...tasks.values()].map(({ id, status }) => ({ id, status, receipt: this.#dossiers.receiptOf(id) })),
    };
  }
}
