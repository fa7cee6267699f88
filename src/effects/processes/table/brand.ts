/**
 * The brand: a mark that a process cannot take off. Its keeper limits an agent to an odd, huge number of file locks, which Linux
 * counts no more; the limit is handed on over fork, exec and a session of its own, and nobody but the superuser can raise it
 * again. The number tells which attempt it is. It only reads; `keeper.sh` sets it. Where there is no /proc there are no brands.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Tells a brand from a limit that somebody else has set. With what follows it stays below 2^53. */
const FIRST_DIGITS = "7336";
const DIGITS = 12;

/** Of a keeper's attempt. Inside of an attempt it is that one's: whoever ends that one must find all of it. */
export function brandFor(mark: string): string {
  return brandAt("self") || brandOf(mark);
}

export function brandOf(mark: string): string {
  const number = createHash("sha256").update(mark).digest().readUIntBE(0, 6) % 10 ** DIGITS;
  return `${FIRST_DIGITS}${String(number).padStart(DIGITS, "0")}`;
}

/** Of a process; "" when it has none, is gone, or the system does not tell. */
export function brandAt(pid: number | "self"): string {
  try {
    return brandIn(readFileSync(`/proc/${pid}/limits`, "latin1"));
  } catch {
    return "";
  }
}

export function brandIn(limits: string): string {
  return BRANDED.exec(limits)?.[1] ?? "";
}

/** The hard limit; the soft one may be lowered and raised again. */
const BRANDED = new RegExp(`^Max file locks +\\S+ +(${FIRST_DIGITS}\\d{${DIGITS}}) `, "m");
