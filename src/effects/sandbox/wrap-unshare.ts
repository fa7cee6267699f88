/**
 * The sandbox with nothing but `unshare` and `mount`, for machines without bubblewrap: a shell script of Reeve's own, in
 * namespaces of its own, mounts the same list and then starts the program where none of it can be undone. Arguments only.
 */
import { fileURLToPath } from "node:url";
import { isWithin, type Mount } from "./mount.ts";

const BOX = fileURLToPath(new URL("./box.sh", import.meta.url));

export interface UnshareOptions {
  readonly closedNetwork: boolean;
  readonly program: string;
}

/** Up to the program, which follows. */
export function unshareArgs(mounts: readonly Mount[], options: UnshareOptions): readonly string[] {
  const lines = mounts.flatMap((mount) => [mount.type, mount.path, mount.type === "instead" ? mount.from : mount.path]);
  return [
    ...namespaces(options.program, options.closedNetwork),
    "/bin/sh",
    BOX,
    asideOf(mounts),
    ...ids(),
    ...lines,
    "--",
  ];
}

/** A folder that every system has and none of these mounts needs: the machine is laid aside there while it is rearranged. */
function asideOf(mounts: readonly Mount[]): string {
  const isFree = (folder: string) => !mounts.some(({ path }) => isWithin(path, folder));
  return ["/mnt", "/media", "/srv", "/opt"].find(isFree) ?? "/mnt";
}

export function unshareProbe(program: string, closedNetwork: boolean): readonly string[] {
  const bind = "mount --bind / / && mount -o remount,bind,ro / && mount -t tmpfs none /mnt";
  const network = closedNetwork ? " && ip link set lo up" : "";
  const inner = "exec unshare --user --map-user=$0 --map-group=$1 --mount true";
  return [...namespaces(program, closedNetwork), "/bin/sh", "-c", `${bind}${network} && ${inner}`, ...ids()];
}

function namespaces(program: string, closedNetwork: boolean): readonly string[] {
  const own = ["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc"];
  return [program, ...own, ...(closedNetwork ? ["--net"] : [])];
}

/** Whoever it was before. */
function ids(): readonly string[] {
  return [`${process.getuid?.() ?? 0}`, `${process.getgid?.() ?? 0}`];
}
