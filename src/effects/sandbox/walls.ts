/** Which walls this machine offers, and what each of them holds. Found out by trying, once per process. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { bubblewrapProbe } from "./wrap-bubblewrap.ts";
import { unshareProbe } from "./wrap-unshare.ts";

export interface Walls {
  readonly kind: "bubblewrap" | "unshare" | "seatbelt";
  /** Absolute: nothing that an agent's PATH leads to may stand in for it. */
  readonly program: string;
  /** It sees no process but its own, so it can neither end nor look into others. */
  readonly ownProcesses: boolean;
  /** Its network can be closed. */
  readonly network: boolean;
}

export type WallsFound = { readonly ok: true; readonly walls: Walls } | { readonly ok: false; readonly why: string };

let found: Promise<WallsFound> | undefined;

export function findWalls(): Promise<WallsFound> {
  found ??= process.platform === "darwin" ? findSeatbelt() : findOnLinux();
  return found;
}

async function findOnLinux(): Promise<WallsFound> {
  const bwrap = standardProgram("bwrap");
  let why = MISSING;
  for (const ownProcesses of bwrap === null ? [] : [true, false]) {
    const tried = await works(bubblewrapProbe(bwrap ?? "", ownProcesses));
    if (tried === null)
      return { ok: true, walls: { kind: "bubblewrap", program: bwrap ?? "", ownProcesses, network: true } };
    why = tried;
  }
  const unshare = standardProgram("unshare");
  if (unshare === null) return { ok: false, why: `bubblewrap ${why}, and unshare ${MISSING}` };
  for (const network of [true, false])
    if ((await works(unshareProbe(unshare, network))) === null)
      return { ok: true, walls: { kind: "unshare", program: unshare, ownProcesses: true, network } };
  return { ok: false, why: `bubblewrap ${why}, and unshare ${await works(unshareProbe(unshare, false))}` };
}

async function findSeatbelt(): Promise<WallsFound> {
  const tried = await works(["/usr/bin/sandbox-exec", "-p", "(version 1)(allow default)", "/usr/bin/true"]);
  if (tried !== null) return { ok: false, why: `sandbox-exec ${tried}` };
  const program = "/usr/bin/sandbox-exec";
  return { ok: true, walls: { kind: "seatbelt", program, ownProcesses: false, network: true } };
}

/** Where systems keep it. */
function standardProgram(name: string): string | null {
  const folders = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null;
}

const MISSING = "is not installed";
const PROBE_MS_MAX = 5_000;

/** Null: it does. */
async function works([program = "", ...args]: readonly string[]): Promise<string | null> {
  try {
    await promisify(execFile)(program, args, { timeout: PROBE_MS_MAX });
    return null;
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") return MISSING;
    const [line = ""] = stderr.trim().split("\n").slice(-1);
    return `does not work here (${line.slice(0, 160) || "it failed"})`;
  }
}
