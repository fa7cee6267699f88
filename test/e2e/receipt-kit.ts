/** `reeve verify` where there is no project of a test: in a clone. */
import { spawnSync } from "node:child_process";
import type { VerifyReport } from "../../src/app/receipts/verify-receipts.ts";
import { HANG_MS } from "../wait.ts";
import { BIN, type Ran } from "./project.ts";

export type Verified = VerifyReport;

export interface RanVerify extends Ran {
  /** Of the same command as JSON; null where it refuses. */
  readonly report: Verified | null;
}

export function reeveIn(cwd: string, ...args: string[]): RanVerify {
  const run = (...more: string[]) =>
    spawnSync(process.execPath, [BIN, ...args, ...more], { cwd, encoding: "utf8", timeout: HANG_MS });
  const { status: code, stdout: out, stderr: err } = run();
  const json = run("--json").stdout;
  const report = json.includes('"verdict"') ? (JSON.parse(json) as Verified) : null;
  return { code, out, err, report };
}
