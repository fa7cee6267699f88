/** Text for a prompt within bounds: what is left out is said in its place. Cuts whole lines where there are any. */

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The beginning of the text, at most so many bytes with the note about the rest included. */
export function cutText(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  const lines = text.split("\n");
  const room = bytesMax - NOTE_BYTES;
  let used = 0;
  let kept = 0;
  for (const line of lines) {
    used += bytesOf(line) + 1;
    if (used > room) break;
    kept += 1;
  }
  if (kept > 0) return `${lines.slice(0, kept).join("\n")}\n… ${lines.length - kept} more lines left out`;
  const start = startOf(text, room);
  return room <= 0 ? "" : `${start}\n… ${bytesOf(text) - bytesOf(start)} more bytes left out`;
}

const NOTE_BYTES = 48;

/** As many whole characters as fit. */
function startOf(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(0, bytesMax));
  return bytes.toString("utf8").replace(/\uFFFD+$/, "");
}

/** The conflicts of a file with a little around each; lines of one side look as git wrote them. */
export function conflictHunks(text: string, around: number): string {
  const lines = text.split("\n");
  const shown = new Set<number>();
  let open = -1;
  lines.forEach((line, at) => {
    if (open < 0 && line.startsWith("<<<<<<< ")) open = at;
    if (open < 0 || !line.startsWith(">>>>>>> ")) return;
    for (let each = open - around; each <= at + around; each += 1) shown.add(each);
    open = -1;
  });
  const kept = lines.flatMap((line, at) => (shown.has(at) ? [{ line, at }] : []));
  return kept
    .map(({ line, at }, index) => (index > 0 && kept[index - 1]?.at !== at - 1 ? `…\n${line}` : line))
    .join("\n");
}
