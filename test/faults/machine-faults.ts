/** What this machine lacks: processes, open files, space, git itself, a repository that can be written. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { BIN, RunningReeve } from "../e2e/project.ts";
import { smallDisk } from "../e2e/small-disk.ts";
import { DONE, planOf, UNTIL_GO } from "./agents.ts";
import type { RunFault } from "./fault.ts";
import type { Scene } from "./scene.ts";

const EIGHT = planOf("a", "b", "c", "d", "e", "f", "g", "h");

export const MACHINE_FAULTS: readonly RunFault[] = [
  {
    name: "64 files may be open at once",
    ...{ area: "machine", plan: EIGHT, agent: { "*": DONE }, expect: { exits: [0], asked: 0 } },
    play: async (scene) => void (await scene.ends(limited(scene, "ulimit -n 64"))),
  },
  {
    name: "32 files may be open at once",
    ...{ area: "machine", plan: EIGHT, agent: { "*": DONE }, expect: { exits: [8], asked: 0 } },
    play: async (scene) => void (await scene.ends(limited(scene, "ulimit -n 32"))),
  },
  {
    name: "git is gone from PATH while agents work, and comes back",
    ...{
      area: "machine",
      plan: EIGHT,
      agent: { "*": UNTIL_GO },
      settings: "max_parallel: 8\n",
      expect: { exits: [0], asked: 1 },
    },
    play: async (scene) => {
      const bin = join(scene.project.dir, ".reeve/bin");
      mkdirSync(bin, { recursive: true });
      symlinkSync("/usr/bin/git", join(bin, "git"));
      const reeve = limited(scene, `PATH=${bin}:${pathWithoutGit(scene)}`);
      for (const task of ["a", "b", "c", "d", "e", "f", "g", "h"]) await scene.sign(`here-${task}`);
      rmSync(join(bin, "git"));
      scene.project.write("go", "");
      await reeve.line(/asks you \(q1\)/);
      symlinkSync("/usr/bin/git", join(bin, "git"));
      await scene.ends(reeve);
    },
  },
  {
    name: "the repository's refs cannot be written while agents work, and can again",
    ...{
      area: "machine",
      plan: EIGHT,
      agent: { "*": UNTIL_GO },
      settings: "max_parallel: 8\n",
      expect: { exits: [0], asked: 1 },
    },
    play: async (scene) => {
      const refs = join(scene.project.dir, ".git/refs");
      const reeve = scene.start("plan.yaml");
      for (const task of ["a", "b", "c", "d", "e", "f", "g", "h"]) await scene.sign(`here-${task}`);
      execFileSync("mount", ["--bind", refs, refs]);
      scene.over.push(() => execFileSync("umount", ["--lazy", refs]));
      execFileSync("mount", ["-o", "remount,bind,ro", refs]);
      scene.project.write("go", "");
      await reeve.line(/asks you \(q1\)/);
      execFileSync("mount", ["-o", "remount,bind,rw", refs]);
      await scene.ends(reeve);
    },
  },
  {
    name: "the disk is full at the second start",
    ...{ area: "machine", plan: planOf("a"), agent: { "*": UNTIL_GO }, expect: { exits: [4, 6, 0], asked: 0 } },
    play: async (scene) => {
      const disk = smallDisk(scene.project, 4_000, (end) => scene.over.push(end));
      if (!disk) throw new Error("mounting a small disk is not permitted here");
      const reeve = scene.start("plan.yaml");
      await scene.sign("here-a");
      reeve.signal("SIGTERM");
      await scene.ends(reeve);
      disk.fill();
      await scene.run();
      disk.free();
      scene.project.write("go", "");
      await scene.run();
    },
  },
  {
    name: "the program of an agent is missing",
    ...{ area: "machine", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [3], asked: 1 } },
    play: async (scene) => {
      scene.project.write("reeve.yaml", "agents: { sh: { adapter: command, command: [no-such-agent] } }\n");
      await scene.run("plan.yaml");
    },
  },
  {
    name: "an agent with four tasks is not logged in",
    ...{ area: "machine", plan: planOf("a", "b", "c", "d"), agent: { "*": DONE }, expect: { exits: [3], asked: 1 } },
    play: async (scene) => {
      const { dir } = scene.project;
      scene.project.writeProgram("bin/gemini", "#!/bin/sh\n");
      const agent = `{ adapter: gemini, command: [./bin/gemini], env: { HOME: ${join(dir, "home")} } }`;
      scene.project.with({ GEMINI_API_KEY: "", GOOGLE_API_KEY: "", GOOGLE_APPLICATION_CREDENTIALS: "" });
      scene.project.write("reeve.yaml", `agents: { g: ${agent} }\n`);
      await scene.run("plan.yaml");
    },
  },
  {
    name: "the program of an agent may not be executed",
    ...{ area: "file system", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [3], asked: 1 } },
    play: async (scene) => {
      scene.project.write("tool", "#!/bin/sh\n");
      chmodSync(join(scene.project.dir, "tool"), 0o644);
      scene.project.write("reeve.yaml", "agents: { sh: { adapter: command, command: [./tool] } }\n");
      await scene.run("plan.yaml");
    },
  },
];

/** The same command under a limit, or with another environment. */
function limited({ project }: Scene, limit: string): RunningReeve {
  const args = ["-c", `${limit}; export PATH; exec "$0" "$1" run plan.yaml`, process.execPath, BIN];
  return new RunningReeve(
    spawn("/bin/sh", args, { cwd: project.dir, env: project.env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** All programs but git: a folder of links. */
function pathWithoutGit({ project }: Scene): string {
  const dir = join(project.dir, ".reeve/tools");
  mkdirSync(dir, { recursive: true });
  for (const tool of ["sh", "sleep", "touch", "dd", "mkfifo", "mv", "rm", "wc", "cat", "setsid", "env", "ps"])
    symlinkSync(`/usr/bin/${tool}`, join(dir, tool));
  return dir;
}
