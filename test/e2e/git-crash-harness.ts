/**
 * The crash harness over a real repository: Reeve is killed with SIGKILL in worktree add, commit, gate and merge, at
 * moments that are aimed at and at random ones, and started again until the run is over. Orphaned git and gate processes
 * are left to the next Reeve. The seed decides the plan and the moments.
 */
import { gitIn } from "../repository.ts";
import { Dice } from "../simulation/dice.ts";
import { AimedKills, MOMENTS, TARGETS, type Target } from "./aimed-kills.ts";
import { type Ran, type RunningReeve, TestProject } from "./project.ts";
import { randomMoment } from "./random-moment.ts";

export interface GitCrashRun {
  readonly seed: number;
  /** What each kill hit; `time`: whatever Reeve was doing. */
  readonly kills: readonly (Target | "time")[];
  readonly project: TestProject;
  readonly code: number | null;
  readonly err: string;
}

const TASKS = 10;
/** About as many as a life prints. */
const LINES_MAX = 30;

export async function gitCrashRun(seed: number, killsMax: number): Promise<GitCrashRun> {
  const dice = new Dice(seed);
  const project = new TestProject(files(dice), "reeve-git-crash-");
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  const aimed = new AimedKills(project);
  const kills: (Target | "time")[] = [];
  while (kills.length < killsMax) {
    const reeve = project.start("run", ...(kills.length === 0 ? ["plan.yaml"] : []));
    const target = TARGETS[(seed + kills.length) % TARGETS.length] ?? "gate";
    const over = dice.chance(0.85) ? await aimedLife(reeve, aimed, target, dice) : await randomLife(reeve, dice);
    if (typeof over === "object") return { seed, kills, project, code: over.code, err: over.err };
    kills.push(over);
  }
  const { code, err } = await project.start("run").ended;
  return { seed, kills, project, code, err };
}

type Life = Promise<Target | "time" | Ran>;

async function aimedLife(reeve: RunningReeve, aimed: AimedKills, target: Target, dice: Dice): Life {
  // Sometimes not the first one of its kind.
  await reeve.printed(dice.pick([0, 0, 4, 8]));
  aimed.aim(reeve.child.pid ?? 0, target, dice.pick(MOMENTS));
  const ended = await reeve.ended;
  // Not every life comes to what is aimed at.
  return aimed.disarm() ? target : ended;
}

async function randomLife(reeve: RunningReeve, dice: Dice): Life {
  const over = await randomMoment(reeve, dice, LINES_MAX);
  if (over) return over;
  reeve.signal("SIGKILL");
  const { code } = await reeve.ended;
  // It may have ended by itself in the last moment.
  return code === null ? "time" : await reeve.ended;
}

function files(dice: Dice): Record<string, string> {
  const tasks = TASK_IDS.map((id, i) => {
    const on = TASK_IDS.slice(0, i).filter(() => dice.chance(0.15));
    return `  - { id: ${id}, prompt: work, depends_on: [${on.join(", ")}], gates: ["gate-turn; sleep 0.0${dice.int(1, 5)}; test -f ${id}.txt"] }`;
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
sleep 0.02
echo '{"status":"done"}'
`;

export const TASK_IDS = Array.from({ length: TASKS }, (_, i) => `t${i}`);
