/**
 * One tick: orient, brake, ask one at most, act once, leave one row, exit. It is given the text of the body and a way to ask;
 * it has no file system, remembers nothing, and writes nothing itself: what it decides is data.
 */
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import type { EpicBody } from "../body/epic-body.ts";
import { type BodyRead, readBody } from "../body/read-body.ts";
import { sealed, wasEdited } from "../body/seal.ts";
import { writeBody } from "../body/write-body.ts";
import { orient } from "./orient.ts";
import type { Ask, Decision, Orientation, TickPorts, Waits } from "./tick-types.ts";

export type Ticked =
  | { readonly ended: "malformed"; readonly mistakes: readonly Mistake[] }
  | {
      readonly ended: "nothing";
      readonly sentence: string;
      readonly waits: Waits;
      readonly warnings: readonly Mistake[];
    }
  | (Decision & {
      readonly before: string;
      readonly after: string;
      readonly asked: Ask | null;
      readonly warnings: readonly Mistake[];
    });

export async function tick(ports: TickPorts): Promise<Ticked> {
  const read: BodyRead = readBody(await ports.body.read(), ports.file);
  if (!read.ok) return { ended: "malformed", mistakes: read.mistakes };
  const { body } = read;
  const { warnings } = body;
  const oriented = orient(body, ports.workers, ports);
  const { type } = oriented;
  if (type === "nothing") return { ended: type, sentence: oriented.sentence, waits: oriented.waits, warnings };
  const decision = oriented.type === "act" ? oriented.decision : await asked(body, ports, oriented);
  const noted = wasEdited(body)
    ? {
        ...decision.changes,
        log: [
          `${decision.changes.row?.tick ?? ""} The Work Items were edited by hand since the last checkpoint; they count as they stand.`,
          ...(decision.changes.log ?? []),
        ],
      }
    : decision.changes;
  const after = sealed(writeBody(body, noted), ports.file);
  return {
    ...decision,
    changes: noted,
    before: body.text,
    after,
    asked: oriented.type === "ask" ? oriented.ask : null,
    warnings,
  };
}

/** What judges answers is loaded when there is one: most ticks ask nobody. */
async function asked(
  body: EpicBody,
  ports: TickPorts,
  { ask, item }: Extract<Orientation, { type: "ask" }>,
): Promise<Decision> {
  const answer = await ports.ask(ask, body);
  const { answered } = await import("./answered.ts");
  return answered(body, ports, { ask, item }, answer);
}
