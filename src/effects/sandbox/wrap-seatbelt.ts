/**
 * The sandbox as a profile of macOS's Seatbelt. It knows rules and no mounts, so a home, a temp and refs of one's own become
 * the real ones; what is hidden is denied. Later rules win, as later mounts do. Text only.
 */
import type { Mount } from "./mount.ts";

export interface SeatbeltOptions {
  readonly home: string;
  readonly temps: readonly string[];
  readonly closedNetwork: boolean;
}

export function seatbeltProfile(mounts: readonly Mount[], { home, temps, closedNetwork }: SeatbeltOptions): string {
  const open = ["/dev", ...temps].map((path) => rule("allow", "file-write*", path));
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    ...(closedNetwork ? ["(deny network-outbound)", '(allow network-outbound (remote ip "localhost:*"))'] : []),
    ...open,
    ...mounts.flatMap((mount) => rulesOf(mount, home)),
    "",
  ].join("\n");
}

/** Up to the program, which follows. */
export function seatbeltArgs(mounts: readonly Mount[], options: SeatbeltOptions): readonly string[] {
  return ["/usr/bin/sandbox-exec", "-p", seatbeltProfile(mounts, options)];
}

function rulesOf(mount: Mount, home: string): readonly string[] {
  const { path } = mount;
  switch (mount.type) {
    case "read":
      return [rule("allow", "file-read*", path), rule("deny", "file-write*", path)];
    case "write":
      return [rule("allow", "file-read*", path), rule("allow", "file-write*", path)];
    case "instead":
      // The user's own home stays closed; what is in it is told one by one.
      return path === home ? [] : [rule("allow", "file-write*", path)];
    case "empty":
    case "blank":
      return [rule("deny", "file-read*", path), rule("deny", "file-write*", path)];
    case "seal":
      return [];
  }
}

function rule(verdict: "allow" | "deny", what: string, path: string): string {
  return `(${verdict} ${what} (subpath ${JSON.stringify(path)}))`;
}
