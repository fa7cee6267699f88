/** What follows from Pauli's reaction: a fix task, or the item is escalated with its reason. Never another worker, repository or scope. */
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf, withFields } from "../body/notes.ts";
import { isHighRisk } from "../dispatch/blast-radius.ts";
import { scanProse, skipDirectives } from "../prose/scan-prose.ts";
import { subtaskOf } from "./act-verify.ts";
import { checkpoint, type Moment, stamp } from "./checkpoint.ts";
import { malformed } from "./malformed.ts";
import type { Decision } from "./tick-types.ts";
import type { FixVerdict, HaltVerdict, React } from "./verdicts.ts";

export function reacted(body: EpicBody, moment: Moment, item: Item, answer: React): Decision {
  if (answer.action === "halt") return escalated(body, moment, item, answer);
  if (answer.parent !== item.id)
    return malformed(body, moment, "pauli", `the fix is for ${answer.parent}, but ${item.id} failed`);
  return filed(body, moment, item, answer, "react");
}

/** A fix of an item that an approved epic holds needs no approval of its own, unless it can do harm. */
export function filed(
  body: EpicBody,
  moment: Moment,
  parent: Item,
  answer: FixVerdict,
  phase: "react" | "dispatch",
): Decision {
  const [refused] = scanProse(`${answer.title}\n${answer.body}`, skipDirectives(body.spoken));
  if (refused)
    return malformed(
      body,
      moment,
      "pauli",
      `the fix task routes around a check (${refused.id}: ${refused.words}): ${refused.why}`,
    );
  const isRisky = isHighRisk({ title: `${answer.title} ${answer.body}`, fields: parent.fields });
  const status = isRisky ? "ready" : "queued";
  const task = subtaskOf(body, parent, "fix", {
    title: answer.title,
    status,
    kind: parent.fields.kind ?? "code",
    accept: parent.fields.accept ?? answer.title,
  });
  const before = phase === "dispatch" ? { deps: [...listOf(parent.fields.deps), task.id].join(",") } : {};
  const change =
    phase === "react"
      ? {
          status: "blocked" as const,
          notes: withFields(parent.notes, { react: null, reason: `waits for ${task.id}` }),
          lastActivity: stamp(moment.now),
        }
      : { notes: withFields(parent.notes, before) };
  // What depends on the fix must not wait for itself.
  const notes = phase === "dispatch" ? withFields(task.notes, { for: null }) : task.notes;
  return checkpoint(body, moment, {
    phase,
    decision: `pauli filed ${task.id} for ${parent.id}`,
    class: "react_filed_fix",
    notes: answer.title,
    sentence: `${task.id} is to mend ${parent.id}: ${answer.title}${isRisky ? " It can do harm, so a person queues it." : ""}`,
    next: `${task.id} (${answer.title}).`,
    changes: {
      items: { [parent.id]: change },
      added: [{ ...task, notes }],
      entries: [{ section: "Dispatch Brief", heading: task.id, text: answer.body.replace(/\s+/g, " ") }],
    },
  });
}

function escalated(body: EpicBody, moment: Moment, item: Item, { status, reason }: HaltVerdict): Decision {
  const [refused] = scanProse(reason, skipDirectives(body.spoken));
  if (refused)
    return malformed(
      body,
      moment,
      "pauli",
      `the halt offers a way around a check (${refused.words}): both ways out of a halt must be fixes`,
    );
  const notes = withFields(item.notes, { react: null, reason });
  return checkpoint(body, moment, {
    phase: "react",
    decision: `pauli halt on ${item.id}`,
    class: "react_halt",
    notes: reason,
    sentence: `${item.id} is escalated: ${reason}`,
    next: `its person looks at ${item.id}.`,
    changes: {
      items: { [item.id]: { status, notes, lastActivity: stamp(moment.now) } },
      entries: [{ section: "Pending Decisions", heading: item.id, text: `- ${reason.replace(/\s+/g, " ")}` }],
    },
  });
}
