/**
 * Kills Reeve with SIGKILL at random moments and starts it again until the run is over, then looks at what really
 * happened: the journal on one side, and on the other a file to which every agent process writes when it starts and
 * when it finishes. The seed decides the plan's mishaps and the moments.
 */
import { Dice } from "../simulation/dice.ts";
import { TestProject } from "./project.ts";
import { randomMoment } from "./random-moment.ts";

export interface CrashRun {
  readonly seed: number;
  readonly kills: number;
  readonly project: TestProject;
  /** Of the last Reeve, which was let live. */
  readonly code: number | null;
}

const TASKS = 24;
/** About as many as a life prints that is killed in its middle. */
const LINES_MAX = 15;

/** Plays one run to its end with at most `killsMax` kills. */
export async function crashRun(seed: number, killsMax: number): Promise<CrashRun> {
  const dice = new Dice(seed);
  const project = new TestProject(files(dice), "reeve-crash-");
  let kills = 0;
  while (kills < killsMax) {
    const reeve = project.start("run", ...(kills === 0 ? ["plan.yaml"] : []));
    const over = await randomMoment(reeve, dice, LINES_MAX);
    if (over !== null) return { seed, kills, project, code: over.code };
    reeve.signal("SIGKILL");
    await reeve.ended;
    kills += 1;
  }
  const { code } = await project.start("run").ended;
  return { seed, kills, project, code };
}

/** `doomed` crashes for ever, some tasks crash once, some answer in the wrong form once; a gang falls together. */
function files(dice: Dice): Record<string, string> {
  const tasks = Array.from({ length: TASKS }, (_, i) => {
    const dependsOn = Array.from({ length: i }, (_, j) => j)
      .filter(() => dice.chance(0.08))
      .map((j) => `t${j}`);
    const gang = i % 6 === 0 ? ", gang: band" : "";
    return `  - { id: t${i}, prompt: "work ${i}", depends_on: [${dependsOn.join(", ")}]${gang} }`;
  });
  return {
    "reeve.yaml": REEVE_YAML,
    "plan.yaml": `title: crash\ngangs: { band: { strategy: rest_for_one, intensity: 50 } }\ntasks:\n${tasks.join("\n")}\n  - { id: doomed, prompt: "crash for ever" }\n`,
    "agent.sh": AGENT,
  };
}

const REEVE_YAML = `isolation: none
agents:
  sh: { adapter: command, command: [/bin/sh, ./agent.sh] }
max_parallel: 6
policies:
  worker: { restarts: 3, within_s: 3600, backoff: none, grace_s: 2 }
`;

/** Appending one short line is atomic. The first attempt of every fifth task crashes, of every seventh it talks nonsense. */
const AGENT = `n=\${REEVE_TASK_ID#t}
echo "start $REEVE_TASK_ID $REEVE_ATTEMPT" >> ran.log
sleep 0.0$((n % 9 + 1))
if [ "$REEVE_TASK_ID" = doomed ]; then exit 3; fi
if [ $((n % 5)) = 4 ] && mkdir "crashed-$n" 2>/dev/null; then exit 1; fi
if [ $((n % 7)) = 6 ] && mkdir "nonsense-$n" 2>/dev/null; then echo nonsense; exit 0; fi
echo "work $n" > "out-$n.txt"
echo "finish $REEVE_TASK_ID $REEVE_ATTEMPT" >> ran.log
echo '{"status":"done"}'
`;

export const TASK_IDS = Array.from({ length: TASKS }, (_, i) => `t${i}`);
