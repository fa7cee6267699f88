/** The sandbox in bubblewrap's words. Arguments only; nothing is looked at and nothing is started. */
import type { Mount } from "./mount.ts";

export interface WrapOptions {
  readonly ownProcesses: boolean;
  readonly closedNetwork: boolean;
  readonly isRoot: boolean;
  readonly program: string;
}

/** Up to the program, which follows. */
export function bubblewrapArgs(mounts: readonly Mount[], options: WrapOptions): readonly string[] {
  return [...base(options), ...mounts.flatMap(argsOf), "--"];
}

export function bubblewrapProbe(program: string, ownProcesses: boolean): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...base({ program, ownProcesses, closedNetwork: true, isRoot }),
    "--tmpfs",
    "/tmp",
    "--",
    "/bin/sh",
    "-c",
    ":",
  ];
}

function base({ program, ownProcesses, closedNetwork, isRoot }: WrapOptions): readonly string[] {
  // A process that sees others of its user could have one of them act outside.
  const processes = ownProcesses ? ["--proc", "/proc"] : ["--ro-bind", "/proc", "/proc"];
  return [
    ...[program, "--die-with-parent", "--unshare-ipc", ...(closedNetwork ? ["--unshare-net"] : [])],
    ...(ownProcesses ? ["--unshare-pid"] : []),
    ...(isRoot ? ["--cap-drop", "ALL", ...ROOT_KEEPS.flatMap((name) => ["--cap-add", name])] : []),
    ...["--ro-bind", "/", "/", "--dev", "/dev", ...processes],
    // Root may write the machine's settings there, whatever else is taken from it.
    ...(isRoot && ownProcesses ? ["--ro-bind", "/proc/sys", "/proc/sys", ...SYSRQ] : []),
  ];
}

const SYSRQ = ["--ro-bind-try", "/proc/sysrq-trigger", "/proc/sysrq-trigger"];

/** Installers that run as root set owners. None of these leads out of what is mounted. */
const ROOT_KEEPS = ["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_FSETID", "CAP_SETUID", "CAP_SETGID"];

function argsOf(mount: Mount): readonly string[] {
  const { path } = mount;
  switch (mount.type) {
    case "read":
      return ["--ro-bind", path, path];
    case "write":
      return ["--bind", path, path];
    case "instead":
      return ["--bind", mount.from, path];
    case "empty":
      return ["--tmpfs", path];
    case "blank":
      return ["--ro-bind", "/dev/null", path];
    case "seal":
      return ["--remount-ro", path];
  }
}
