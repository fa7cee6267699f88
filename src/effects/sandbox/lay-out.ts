/**
 * What a process in the sandbox finds where: the whole machine to be read, but no keys, no logins of others, nothing of
 * Reeve's, no sockets of the user's session; to be written its checkout, its own folder, a temp and a home of its own with
 * the caches and the agent's folders in it. It looks at what is there and makes empty folders; it starts nothing.
 */
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { SandboxConfig } from "../../domain/spec/sandbox.ts";
import { homeMounts, secretMounts } from "./lay-out-home.ts";
import { expanded, isFolder, made, real, there } from "./look-around.ts";
import { isWithin, type Mount } from "./mount.ts";
import type { BoxWish } from "./wish.ts";

export interface Surroundings {
  readonly config: SandboxConfig;
  /** Reeve's state folder. */
  readonly stateDir: string;
  /** What everybody may read wherever it lies: the project, git's folder, Reeve itself. */
  readonly seen: readonly string[];
  /** The folder of the run's doors; null: the network is open. */
  readonly doors: string | null;
}

export interface LayOut {
  readonly mounts: readonly Mount[];
  /** All that may be written: the checkout that the workspace lies in. */
  readonly checkout: string;
}

export function layOut(
  wish: BoxWish,
  { config, stateDir, seen, doors }: Surroundings,
  gitMounts: readonly Mount[],
): LayOut {
  const home = real(wish.env["HOME"] ?? process.env["HOME"] ?? homedir());
  const checkout = checkoutOf(wish.workspace, stateDir);
  const tmp = made(join(wish.box, "tmp"));
  const mounts: Mount[] = [
    ...withoutSession(),
    ...TEMPS.filter((path) => isFolder(path)).map((path): Mount => ({ type: "instead", path, from: tmp })),
    ...homeMounts(home, wish, config),
    ...(real(homedir()) === home ? [] : secretMounts(real(homedir()), config)),
  ];
  const shadowed = [...TEMPS, "/run", home];
  const programs = [...(wish.programs ?? []), wish.command[0] ?? ""].filter((path) => path !== "");
  for (const path of [...seen, ...programs.flatMap(foldersOf)])
    if (shadowed.some((folder) => isWithin(path, folder) && path !== folder) && there(path))
      mounts.push({ type: "read", path });
  mounts.push(...configured(config.hidden, home, "hide"), ...configured(config.readable, home, "read"));
  mounts.push(...configured(config.writable, home, "write"), { type: "write", path: checkout });
  mounts.push({ type: "empty", path: stateDir });
  // The documents of pipelines: all their agents read and write them.
  const sessions = join(stateDir, "sessions");
  if (isFolder(sessions)) mounts.push({ type: "write", path: sessions });
  if (isWithin(checkout, stateDir)) mounts.push({ type: "write", path: checkout });
  if (doors !== null) mounts.push({ type: "read", path: doors });
  if (wish.dir !== undefined) mounts.push({ type: "read", path: wish.dir });
  if (wish.handIn !== undefined) mounts.push({ type: "write", path: wish.handIn });
  mounts.push({ type: "seal", path: stateDir }, ...gitMounts);
  return { mounts, checkout };
}

const TEMPS = ["/tmp", "/var/tmp"];

/** Sockets of the user's session would let out whoever reaches them; names of hosts are looked up through one file. */
function withoutSession(): readonly Mount[] {
  if (!isFolder("/run")) return [];
  const resolver = there("/etc/resolv.conf") ? dirname(real("/etc/resolv.conf")) : "/etc";
  return [
    { type: "empty", path: "/run" },
    ...(isWithin(resolver, "/run") ? [{ type: "read", path: resolver } as const] : []),
  ];
}

/** Within Reeve's folder it is the worktree that the workspace lies in; elsewhere what the agent was given. */
export function checkoutOf(workspace: string, stateDir: string): string {
  const start = real(workspace);
  for (let at = start; isWithin(dirname(at), stateDir) && dirname(at) !== stateDir; at = dirname(at))
    if (there(join(at, ".git"))) return at;
  return start;
}

/** A program may be a link, and have its files beside it or one folder up. */
function foldersOf(program: string): readonly string[] {
  const found = real(program);
  const names = [program, found].map((path) => dirname(path));
  return [...new Set([...names, ...(/\/bin$/.test(dirname(found)) ? [dirname(dirname(found))] : [])])];
}

function configured(paths: readonly string[], home: string, what: "hide" | "read" | "write"): readonly Mount[] {
  return paths.flatMap((given): Mount[] => {
    const path = real(expanded(given, home));
    if (!there(path)) return [];
    if (what === "hide") return [{ type: isFolder(path) ? "empty" : "blank", path }];
    return [{ type: what, path }];
  });
}
