/** Adds to a section of a Markdown text; the section is made at the end where there is none. Every byte before stays as it was. */
import { sectionOf } from "./outline.ts";

/** `entry` without blank lines around it. Line breaks are those of the text. */
export function appendToSection(text: string, title: string, entry: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = entry.replace(/\r?\n/g, eol);
  const section = sectionOf(text, title);
  if (section === null) return `${text}${gapAfter(text, eol)}## ${title}${eol}${eol}${lines}${eol}`;
  const before = text.slice(0, section.until);
  const after = text.slice(section.until);
  return `${before}${gapAfter(before, eol)}${lines}${eol}${after === "" ? "" : eol}${after}`;
}

/** What is missing to a blank line. */
function gapAfter(text: string, eol: string): string {
  if (text === "" || /\n[ \t]*\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? eol : `${eol}${eol}`;
}
