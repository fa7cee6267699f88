/**
 * Where a door of a run listens and what it seals names with, kept in the run's folder for its owner alone. A Reeve that
 * comes back finds both there, so agents that live on reach it under the same address. Holds no key of anybody.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../files/make-folder.ts";
import { writeWholeSync } from "../files/write-whole.ts";

export interface LoopbackPlace {
  /** 0: any that is free. */
  readonly port: number;
  readonly secret: string;
}

/** Each has a file, and a secret, of its own. */
export type Door = "gateway" | "callback";

const SECRET = /^[0-9a-f]{64}$/;

/** What is not there or not readable begins anew; agents of before then have to be started again. */
export function readPlace(runDir: string, door: Door): LoopbackPlace {
  try {
    const { port, secret } = JSON.parse(readFileSync(pathOf(runDir, door), "utf8")) as Partial<LoopbackPlace>;
    if (isPort(port) && typeof secret === "string" && SECRET.test(secret)) return { port, secret };
  } catch {
    // A new one follows.
  }
  return { port: 0, secret: randomBytes(32).toString("hex") };
}

export function writePlace(runDir: string, door: Door, { port, secret }: LoopbackPlace): void {
  makeFolderSync(runDir, 0o700);
  const path = pathOf(runDir, door);
  writeWholeSync(path, `${JSON.stringify({ port, secret })}\n`, { mode: 0o600 });
}

function pathOf(runDir: string, door: Door): string {
  return join(runDir, `${door}.json`);
}

function isPort(port: unknown): port is number {
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
}
