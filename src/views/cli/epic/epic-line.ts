/** How an epic stands, in one line. */
import type { EpicView } from "../../../app/epic/epic-view.ts";
import type { WaitingBeside } from "../../../app/look/waiting-beside.ts";
import { plainText } from "../../words.ts";

/** What waits for the person, and the command that answers it. */
export function turnLines({ turns }: EpicView): readonly string[] {
  return turns.map(({ question, answer }) => plainText(`  ${question} → ${answer}`));
}

/** One whose body cannot be read. */
export function mendLine({ file, question, answer }: WaitingBeside): string {
  return plainText(`${file}: ${question} → ${answer}`);
}

export function epicLine({ file, title, status, phase, items, last }: EpicView): string {
  const open = items.filter((item) => item.status === "in_progress" || item.status === "queued").length;
  return plainText(
    `${file}: ${title} — ${status}, phase ${phase}, ${open} of ${items.length} items open. Last: ${last}.`,
  );
}
