/** Tells the run that one of its attempts gave an order, once for each attempt and command. Loaded only where that has happened: every order of a person would pay for it. */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { attemptFolder } from "../../effects/processes/attempt-folder.ts";
import { noteRefusedOrder } from "../../effects/processes/refused-orders.ts";
import type { InputOf } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { JournalError } from "../../journal/journal-error.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";
import { listRuns, type Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { giverHere } from "./giver.ts";
import { handInsIn, type Inside } from "./inside-attempt.ts";
import type { OrderSaid } from "./refuse-agents.ts";

/** The attempts that are known to be it. A run that cannot be told changes nothing about the refusal. */
export async function tellRun(
  project: Project,
  inside: Inside,
  { command, now }: OrderSaid,
): Promise<readonly string[]> {
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
