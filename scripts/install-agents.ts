/**
 * Installs the agents that `npm run test:agents` drives, at the versions test/agents/package.json pins, and asks each for
 * its version: where install scripts are blocked some packages leave a program that does not start. Nothing is installed
 * when all are there. No lock file: npm refuses the one it writes itself for these packages.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  AGENT_NAMES,
  AGENTS_DIR,
  type InstalledAgent,
  installedAgent,
  SPEED,
} from "../test/agents/harness/installed.ts";

const startMsMax = 120_000;

if (agents().some(({ version, pinned }) => version !== pinned)) install();
const home = mkdtempSync(join(tmpdir(), "reeve-agents-"));
try {
  const checks = await Promise.all(agents().map((agent) => check(agent, home)));
  for (const { agent, problem } of checks) {
    console.log(`${agent.name.padEnd(10)}${agent.pinned.padEnd(10)}${problem ?? "ok"}`);
  }
  if (checks.some(({ problem }) => problem !== null)) {
    console.error("\nSome agents do not start. If install scripts were blocked, allow them and run this again.");
    process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

function agents(): readonly InstalledAgent[] {
  return AGENT_NAMES.map(installedAgent);
}

function install(): void {
  const args = ["install", "--no-package-lock", "--no-audit", "--no-fund"];
  const { status, error } = spawnSync("npm", args, { cwd: AGENTS_DIR, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) {
    console.error("agents:install: npm could not install the agents, see above.");
    process.exit(1);
  }
}

/** With a home of its own: some agents write there before they say anything. */
async function check(agent: InstalledAgent, home: string): Promise<{ agent: InstalledAgent; problem: string | null }> {
  const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const own = { HOME: home, PATH: path, DISABLE_AUTOUPDATER: "1", COPILOT_OFFLINE: "true" };
  const env = { ...process.env, ...SPEED, ...own };
  try {
    const { stdout } = await promisify(execFile)(agent.program, ["--version"], { env, timeout: startMsMax });
    const says = stdout.trim().split("\n")[0] ?? "";
    return { agent, problem: stdout.includes(agent.pinned) ? null : `is another version: ${says.slice(0, 100)}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { agent, problem: `does not start: ${why.trim().split("\n").slice(0, 2).join(" ").slice(0, 200)}` };
  }
}
