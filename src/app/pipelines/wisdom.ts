/** The wisdom of a session: what was found out and decided, one Markdown file per kind, which is only ever added to. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";

export type WisdomKind = "learnings" | "decisions" | "conventions" | "issues";

/** Lines that stand there already are not added twice. */
export function keepWisdom(
  session: string,
  kind: WisdomKind,
  from: string,
  lines: readonly string[],
  now: number,
): void {
  const file = join(session, "wisdom", `${kind}.md`);
  makeFolderSync(join(session, "wisdom"));
  const known = existsSync(file) ? readFileSync(file, "utf8") : `# ${title(kind)}\n`;
  const time = new Date(now).toISOString().slice(0, 10);
  const wanted = lines.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => !known.includes(`] ${line}\n`));
  if (wanted.length === 0 && existsSync(file)) return;
  const added = wanted.map((line) => `- [${from}, ${time}] ${line}\n`).join("");
  appendFileSync(file, existsSync(file) ? added : `${known}\n${added}`);
}

function title(kind: WisdomKind): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
