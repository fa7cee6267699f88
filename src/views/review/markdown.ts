/**
 * Text from outside as Markdown that shows it and does nothing else: no formatting, no HTML, no link, no picture, nobody
 * mentioned, no issue referred to or closed. For the places where a forge would make such things live.
 */
import { largest } from "../../basics/long-lists.ts";
import { plainText } from "../words.ts";

/** Nothing to see, but what stands on its two sides is no longer one word. */
const GAP = "&#8203;";

export function markdownText(text: string): string {
  return plainText(text)
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]|~$^]/g, "\\$&")
    .replace(/[#@](?=\w)/g, `$&${GAP}`)
    .replace(/\bgh-(?=\d)/gi, `$&${GAP}`)
    .replace(/(?<=[a-z]):(?=\/\/|[a-z0-9])/gi, `:${GAP}`)
    .replace(/\bwww(?=\.)/gi, `$&${GAP}`)
    .replace(/^([-+=#]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}${GAP}` : `\\${start}`));
}

/** As code in a line, whatever backticks it has itself. */
export function markdownCode(text: string): string {
  const plain = plainText(text);
  const fence = fenceFor(plain, 1);
  const room = /^`|`$|^ .* $/.test(plain) ? " " : "";
  return plain === "" ? "" : `${fence}${room}${plain}${room}${fence}`;
}

/** As a block of code; lines stay lines. */
export function markdownBlock(lines: readonly string[], indent = ""): string[] {
  const plain = lines.map(plainText);
  const fence = fenceFor(plain.join("\n"), 3);
  return [`${fence}text`, ...plain, fence].map((line) => `${indent}${line}`);
}

function fenceFor(text: string, atLeast: number): string {
  const longest = largest(
    (text.match(/`+/g) ?? []).map((run) => run.length),
    0,
  );
  return "`".repeat(longest < atLeast && atLeast > 1 ? atLeast : longest + 1);
}
