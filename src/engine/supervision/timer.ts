/** Names of timers: they find their child again and are never used twice. */
import type { TreePath } from "../../domain/tree.ts";

export function timerName(path: TreePath, number: number): string {
  return `restart:${number}:${path}`;
}

/** Null: not a timer of a tree. */
export function readTimer(name: string): { path: TreePath; number: number } | null {
  const [, number, path] = /^restart:(\d+):(.+)$/s.exec(name) ?? [];
  return number === undefined || path === undefined ? null : { path, number: Number(number) };
}
