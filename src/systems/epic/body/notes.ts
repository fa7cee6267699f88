/**
 * The Notes of a work item: free words, and between them what the tick keeps there, as `key=value` parts separated by
 * semicolons. A part that is set leaves all others as they were.
 */

export const NOTE_KEYS = [
  "kind",
  "deps",
  "tags",
  "files",
  "size",
  "complexity",
  "accept",
  "next",
  "parent",
  "for",
  "file",
  "path",
  "dispatch",
  "now",
  "exit",
  "react",
  "reason",
  "base",
  "branch",
  "critic",
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];
export type NoteFields = Readonly<Partial<Record<NoteKey, string>>>;

export function fieldsOf(notes: string): NoteFields {
  const found: Partial<Record<NoteKey, string>> = {};
  for (const part of notes.split(";")) {
    const [key, value] = pairOf(part) ?? [];
    if (key !== undefined && value !== undefined) found[key] = value;
  }
  return found;
}

/** Null takes a part away. */
export function withFields(notes: string, fields: Readonly<Partial<Record<NoteKey, string | null>>>): string {
  const left = new Map(Object.entries(fields) as [NoteKey, string | null][]);
  const parts = notes === "" ? [] : notes.split(";").map((part) => part.trim());
  const kept = parts.flatMap((part) => {
    const key = pairOf(part)?.[0];
    const value = key === undefined ? undefined : left.get(key);
    if (key === undefined || value === undefined) return part === "" ? [] : [part];
    left.delete(key);
    return value === null ? [] : [`${key}=${plain(value)}`];
  });
  const added = [...left].flatMap(([key, value]) => (value === null ? [] : [`${key}=${plain(value)}`]));
  return [...kept, ...added].join("; ");
}

export function listOf(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "none" && each !== "-");
}

const VALUE_LENGTH_MAX = 2_000;

function plain(value: string): string {
  return value
    .replace(/[\r\n]+/g, " ")
    .replaceAll(";", ",")
    .trim()
    .slice(0, VALUE_LENGTH_MAX);
}

function pairOf(part: string): readonly [NoteKey, string] | null {
  const at = part.indexOf("=");
  const key = part.slice(0, Math.max(0, at)).trim().toLowerCase();
  const known = NOTE_KEYS.find((each) => each === key);
  return known === undefined ? null : [known, part.slice(at + 1).trim()];
}
