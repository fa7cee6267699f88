/** `reeve checkpoint report [CHECKPOINT]`: reports that were written, as they were written. */
import { viewReports } from "../../../app/checkpoint/reports.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { type Format, formatted, type SessionOptions } from "./session-options.ts";

export interface ReportOptions extends SessionOptions {
  readonly format: Format;
}

export async function reportCommand(io: Io, checkpoint: string | undefined, options: ReportOptions): Promise<ExitCode> {
  const { json = false, format, session } = options;
  const viewed = viewReports({ cwd: io.cwd, session }, checkpoint);
  if (!viewed.ok) return refuse(io, json, viewed.refusal);
  const { results, texts } = viewed.value;
  if (json) printJson(io, { results });
  else
    io.out(
      formatted(results, format, session ?? "") ??
        texts.map((text) => text.split("\n").map(plainText).join("\n")).join("\n"),
    );
  return EXIT.ok;
}
