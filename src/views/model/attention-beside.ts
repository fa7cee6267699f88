/** What waits for a person in epics and on boards, as the same rows as a run's: any screen shows both in one list. Pure. */
import type { WaitingBeside } from "../../app/look/waiting-beside.ts";
import { plainText } from "../../domain/words/wording.ts";
import { type Act, acts } from "./act.ts";
import type { AttentionKind, AttentionRow } from "./attention.ts";
import { row } from "./attention-row.ts";

export function besideRows(waiting: readonly WaitingBeside[]): AttentionRow[] {
  return waiting.map((each) => {
    const { id, type, title, item, severity, since, question } = each;
    const kind = KINDS[type];
    return row(
      {
        ...{ id, kind, severity, since, state: STATES[kind] ?? "question" },
        began: kind === "brake" ? "halted" : kind === "review" ? "ended" : "asked",
        what: `${title}: ${question}`,
        acts: [actOf(each)],
      },
      { detail: plainText(each.answer), tasks: item === null ? [] : [item] },
    );
  });
}

const KINDS: Readonly<Record<WaitingBeside["type"], AttentionKind>> = {
  mend: "brake",
  reset: "brake",
  decide: "question",
  requeue: "gave_up",
  approve: "proposal",
  look: "review",
};

const STATES: Readonly<Partial<Record<AttentionKind, AttentionRow["state"]>>> = {
  brake: "braked",
  gave_up: "failed",
  review: "review",
};

/** What the answer says where it is a command; else a look at it. */
function actOf({ from, type, file, answer }: WaitingBeside): Act {
  const look = from === "epic" ? `reeve epic status ${file}` : `reeve kanban status ${file}`;
  return acts.beside(VERBS[type], /^reeve /.test(answer) ? plainText(answer) : plainText(look));
}

const VERBS: Readonly<Record<WaitingBeside["type"], string>> = {
  mend: "Look",
  reset: "Reset",
  decide: "Decide",
  requeue: "Queue",
  approve: "Approve",
  look: "Look",
};
