/**
 * One tick: orient, brake, ask one at most, act once, leave one row, exit. It is given the text of the body and a way to ask;
 * it has no file system, remembers nothing, and writes nothing itself: what it decides is data.
 */
import type { z } from "zod";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { type BodyRead, readBody } from "../body/read-body.ts";
import { sealed, wasEdited } from "../body/seal.ts";
import { writeBody } from "../body/write-body.ts";
import { propose, reviewProposal } from "./act-decompose.ts";
import { preflighted } from "./act-dispatch.ts";
import { reacted } from "./act-react.ts";
import { criticised, verified } from "./act-verify.ts";
import { malformed } from "./malformed.ts";
import { orient } from "./orient.ts";
import type { Ask, Decision, Orientation, TickPorts } from "./tick-types.ts";
import {
  criticSchema,
  decomposeSchema,
  marshaSchema,
  preflightSchema,
  reactSchema,
  reviewerSchema,
} from "./verdicts.ts";

export type Ticked =
  | { readonly ended: "malformed"; readonly mistakes: readonly Mistake[] }
  | { readonly ended: "nothing"; readonly sentence: string; readonly warnings: readonly Mistake[] }
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
  if (oriented.type === "nothing") return { ended: "nothing", sentence: oriented.sentence, warnings };
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

async function asked(
  body: EpicBody,
  ports: TickPorts,
  { ask, item: id }: Extract<Orientation, { type: "ask" }>,
): Promise<Decision> {
  const answer = await ports.ask(ask, body);
  const item = body.items.find((each) => each.id === id);
  switch (ask.role) {
    case "reviewer":
      return judged(body, ports, ask, reviewerSchema, answer, (said) => reviewProposal(body, ports, said));
    case "critic":
      return judged(body, ports, ask, criticSchema, answer, (said) =>
        of(item, (each) => criticised(body, ports, each, said)),
      );
    case "marsha":
      return judged(body, ports, ask, marshaSchema, answer, (said) =>
        of(item, (each) => verified(body, ports, each, said)),
      );
    case "pauli":
      if (ask.brief.role === "decompose")
        return judged(body, ports, ask, decomposeSchema, answer, (said) => propose(body, ports, said));
      if (ask.brief.role === "preflight")
        return judged(body, ports, ask, preflightSchema, answer, (said) => preflighted(body, ports, said));
      return judged(body, ports, ask, reactSchema, answer, (said) =>
        of(item, (each) => reacted(body, ports, each, said)),
      );
    default:
      return ask satisfies never;
  }
}

function of(item: Item | undefined, act: (item: Item) => Decision): Decision | null {
  return item === undefined ? null : act(item);
}

async function judged<S extends z.ZodType>(
  body: EpicBody,
  ports: TickPorts,
  { role }: Ask,
  schema: S,
  answer: unknown,
  act: (said: z.output<S>) => Decision | null | Promise<Decision>,
): Promise<Decision> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) {
    const why = whyNot(answer) ?? parsed.error.issues[0]?.message ?? "another shape";
    return malformed(body, ports, role, why, answer);
  }
  return (await act(parsed.data)) ?? malformed(body, ports, role, "the item is gone");
}

/** Whoever asks may have a reason of its own to refuse an answer. */
function whyNot(answer: unknown): string | null {
  if (answer === null) return "there was no answer";
  const said = typeof answer === "object" && "refused" in answer ? answer.refused : null;
  return typeof said === "string" ? said : null;
}
