/**
 * What a message is, and whether a line of the log is one: its fields and their form only. What a message means is for
 * whoever reads the log.
 */

export interface Message {
  readonly id: string;
  /** ISO 8601. */
  readonly ts: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly summary: string;
  readonly data?: Data;
}

export type Data = Readonly<Record<string, unknown>>;

/** A message that is not in the log yet: id and time come with the line. */
export type Draft = Omit<Message, "id" | "ts">;

/** Who judges between phases; what it says is marked as its own. */
const SUPERVISOR = "supervisor";

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

const WORD_MAX = 200;
const SUMMARY_MAX = 10_000;
/** A line beyond this is no message: nobody can make a reader hold more. */
export const LINE_BYTES_MAX = 1024 * 1024;

/** With room for id and time. */
const DRAFT_BYTES_MAX = 1_000_000;

/** Control characters, which could steer a terminal or break a line. */
const CONTROL = /\p{Cc}/u;

export function checkDraft(value: unknown): Checked<Draft> {
  if (!isObject(value)) return bad("it is no JSON object");
  const { from, to, type, summary, data } = value;
  for (const [name, word] of Object.entries({ from, to, type })) {
    if (typeof word !== "string" || word.trim() === "") return bad(`\`${name}\` is missing`);
    if (word.length > WORD_MAX || CONTROL.test(word))
      return bad(`\`${name}\` is no plain word of at most ${WORD_MAX} characters`);
  }
  if (typeof summary !== "string" || summary.trim() === "") return bad("`summary` is missing");
  if (summary.length > SUMMARY_MAX) return bad(`\`summary\` is longer than ${SUMMARY_MAX} characters; use \`data\``);
  if (data !== undefined && !isObject(data)) return bad("`data` is no JSON object");
  if (Buffer.byteLength(JSON.stringify(value)) > DRAFT_BYTES_MAX) return bad("it is longer than 1 MB");
  const words = { from, to, type } as Pick<Draft, "from" | "to" | "type">;
  return { ok: true, value: { ...words, summary: marked(words.from, summary), ...(data && { data }) } };
}

/** As it stands in the log, without the line's end. */
export function readMessage(line: string): Checked<Message> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return bad("it is no JSON");
  }
  if (!isObject(value)) return bad("it is no JSON object");
  const { id, ts, from, to, type, summary, data } = value;
  const missing = missingOf({ id, ts, from, to, type, summary });
  if (missing !== null) return bad(`\`${missing}\` is missing or no text`);
  if (data !== undefined && data !== null && !isObject(data)) return bad("`data` is no JSON object");
  return { ok: true, value: value as unknown as Message };
}

const NUMBERED = /^MSG-(\d{1,15})$/;
const DIGITS = 9;

/** Null: somebody else's way of naming messages. */
export function numberOf(id: string): number | null {
  const digits = NUMBERED.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Of one width, so that ids sort as texts as they do as numbers. */
export function idOf(number: number): string {
  return `MSG-${String(number).padStart(DIGITS, "0")}`;
}

function missingOf(fields: Readonly<Record<string, unknown>>): string | null {
  for (const name in fields) if (typeof fields[name] !== "string") return name;
  return null;
}

function marked(from: string, summary: string): string {
  return from === SUPERVISOR && !summary.startsWith(`[${SUPERVISOR}]`) ? `[${SUPERVISOR}] ${summary}` : summary;
}

export function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bad(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
