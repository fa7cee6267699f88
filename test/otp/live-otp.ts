/** The real thing: compiles the recorder, hands it cases, reads what OTP's supervisor did. One `erl` process for all. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SimulationResult } from "../../src/engine/supervision/simulate/simulate-case.ts";
import { caseTerm, type RawCase } from "./erlang-terms.ts";

const COMPILER = "erlc";
const MACHINE = "erl";

/** Null: it can be run. */
export function whyNoOtp(): string | null {
  // How they answer is no matter; one that is missing cannot be started.
  const missing = [COMPILER, MACHINE].filter((program) => spawnSync(program, ["-version"]).error !== undefined);
  if (missing.length === 0) return null;
  return `${missing.join(" and ")} not found (Debian: erlang-base), so there is no real supervisor to compare with`;
}

export function recordWithOtp(cases: readonly RawCase[], timeoutMs: number): SimulationResult[] {
  const dir = mkdtempSync(join(tmpdir(), "reeve-otp-"));
  try {
    const [input, output] = [join(dir, "cases.term"), join(dir, "traces.jsonl")];
    writeFileSync(input, cases.map(caseTerm).join("\n"));
    execFileSync(COMPILER, ["-o", dir, fileURLToPath(new URL("recorder.erl", import.meta.url))]);
    const args = ["-noshell", "-pa", dir, "-run", "recorder", "main", input, output];
    execFileSync(MACHINE, args, { timeout: timeoutMs, env: { ...process.env, ERL_CRASH_DUMP_SECONDS: "0" } });
    const lines = readFileSync(output, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
