/** What befalls Reeve itself and its helpers while an agent is at work. */
import { readdirSync, readFileSync } from "node:fs";
import { until } from "../wait.ts";
import { DONE, planOf, UNTIL_GO } from "./agents.ts";
import type { RunFault } from "./fault.ts";
import type { Scene } from "./scene.ts";

const one = { plan: planOf("a"), agent: { "*": UNTIL_GO } };
const DONE_AGAIN = { exits: [null, 0], asked: 0 };

export const REEVE_FAULTS: readonly RunFault[] = [
  {
    ...{ name: "Reeve is killed while an agent works", area: "process", ...one, expect: DONE_AGAIN },
    play: async (scene) => {
      await killed(scene, "SIGKILL");
      const second = scene.start();
      await second.line(/is working on the run/);
      scene.project.write("go", "");
      await scene.ends(second);
    },
  },
  {
    ...{ name: "Reeve is killed, and its agent ends meanwhile", area: "process", ...one, expect: DONE_AGAIN },
    play: async (scene) => {
      await killed(scene, "SIGKILL");
      scene.project.write("go", "");
      await until("the agent to end", () => readdirSync(`${scene.project.dir}/.reeve/runs/r1/exits`).length > 0);
      await scene.run();
    },
  },
  {
    ...{ name: "Reeve is killed, and its agent too", area: "process", ...one, expect: DONE_AGAIN },
    play: async (scene) => {
      await killed(scene, "SIGKILL");
      for (const line of scene.project.leftovers()) kill(Number.parseInt(line, 10));
      scene.project.write("go", "");
      await scene.run();
    },
  },
  {
    ...{
      name: "Reeve gets SIGTERM while an agent works",
      area: "process",
      ...one,
      expect: { exits: [4, 0], asked: 0 },
    },
    play: async (scene) => {
      await killed(scene, "SIGTERM");
      scene.project.write("go", "");
      await scene.run();
    },
  },
  ...["starter", "keeper.sh"].map(
    (part): RunFault => ({
      name: `the ${part === "starter" ? "starter" : "whole keeper"} is killed while an agent works`,
      ...{ area: "process", ...one, expect: { exits: [0], asked: 0 } },
      play: async (scene) => {
        const reeve = scene.start("plan.yaml");
        await scene.sign("here-a");
        killAll(scene, part);
        scene.project.write("go", "");
        await scene.ends(reeve);
      },
    }),
  ),
  ...["dd bs=", "sleep 60"].map(
    (part): RunFault => ({
      name: `${part === "dd bs=" ? "what keeps an agent's output" : "the sleep of a keeper's watch"} is killed`,
      ...{ area: "process", plan: planOf("a"), agent: { "*": UNTIL_GO }, expect: { exits: [0], asked: 0 } },
      play: async (scene) => {
        const reeve = scene.start("plan.yaml");
        await scene.sign("here-a");
        const before = pidsOf(scene, part);
        for (const pid of before) kill(pid);
        // What a dying relay has in hand is lost, so the agent speaks when another one has taken over.
        await until("others in their place", () => {
          const now = pidsOf(scene, part);
          return now.length >= before.length && !now.some((pid) => before.includes(pid));
        });
        scene.project.write("go", "");
        await scene.ends(reeve);
      },
    }),
  ),
  {
    ...{ name: "the shell of a keeper's watch is killed", area: "process", ...one, expect: { exits: [0], asked: 0 } },
    play: async (scene) => {
      const reeve = scene.start("plan.yaml");
      await scene.sign("here-a");
      kill(parentOf(scene, "sleep 60"));
      scene.project.write("go", "");
      await scene.ends(reeve);
    },
  },
  {
    ...{ name: "a second Reeve is started on the run", area: "user", ...one, expect: { exits: [7, 0], asked: 0 } },
    play: async (scene) => {
      const reeve = scene.start("plan.yaml");
      await scene.sign("here-a");
      await scene.run();
      scene.project.write("go", "");
      await scene.ends(reeve);
    },
  },
  {
    name: "the folder for a person's own files (HOME) cannot be used",
    ...{ area: "machine", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [0], asked: 0 } },
    play: async (scene) => {
      scene.project.with({ HOME: "/dev/null", XDG_STATE_HOME: "/dev/null/state", XDG_CONFIG_HOME: "/dev/null/config" });
      await scene.run("plan.yaml");
    },
  },
  {
    name: "HOME is empty, as in a bare container",
    ...{ area: "machine", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [0], asked: 0 } },
    play: async (scene) => {
      // In a home this would be a folder that is bound into the walls.
      scene.project.write("go", "");
      scene.project.with({ HOME: "" });
      await scene.run("plan.yaml");
    },
  },
];

async function killed(scene: Scene, signal: NodeJS.Signals): Promise<void> {
  const reeve = scene.start("plan.yaml");
  await scene.sign("here-a");
  reeve.signal(signal);
  await scene.ends(reeve);
}

function killAll(scene: Scene, part: string): void {
  for (const pid of pidsOf(scene, part)) kill(pid);
}

function pidsOf({ project }: Scene, part: string): number[] {
  return project.leftovers().flatMap((line) => (line.includes(part) ? [Number.parseInt(line, 10)] : []));
}

function parentOf({ project }: Scene, part: string): number {
  const line = project.leftovers().find((each) => each.includes(part)) ?? "";
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, "utf8"))?.[1]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile.
  }
}
