/** What follows from Marsha's verdict and from a critic's. Neither dispatches, edits or files: the tick does it, one act each. */
import type { EpicBody, Item, NewItem } from "../body/epic-body.ts";
import { freeId } from "../body/free-id.ts";
import { withFields } from "../body/notes.ts";
import { entryOf } from "../dispatch/blast-radius.ts";
import { checkpoint, type Moment, stamp } from "./checkpoint.ts";
import type { Decision } from "./tick-types.ts";
import type { Critique, Marsha } from "./verdicts.ts";

export function verified(body: EpicBody, moment: Moment, item: Item, answer: Marsha): Decision {
  if (answer.verdict === "PASS") return passed(body, moment, item);
  const lastActivity = stamp(moment.now);
  if (answer.verdict === "FAIL") {
    const notes = withFields(item.notes, { react: `marsha-fail: ${answer.reason}` });
    return checkpoint(body, moment, {
      phase: "verify",
      decision: `marsha FAIL on ${item.id}`,
      class: "verify_fail",
      notes: answer.reason,
      sentence: `${item.id} did not pass: ${answer.reason}`,
      next: `Pauli reacts to ${item.id}.`,
      changes: { items: { [item.id]: { notes, lastActivity } } },
    });
  }
  const task = subtaskOf(body, item, "verify", {
    title: `Verify: ${item.title}`,
    status: "queued",
    kind: "analysis",
    accept: `${answer.reason} is settled for ${item.surface}`,
  });
  return checkpoint(body, moment, {
    phase: "verify",
    decision: `marsha REVISE on ${item.id}`,
    class: "-",
    notes: answer.reason,
    sentence: `It is not settled whether ${item.id} is right: ${answer.reason}`,
    next: `${task.id} (${task.title}).`,
    changes: {
      items: {
        [item.id]: {
          status: "review",
          notes: withFields(item.notes, { reason: `waits for ${task.id}` }),
          lastActivity,
        },
      },
      added: [task],
    },
  });
}

function passed(body: EpicBody, moment: Moment, item: Item): Decision {
  const lastActivity = stamp(moment.now);
  const parents = parentsOf(body, item);
  const items = Object.fromEntries([
    [item.id, { status: "ready_for_user_review" as const, lastActivity }],
    ...parents.map((parent) => [
      parent.id,
      {
        status: "ready_for_user_review" as const,
        lastActivity,
        surface: parent.surface || item.surface,
        notes: withFields(parent.notes, { reason: `by ${item.id}` }),
      },
    ]),
  ]);
  return checkpoint(body, moment, {
    phase: "verify",
    decision: `marsha PASS on ${item.id}`,
    class: "verify_pass",
    notes: item.surface,
    sentence: `${item.id} is ready for your review${item.surface === "" ? "" : `: ${item.surface}`}.`,
    changes: { items },
  });
}

/** Whoever waits for this one, and who waits for that. */
function parentsOf({ items }: EpicBody, item: Item): readonly Item[] {
  const found: Item[] = [];
  let id = item.fields.for;
  while (id !== undefined && !found.some((each) => each.id === id)) {
    const parent = items.find((each) => each.id === id);
    if (parent === undefined || (parent.status !== "blocked" && parent.status !== "review")) break;
    found.push(parent);
    id = parent.fields.for;
  }
  return found;
}

export function subtaskOf(
  { items }: EpicBody,
  parent: Item,
  what: "fix" | "verify" | "refine",
  task: { readonly title: string; readonly status: "queued" | "ready"; readonly kind: string; readonly accept: string },
): NewItem {
  const fields = {
    kind: task.kind,
    for: what === "refine" ? null : parent.id,
    base: parent.surface === "" ? null : parent.surface,
    accept: task.accept,
    files: parent.fields.files ?? null,
  };
  return {
    id: freeId(
      items.map(({ id }) => id),
      `${parent.id}-${what}`,
    ),
    title: task.title,
    status: task.status,
    worker: parent.worker,
    notes: withFields("", fields),
  };
}

export function criticised(body: EpicBody, moment: Moment, item: Item, answer: Critique): Decision {
  const { verdict, reason = "", reversibility, rollback } = answer;
  const gate = `CRITIC GATE: ${verdict}${reason === "" ? "" : ` — ${reason.replace(/\s+/g, " ")}`}`;
  const before = entryOf(body, "Dispatch Brief", item.id);
  const way = [
    `- Reversibility: ${reversibility}`,
    ...(rollback === undefined ? [] : [`- ${rollback.replace(/\s+/g, " ")}`]),
  ].join("\n");
  const hasPlan = entryOf(body, "Rollback Plan", item.id) !== "";
  const entries = [
    { section: "Dispatch Brief", heading: item.id, text: [before, gate].filter((each) => each !== "").join("\n") },
    ...(reversibility === undefined || hasPlan
      ? []
      : [{ section: "Rollback Plan", heading: item.id, text: way } as const]),
  ] as const;
  if (verdict === "SAFE_TO_DISPATCH")
    return checkpoint(body, moment, {
      phase: "dispatch",
      decision: `critic ${verdict} on ${item.id}`,
      class: "-",
      notes: reason,
      sentence: `The critic lets ${item.id} pass.`,
      changes: { entries },
    });
  const task = subtaskOf(body, item, "refine", {
    title: `Refine: ${item.title}`,
    status: "ready",
    kind: item.fields.kind ?? "code",
    accept: `what the critic found is settled: ${reason}`,
  });
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "halt",
    decision: `critic ${verdict} on ${item.id}`,
    class: "dispatch_halt",
    notes: reason,
    sentence: `${item.id} is not dispatched: the critic says ${verdict}${reason === "" ? "" : ` (${reason})`}.`,
    next: `${task.id} (${task.title}).`,
    changes: {
      status: "review",
      added: [task],
      items: { [item.id]: { status: "blocked", notes: withFields(item.notes, { reason: `critic: ${verdict}` }) } },
      entries,
    },
  });
}
