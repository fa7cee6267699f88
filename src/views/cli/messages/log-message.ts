/** `reeve message log` and `reeve message broadcast`: append one message, or those on standard input. */
import { logMessages } from "../../../app/messages/log-messages.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { readInput } from "../read-input.ts";
import { refuse } from "../refuse.ts";

export interface LogOptions extends CommonOptions {
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  readonly data?: string;
  readonly lines?: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

export function broadcastCommand(io: Io, env: Env, summary: string, options: LogOptions): Promise<ExitCode> {
  return logMessageCommand(io, env, summary, { ...options, to: "all" });
}

export async function logMessageCommand(
  io: Io,
  env: Env,
  summary: string | undefined,
  options: LogOptions,
): Promise<ExitCode> {
  const { session, json, lines = false } = options;
  const drafts = lines ? handedIn() : oneDraft(summary, options);
  if (typeof drafts === "string") return badInput(io, json, drafts);
  const logged = logMessages({ cwd: io.cwd, session, drafts, now: io.now(), env });
  if (!logged.ok) return refuse(io, json, logged.refusal);
  const messages = logged.value;
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id];
  if (json) printJson(io, lines ? { count: messages.length, first, last } : { message: messages[0] });
  else if (messages.length === 1) print(io, [`Logged as ${first}.`]);
  else
    print(io, [
      messages.length === 0 ? "No message was handed in." : `Logged ${messages.length} messages, ${first} to ${last}.`,
    ]);
  return EXIT.ok;
}

/** A sentence: why there is none. */
function oneDraft(summary: string | undefined, { from, to, type, data }: LogOptions): readonly unknown[] | string {
  const parsed = data === undefined ? { ok: true as const, value: undefined } : parse(data);
  if (!parsed.ok) return '--data is no JSON. Give an object, such as --data \'{"task": "DRAFT-001"}\'.';
  return [{ from, to, type, summary, ...(parsed.value !== undefined && { data: parsed.value }) }];
}

function handedIn(): readonly unknown[] | string {
  const read = readInput("-");
  if (!read.ok) return `Standard input cannot be read (${read.code}).`;
  const drafts: unknown[] = [];
  for (const [at, line] of read.text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parse(line);
    if (!parsed.ok) return `Line ${at + 1} of standard input is no JSON. Nothing was written.`;
    drafts.push(parsed.value);
  }
  return drafts;
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
