/** What attacks against the sandbox share: a project whose agents are enclosed, and what an attack says that it reached. */
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { aHome } from "../sandbox-lab.ts";
import { mergedText, ONCE } from "./attack-kit.ts";

/** Each line of an attack that succeeds leaves its name in `reached.txt`. */
export function attacks(...lines: readonly (readonly [name: string, command: string])[]): string {
  const tries = lines.map(([name, command]) => `(${command}) >/dev/null 2>&1 && echo ${name} >> reached.txt;`);
  return `: > reached.txt; ${tries.join("\n")} ${writes("done.txt", "done")}`;
}

export function enclosed(agent: Readonly<Record<string, string>>, settings = "", home = aHome()): GitProject {
  const tasks = Object.keys(agent);
  const it = aGitProject(planOf(...tasks), agent, { settings: `${ONCE}${settings}` });
  it.project.with({ REEVE_SANDBOX: "on", HOME: home });
  return it;
}

export const reached = (it: GitProject, file = "reached.txt") =>
  mergedText(it, file)
    ?.split("\n")
    .filter((line) => line !== "");
