/** A repository as large as it is asked for, with branches that touch different files each. Made by git's fast import. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const FOLDERS = 200;
const LINES = 30;

/** Git as it comes, but for what it does in the background: that would be in the figures of whoever comes next. */
export const QUIET = ["-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "advice.detachedHead=false"] as const;

export function git(dir: string, ...args: readonly string[]): string {
  const options = { cwd: dir, encoding: "utf8", maxBuffer: 1e9 } as const;
  return execFileSync("git", [...QUIET, ...args], options).trimEnd();
}

/** Checked out on `main`; gives the commits of the branches, which all begin at its only commit. */
export function makeLargeRepository(dir: string, files: number, branches: number): readonly string[] {
  mkdirSync(dir, { recursive: true });
  git(dir, "init", "--quiet", "--initial-branch=main");
  git(dir, "config", "user.name", "Bench");
  git(dir, "config", "user.email", "bench@localhost");
  const parts = [
    commit(
      "main",
      "",
      Array.from({ length: files }, (_, at) => file(pathOf(at), textOf(at))),
    ),
  ];
  for (let at = 0; at < branches; at += 1) {
    const changed = [at % files, (at * 7 + files / 2) % files].map((each) =>
      file(pathOf(each), `${textOf(each)}branch\n`),
    );
    parts.push(commit(`work-${at}`, "from refs/heads/main\n", [...changed, file(`new/${at}.ts`, textOf(at))]));
  }
  const input = parts.join("");
  execFileSync("git", ["fast-import", "--quiet"], { cwd: dir, input, stdio: ["pipe", "ignore", "inherit"] });
  git(dir, "reset", "--hard", "--quiet");
  return Array.from({ length: branches }, (_, at) => git(dir, "rev-parse", `work-${at}`));
}

function commit(branch: string, from: string, files: readonly string[]): string {
  const who = "Bench <bench@localhost> 1700000000 +0000";
  return `commit refs/heads/${branch}\ncommitter ${who}\ndata ${branch.length}\n${branch}\n${from}${files.join("")}\n`;
}

function file(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

function pathOf(at: number): string {
  return `src/part-${at % FOLDERS}/file-${at}.ts`;
}

function textOf(at: number): string {
  return Array.from({ length: LINES }, (_, line) => `export const value${at}_${line} = ${line};\n`).join("");
}
