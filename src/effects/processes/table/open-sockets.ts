/** Whether a process has one of these sockets open, as the system shows it. Only on Linux; it only looks. */
import { readdirSync, readlinkSync } from "node:fs";

/** False too where it is gone, or another user's. */
export function hasSocket(pid: number, inodes: readonly string[]): boolean {
  const wanted = new Set(inodes.map((inode) => `socket:[${inode}]`));
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => wanted.has(linkAt(`/proc/${pid}/fd/${fd}`)));
  } catch {
    return false;
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
