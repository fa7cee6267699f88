/** What is true of every attempt is true behind walls, of either kind: asked before it is killed, found again, all of it ended. */
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { NO_SANDBOX } from "../../src/domain/spec/sandbox.ts";
import { readKept } from "../../src/effects/processes/attempt-folder.ts";
import { openSandbox, type Sandbox } from "../../src/effects/sandbox/open-sandbox.ts";
import type { Walls } from "../../src/effects/sandbox/walls.ts";
import { AttemptLab } from "../attempts/attempt-lab.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";
import { until } from "../wait.ts";

const KINDS: readonly Walls[] = [
  { kind: "bubblewrap", program: "/usr/bin/bwrap", ownProcesses: true, network: true },
  { kind: "unshare", program: "/usr/bin/unshare", ownProcesses: true, network: true },
];

/** The run's folder is all that is Reeve's here. */
function sandboxOf(walls: Walls): Sandbox {
  const at = (dir: string) => {
    const stateDir = realpathSync(dirname(dirname(dir)));
    return openSandbox({ walls, config: NO_SANDBOX, stateDir, root: stateDir, repository: null, doors: null });
  };
  const { clear, reaches } = at(import.meta.dirname);
  return { walls, enclose: (wish) => at(wish.box).enclose(wish), clear, reaches };
}

describe.skipIf(whyNoSandbox() !== null).for(KINDS)(named("behind $kind"), (walls) => {
  const lab = () => new AttemptLab({ sandbox: sandboxOf(walls) });

  test("an agent that is stopped is asked first, and says its last words", async () => {
    const it = lab();
    await it.start(["/bin/sh", "-c", "trap 'echo last words; exit 0' TERM; echo ready; while :; do sleep 0.05; done"]);
    await it.said("ready");
    await it.host.stop("task.1", 20_000);
    expect((await it.ended()).outcome).toEqual({ type: "stopped" });
    expect(await it.said("last words")).toContain("last words");
  });

  test("one that does not listen is killed with all that it started", async () => {
    const it = lab();
    await it.start(["/bin/sh", "-c", "trap '' TERM; setsid sleep 1000 & echo ready; while :; do sleep 0.05; done"]);
    await it.said("ready");
    const stopped = await it.host.stop("task.1", 100);
    expect(stopped).toMatchObject({ type: "stopped", report: { survivors: [] } });
    expect(await it.processes()).toEqual([]);
  });

  test("one whose Reeve was killed is found again, and its end is told with its result", async () => {
    const it = lab();
    const steps = `echo ready; until [ -e go ]; do sleep 0.05; done; echo '{"status":"done","task_id":"task"}' > "$REEVE_RESULT"`;
    const command = ["/bin/sh", "-c", steps];
    await it.start(command);
    await it.said("ready");
    await it.crash();
    expect(await it.host.adopt(it.request(command))).toMatchObject({ state: "running" });
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${it.workspace}/go`, "");
    expect((await it.ended()).outcome).toMatchObject({ type: "done" });
  });

  test("one whose keeper was killed, with Reeve or alone, is ended with all that it started, and lost", async () => {
    const it = lab();
    const command = ["/bin/sh", "-c", "setsid sleep 1000 & echo ready; while :; do sleep 0.05; done"];
    await it.start(command);
    await it.said("ready");
    await it.crash();
    process.kill((await readKept(it.folder()))?.keeper.pid ?? 0, "SIGKILL");
    await it.host.adopt(it.request(command));
    expect((await it.ended()).outcome).toMatchObject({ type: "lost" });
    expect(await it.processes()).toEqual([]);
  });

  test("one that a signal holds is seen as held, goes on when it is woken, and can be stopped while it is held", async () => {
    const it = lab();
    // A child holds itself: the first process of a namespace takes no such signal from within.
    const held = "/bin/sh -c 'kill -STOP $$'";
    await it.start(["/bin/sh", "-c", `echo ready; ${held}; echo woken; ${held}; echo never`]);
    await it.said("ready");
    const isHeld = async () => ((await it.host.vitals()).get("task.1")?.held.length ?? 0) > 0;
    await until("the agent to be held", isHeld);
    await it.host.wake("task.1");
    await it.said("woken");
    await until("the agent to be held again", isHeld);
    expect(await it.host.stop("task.1", 100)).toMatchObject({ type: "stopped", report: { survivors: [] } });
    expect(await it.processes()).toEqual([]);
  });

  test("a wall that cannot be put up is told as such", async () => {
    const sandbox = sandboxOf(walls);
    const broken: Sandbox = {
      ...sandbox,
      enclose: async (wish) => {
        const { command, env } = await sandbox.enclose(wish);
        const at = command.lastIndexOf("--");
        const missing =
          walls.kind === "unshare"
            ? ["write", "/nowhere/at/all", "/nowhere/at/all"]
            : ["--bind", "/nowhere", "/nowhere"];
        return { command: [...command.slice(0, at), ...missing, ...command.slice(at)], env };
      },
    };
    const it = new AttemptLab({ sandbox: broken });
    await it.start(["/bin/sh", "-c", "echo never"]);
    const { outcome } = await it.ended();
    expect(outcome).toMatchObject({ type: "failed", failure: { class: "config_error", restart: "terminal" } });
  });
});
