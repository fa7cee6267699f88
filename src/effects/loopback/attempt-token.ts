/**
 * The name an agent goes by at a door of Reeve's on this machine: agent and attempt, sealed with a secret of the run. It
 * needs no list, so a Reeve that comes back knows the agents of the one before. It opens nothing but that one door.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Caller {
  readonly agent: string;
  readonly attempt: string;
}

export function tokenFor({ agent, attempt }: Caller, secret: string): string {
  const name = Buffer.from(JSON.stringify([agent, attempt])).toString("base64url");
  return `${name}.${seal(name, secret)}`;
}

/** Null for everything that was not sealed with this secret. */
export function callerOf(token: string, secret: string): Caller | null {
  const [name = "", sealed = "", ...more] = token.split(".");
  const right = Buffer.from(seal(name, secret));
  const given = Buffer.from(sealed);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [agent, attempt] = JSON.parse(Buffer.from(name, "base64url").toString()) as [string, string];
  return { agent, attempt };
}

function seal(name: string, secret: string): string {
  return createHmac("sha256", secret).update(`attempt\n${name}`).digest("base64url").slice(0, 32);
}
