/**
 * `reeve up`: stays and works the open runs of all projects of this machine, one after the other in each. `--install` has the
 * system start it. Its end ends no work: runs go on with their guardians, and the next `reeve up` finds them.
 */
import { hostname } from "node:os";
import { machineBrake } from "../../../app/machine/machine-brake.ts";
import { serviceDir } from "../../../app/machine/registry.ts";
import { findProject } from "../../../app/project/project.ts";
import { installService, uninstallService } from "../../../app/service/install-service.ts";
import { lockService } from "../../../app/service/lock-service.ts";
import { serveMachine } from "../../../app/service/serve-machine.ts";
import { serveProject } from "../../../app/service/serve-project.ts";
import type { World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface UpOptions extends CommonOptions {
  readonly install?: boolean;
  readonly uninstall?: boolean;
  readonly only?: string;
}

interface Desk {
  readonly io: Io;
  readonly world: World;
  readonly signal: AbortSignal;
}

export async function upCommand(desk: Desk, dirs: readonly string[], options: UpOptions): Promise<ExitCode> {
  const { io, world } = desk;
  if (options.install || options.uninstall) return install(io, world, options);
  return options.only === undefined ? root(desk, dirs, options) : project(desk, options.only);
}

async function root({ io, world, signal }: Desk, dirs: readonly string[], { json }: UpOptions): Promise<ExitCode> {
  const dir = serviceDir(world.env);
  const lock = dir === null ? null : lockService(dir);
  if (dir === null || lock === null)
    return badInput(io, json, "this user has no home folder, so Reeve has no place to note projects; set HOME");
  if ("heldBy" in lock) {
    const { pid, host } = lock.heldBy;
    return badInput(
      io,
      json,
      `reeve up is running already (pid ${pid} on ${host}); \`reeve ps\` shows what it works on`,
    );
  }
  const say = teller(io, json ?? false);
  say(
    `reeve up works the open runs of every project of this machine (pid ${process.pid} on ${hostname()}). Ctrl-C ends it; runs continue.`,
  );
  try {
    const more = dirs.map((each) => findProject(each));
    await serveMachine({ env: world.env, dir, more, start: world.startProject, say, signal });
  } finally {
    lock.release();
  }
  return EXIT.ok;
}

/** Until the root is gone: its end of the pipe closes then. */
async function project({ io, world }: Desk, dir: string): Promise<ExitCode> {
  const gone = new AbortController();
  process.stdin.on("end", () => gone.abort()).on("error", () => gone.abort());
  process.stdin.resume();
  const found = findProject(dir);
  const say = teller(io, false);
  await serveProject(found, {
    workRun: (run, runDir, log) => world.workRun(found, run, runDir, log),
    isBraked: () => machineBrake(world.env) !== null,
    env: world.env,
    say: (sentence) => say(`${found.root}: ${sentence}`),
    signal: gone.signal,
  });
  return EXIT.ok;
}

function teller(io: Io, json: boolean): (sentence: string) => void {
  return (sentence) => {
    if (json) printJson(io, { at: io.now(), sentence });
    else print(io, [`${new Date(io.now()).toTimeString().slice(0, 8)}  ${sentence}`]);
  };
}

async function install(io: Io, { env, program }: World, { uninstall, json }: UpOptions): Promise<ExitCode> {
  const wish = { platform: process.platform, env, program };
  const done = uninstall ? await uninstallService(wish) : await installService(wish);
  if (json) printJson(io, done ?? { installed: false });
  else if (done === null && !uninstall)
    return badInput(io, json, "this user has no home folder to write the service's file in; set HOME");
  else if (done === null) print(io, ["The service was not installed; nothing was changed."]);
  else {
    const { file, ran, failed } = done;
    const rest = (uninstall ? file.disable : file.enable).map((each) => each.join(" ")).slice(ran.length);
    print(io, [
      uninstall ? `Removed ${file.path}.` : `Wrote ${file.path}:`,
      ...(uninstall
        ? []
        : file.text
            .trimEnd()
            .split("\n")
            .map((line) => `  ${line}`)),
      ...ran.map((command) => `Ran ${command}.`),
      ...(failed ? [`${failed.command} failed: ${failed.said}. Run by hand: ${rest.join(" && ")}`] : []),
      ...(uninstall ? [] : [file.hint]),
    ]);
  }
  return EXIT.ok;
}
