/** `reeve message status` and `reeve message state`: what the log of a session comes to. */
import { type LogStatus, logState, logStatus, type Sender, type Trend } from "../../../app/messages/read-messages.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { markText, reportProblems } from "./list-messages.ts";

interface StatusOptions extends CommonOptions {
  readonly session?: string;
}

export async function messageStatusCommand(io: Io, { json, session }: StatusOptions): Promise<ExitCode> {
  const read = logStatus({ cwd: io.cwd, session });
  if (!read.ok) return refuse(io, json, read.refusal);
  const status = read.value;
  if (json) printJson(io, { ...status, mark: markText(status.mark) });
  else {
    print(io, statusLines(status));
    reportProblems(io, status.log, status.problems, status.problemCount);
  }
  return EXIT.ok;
}

export async function messageStateCommand(
  io: Io,
  role: string | undefined,
  { json, session }: StatusOptions,
): Promise<ExitCode> {
  const read = logState({ cwd: io.cwd, session }, role);
  if (!read.ok) return refuse(io, json, read.refusal);
  if (json) printJson(io, { states: Object.fromEntries(read.value.map(({ sender, state }) => [sender, state])) });
  else if (read.value.length === 0) print(io, ["Nobody sent a state_update yet."]);
  else
    print(
      io,
      read.value.flatMap(({ sender, state }) => [
        plainText(sender),
        ...Object.entries(state).map(([key, value]) => plainText(`  ${key}: ${JSON.stringify(value)}`)),
      ]),
    );
  return EXIT.ok;
}

function statusLines({ log, count, senders, types, trends }: LogStatus): string[] {
  if (count === 0) return [`${log}: no messages yet.`];
  const kinds = Object.entries(types).map(([type, n]) => `${n} ${type}`);
  return [
    `${log}: ${countOf(count, "message")} (${kinds.join(", ")})`,
    ...senders.map(senderLine),
    ...trends.map(trendLine),
  ].map(plainText);
}

function senderLine({ from, count, errors, lastTs, lastType }: Sender): string {
  const failed = errors === 0 ? "" : `, ${countOf(errors, "error")}`;
  return `  ${from}: ${countOf(count, "message")}${failed}, last ${lastType} at ${lastTs}`;
}

const POINTS_MAX = 12;

function trendLine({ from, points, change, fallMax }: Trend): string {
  const shown = points.slice(-POINTS_MAX).map(({ task, score }) => (task === null ? `${score}` : `${task} ${score}`));
  const before = points.length > POINTS_MAX ? "… " : "";
  const fell = fallMax > 0 ? `, at most ${fallMax} down at once` : "";
  return `  ${from}'s own scores: ${before}${shown.join(", ")} (${change >= 0 ? "+" : ""}${change}${fell})`;
}
