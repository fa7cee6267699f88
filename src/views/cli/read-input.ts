/** Text that a person hands to a command: a file, or standard input where `-` is named. */
import { fstatSync, readFileSync } from "node:fs";

export type InputRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: string };

export function readInput(file: string): InputRead {
  try {
    return { ok: true, text: readFileSync(file === "-" ? 0 : file, "utf8") };
  } catch (error) {
    return { ok: false, code: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** Somebody hands lines over; a terminal, or nothing at all, is no such thing. */
export function isPiped(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}
