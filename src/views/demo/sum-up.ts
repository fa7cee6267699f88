/** What the demo shows when its run has ended: why, what was told, what was merged, and in words what was seen. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reeve, type Stage, show } from "./stage.ts";

export async function sumUp(stage: Stage): Promise<void> {
  const { out } = stage;
  out("");
  out("$ reeve why page");
  reeve(stage, "why", "page");
  out("");
  out("What its second attempt read first:");
  for (const line of promptOf(stage, "page.2").split("\n").slice(0, PROMPT_LINES)) out(`  ${line}`);
  out("");
  out("$ reeve review --task api");
  reeve(stage, "review", "--task", "api");
  out("");
  out("$ git status --short --branch && git log --first-parent --oneline reeve/r1");
  git(stage, "status", "--short", "--branch");
  git(stage, "log", "--first-parent", "--oneline", "reeve/r1");
  out("");
  out(
    "What you saw: tasks ran side by side in worktrees of their own · a crash was restarted, and the agent knew why · a",
  );
  out("wrong answer was asked for again with the same input · one crash restarted exactly the part of its gang that");
  out(
    "depends on it · what was not done was found by a gate and sent back with its output · a merge conflict was resolved",
  );
  out(
    "by the task that came second · a question reached you while the rest kept working · kill -9 lost nothing and ran nothing",
  );
  out("twice · and all of it is on the branch reeve/r1/integration, green, for you to review and land.");
  for (const line of stage.cast.epilogue()) out(line);
  out("Next: `reeve init` in a repository of yours.");
}

const PROMPT_LINES = 10;

/** A driver of Reeve's gets the prompt as part of its order. */
function promptOf({ dir }: Stage, attempt: string): string {
  const text = readFileSync(join(dir, ".reeve/runs/r1/attempts", attempt, "prompt.txt"), "utf8");
  return text.startsWith("{") ? (JSON.parse(text) as { prompt: string }).prompt : text;
}

function git(stage: Stage, ...args: string[]): void {
  show(stage, execFileSync("git", ["-C", stage.dir, ...args], { encoding: "utf8" }));
}
