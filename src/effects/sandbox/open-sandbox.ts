/**
 * The sandbox of one project: puts what is to run inside the walls that the machine offers. Where it offers none and none
 * is demanded, things run as they are. It decides nothing about what an end means.
 */
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { SandboxConfig } from "../../domain/spec/sandbox.ts";
import { gitMounts } from "./git-mounts.ts";
import { checkoutOf, layOut } from "./lay-out.ts";
import { real } from "./look-around.ts";
import { isAllowed } from "./network/allowed-host.ts";
import { doorArgs } from "./network/door-args.ts";
import type { Walls } from "./walls.ts";
import type { Boxed, BoxWish } from "./wish.ts";
import { bubblewrapArgs } from "./wrap-bubblewrap.ts";
import { seatbeltArgs } from "./wrap-seatbelt.ts";
import { unshareArgs } from "./wrap-unshare.ts";

export interface Sandbox {
  readonly walls: Walls;
  readonly enclose: (wish: BoxWish) => Promise<Boxed>;
  /** Whether whoever is inside can connect to this host without Reeve's gateway. */
  readonly reaches: (host: string) => boolean;
  /** What was there for one process alone goes. */
  readonly clear: (box: string) => Promise<void>;
}

export interface SandboxOptions {
  readonly walls: Walls;
  readonly config: SandboxConfig;
  /** Real paths, all of them. */
  readonly stateDir: string;
  readonly root: string;
  /** Git's folder; null where there is none. */
  readonly repository: { readonly commonDir: string; readonly toplevel: string } | null;
  /** Where the run's doors are: a folder with a socket in it. Null: its network is not closed. */
  readonly doors: string | null;
}

export function openSandbox(options: SandboxOptions): Sandbox {
  const { walls, config, stateDir, repository, doors } = options;
  const places = repository ? [repository.toplevel, repository.commonDir] : [];
  const seen = [...new Set([...places, options.root, ...ofReeve()].map(real))];
  const closedNetwork = doors !== null;
  const enclose = async (wish: BoxWish): Promise<Boxed> => {
    const git = await gitMounts(checkoutOf(wish.workspace, stateDir), repository && real(repository.commonDir));
    const { mounts } = layOut(wish, { config, stateDir, seen, doors }, git);
    const door = doors === null ? null : doorArgs(doors, wish.doors ?? []);
    // Seatbelt leaves loopback open instead.
    const command = [...(walls.kind === "seatbelt" ? [] : (door ?? [])), ...wish.command];
    const env = { ...NO_SESSION, TMPDIR: "/tmp" };
    switch (walls.kind) {
      case "bubblewrap": {
        const wrap = { ...walls, closedNetwork, isRoot: process.getuid?.() === 0 };
        return { command: [...bubblewrapArgs(mounts, wrap), ...command], env };
      }
      case "unshare":
        return {
          command: [...unshareArgs(mounts, { ...walls, closedNetwork }), ...command],
          env,
        };
      case "seatbelt": {
        const temps = ["/private/tmp", "/private/var/folders", "/tmp"];
        return {
          command: [...seatbeltArgs(mounts, { home: real(homedir()), temps, closedNetwork }), ...command],
          env: NO_SESSION,
        };
      }
    }
  };
  const reaches = (host: string) => !closedNetwork || isAllowed(host, config.hosts);
  return { walls, enclose, reaches, clear: (box) => rm(box, { recursive: true, force: true, maxRetries: 3 }) };
}

/** What leads to helpers of the user's session, which would act outside. */
const NO_SESSION = { SSH_AUTH_SOCK: "", DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: "" };

/** Its drivers run inside, on the Node that Reeve runs on. */
function ofReeve(): readonly string[] {
  return [dirname(process.execPath), fileURLToPath(new URL("../../..", import.meta.url))];
}
