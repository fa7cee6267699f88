/**
 * Where a run's gateway listens and what it seals with, kept in the run's folder for its owner alone. A Reeve that comes
 * back finds both there, so agents that live on reach it under the same address. Holds no key of anybody.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface GatewayPlace {
  /** 0: any that is free. */
  readonly port: number;
  readonly secret: string;
}

const FILE = "gateway.json";
const SECRET = /^[0-9a-f]{64}$/;

/** What is not there or not readable begins anew; agents of before then have to be started again. */
export function readPlace(runDir: string): GatewayPlace {
  try {
    const { port, secret } = JSON.parse(readFileSync(join(runDir, FILE), "utf8")) as Partial<GatewayPlace>;
    if (isPort(port) && typeof secret === "string" && SECRET.test(secret)) return { port, secret };
  } catch {
    // A new one follows.
  }
  return { port: 0, secret: randomBytes(32).toString("hex") };
}

/** By rename: it is whole or not there. */
export function writePlace(runDir: string, { port, secret }: GatewayPlace): void {
  mkdirSync(runDir, { recursive: true });
  const path = join(runDir, FILE);
  writeFileSync(`${path}.new`, `${JSON.stringify({ port, secret })}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function isPort(port: unknown): port is number {
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
}
