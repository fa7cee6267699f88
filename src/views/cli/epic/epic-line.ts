/** How an epic stands, in one line. */
import type { EpicView } from "../../../app/epic/epic-view.ts";
import { plainText } from "../../words.ts";

export function epicLine({ file, title, status, phase, items, last }: EpicView): string {
  const open = items.filter((item) => item.status === "in_progress" || item.status === "queued").length;
  return plainText(
    `${file}: ${title} — ${status}, phase ${phase}, ${open} of ${items.length} items open. Last: ${last}.`,
  );
}
