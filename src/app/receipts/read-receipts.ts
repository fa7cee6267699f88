/**
 * Receipts as they came from somewhere: lines of a note or of any text file, one receipt to a line. Whether a line is what
 * it says is looked at in itself here: its form, its hash. Nothing is believed and nothing is compared with anything else.
 */

import { canonicalJson } from "../../basics/canonical-json.ts";
import { asMapping } from "../../basics/loose.ts";
import { RECEIPT_VERSION, type SealedReceipt } from "../../domain/proof/receipt.ts";
import { digestOf } from "../../effects/files/sha256.ts";
import { receiptSchema } from "./receipt-schema.ts";

export interface ReceiptRead {
  readonly line: string;
  /** Null: it cannot be read as one. */
  readonly receipt: SealedReceipt | null;
  /** What is wrong with it by itself; null: nothing. */
  readonly wrong: "unreadable" | "unknown_version" | "not_canonical" | "hash" | null;
  /** The commit whose note it stood in; null: it came by a file or from the journal. */
  readonly on: string | null;
  /** The journal here gives it, and no note has it. */
  readonly isUnnoted?: true;
}

/** Of a file only what says that it is one; it may stand among other things. */
const MAYBE = /^\s*\{.*"reeve_receipt"/;

/** `on`: the commit whose note it is; in a note there is nothing else. */
export function receiptsIn(text: string, on: string | null): readonly ReceiptRead[] {
  return text
    .split("\n")
    .filter((line) => (on === null ? MAYBE.test(line) : line.trim() !== ""))
    .map((line) => ({ ...readReceipt(line.trimEnd()), on }));
}

function readReceipt(line: string): Omit<ReceiptRead, "on"> {
  const value = parsed(line);
  const fits = receiptSchema.safeParse(value);
  const { hash, ...rest } = asMapping(value);
  if (!fits.success) {
    const isNewer = Number(rest["reeve_receipt"]) > RECEIPT_VERSION && digestOf(rest) === hash;
    return { line, receipt: null, wrong: isNewer ? "unknown_version" : "unreadable" };
  }
  // What a later version adds is part of what is hashed, so the value as it came is kept.
  const receipt = value as SealedReceipt;
  if (digestOf(rest) !== hash) return { line, receipt, wrong: "hash" };
  if (canonicalJson(value) !== line) return { line, receipt, wrong: "not_canonical" };
  return { line, receipt, wrong: null };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
