/** `reeve verify`: what receipts claim, and what of it holds here. Looks only, runs nothing that a receipt names. */
import { findProject } from "../../../app/project/project.ts";
import type { ChainReport, Claim, ReceiptReport } from "../../../app/receipts/check/claim.ts";
import { type VerifyReport, verifyReceipts } from "../../../app/receipts/verify-receipts.ts";
import { claimText, unreceiptedText, verdictText } from "../../review/receipt-words.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function verifyCommand(io: Io, what: string | undefined, { json }: CommonOptions): Promise<ExitCode> {
  const report = await verifyReceipts(findProject(io.cwd), { what, cwd: io.cwd });
  if (!report.ok) return refuse(io, json, report.refusal);
  if (json) printJson(io, jsonOf(report.value));
  else print(io, linesOf(report.value));
  return EXITS[report.value.verdict];
}

const EXITS: Readonly<Record<VerifyReport["verdict"], ExitCode>> = {
  verified: EXIT.ok,
  contradicted: EXIT.failed,
  incomplete: EXIT.needsPerson,
};

function linesOf(report: VerifyReport): string[] {
  return [...report.chains.flatMap(chainLines), ...unreceiptedText(report), verdictText(report)];
}

function chainLines({ run, receipts, claims }: ChainReport): string[] {
  const name = run === null ? "Lines that are no receipts" : `Receipts of ${plainText(run.id)}`;
  return [name, ...claims.map(line), ...receipts.flatMap(receiptLines), ""];
}

function receiptLines({ number, kind, task, claims }: ReceiptReport): string[] {
  const of = kind === "run" ? "the run" : task === null ? "unreadable" : plainText(task);
  return ["", `${number ?? "?"}  ${of}`, ...claims.map(line)];
}

const STATUS_WIDTH = 14;

function line(claim: Claim): string {
  return `  ${claim.status.padEnd(STATUS_WIDTH)}${claimText(claim)}`;
}

/** Programs get the words too. */
function jsonOf({ chains, ...report }: VerifyReport): object {
  const worded = (claims: readonly Claim[]) => claims.map((claim) => ({ ...claim, text: claimText(claim) }));
  return {
    ...report,
    chains: chains.map((chain) => ({
      run: chain.run,
      claims: worded(chain.claims),
      receipts: chain.receipts.map((each) => ({ ...each, claims: worded(each.claims) })),
    })),
  };
}
