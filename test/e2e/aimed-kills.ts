/**
 * Kills Reeve with SIGKILL at a moment of choice: right before, while or right after it runs a certain git command, or
 * while it runs a gate. A program named git in front of the real one, and the gate itself, look whether it is their
 * turn. A git that was started stays: ending it is the next Reeve's business.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestProject } from "./project.ts";

/** Git's command, with why it moves a ref where it moves one. Together they are worktree add, commit, merge and gate. */
export const TARGETS = [
  "update-ref-begin",
  "reset",
  "add",
  "write-tree",
  "commit-tree",
  "update-ref-seal",
  "merge-tree",
  "checkout",
  "gate",
  "update-ref-merge",
  "merge",
] as const;
export type Target = (typeof TARGETS)[number];

export const MOMENTS = ["before", "while", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

export class AimedKills {
  readonly #dir: string;

  constructor(project: TestProject) {
    // In a place that belongs to no checkout and goes with the project.
    this.#dir = join(project.dir, ".git", "aimed-kills");
    mkdirSync(join(this.#dir, "bin"), { recursive: true });
    const real = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    for (const [name, text] of [
      ["git", gitProgram(real, this.#dir)],
      ["gate-turn", gateProgram(this.#dir)],
    ] as const) {
      writeFileSync(join(this.#dir, "bin", name), text);
      chmodSync(join(this.#dir, "bin", name), 0o755);
    }
    project.with({ PATH: `${join(this.#dir, "bin")}${delimiter}${process.env["PATH"] ?? ""}` });
  }

  /** The next time this happens, this process is killed; once. */
  aim(pid: number, target: Target, moment: Moment): void {
    this.disarm();
    writeFileSync(join(this.#dir, "pid"), String(pid));
    writeFileSync(join(this.#dir, `armed-${target}`), moment);
  }

  /** Whether it happened. */
  disarm(): boolean {
    for (const target of TARGETS) rmSync(join(this.#dir, `armed-${target}`), { force: true });
    const hit = existsSync(join(this.#dir, "hit")) && readFileSync(join(this.#dir, "hit"), "utf8") !== "";
    rmSync(join(this.#dir, "hit"), { force: true });
    return hit;
  }
}

/** By rename, so that of several at once exactly one takes the turn. */
const TAKE = `[ -e "$dir/armed-$name" ] && mv "$dir/armed-$name" "$dir/hit" 2>/dev/null`;
const KILL = `kill -9 "$(cat "$dir/pid")"`;

function gitProgram(real: string, dir: string): string {
  return `#!/bin/sh
dir='${dir}'
name='' last=''
for word; do
  case $last:$word in
    -c:*) ;;
    *:-c | *:--no-pager) ;;
    *) name=$word; break ;;
  esac
  last=$word
done
case "$name $*" in
  update-ref*"reeve: begin"*) name=update-ref-begin ;;
  update-ref*"reeve: seal"*) name=update-ref-seal ;;
  update-ref*"reeve: merge"*) name=update-ref-merge ;;
esac
if ${TAKE}; then
  case $(cat "$dir/hit") in
    before) ${KILL}; exit 1 ;;
    while) '${real}' "$@" <&0 & ${KILL}; wait $!; exit ;;
    *) '${real}' "$@"; ${KILL}; exit ;;
  esac
fi
exec '${real}' "$@"
`;
}

function gateProgram(dir: string): string {
  return `#!/bin/sh
dir='${dir}' name=gate
if ${TAKE}; then ${KILL}; fi
`;
}
