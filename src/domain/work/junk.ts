/**
 * Answers that have the right form and say nothing: placeholders, a schema's own words handed back, a verdict without a
 * reason. And by what two answers are the same. Pure; what is done about it is decided where answers are read.
 */

/** Each as a sentence that names the field; bounded. */
export function junkIn(value: unknown, echoes: ReadonlySet<string> = NO_ECHOES): string[] {
  const found: string[] = [];
  walk(value, "", "", (text, where, key) => {
    if (found.length < JUNK_MAX && isJunk(text, key, echoes)) found.push(sentence(text, where));
  });
  return found;
}

const NO_ECHOES: ReadonlySet<string> = new Set();
const JUNK_MAX = 10;
const DEPTH_MAX = 12;

function walk(
  value: unknown,
  where: string,
  key: string,
  see: (text: string, where: string, key: string) => void,
): void {
  if (typeof value === "string") return see(value, where, key);
  if (typeof value !== "object" || value === null || where.split(".").length > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) walk(item, `${where}[${at}]`, key, see);
    return;
  }
  for (const [name, item] of Object.entries(value)) walk(item, where === "" ? name : `${where}.${name}`, name, see);
}

function isJunk(text: string, key: string, echoes: ReadonlySet<string>): boolean {
  const said = text.trim();
  if (DOTS.test(said)) return true;
  if (CODE_KEYS.has(key)) return false;
  if (echoes.has(said.toLowerCase())) return true;
  return FILE_KEYS.has(key) ? FILE_PLACEHOLDER.test(said) : TEXT_PLACEHOLDER.test(said);
}

/** What stands for "something goes here", whatever field it is in. */
const DOTS = /^(?:\.{2,}|…+|\[(?:\.{3}|…)\]|\{(?:\.{3}|…)\})$/;

/** Lines of a file: anything may stand there. */
const CODE_KEYS: ReadonlySet<string> = new Set(["current", "should_be", "context", "run", "target"]);

const FILE_KEYS: ReadonlySet<string> = new Set([
  "file",
  "files",
  "path",
  "files_created",
  "files_modified",
  "files_completed",
  "tests_added",
]);
const FILE_PLACEHOLDER =
  /^(?:<[^<>]*>|string|path|file|filename|file\d|(?:\.?\/)?path\/to\/.*|(?:\.?\/)?your[-_ ]?file.*|example\.(?:ext|txt))$/i;

const TEXT_PLACEHOLDER =
  /^(?:<[^<>]{1,80}>|string|str|todo|tbd|fixme|x{3,6}|placeholder|lorem ipsum.*|(?:todo|tbd|fixme)[:.].{0,20}|your (?:question|answer|reason|text|sentence)(?: here)?|id or null)$/i;

function sentence(text: string, where: string): string {
  const shown = text.trim().slice(0, SHOWN_MAX);
  return `${where} is a placeholder (${JSON.stringify(shown)}), not an answer`;
}

const SHOWN_MAX = 60;

/** The same answer gives the same word, however its keys are ordered. */
export function answerDigest(value: unknown): string {
  const text = JSON.stringify(ordered(value, 0)) ?? "";
  let [low, high] = [FNV_BASIS, FNV_BASIS ^ text.length];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, FNV_PRIME);
    high = Math.imul(high ^ (code + at), FNV_PRIME);
  }
  return `${hex(low)}${hex(high)}`;
}

const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

function hex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}

function ordered(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return typeof value === "object" ? null : value;
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, ordered(item, depth + 1)]));
}
