/** What follows from an answer: it has the agreed shape and is acted on, or it is malformed. Nothing is guessed from it. */
import type { z } from "zod";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { propose, reviewProposal } from "./act-decompose.ts";
import { preflighted } from "./act-dispatch.ts";
import { reacted } from "./act-react.ts";
import { criticised, verified } from "./act-verify.ts";
import { malformed } from "./malformed.ts";
import type { Ask, Decision, TickPorts } from "./tick-types.ts";
import {
  criticSchema,
  decomposeSchema,
  marshaSchema,
  preflightSchema,
  reactSchema,
  reviewerSchema,
} from "./verdicts.ts";

export async function answered(
  body: EpicBody,
  ports: TickPorts,
  { ask, item: id }: { readonly ask: Ask; readonly item: string | null },
  answer: unknown,
): Promise<Decision> {
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
