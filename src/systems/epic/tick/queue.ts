/**
 * Which items may be dispatched, and what stands before each: a decision of a person, a critic. From the body alone; who works
 * it is not chosen here.
 */
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf, withFields } from "../body/notes.ts";
import { isDelivered } from "../body/statuses.ts";
import { entryOf, passageOf } from "../dispatch/blast-radius.ts";
import { deliverableOf } from "../dispatch/deliverables.ts";
import { pendingFor } from "../dispatch/pending.ts";
import { chooseWorker, type Worker } from "../dispatch/workers.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import type { Orientation } from "./tick-types.ts";

export function dispatching(
  body: EpicBody,
  items: readonly Item[],
  workers: readonly Worker[],
  moment: Moment,
): Orientation | null {
  const open = candidates(body, items);
  for (const item of open) {
    const pending = pendingFor(body, item);
    if (pending) return { type: "act", decision: undecided(body, moment, item, pending) };
    if (passageOf(body, item).type === "ask_critic")
      return {
        type: "ask",
        phase: "dispatch",
        item: item.id,
        ask: { role: "critic", brief: { epic: body.id, item: item.id } },
      };
  }
  const isDispatchable = open.some(
    (item) =>
      deliverableOf(item.fields.kind) === null || chooseWorker(item, workers, body.items, body.worker).type !== "busy",
  );
  if (!isDispatchable) return null;
  return {
    type: "ask",
    phase: "dispatch",
    item: null,
    ask: { role: "pauli", brief: { epic: body.id, role: "preflight" } },
  };
}

/** Queued, and what they depend on is delivered. A plan that its person has queued as a whole is queued item by item. */
export function candidates({ status, phase }: EpicBody, items: readonly Item[]): readonly Item[] {
  const isPromoted = status === "queued" && phase === "review";
  const delivered = new Set(items.filter((item) => isDelivered(item.status)).map(({ id }) => id));
  return items.filter(
    ({ status: own, fields }) =>
      (own === "queued" || (isPromoted && own === "ready")) && listOf(fields.deps).every((id) => delivered.has(id)),
  );
}

function undecided(body: EpicBody, moment: Moment, item: Item, question: string) {
  const reason = `a person decides: ${question}`;
  return checkpoint(body, moment, {
    phase: "dispatch",
    decision: `${item.id} waits for a decision`,
    class: "-",
    sentence: `${item.id} is not dispatched: ${question}`,
    changes: {
      items: { [item.id]: { status: "review", notes: withFields(item.notes, { reason }) } },
      entries: [
        {
          section: "Pending Decisions",
          heading: item.id,
          text: `- ${question}\n- To continue: write the decision into the epic as \`DECISION (${item.id}): …\` and set the item to queued.`,
        },
      ],
    },
  });
}

/** As they were copied when it was dispatched. */
export function acceptanceOf(body: EpicBody, { id, fields }: Item): readonly string[] {
  const brief = entryOf(body, "Dispatch Brief", id);
  const lines = [...brief.matchAll(/^- Accept: (.*)$/gm)].map(([, line = ""]) => line.trim());
  if (lines.length > 0) return lines;
  return (fields.accept ?? "").split(" / ").filter((each) => each !== "");
}
