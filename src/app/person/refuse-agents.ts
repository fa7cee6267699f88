/**
 * Orders are a person's. One from inside an attempt is refused, and the run is told, once for each attempt and command. A Reeve
 * inside an attempt, as in tests of a project that uses Reeve, is possible on request (`REEVE_NESTED=1`) for projects that
 * were begun inside the same attempt, and for no other.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { attemptFolder } from "../../effects/processes/attempt-folder.ts";
import { noteRefusedOrder } from "../../effects/processes/refused-orders.ts";
import type { InputOf } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { listRuns, type Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { type Refused, refused } from "../reply.ts";
import { giverHere } from "./giver.ts";
import { aroundWorktree, handInsIn, type Inside, insideAttempt } from "./inside-attempt.ts";

export interface OrderSaid {
  /** As it was typed. */
  readonly command: string;
  readonly now: number;
}

/** Null: whoever gives it may be a person. */
export async function refuseAgents(here: Project, said: OrderSaid): Promise<Refused | null> {
  const project = aroundWorktree(here.root) ?? here;
  const inside = await insideAttempt(project);
  if (inside === null || isNested(here, inside)) return null;
  const told = await tell(project, inside, said);
  return refused({ what: "not_a_person", command: said.command, by: inside.by, attempts: told });
}

const BEGUN_IN = "begun-in";

/** A project that has no state yet is begun by this one. */
function isNested({ stateDir }: Project, { marks }: Inside): boolean {
  const innermost = marks.at(-1);
  if (process.env["REEVE_NESTED"] !== "1" || innermost === undefined) return false;
  const file = join(stateDir, BEGUN_IN);
  try {
    mkdirSync(dirname(stateDir), { recursive: true });
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

/** The attempts that are known to be it. A run that cannot be told changes nothing about the refusal. */
async function tell(project: Project, inside: Inside, { command, now }: OrderSaid): Promise<readonly string[]> {
  try {
    const found = await runOf(project, inside);
    if (found === null) return tellInside(project, inside, command);
    const { place, attempts } = found;
    const input: InputOf<"agent_ordered"> = { type: "agent_ordered", attempts, by: giverHere(command) };
    const sender = `inside ${inside.marks.at(-1) ?? inside.by}`;
    await project.runs.post(place.id, { sender, number: numberOf(command), at: now, from: command, input });
    return attempts;
  } catch (error) {
    if (error instanceof JournalError) return tellInside(project, inside, command);
    throw error;
  }
}

/** Behind walls no run can be reached. All that is there of Reeve's is the folder of the attempt itself. */
function tellInside({ stateDir }: Project, { marks }: Inside, command: string): readonly string[] {
  const own = handInsIn(stateDir).find(({ mark }) => marks.includes(mark));
  return own !== undefined && noteRefusedOrder(own.handIn, command) ? [own.name] : [];
}

/** The run that the attempts are of; where they are of none here, the newest. */
async function runOf(
  project: Project,
  { marks }: Inside,
): Promise<{ readonly place: RunPlace; readonly attempts: readonly AttemptId[] } | null> {
  const places = (await listRuns(project)).reverse();
  for (const place of places.slice(0, RUNS_LOOKED_AT_MAX)) {
    const { state } = await stateOf(project, place.id);
    const attempts = attemptsOf(state, place, marks);
    if (attempts.length > 0) return { place, attempts };
  }
  const [newest] = places;
  return newest ? { place: newest, attempts: [] } : null;
}

const RUNS_LOOKED_AT_MAX = 5;

function attemptsOf({ attempts }: State, { dir }: RunPlace, marks: readonly string[]): readonly AttemptId[] {
  const real = realpathSync(dir);
  return [...attempts.live.keys()].filter((id) => marks.includes(attemptFolder(real, id).mark));
}

/** The same for the same command with other words after it: who tries a thousand times is told once. */
function numberOf(command: string): number {
  const verb = command.split(/\s+/).slice(0, 2).join(" ");
  return 1 + createHash("sha256").update(verb).digest().readUInt32BE(0);
}
