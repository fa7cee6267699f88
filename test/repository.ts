/** A real repository in a temporary folder, for tests. It sees no configuration of whoever runs them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestRepository {
  /** The checkout. */
  readonly dir: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  /** Stages everything, commits it and gives the commit. */
  readonly commit: (message: string) => string;
  readonly head: () => string;
  readonly remove: () => void;
}

/** One commit with these files on branch `main`; no files: no commit yet. The folder's name may be as odd as needed. */
export function aRepository(
  files: Readonly<Record<string, string>> = { "README.md": "# A project\n" },
  name = "project",
): TestRepository {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "reeve-repository-")));
  const dir = join(home, name);
  mkdirSync(dir, { recursive: true });
  const git = (...args: string[]) => gitIn(dir, ...args);
  git("init", "--quiet", "--initial-branch=main");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const head = () => git("rev-parse", "HEAD");
  const commit = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return head();
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (Object.keys(files).length > 0) commit("Begin");
  return {
    dir,
    git,
    write,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    commit,
    head,
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Runs git in any folder, as a person of the test would; the output without its final newline. */
export function gitIn(dir: string, ...args: string[]): string {
  const own = Object.entries(process.env).filter(([variable]) => !variable.startsWith("GIT_"));
  const env = {
    ...Object.fromEntries(own),
    HOME: "/dev/null",
    XDG_CONFIG_HOME: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "A Person",
    GIT_AUTHOR_EMAIL: "person@localhost",
    GIT_COMMITTER_NAME: "A Person",
    GIT_COMMITTER_EMAIL: "person@localhost",
    GIT_TERMINAL_PROMPT: "0",
  };
  const out = execFileSync("git", args, { cwd: dir, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  return out.replace(/\n$/, "");
}
