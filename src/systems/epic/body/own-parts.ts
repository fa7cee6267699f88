/**
 * What of an epic's body is the tick's: its sections, and the status in the front matter. They are its contract, so gates and
 * monitors leave them out. A file is a body when it can be read as one and has both tables' sections.
 */
import type { OwnParts } from "../../../domain/proof/own-parts.ts";
import type { EpicBody } from "./epic-body.ts";
import { readBody } from "./read-body.ts";

export const epicParts: OwnParts = {
  peoples: (path, text) => {
    if (!/\.md$/i.test(path) || !/^#+[ \t]+Supervisor State/im.test(text)) return null;
    const read = readBody(text, path);
    return read.ok && read.body.sections["Work Items"] ? withoutOwn(read.body) : null;
  },
};

function withoutOwn({ text, sections, bodyAt }: EpicBody): string {
  const head = text.slice(0, bodyAt).replace(/^status[ \t]*:.*$/m, (line) => " ".repeat(line.length));
  const spans = Object.values(sections).toSorted((one, other) => one.start - other.start);
  let at = bodyAt;
  let left = head;
  for (const { start, until } of spans) {
    if (until <= at) continue;
    const from = Math.max(at, start);
    left += text.slice(at, from) + text.slice(from, until).replace(/[^\r\n]/g, " ");
    at = until;
  }
  return left + text.slice(at);
}
