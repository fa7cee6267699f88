/** What end-to-end tests over real repositories share: a project under git, and a fingerprint of what is the user's own. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GateResult } from "../../src/domain/proof/gate.ts";
import { gitIn } from "../repository.ts";
import { aShellProject, eventsOf, ofType } from "./kit.ts";
import type { TestProject } from "./project.ts";

export interface GitProject {
  readonly project: TestProject;
  readonly git: (...args: string[]) => string;
}

/** A committed project whose one agent is a shell script, one case per task; it works in the task's worktree. */
export function aGitProject(
  plan: string,
  agent: Readonly<Record<string, string>>,
  options: { readonly settings?: string; readonly files?: Readonly<Record<string, string>> } = {},
): GitProject {
  const project = aShellProject(plan, agent, options.settings ?? "", "");
  for (const [file, text] of Object.entries(options.files ?? {})) project.write(file, text);
  const git = (...args: string[]) => gitIn(project.dir, ...args);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
  return { project, git };
}

/** Says what it changed and ends well. */
export function writes(file: string, text: string): string {
  return `printf '%s\\n' '${text}' > ${file}; echo '{"status":"done"}'`;
}

/** Each attempt of one task in turn; the last one for ever. */
export function inTurn(...attempts: string[]): string {
  const cases = attempts.map((steps, i) => `${i + 1 === attempts.length ? "*" : i + 1}) ${steps} ;;`);
  return `case $REEVE_ATTEMPT in ${cases.join("\n")} esac`;
}

export function gatesOf({ project }: GitProject, attempt: string): readonly GateResult[] {
  const events = ofType(eventsOf(project), "task_verified");
  return events.find((event) => event.attempt === attempt)?.verification.gates ?? [];
}

export function verdictOf(it: GitProject, attempt: string, gate: GateResult["gate"]): string | undefined {
  return gatesOf(it, attempt).find((each) => each.gate === gate)?.verdict;
}

/** Everything of the user's that Reeve must leave alone: checkout, index, stash, HEAD, branches, config, hooks. */
export function fingerprint({ project, git }: GitProject): Record<string, string> {
  const refs = git("for-each-ref", "--format=%(refname) %(objectname)")
    .split("\n")
    .filter((line) => !/^refs\/((heads\/)?reeve\/|notes\/reeve )/.test(line));
  const files = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0").filter(Boolean);
  return {
    head: readFileSync(join(project.dir, ".git/HEAD"), "utf8"),
    refs: refs.join("\n"),
    index: git("ls-files", "--stage", "-v"),
    status: git("status", "--porcelain=v2", "--untracked-files=all"),
    stash: git("stash", "list"),
    files: hashOf(files.map((file) => `${file}\0${readFileSync(join(project.dir, file), "latin1")}`)),
    config: readFileSync(join(project.dir, ".git/config"), "utf8"),
  };
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
