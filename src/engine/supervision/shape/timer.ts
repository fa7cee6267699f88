/** Timers of held restarts: their names find the child again and are never used twice. */
import type { TreeNode, TreePath } from "../../../domain/tree/tree.ts";

export function timerName(path: TreePath, number: number): string {
  return `restart:${number}:${path}`;
}

/** Null: not a timer of a tree. */
export function readTimer(name: string): { path: TreePath; number: number } | null {
  const [, number, path] = /^restart:(\d+):(.+)$/s.exec(name) ?? [];
  return number === undefined || path === undefined ? null : { path, number: Number(number) };
}

/** Its timer has come, and its busy supervisor has yet to read so. */
export function isWoken({ timer, parent }: TreeNode): boolean {
  const mailbox = parent?.process?.mailbox ?? [];
  return mailbox.some((mail) => mail.type === "wake" && mail.timer === timer?.number);
}
