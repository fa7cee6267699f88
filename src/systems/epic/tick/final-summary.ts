/** The end of an epic: every item is at its surface or escalated; one table says so, once. Nothing is merged or finalised. */

import { rowText } from "../../documents/table.ts";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import type { Decision } from "./tick-types.ts";

export function finalSummary(body: EpicBody, items: readonly Item[], moment: Moment): Decision {
  const at = (wanted: (item: Item) => boolean): number => items.filter(wanted).length;
  const surfaced = at(({ status }) => status === "ready_for_user_review" || status === "done");
  const later = items.filter(({ status }) => status === "inbox").map(({ id }) => id);
  const rows = items.map((item) => rowText([item.id, item.title, item.status ?? "", item.surface, reasonOf(item)]));
  const table = ["| ID | Title | Status | Review surface | Reason |", "|---|---|---|---|---|", ...rows].join("\n");
  const escalated = items.length - surfaced - later.length;
  const sentence = `Every item is at its review surface (${surfaced}) or escalated (${escalated}); the epic is ready for your review.`;
  return checkpoint(body, moment, {
    phase: "halt",
    decision: "all items at their surface or escalated",
    class: "-",
    notes: `${surfaced} of ${items.length} at their surface`,
    sentence,
    next:
      later.length > 0
        ? `left for later: ${later.join(", ")}.`
        : escalated > 0
          ? "look at what was escalated."
          : "nothing is left to do.",
    changes: {
      status: "ready_for_user_review",
      entries: [{ section: "Final Summary", heading: "Items", text: table }],
    },
  });
}

function reasonOf({ status, fields }: Item): string {
  if (status === "ready_for_user_review" || status === "done") return "";
  return fields.reason ?? (status === "inbox" ? "left for later" : "no reason recorded");
}
