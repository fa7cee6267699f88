/**
 * The crash harness over a real repository: Reeve is killed with SIGKILL at random moments, in worktree add, commit,
 * gate and merge alike, and started again until the run is over. Orphaned git and gate processes are left to the next
 * Reeve. The seed decides the plan and the moments.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { gitIn } from "../repository.ts";
import { Dice } from "../simulation/dice.ts";
import { TestProject } from "./project.ts";

export interface GitCrashRun {
  readonly seed: number;
  readonly kills: number;
  readonly project: TestProject;
  readonly code: number | null;
  readonly err: string;
}

const TASKS = 10;

export async function gitCrashRun(seed: number, killsMax: number): Promise<GitCrashRun> {
  const dice = new Dice(seed);
  const project = new TestProject(files(dice), "reeve-git-crash-");
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  let kills = 0;
  while (kills < killsMax) {
    const reeve = project.start("run", ...(kills === 0 ? ["plan.yaml"] : []));
    const over = await Promise.race([reeve.ended, sleep(dice.int(150, 900)).then(() => null)]);
    if (over !== null) return { seed, kills, project, code: over.code, err: over.err };
    reeve.signal("SIGKILL");
    await reeve.ended;
    kills += 1;
  }
  const { code, err } = await project.start("run").ended;
  return { seed, kills, project, code, err };
}

function files(dice: Dice): Record<string, string> {
  const tasks = TASK_IDS.map((id, i) => {
    const on = TASK_IDS.slice(0, i).filter(() => dice.chance(0.15));
    return `  - { id: ${id}, prompt: work, depends_on: [${on.join(", ")}], gates: ["sleep 0.0${dice.int(1, 9)}; test -f ${id}.txt"] }`;
  });
  return {
    "reeve.yaml": `agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }
max_parallel: 4
policies: { worker: { restarts: 3, within_s: 3600, backoff: none, grace_s: 2 } }
workspace: { evictions: 50 }
`,
    "plan.yaml": `title: crash\ntasks:\n${tasks.join("\n")}\n`,
    "agent.sh": AGENT,
    "log.txt": "begin\n",
  };
}

/** Every task writes a file of its own and a line into one that all share: most merges conflict until it is sorted out. */
const AGENT = `sed -i '/^[<>|=]\\{7\\}/d' log.txt
grep -q "^$REEVE_TASK_ID$" log.txt || echo "$REEVE_TASK_ID" >> log.txt
echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"
sleep 0.05
echo '{"status":"done"}'
`;

export const TASK_IDS = Array.from({ length: TASKS }, (_, i) => `t${i}`);
