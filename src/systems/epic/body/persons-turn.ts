/** What of an epic waits for its person, from the body alone: each as a question, with the command that answers it. Decides nothing. */
import type { EpicBody, Item } from "./epic-body.ts";

export interface Turn {
  /** `look`: no command of Reeve's settles it. */
  readonly type: "approve" | "reset" | "decide" | "requeue" | "look";
  readonly item: string | null;
  readonly question: string;
  /** What to do, as a command or in words. */
  readonly answer: string;
}

export function turnsOf(body: EpicBody): readonly Turn[] {
  const ofEpic = turnOfEpic(body);
  if (body.status === "done" || body.status === "cancelled") return [];
  return [...(ofEpic ? [ofEpic] : []), ...body.items.flatMap((item) => turnOfItem(body, item))];
}

function turnOfEpic({ id, status, phase, items, patterns }: EpicBody): Turn | null {
  const ready = items.filter((item) => item.status === "ready").length;
  const waiting = items.filter((item) => item.status === "ready" || item.status === "inbox").length;
  if ((status === "review" && phase === "review" && ready > 0) || (status === "ready" && waiting > 0))
    return {
      type: "approve",
      item: null,
      question: `May its ${ready || waiting} ${(ready || waiting) === 1 ? "item" : "items"} be worked?`,
      answer: `reeve epic approve ${id}`,
    };
  if (status === "ready_for_user_review")
    return {
      type: "look",
      item: null,
      question: "All of it is ready for your review.",
      answer: `reeve epic status ${id}`,
    };
  if (status !== "review" && status !== "blocked") return null;
  const last = patterns.at(-1);
  const why = last ? `${last.decision}${last.notes === "" ? "" : ` (${last.notes})`}` : "somebody set its status";
  if (items.length === 0)
    return {
      type: "look",
      item: null,
      question: `It is not planned: ${why}.`,
      answer: "mend the goal, then set its status to ready",
    };
  return {
    type: "reset",
    item: null,
    question: `It halted: ${why}. Is that mended?`,
    answer: `reeve epic reset ${id}`,
  };
}

const DECIDES = /^a person decides: /;
/** Another item settles these, if there is one of that name: who waits for a password waits for a person. */
const SETTLED = /^(?:waits for|by) (\S+)$/;

function turnOfItem({ id: epic, items }: EpicBody, { id, status, fields }: Item): readonly Turn[] {
  const { reason } = fields;
  if ((status !== "review" && status !== "blocked") || reason === undefined) return [];
  const other = SETTLED.exec(reason)?.[1];
  if (other !== undefined && items.some((each) => each.id === other && each.id !== id)) return [];
  if (DECIDES.test(reason))
    return [
      {
        type: "decide",
        item: id,
        question: `${id}: ${reason.replace(DECIDES, "")}`,
        answer: `reeve epic decide ${epic} ${id} "…"`,
      },
    ];
  return [
    {
      type: "requeue",
      item: id,
      question: `${id} is escalated: ${reason}. Is that mended?`,
      answer: `reeve epic approve ${epic} ${id}`,
    },
  ];
}
