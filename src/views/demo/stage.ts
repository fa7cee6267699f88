/** Where the demo plays: a folder, a cast, the `reeve` command, and where its lines go. */
import { spawnSync } from "node:child_process";
import type { Cast } from "./cast.ts";
import type { ReeveProcess } from "./reeve-process.ts";

export interface Stage {
  readonly dir: string;
  readonly cast: Cast;
  readonly reeve: readonly string[];
  readonly out: (line: string) => void;
  /** The person has seen enough. */
  readonly signal: AbortSignal;
  readonly reeves: ReeveProcess[];
}

/** Shows what the command answers. */
export function reeve(stage: Stage, ...args: string[]): void {
  const { stdout, stderr } = answerOf(stage, ...args);
  show(stage, `${stdout}${stderr}`);
}

export function answerOf({ dir, cast, reeve: [program = "reeve", ...first] }: Stage, ...args: string[]) {
  return spawnSync(program, [...first, ...args], { cwd: dir, env: cast.env, encoding: "utf8" });
}

export function show({ out }: Pick<Stage, "out">, text: string): void {
  for (const line of text.trimEnd().split("\n")) out(`  ${line}`);
}
