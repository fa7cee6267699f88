/** What tests of the sandbox share: whether this machine has what it needs, and a home with secrets in it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Null: bubblewrap works here. */
export function whyNoSandbox(): string | null {
  const args = ["--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--unshare-net", "true"];
  const { status, error } = spawnSync("bwrap", args);
  if (error !== undefined) return "bubblewrap is not installed";
  return status === 0 ? null : "bubblewrap may not make namespaces here";
}

/** For the name of a suite that cannot be run. */
export function named(what: string): string {
  const why = whyNoSandbox();
  return why === null ? what : `${what} (skipped: ${why})`;
}

export const SECRET = "not-for-agents";

/** A home as people have them, with keys and logins. */
export function aHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "reeve-home-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const files = [".ssh/id_ed25519", ".aws/credentials", ".gnupg/key", ".config/gh/hosts.yml", ".codex/auth.json"];
  for (const file of [...files, ".claude/.credentials.json", ".mozilla/firefox/cookies.sqlite"])
    write(join(home, file), SECRET);
  write(join(home, ".config/plain.conf"), "plain");
  write(join(home, ".bashrc"), "plain");
  mkdirSync(join(home, ".cache"));
  return home;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}
