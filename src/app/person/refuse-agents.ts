/**
 * Orders are a person's. One from inside an attempt is refused, and the run is told, once for each attempt and command. A Reeve
 * inside an attempt, as in tests of a project that uses Reeve, is possible on request (`REEVE_NESTED=1`) for projects that
 * were begun inside the same attempt, and for no other.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { type Connection, peersOf } from "../../effects/processes/table/peers.ts";
import type { Project } from "../project/project.ts";
import { type Refused, refused } from "../reply.ts";
import { aroundWorktree, type Inside, insideAttempt } from "./inside-attempt.ts";

export interface OrderSaid {
  /** As it was typed. */
  readonly command: string;
  readonly now: number;
  /** Whoever said it to a server of ours, over this connection. */
  readonly from?: Connection | undefined;
}

/** Null: whoever gives it may be a person. */
export async function refuseAgents(here: Project, said: OrderSaid): Promise<Refused | null> {
  const project = aroundWorktree(here.root) ?? here;
  const inside = (await insideAttempt(project)) ?? (said.from ? await insideAtOtherEnd(project, said.from) : null);
  if (inside === "gone")
    return refused({
      what: "order_not_taken",
      because: "Whoever sent this has hung up; nothing was changed. Send it again and wait for the answer.",
    });
  if (inside === null || isNested(here, inside)) return null;
  const { tellRun } = await import("./tell-run.ts");
  const told = await tellRun(project, inside, said);
  return refused({ what: "not_a_person", command: said.command, by: inside.by, attempts: told });
}

/** A person's browser may be anywhere; an agent's program is seen. */
async function insideAtOtherEnd(project: Project, from: Connection): Promise<Inside | "gone" | null> {
  const peers = peersOf(from);
  if (peers?.isGone) return "gone";
  for (const pid of peers?.pids ?? []) {
    const inside = await insideAttempt(project, pid);
    if (inside !== null) return inside;
  }
  return null;
}

const BEGUN_IN = "begun-in";

/** A project that has no state yet is begun by this one. */
function isNested({ stateDir }: Project, { marks }: Inside): boolean {
  const innermost = marks.at(-1);
  if (process.env["REEVE_NESTED"] !== "1" || innermost === undefined) return false;
  const file = join(stateDir, BEGUN_IN);
  try {
    makeFolderSync(dirname(stateDir));
    mkdirSync(stateDir);
    writeFileSync(file, innermost);
    return true;
  } catch {
    return marks.includes(readOr(file));
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
