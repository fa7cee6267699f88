/** `reeve message list`: messages as lines, or as JSON Lines that end with how far the log was read. */
import {
  followMessages,
  type LineProblem,
  type Listed,
  listMessages,
  type Mark,
  type Message,
} from "../../../app/messages/read-messages.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface ListOptions extends CommonOptions {
  readonly session?: string;
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly type?: readonly string[];
  readonly last?: number;
  readonly since?: string;
  readonly follow?: boolean;
}

export async function listMessagesCommand(io: Io, signal: AbortSignal, options: ListOptions): Promise<ExitCode> {
  const { json = false, session, from, to, type, last, follow } = options;
  const since = options.since === undefined ? undefined : markOf(options.since);
  if (since === null) return badInput(io, json, "--since takes the mark that an earlier `list` ended with.");
  const wish = { cwd: io.cwd, session, from, to, type, last, since };
  if (follow) {
    const followed = await followMessages(wish, signal, (each) => show(io, json, each));
    return followed.ok ? EXIT.ok : refuse(io, json, followed.refusal);
  }
  const read = listMessages(wish);
  if (!read.ok) return refuse(io, json, read.refusal);
  show(io, json, read.value);
  if (json) printJson(io, { mark: markText(read.value.mark) });
  else if (read.value.messages.length === 0) print(io, [`No message fits in ${read.value.log}.`]);
  return EXIT.ok;
}

export function reportProblems(io: Io, log: string, problems: readonly LineProblem[], count: number): void {
  const lines = problems.map(({ line, problem }) => `${plainText(log)}:${line}: ${problem}`);
  const more = count - problems.length;
  if (count > 0) printErr(io, [...lines, ...(more > 0 ? [`… and ${more} more lines`] : [])].join("\n"));
}

export function markText({ offset, line }: Mark): string {
  return `${offset}:${line}`;
}

const AT_ONCE = 1_000;

function show(io: Io, json: boolean, { messages, problems, problemCount, log, isAnew }: Listed): void {
  if (isAnew && !json) printErr(io, `${log} is shorter than it was: it was replaced, and is read from its beginning.`);
  if (json) {
    for (const message of messages) printJson(io, message);
    for (const each of problems) printJson(io, { ...each, log });
    return;
  }
  for (let at = 0; at < messages.length; at += AT_ONCE) print(io, messages.slice(at, at + AT_ONCE).map(messageLine));
  reportProblems(io, log, problems, problemCount);
}

function messageLine({ id, ts, from, to, type, summary }: Message): string {
  return plainText(`${id}  ${ts}  ${from} → ${to}  ${type}  ${summary}`);
}

function markOf(text: string): Mark | null {
  const [offset, line] = /^(\d+):(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  return offset === undefined || line === undefined ? null : { offset, line };
}
