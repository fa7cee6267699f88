/** What a receipt says that no commit shows: which gates ran, who decided, what the journal has; and whether it is whole. */
import type { Decided, GateReceipt, SealedReceipt } from "../../../domain/proof/receipt.ts";
import { anchorOf } from "../publish-receipts.ts";
import type { ReceiptRead } from "../read-receipts.ts";
import { type Claim, contradicted, lacking, unverifiable, verified } from "./claim.ts";

/** By itself, and by where it was found. */
export function checkForm({ receipt, wrong, on }: ReceiptRead): readonly Claim[] {
  if (wrong === "unknown_version") return [lacking("receipt", { what: wrong })];
  if (wrong !== null) return [contradicted("receipt", { what: wrong })];
  const about = receipt === null ? null : anchorOf(receipt);
  const isAstray = on !== null && about !== on;
  return [
    verified("receipt", { what: "whole" }),
    ...(isAstray ? [contradicted("note", { what: "note_elsewhere", on, about })] : []),
  ];
}

/** Afterwards nobody can tell whether a command had run; it can be run again. */
export function checkWords(receipt: SealedReceipt): readonly Claim[] {
  if (receipt.kind === "run") return commandsOf(receipt.gates, receipt.head?.commit ?? null);
  const { work, merge } = receipt;
  const decided = unverifiable("decided", { what: "decided_recorded", by: receipt.decided.map(nameOf) });
  if (work === null) return [unverifiable("gates", { what: "not_looked_at" }), decided];
  const commands = [...commandsOf(work.gates, work.commit), ...commandsOf(merge?.gates ?? [], merge?.commit ?? null)];
  const looks = work.gates.filter(({ command, verdict }) => command === undefined && verdict !== "skipped").length;
  const none = unverifiable("gates", { what: "no_command", looks });
  if (commands.length === 0) return [none, decided];
  return [...commands, unverifiable("gates", { what: "looks_recorded", looks }), decided];
}

function commandsOf(gates: readonly GateReceipt[], commit: string | null): readonly Claim[] {
  return gates.flatMap(({ command, exit = null, verdict }) =>
    command === undefined ? [] : [unverifiable("gates", { what: "command_recorded", command, exit, verdict, commit })],
  );
}

function nameOf(decided: Decided): string {
  switch (decided.who) {
    case "reeve":
      return `Reeve's rule (${decided.what.replaceAll("_", " ")})`;
    case "reviewer":
      return `the reviewer ${decided.advisor}${decided.agent === null ? "" : ` (${decided.agent})`}: ${decided.what}`;
    case "person":
      return `${decided.name ?? "a person"}: ${decided.what}`;
  }
}

/** `own` are those that the journal here gives; null: the run is not one of here. */
export function checkJournal(receipt: SealedReceipt, own: readonly SealedReceipt[] | null): Claim {
  const { from, to } = receipt.journal;
  if (own === null) return unverifiable("journal", { what: "no_journal" });
  const expected = own[receipt.number - 1];
  if (expected === undefined) return contradicted("journal", { what: "journal_knows_none", from, to });
  if (expected.hash !== receipt.hash) return contradicted("journal", { what: "journal_differs", from, to });
  return verified("journal", { what: "journal_fits", from, to });
}
